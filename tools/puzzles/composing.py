"""Composes mates at random: attackers near a palace, with exactly one move that mates in the fewest moves.

`compose` puts them anywhere, or where a rare pattern needs them; `lengthen` takes moves of a mate back.
Everything depends on a seed alone. Mates are found by coach.prover and named by coach.patterns.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import PATTERN, FactKind
from xiangqi.coach.patterns import patterns_of
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import as_if, checkers
from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BLACK,
    BOARD_SQUARES,
    BOTH,
    CANNON,
    KING,
    KNIGHT,
    PAWN,
    RANKS,
    RED,
    ROOK,
    in_palace,
    opponent,
    rank_of,
    rotate_square,
    square_name,
)
from xiangqi.exercises.pack import Exercise, ExerciseKind
from xiangqi.fen import Position, can_stand, find_faults, format_fen
from xiangqi.line import Moves

LONGEST: Final = 3  # moves of a composed mate; longer ones come from games
_BEAM: Final = 4  # mates of each length that are lengthened further, and results for each of them
_GIFTS: Final = 40  # longer mates that are searched for one with a sacrifice
_LEAST_CHOICE: Final = 12  # least number of the solver's legal moves; with fewer the exercise is trivial
_ATTACKERS: Final = (ROOK, ROOK, KNIGHT, KNIGHT, CANNON, CANNON, PAWN, PAWN)
_NEAR: Final = RANKS - 5  # rank from which an attacker counts as near
_GUARDS: Final = (ADVISOR, ADVISOR, BISHOP, BISHOP)


Men = tuple[tuple[int, str], ...]
"""Codes of pieces and the region of each: the files and ranks that it may stand on, in one text."""

_HOME: Final = (BLACK | KING, "def9")

CASTS: Final[dict[str, Men]] = {
    "heaven_and_earth": (_HOME, (RED | CANNON, "e4567"), (RED | CANNON, "abcghi9"), (RED | ROOK, "cdefg678")),
    "chariot_between_cannons": (
        (BLACK | KING, "de89"),
        (BLACK | ADVISOR, "f79"),
        (RED | CANNON, "ghi89"),
        (RED | CANNON, "fghi78"),
        (RED | ROOK, "ghi78"),
    ),
    "knocking_at_the_door": (
        (BLACK | KING, "e9"),
        (RED | KING, "def0"),
        (RED | PAWN, "d78"),
        (RED | PAWN, "fg8"),
        (RED | ROOK, "abcdefghi5678"),
    ),
    "three_chariots": (
        _HOME,
        (BLACK | ADVISOR, "e8"),
        (RED | ROOK, "abcdefghi5678"),
        (RED | ROOK, "abcdefghi78"),
        (RED | PAWN, "cdefg78"),
    ),
    "through_the_heart": (
        (BLACK | KING, "e9"),
        (BLACK | ADVISOR, "e8"),
        (BLACK | ADVISOR, "df9"),
        (RED | ROOK, "e4567"),
        (RED | ROOK, "abcdfghi789"),
        (RED | KNIGHT, "bcdfgh5678"),
    ),
    "knife_at_the_heart": (
        (BLACK | KING, "e9"),
        (BLACK | ADVISOR, "e8"),
        (BLACK | ADVISOR, "df9"),
        (RED | ROOK, "abcdfghi8"),
        (RED | ROOK, "abcdfghi56789"),
        (RED | KNIGHT, "bcdfgh5678"),
    ),
    "small_knife_at_the_heart": (
        (BLACK | KING, "e9"),
        (BLACK | ADVISOR, "e8"),
        (BLACK | ADVISOR, "df9"),
        (RED | PAWN, "df8"),
        (RED | ROOK, "abcdfghi6789"),
        (RED | KNIGHT, "bcdfgh5678"),
    ),
    "chariots_at_the_advisors": (
        _HOME,
        (BLACK | ADVISOR, "e8"),
        (RED | ROOK, "d8"),
        (RED | ROOK, "f8"),
        (RED | KNIGHT, "bcgh5678"),
    ),
    "grinding_cannon": (
        (BLACK | KING, "e9"),
        (BLACK | ADVISOR, "df9"),
        (BLACK | BISHOP, "c9"),
        (RED | CANNON, "a9"),
        (RED | ROOK, "b9"),
        (RED | ROOK, "abcdefghi678"),
    ),
    "double_toast": (
        (BLACK | KING, "e9"),
        (BLACK | ADVISOR, "df9"),
        (BLACK | ADVISOR, "e8"),
        (BLACK | BISHOP, "cg9"),
        (RED | CANNON, "cg0123456"),
    ),
    "crowded_king": (
        (BLACK | KING, "df9"),
        (BLACK | KNIGHT, "e9"),
        (BLACK | KNIGHT, "df8"),
        (RED | KNIGHT, "bcdefgh5678"),
        (RED | KNIGHT, "bcdefgh5678"),
        (RED | PAWN, "cdefg78"),
    ),
    "side_tiger": (
        (BLACK | KING, "df789"),
        (RED | KNIGHT, "cg6"),
        (RED | ROOK, "abchi6789"),
    ),
    "springing_horse": (
        _HOME,
        (RED | ROOK, "def456"),
        (RED | KNIGHT, "def678"),
        (RED | CANNON, "abcdefghi678"),
    ),
    "two_horses": (
        (BLACK | KING, "def789"),
        (RED | KNIGHT, "dfh789"),
        (RED | KNIGHT, "fghi56789"),
    ),
    "old_soldier": (
        _HOME,
        (RED | PAWN, "bcgh9"),
        (RED | PAWN, "cdfg678"),
        (RED | KNIGHT, "bcgh5678"),
    ),
    "driven_home": (
        (BLACK | KING, "def78"),
        (RED | PAWN, "cde67"),
        (RED | PAWN, "efg67"),
        (RED | PAWN, "cdefg67"),
        (RED | KNIGHT, "abcghi345"),
    ),
}
"""The pieces that a rare pattern requires, and their regions when Red mates at the top."""


LED_TO: Final = {"double_toast": "smothered_palace", "crowded_king": "smothered"}
"""Patterns that begin with a sacrifice, with the pattern of the mate in one that remains after its capture.

The pieces of CASTS have the places for that mate.
"""


def compose(seed: int, tries: int, pattern: str | None = None, most: int | None = None) -> list[Exercise]:
    """Return the mates among some random positions.

    Args:
        seed: the seed of all randomness.
        tries: positions to try.
        pattern: one of CASTS, to compose only mates of that pattern, or None.
        most: mates after which to stop; None to use all tries.
    """
    chance = random.Random(seed)
    prover = Prover()
    found: list[Exercise] = []
    for _ in range(tries):
        if len(found) == most:
            break
        position = _attack(chance, () if pattern is None else CASTS[pattern])
        if position is None:
            continue
        exercise = mate_in_position(Board(format_fen(position)), prover, LONGEST)
        if exercise is not None and pattern in LED_TO:
            exercise = _with_gift(exercise, pattern, chance, prover)
        if exercise is not None and (pattern is None or PATTERN + pattern in exercise.themes):
            found.append(exercise)
    return found


def _with_gift(left: Exercise, pattern: str, chance: random.Random, prover: Prover) -> Exercise | None:
    """Return a mate of a pattern of LED_TO that leads to a given one, or None if none is found."""
    if left.mate > 1 or PATTERN + LED_TO[pattern] not in left.themes:
        return None
    longer = islice(_one_longer(left, chance, prover), _GIFTS)
    return next((one for one in longer if PATTERN + pattern in one.themes), None)


def lengthen(exercise: Exercise, seed: int, longest: int) -> list[Exercise]:
    """Return longer mates that lead to a given one, by repeatedly taking back a check and its answer.

    Args:
        exercise: a mate.
        seed: the seed of all randomness.
        longest: moves to mate at which to stop.

    Returns:
        Some mates of each length reached, each with only one first move that mates in the fewest moves.
    """
    chance, prover = random.Random(seed), Prover()
    found: list[Exercise] = []
    level = [exercise]
    while level and level[0].mate < longest:
        level = [longer for one in level[:_BEAM] for longer in islice(_one_longer(one, chance, prover), _BEAM)]
        chance.shuffle(level)
        found += level
    return found


def _one_longer(exercise: Exercise, chance: random.Random, prover: Prover) -> Iterator[Exercise]:
    moves = exercise.mate + 1
    for board in _before_a_check(Board(exercise.fen), chance):
        if len(prover.mate(board, moves)) == 2 * moves - 1:
            longer = mate_in_position(board, prover, moves)
            if longer is not None:
                yield longer


def _before_a_check(board: Board, chance: random.Random) -> Iterator[Board]:
    """Yield the positions from which a check and an answer, perhaps capturing the checker, lead to a board.

    The order is random.
    """
    taken = (0, *(board.turn | kind for kind in (ROOK, KNIGHT, CANNON, PAWN)))
    for answered in _retracted(board, opponent(board.turn), chance, taken):
        if answered.is_check():
            checking = checkers(answered)
            for before in _retracted(answered, board.turn, chance):
                if not before.is_check() and any(not before.piece_at(square) for square in checking):
                    yield before


def _retracted(board: Board, side: int, chance: random.Random, taken: Sequence[int] = (0,)) -> Iterator[Board]:
    """Yield the positions before each move of a side that may have led to a board, in random order.

    Args:
        board: the board after the move.
        side: the side that moved.
        chance: determines the order.
        taken: codes of the pieces that it may have captured, 0 for none.
    """
    backward = [move for move in as_if(board, side).pseudo_legal_moves() if not board.piece_at(move.to_square)]
    chance.shuffle(backward)
    for move, code in product(backward, taken):
        placement = dict(board.position().placement)
        placement[move.to_square] = placement.pop(move.from_square)
        if code:
            placement[move.from_square] = code
        position = Position(placement, side)
        if find_faults(position):
            continue
        before = Board(format_fen(position))
        if before.is_legal(Move.of(move.to_square, move.from_square)):
            yield before


def mate_in_position(board: Board, prover: Prover, longest: int) -> Exercise | None:
    """Return the exercise of a position in which exactly one move mates in the fewest moves, otherwise None.

    The result is also None if the side to move has few legal moves.
    """
    if len(board.legal_moves()) < _LEAST_CHOICE:
        return None
    line = prover.mate(board, longest)
    if not line or len(line) > 2 * longest:
        return None
    moves = (len(line) + 1) // 2
    others = [move for move in board.legal_moves() if move != line[0]]
    if any(prover.mates_by(board, move, moves) for move in others):
        return None
    return Exercise(board.fen(), line, ExerciseKind.MATE, mate_themes(board, line), 0)


def mate_themes(board: Board, line: Moves) -> tuple[str, ...]:
    """Return the themes of a mating line: mate, and its patterns."""
    return (FactKind.MATE.value, *(PATTERN + pattern.name for pattern in patterns_of(board, line)))


def _attack(chance: random.Random, cast: Men = ()) -> Position | None:
    """Return red attackers on random points around a black palace, with colours swapped in half of the cases.

    The result is None if the pieces cannot stand there, or the side not to move is in check.

    Args:
        chance: chooses the places.
        cast: pieces with regions of their own; then no other attackers are near.
    """
    placement: dict[int, int] = {}
    for code, region in cast:
        _put(placement, chance, code, _within(region))
    if not cast:
        _put(placement, chance, BLACK | KING, lambda square: in_palace(square, BLACK))
    if RED | KING not in placement.values():
        _put(placement, chance, RED | KING, lambda square: in_palace(square, RED))
    guards = [*(Counter(_GUARDS) - Counter(code & ~BOTH for code, _ in cast if code & BLACK)).elements()]
    for kind in chance.sample(guards, min(len(guards), chance.randint(1, 4))):
        _put(placement, chance, BLACK | kind, lambda _: True)
    for kind in chance.sample(_ATTACKERS, chance.randint(0, 1) if cast else chance.randint(2, 4)):
        _put(placement, chance, RED | kind, lambda square: rank_of(square) >= _NEAR)
    for kind in chance.sample(_ATTACKERS, chance.randint(0, 3)):
        _put(placement, chance, BLACK | kind, lambda _: True)
    for kind in chance.sample(_GUARDS, chance.randint(0, 3)):
        _put(placement, chance, RED | kind, lambda _: True)
    position = Position(placement, RED)
    if find_faults(position) or Board(format_fen(position)).is_check():
        return None
    return turned(position) if chance.random() < 0.5 else position


def _within(region: str) -> Callable[[int], bool]:
    """Return a function that tests whether a square is on one of the files and ranks of a region."""
    return lambda square: set(square_name(square)) <= set(region)


def _put(placement: dict[int, int], chance: random.Random, code: int, fits: Callable[[int], bool]) -> None:
    """Put a piece on a random empty square that it can reach and that fits, if there is one."""
    squares = [
        square
        for square in BOARD_SQUARES
        if square not in placement and can_stand(code & ~BOTH, code & BOTH, square) and fits(square)
    ]
    if squares:
        placement[chance.choice(squares)] = code


def turned(position: Position) -> Position:
    """Return the position seen from the other side of the board, with colours swapped."""
    placement = {rotate_square(square): code ^ BOTH for square, code in position.placement.items()}
    return Position(placement, opponent(position.turn))

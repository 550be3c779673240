"""Recognises mating patterns (殺法) by structure: their pieces are those without which there is no mate.

Every test examines the final position turned so that Red mates at the top of the board: files 0-8 from Red's
left, ranks 0-9 from Red's back rank. Every test treats left and right alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from xiangqi.board import Board, Move, parse_square
from xiangqi.coach.scene import between, checkers, king_square, played, without
from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BOTH,
    CANNON,
    KIND_MASK,
    KING,
    KNIGHT,
    PAWN,
    RANKS,
    RED,
    ROOK,
    file_of,
    in_palace,
    on_board,
    opponent,
    rank_of,
    rotate_square,
    square_name,
)
from xiangqi.fen import Position, format_fen

_MIDDLE: Final = 4  # file e
_STEPS: Final = (16, -16, 1, -1)
_ELEPHANT_EYES: Final = ("b8", "d8", "f8", "h8")
_FRONT_CORNERS: Final = ("d7", "f7")


@dataclass(frozen=True)
class Pattern:
    """A mating pattern found in a final position."""

    name: str  # one of PATTERNS
    squares: tuple[int, ...]  # the squares of its pieces, on the actual board


class _Mate:
    """A final position, turned so that Red is the winner, and the moves that led to it."""

    def __init__(self, start: Board, line: Sequence[Move]) -> None:
        self.is_turned = played(start, line).turn == RED
        self.steps = [_Step(*step) for step in _walk(_turned(start) if self.is_turned else start, line, self)]
        first = _turned(start) if self.is_turned else start.copy()
        self.board = played(first, [self.move(move) for move in line])
        self.king = king_square(self.board, self.board.turn)

    def move(self, move: Move) -> Move:
        """Map a move between the actual board and the turned one, in either direction."""
        return Move.of(self.square(move.from_square), self.square(move.to_square))

    def square(self, square: int) -> int:
        """Map a square between the actual board and the turned one, in either direction."""
        return rotate_square(square) if self.is_turned else square

    @cached_property
    def is_check(self) -> bool:
        return self.board.is_check()

    @cached_property
    def checkers(self) -> list[int]:
        return checkers(self.board)

    @cached_property
    def necessary(self) -> list[int]:
        """Red's pieces, including the king, that the mate or stalemate depends on."""
        own = [square for square, code in self.board.pieces().items() if code & BOTH == RED]
        return [square for square in own if self.is_necessary(square)]

    def is_necessary(self, square: int) -> bool:
        """Return whether the mate or stalemate depends on the piece on a square."""
        board = without(self.board, square)
        return bool(board.legal_moves()) or board.is_check() != self.is_check

    @property
    def attackers(self) -> list[int]:
        """The necessary pieces other than the king."""
        return [square for square in self.necessary if self.kind(square) != KING]

    def kind(self, square: int) -> int:
        """Return the kind of the piece on a square, 0 if it is empty."""
        return self.board.piece_at(square) & KIND_MASK

    def needed(self, *kinds: int) -> list[int]:
        """Return the necessary pieces of the given kinds."""
        return [square for square in self.necessary if self.kind(square) in kinds]

    @cached_property
    def flights(self) -> list[int]:
        """The points next to the mated king inside his palace."""
        side = self.board.turn
        return [
            self.king + step
            for step in _STEPS
            if on_board(self.king + step) and in_palace(self.king + step, side)
        ]

    def is_shut_in(self) -> bool:
        """Return whether all points next to the mated king are occupied by his own pieces."""
        side = self.board.turn
        return all(self.board.piece_at(square) & side for square in self.flights)

    def screens(self) -> Iterator[tuple[int, int]]:
        """Yield each checking cannon with its screen."""
        for square in self.checkers:
            if self.kind(square) == CANNON:
                stand = [point for point in between(square, self.king) if self.board.piece_at(point)]
                yield square, stand[0]

    def checking(self, *kinds: int) -> list[int]:
        """Return the necessary pieces of the given kinds that give check."""
        return [square for square in self.needed(*kinds) if square in self.checkers]

    def is_own(self, square: int) -> bool:
        """Return whether the piece on a square is Red's."""
        return bool(self.board.piece_at(square) & RED)


@dataclass(frozen=True)
class _Step:
    """One ply: the board before it, the move, whether it gives check and whether the winner plays it."""

    board: Board
    move: Move
    checks: bool
    own: bool

    @property
    def mover(self) -> int:
        return self.board.piece_at(self.move.from_square) & KIND_MASK

    @property
    def taken(self) -> int:
        return self.board.piece_at(self.move.to_square) & KIND_MASK


def _walk(start: Board, line: Sequence[Move], mate: _Mate) -> Iterator[tuple[Board, Move, bool, bool]]:
    board = start.copy()
    for move in line:
        turned = mate.move(move)
        before = board.copy()
        board.push_unchecked(turned)
        yield before, turned, board.is_check(), before.turn == RED


def _turned(board: Board) -> Board:
    """Return the position seen from the other side of the table, with the colours swapped."""
    position = board.position()
    placement = {rotate_square(square): code ^ BOTH for square, code in position.placement.items()}
    return Board(format_fen(Position(placement, opponent(position.turn))))


def patterns_of(start: Board, line: Sequence[Move]) -> list[Pattern]:
    """Return the patterns of a mating line, the most specific first; empty if there is a legal reply.

    Args:
        start: where the line begins. It is not changed.
        line: one or more legal moves, after which the side to move has lost.
    """
    mate = _Mate(start, line)
    if mate.board.legal_moves():
        return []
    found = []
    tests = _TESTS if mate.is_check else {"stalemate": _stalemate}
    for name, test in tests.items():
        squares = test(mate)
        if squares is not None:
            found.append(Pattern(name, tuple(mate.square(square) for square in squares)))
    return found


# ---- Tests: each returns the squares that make the pattern, or None ---------------------------------------

_Test = Callable[[_Mate], "list[int] | None"]


def _double_cannon(mate: _Mate) -> list[int] | None:
    for cannon, stand in mate.screens():
        if mate.is_own(stand) and mate.kind(stand) == CANNON and {cannon, stand} <= set(mate.necessary):
            return [cannon, stand]
    return None


def _horse_and_cannon(mate: _Mate) -> list[int] | None:
    for cannon, stand in mate.screens():
        behind = mate.is_own(stand) and mate.kind(stand) == KNIGHT and len(between(stand, mate.king)) == 1
        if behind and {cannon, stand} <= set(mate.necessary):
            return [cannon, stand]
    return None


def _smothered_palace(mate: _Mate) -> list[int] | None:
    for cannon, stand in mate.screens():
        if not mate.is_own(stand) and mate.kind(stand) == ADVISOR and mate.attackers == [cannon]:
            line = between(cannon, mate.king)
            blocked = [point for point in mate.flights if mate.board.piece_at(point) & mate.board.turn]
            open_points = [point for point in mate.flights if point not in blocked]
            if blocked and all(_on_one_line(cannon, mate.king, point) for point in open_points) and line:
                return [cannon, stand]
    return None


def _on_one_line(one: int, other: int, third: int) -> bool:
    files = {file_of(one), file_of(other), file_of(third)}
    return len(files) == 1 or len({rank_of(one), rank_of(other), rank_of(third)}) == 1


def _smothered(mate: _Mate) -> list[int] | None:
    if not mate.is_shut_in() or _smothered_palace(mate) is not None:
        return None
    return list(mate.checkers)


def _two_chariots(mate: _Mate) -> list[int] | None:
    chariots = mate.needed(ROOK)
    if len(chariots) != 2 or not set(chariots) & set(mate.checkers):
        return None
    one, other = chariots
    apart = abs(file_of(one) - file_of(other)), abs(rank_of(one) - rank_of(other))
    along_files = file_of(mate.king) in (file_of(one), file_of(other)) and apart[0] == 1
    along_ranks = rank_of(mate.king) in (rank_of(one), rank_of(other)) and apart[1] == 1
    return chariots if along_files or along_ranks else None


def _iron_bolt(mate: _Mate) -> list[int] | None:
    bolts = [c for c in mate.needed(CANNON) if file_of(c) == _MIDDLE and c not in mate.checkers]
    keys = [c for c in mate.checking(ROOK, PAWN) if file_of(c) in (3, 5)]
    return [bolts[0], keys[0]] if bolts and keys and file_of(mate.king) == _MIDDLE else None


def _heaven_and_earth(mate: _Mate) -> list[int] | None:
    cannons = mate.needed(CANNON)
    heaven = [c for c in cannons if file_of(c) == _MIDDLE and rank_of(c) < RANKS - 1]
    earth = [c for c in cannons if rank_of(c) == RANKS - 1 and file_of(c) != _MIDDLE]
    return [heaven[0], earth[0]] if heaven and earth else None


def _chariot_between_cannons(mate: _Mate) -> list[int] | None:
    """Match a chariot on the file or rank between those of two cannons, all on one side of the king."""
    cannons = mate.needed(CANNON)
    for chariot in mate.needed(ROOK):
        trio = [*cannons, chariot]
        for line_of, place_of in ((rank_of, file_of), (file_of, rank_of)):
            apart = sorted(line_of(cannon) - line_of(chariot) for cannon in cannons)
            places = [place_of(piece) - place_of(mate.king) for piece in trio]
            if apart == [-1, 1] and (min(places) > 0 or max(places) < 0):
                return trio
    return None


def _horse_checks_from(mate: _Mate, points: tuple[str, str]) -> list[int] | None:
    if square_name(mate.king) != "e9":
        return None
    return [c for c in mate.checking(KNIGHT) if square_name(c) in points] or None


def _crouching_horse(mate: _Mate) -> list[int] | None:
    return _horse_checks_from(mate, ("c8", "g8"))


def _corner_horse(mate: _Mate) -> list[int] | None:
    return _horse_checks_from(mate, _FRONT_CORNERS)


def _watching_horse(mate: _Mate, points: tuple[str, str]) -> list[int] | None:
    horses = [h for h in mate.needed(KNIGHT) if square_name(h) in points and h not in mate.checkers]
    own_screens = {stand for _, stand in mate.screens()}
    horses = [h for h in horses if h not in own_screens]
    return horses or None


def _angling_horse(mate: _Mate) -> list[int] | None:
    return _watching_horse(mate, ("c7", "g7"))


def _high_angling_horse(mate: _Mate) -> list[int] | None:
    return _watching_horse(mate, ("c6", "g6"))


def _side_tiger(mate: _Mate) -> list[int] | None:
    """Match a king on a side file, with a horse on its wing and a chariot that checks along the rank."""
    post, outward = {3: ("c6", -1), 5: ("g6", 1)}.get(file_of(mate.king), ("", 0))
    horses = [horse for horse in _high_angling_horse(mate) or [] if square_name(horse) == post]
    chariots = [c for c in mate.checking(ROOK) if (file_of(c) - file_of(mate.king)) * outward > 0]
    return [*horses, *chariots] if horses and chariots else None


def _octagonal_horse(mate: _Mate) -> list[int] | None:
    opposite = {"d9": "f7", "f9": "d7", "d7": "f9", "f7": "d9"}.get(square_name(mate.king))
    return [horse for horse in mate.needed(KNIGHT) if square_name(horse) == opposite] or None


def _two_horses(mate: _Mate) -> list[int] | None:
    """Match a horse that confines the king from an elephant's eye or a corner while the other checks."""
    if len(mate.attackers) != 2 or len(mate.needed(KNIGHT)) != 2 or len(mate.checkers) != 1:
        return None
    keeper = next(horse for horse in mate.attackers if horse not in mate.checkers)
    wings = {(file_of(horse) > _MIDDLE) - (file_of(horse) < _MIDDLE) for horse in mate.attackers}
    posts = (*_ELEPHANT_EYES, *_FRONT_CORNERS, "d9", "f9")
    return mate.attackers if square_name(keeper) in posts and wings in ({-1}, {1}) else None


def _heart_soldier(mate: _Mate) -> list[int] | None:
    """Match a soldier on e8 that holds the king in a corner of his back rank while another piece checks."""
    if square_name(mate.king) not in ("d9", "f9"):
        return None
    return [s for s in mate.needed(PAWN) if square_name(s) == "e8" and s not in mate.checkers] or None


def _facing_kings(mate: _Mate) -> list[int] | None:
    kings = [king for king in mate.needed(KING) if king not in mate.checkers]
    return kings or None


def _double_check(mate: _Mate) -> list[int] | None:
    return list(mate.checkers) if len(mate.checkers) >= 2 else None


def _knocking_at_the_door(mate: _Mate) -> list[int] | None:
    door = {square_name(s): s for s in mate.needed(PAWN, ROOK) if square_name(s) in ("d8", "f8")}
    if len(door) != 2 or not any(mate.kind(square) == PAWN for square in door.values()):
        return None
    return list(door.values())


def _moon_from_the_sea(mate: _Mate) -> list[int] | None:
    """Match a chariot that checks from behind the king, with a cannon on its rank or farther behind."""
    for chariot in mate.checking(ROOK):
        cannons = [c for c in mate.needed(CANNON) if rank_of(c) >= rank_of(chariot) > rank_of(mate.king)]
        if cannons and file_of(chariot) == file_of(mate.king):
            return [chariot, cannons[0]]
    return None


def _stalemate(mate: _Mate) -> list[int] | None:
    return None if mate.is_check else [mate.king]


# ---- Tests that need the moves before ---------------------------------------------------------------------


def _given_up_on_e8(mate: _Mate, kind: int) -> Iterator[_Step]:
    """Yield the winner's captures of an advisor on e8 by a kind of piece that could then be recaptured."""
    for step, answer in zip(mate.steps, mate.steps[1:], strict=False):
        goal = step.move.to_square
        offered = any(move.to_square == goal for move in answer.board.legal_moves())
        if step.own and step.mover == kind and step.taken == ADVISOR and square_name(goal) == "e8" and offered:
            yield step


def _through_the_heart(mate: _Mate) -> list[int] | None:
    """Match a chariot that comes straight down file e and sacrifices itself on e8."""
    for step in _given_up_on_e8(mate, ROOK):
        if file_of(step.move.from_square) == _MIDDLE:
            return [step.move.to_square]
    return None


def _knife_at_the_heart(mate: _Mate) -> list[int] | None:
    """Match a chariot that sacrifices itself on e8, wherever it comes from."""
    return [step.move.to_square for step in _given_up_on_e8(mate, ROOK)] or None


def _small_knife_at_the_heart(mate: _Mate) -> list[int] | None:
    """Match a soldier that sacrifices itself on e8."""
    return [step.move.to_square for step in _given_up_on_e8(mate, PAWN)] or None


def _springing_horse(mate: _Mate) -> list[int] | None:
    """Match a horse that discovers a check by its own chariot or cannon."""
    last, needed = mate.steps[-1], mate.needed(ROOK, CANNON)
    horse = last.move.to_square
    if last.mover != KNIGHT or horse not in mate.necessary:
        return None
    opened = [c for c in needed if c in mate.checkers and last.move.from_square in between(c, mate.king)]
    return [horse, *opened] if opened else None


def _grinding_cannon(mate: _Mate) -> list[int] | None:
    """Match a cannon that captures guards along the back rank over its own chariot, both needed in the end."""
    sweeper = 0
    for step in mate.steps:
        if step.own and (_sweeps(step) or step.move.from_square == sweeper):
            sweeper = step.move.to_square
        elif step.move.to_square == sweeper:
            sweeper = 0
    chariots = mate.needed(ROOK)
    return [sweeper, *chariots] if chariots and sweeper in mate.needed(CANNON) else None


def _sweeps(step: _Step) -> bool:
    """Return whether a cannon captures an advisor or elephant along the back rank over its own chariot."""
    origin, goal = step.move.from_square, step.move.to_square
    if step.mover != CANNON or step.taken not in (ADVISOR, BISHOP) or rank_of(origin) != RANKS - 1:
        return False
    return any(step.board.piece_at(point) == RED | ROOK for point in between(origin, goal))


def _double_toast(mate: _Mate) -> list[int] | None:
    """Match a cannon sacrifice after which the other cannon recaptures and smothers the palace."""
    smothering = _smothered_palace(mate) or []
    for first, answer, second in zip(mate.steps, mate.steps[1:], mate.steps[2:], strict=False):
        on_one_point = {step.move.to_square for step in (first, answer, second)} == set(smothering[:1])
        if on_one_point and first.own and first.mover == second.mover == CANNON:
            return smothering
    return None


def _crowded_king(mate: _Mate) -> list[int] | None:
    """Match a king surrounded by his own pieces, one of which fatally moved there during the line."""
    came = {step.move.to_square for step in mate.steps if not step.own and step.mover != KING}
    crowd = [point for point in mate.flights if point in came and mate.is_necessary(point)]
    return [*mate.checkers, *crowd] if crowd and mate.is_shut_in() else None


def _three_chariots(mate: _Mate) -> list[int] | None:
    chariots = mate.needed(ROOK)
    soldiers = [soldier for soldier in mate.needed(PAWN) if rank_of(soldier) >= RANKS - 3]
    used = any(step.own and step.taken == ADVISOR for step in mate.steps)
    return [*chariots, *soldiers] if used and len(chariots) == 2 and len(soldiers) == 1 else None


def _chariots_at_the_advisors(mate: _Mate) -> list[int] | None:
    """Match chariots on both elephant's eyes beside the advisor on e8, where one captures him and they mate."""
    chariots = mate.needed(ROOK)
    for step in mate.steps:
        pressed = all(step.board.piece_at(parse_square(eye)) == RED | ROOK for eye in ("d8", "f8"))
        takes = step.own and step.mover == ROOK and step.taken == ADVISOR
        if pressed and takes and square_name(step.move.to_square) == "e8":
            return chariots if len(chariots) == 2 and mate.checking(ROOK) else None
    return None


def _driven_home(mate: _Mate) -> list[int] | None:
    """Match soldiers that alone drive the king to his back rank by at least two checks, one after the other."""
    own = [step for step in mate.steps if step.own]
    driven = [step for step in own if step.mover == PAWN and step.checks]
    pushed = [step for step in mate.steps if not step.own and step.mover == KING]
    home = rank_of(mate.king) == RANKS - 1 and any(rank_of(s.move.from_square) < RANKS - 1 for s in pushed)
    if len(driven) < 2 or len(driven) != len(own) or not home:
        return None
    return [driven[-1].move.to_square]


def _old_soldier(mate: _Mate) -> list[int] | None:
    """Match a mate by a soldier that moves along the back rank."""
    last = mate.steps[-1].move
    walks = rank_of(last.from_square) == rank_of(last.to_square) == RANKS - 1
    return [last.to_square] if walks and last.to_square in mate.checking(PAWN) else None


_TESTS: Final[dict[str, _Test]] = {
    "stalemate": _stalemate,
    "double_toast": _double_toast,
    "double_cannon": _double_cannon,
    "horse_and_cannon": _horse_and_cannon,
    "smothered_palace": _smothered_palace,
    "chariot_between_cannons": _chariot_between_cannons,
    "heaven_and_earth": _heaven_and_earth,
    "iron_bolt": _iron_bolt,
    "grinding_cannon": _grinding_cannon,
    "moon_from_the_sea": _moon_from_the_sea,
    "knocking_at_the_door": _knocking_at_the_door,
    "two_horses": _two_horses,
    "octagonal_horse": _octagonal_horse,
    "springing_horse": _springing_horse,
    "crouching_horse": _crouching_horse,
    "corner_horse": _corner_horse,
    "angling_horse": _angling_horse,
    "side_tiger": _side_tiger,
    "high_angling_horse": _high_angling_horse,
    "heart_soldier": _heart_soldier,
    "through_the_heart": _through_the_heart,
    "knife_at_the_heart": _knife_at_the_heart,
    "small_knife_at_the_heart": _small_knife_at_the_heart,
    "three_chariots": _three_chariots,
    "chariots_at_the_advisors": _chariots_at_the_advisors,
    "two_chariots": _two_chariots,
    "driven_home": _driven_home,
    "old_soldier": _old_soldier,
    "crowded_king": _crowded_king,
    "smothered": _smothered,
    "double_check": _double_check,
    "facing_kings": _facing_kings,
}

PATTERNS: Final = tuple(_TESTS)
"""The names of all patterns, the most specific first."""

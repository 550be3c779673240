"""Mating patterns (殺法) by their structure: a piece belongs to one only if without it there is no mate.

Every test looks at the final position turned so that Red mates at the top of the board: files 0-8 from Red's
left, ranks 0-9 from Red's back rank. Left and right are alike in every test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.scene import between, checkers, king_square, played, without
from xiangqi.core.constants import (
    ADVISOR,
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


@dataclass(frozen=True)
class Pattern:
    """A mating pattern found.

    Attributes:
        name: its key, one of PATTERNS.
        squares: the pieces that make it, on the real board.
    """

    name: str
    squares: tuple[int, ...]


class _Mate:
    """A final position with Red as the winner, and the play that led to it."""

    def __init__(self, start: Board, line: Sequence[Move]) -> None:
        self.is_turned = played(start, line).turn == RED
        self.steps = [_Step(*step) for step in _walk(_turned(start) if self.is_turned else start, line, self)]
        first = _turned(start) if self.is_turned else start.copy()
        self.board = played(first, [self.move(move) for move in line])
        self.king = king_square(self.board, self.board.turn)

    def move(self, move: Move) -> Move:
        """A move of the real board on the turned one; the same the other way round."""
        return Move.of(self.square(move.from_square), self.square(move.to_square))

    def square(self, square: int) -> int:
        """The same for a square."""
        return rotate_square(square) if self.is_turned else square

    @cached_property
    def is_check(self) -> bool:
        return self.board.is_check()

    @cached_property
    def checkers(self) -> list[int]:
        return checkers(self.board)

    @cached_property
    def necessary(self) -> list[int]:
        """Red's pieces without each of which there would be no mate, or no stalemate, the king among them."""
        own = [square for square, code in self.board.pieces().items() if code & BOTH == RED]
        return [square for square in own if not self._is_over(without(self.board, square))]

    def _is_over(self, board: Board) -> bool:
        return not board.legal_moves() and board.is_check() == self.is_check

    @property
    def attackers(self) -> list[int]:
        """The necessary pieces but for the king."""
        return [square for square in self.necessary if self.kind(square) != KING]

    def kind(self, square: int) -> int:
        """Kind of the piece on a square, 0 for none."""
        return self.board.piece_at(square) & KIND_MASK

    def needed(self, *kinds: int) -> list[int]:
        """The necessary pieces of some kinds."""
        return [square for square in self.necessary if self.kind(square) in kinds]

    @cached_property
    def flights(self) -> list[int]:
        """The points beside the mated king in his palace."""
        side = self.board.turn
        return [
            self.king + step
            for step in _STEPS
            if on_board(self.king + step) and in_palace(self.king + step, side)
        ]

    def is_shut_in(self) -> bool:
        """Whether the king's own pieces stand on all points beside him."""
        side = self.board.turn
        return all(self.board.piece_at(square) & side for square in self.flights)

    def screens(self) -> Iterator[tuple[int, int]]:
        """Each cannon that checks, with its screen."""
        for square in self.checkers:
            if self.kind(square) == CANNON:
                stand = [point for point in between(square, self.king) if self.board.piece_at(point)]
                yield square, stand[0]

    def is_own(self, square: int) -> bool:
        """Whether a piece on a square is Red's."""
        return bool(self.board.piece_at(square) & RED)


@dataclass(frozen=True)
class _Step:
    """One ply of the line: the board before it, the move, whether it checks, whether it is the winner's."""

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
    """The position seen from the other side of the table, colours changed."""
    position = board.position()
    placement = {rotate_square(square): code ^ BOTH for square, code in position.placement.items()}
    return Board(format_fen(Position(placement, opponent(position.turn))))


def patterns_of(start: Board, line: Sequence[Move]) -> list[Pattern]:
    """The patterns of a mating line, the most telling first; empty when none is known or it does not mate.

    Args:
        start: where the line begins. It is not changed.
        line: legal moves, at least one; after the last one the side to move has lost.
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
    keys = [c for c in mate.checkers if mate.kind(c) in (ROOK, PAWN) and file_of(c) in (3, 5)]
    return [bolts[0], keys[0]] if bolts and keys and file_of(mate.king) == _MIDDLE else None


def _heaven_and_earth(mate: _Mate) -> list[int] | None:
    cannons = mate.needed(CANNON)
    heaven = [c for c in cannons if file_of(c) == _MIDDLE and rank_of(c) < RANKS - 1]
    earth = [c for c in cannons if rank_of(c) == RANKS - 1 and file_of(c) != _MIDDLE]
    return [heaven[0], earth[0]] if heaven and earth else None


def _chariot_between_cannons(mate: _Mate) -> list[int] | None:
    cannons, chariots = mate.needed(CANNON), mate.needed(ROOK)
    if len(cannons) != 2:
        return None
    for chariot in chariots:
        ranks = sorted(rank_of(square) for square in (*cannons, chariot))
        if ranks[0] + 1 == ranks[1] and ranks[1] + 1 == ranks[2]:
            return [*cannons, chariot]
    return None


def _grinding_cannon(mate: _Mate) -> list[int] | None:
    cannons = [c for c in mate.needed(CANNON) if rank_of(c) == RANKS - 1]
    chariots = [c for c in mate.needed(ROOK) if rank_of(c) >= RANKS - 2]
    if len(cannons) != 1 or len(chariots) != 1 or len(mate.attackers) != 2:
        return None
    pair = [cannons[0], chariots[0]]
    return pair if set(pair) & set(mate.checkers) and rank_of(mate.king) == RANKS - 1 else None


def _horse_checks_from(mate: _Mate, points: tuple[str, str]) -> list[int] | None:
    if square_name(mate.king) != "e9":
        return None
    found = [c for c in mate.checkers if mate.kind(c) == KNIGHT and square_name(c) in points]
    return found or None


def _crouching_horse(mate: _Mate) -> list[int] | None:
    return _horse_checks_from(mate, ("c8", "g8"))


def _corner_horse(mate: _Mate) -> list[int] | None:
    return _horse_checks_from(mate, ("d7", "f7"))


def _watching_horse(mate: _Mate, points: tuple[str, str]) -> list[int] | None:
    horses = [h for h in mate.needed(KNIGHT) if square_name(h) in points and h not in mate.checkers]
    own_screens = {stand for _, stand in mate.screens()}
    horses = [h for h in horses if h not in own_screens]
    return horses or None


def _angling_horse(mate: _Mate) -> list[int] | None:
    return _watching_horse(mate, ("c7", "g7"))


def _high_angling_horse(mate: _Mate) -> list[int] | None:
    return _watching_horse(mate, ("c6", "g6"))


def _octagonal_horse(mate: _Mate) -> list[int] | None:
    opposite = {"d9": "f7", "f9": "d7", "d7": "f9", "f7": "d9"}.get(square_name(mate.king))
    return [horse for horse in mate.needed(KNIGHT) if square_name(horse) == opposite] or None


def _two_horses(mate: _Mate) -> list[int] | None:
    attackers = mate.attackers
    return attackers if len(attackers) == 2 and all(mate.kind(a) == KNIGHT for a in attackers) else None


def _facing_kings(mate: _Mate) -> list[int] | None:
    kings = [king for king in mate.needed(KING) if king not in mate.checkers]
    return kings or None


def _double_check(mate: _Mate) -> list[int] | None:
    return list(mate.checkers) if len(mate.checkers) >= 2 else None


def _springing_horse(mate: _Mate) -> list[int] | None:
    last = mate.steps[-1]
    if last.mover != KNIGHT or not mate.checkers or mate.checkers == [last.move.to_square]:
        return None
    return [last.move.to_square, *(c for c in mate.checkers if c != last.move.to_square)]


def _knocking_at_the_door(mate: _Mate) -> list[int] | None:
    door = {square_name(s): s for s in mate.needed(PAWN, ROOK) if square_name(s) in ("d8", "f8")}
    if len(door) != 2 or not any(mate.kind(square) == PAWN for square in door.values()):
        return None
    return list(door.values())


def _moon_from_the_sea(mate: _Mate) -> list[int] | None:
    chariots = [
        c
        for c in mate.checkers
        if mate.kind(c) == ROOK and file_of(c) == file_of(mate.king) and rank_of(c) > rank_of(mate.king)
    ]
    cannons = mate.needed(CANNON)
    return [chariots[0], cannons[0]] if chariots and cannons else None


def _stalemate(mate: _Mate) -> list[int] | None:
    return None if mate.is_check else [mate.king]


# ---- Tests that need the moves before ---------------------------------------------------------------------


def _sacrifices_on_e8(mate: _Mate) -> Iterator[_Step]:
    """The winner's moves that take an advisor on e8 and are answered by taking back."""
    for step, answer in zip(mate.steps, mate.steps[1:], strict=False):
        goal = step.move.to_square
        if step.own and step.taken == ADVISOR and square_name(goal) == "e8" and answer.move.to_square == goal:
            yield step


def _through_the_heart(mate: _Mate) -> list[int] | None:
    """A chariot comes straight down file e and gives itself up on e8."""
    for step in _sacrifices_on_e8(mate):
        if step.mover == ROOK and file_of(step.move.from_square) == _MIDDLE:
            return [step.move.to_square]
    return None


def _knife_at_the_heart(mate: _Mate) -> list[int] | None:
    """A chariot comes along rank 8 and gives itself up on e8, or a soldier does."""
    for step in _sacrifices_on_e8(mate):
        if step.mover == PAWN or (step.mover == ROOK and file_of(step.move.from_square) != _MIDDLE):
            return [step.move.to_square]
    return None


def _takes_an_advisor(mate: _Mate, kind: int) -> bool:
    return any(step.own and step.mover == kind and step.taken == ADVISOR for step in mate.steps)


def _three_chariots(mate: _Mate) -> list[int] | None:
    chariots = mate.needed(ROOK)
    soldiers = [soldier for soldier in mate.needed(PAWN) if rank_of(soldier) >= RANKS - 3]
    used = any(step.own and step.taken == ADVISOR for step in mate.steps)
    return [*chariots, *soldiers] if used and len(chariots) == 2 and len(soldiers) == 1 else None


def _chariots_at_the_advisors(mate: _Mate) -> list[int] | None:
    chariots = mate.needed(ROOK)
    if len(mate.attackers) != 2 or len(chariots) != 2 or not _takes_an_advisor(mate, ROOK):
        return None
    return chariots


def _driven_home(mate: _Mate) -> list[int] | None:
    """Soldiers alone drive the king to his back rank, check by check, at least twice."""
    own = [step for step in mate.steps if step.own]
    driven = [step for step in own if step.mover == PAWN and step.checks]
    pushed = [step for step in mate.steps if not step.own and step.mover == KING]
    home = rank_of(mate.king) == RANKS - 1 and any(rank_of(s.move.from_square) < RANKS - 1 for s in pushed)
    if len(driven) < 2 or len(driven) != len(own) or not home:
        return None
    return [driven[-1].move.to_square]


def _old_soldier(mate: _Mate) -> list[int] | None:
    """A soldier on the back rank gives the mate."""
    old = [c for c in mate.checkers if mate.kind(c) == PAWN and rank_of(c) == RANKS - 1]
    return old or None


_TESTS: Final[dict[str, _Test]] = {
    "stalemate": _stalemate,
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
    "high_angling_horse": _high_angling_horse,
    "three_chariots": _three_chariots,
    "chariots_at_the_advisors": _chariots_at_the_advisors,
    "two_chariots": _two_chariots,
    "through_the_heart": _through_the_heart,
    "knife_at_the_heart": _knife_at_the_heart,
    "driven_home": _driven_home,
    "old_soldier": _old_soldier,
    "smothered": _smothered,
    "double_check": _double_check,
    "facing_kings": _facing_kings,
}

PATTERNS: Final = tuple(_TESTS)
"""The keys of all patterns, the most telling first."""

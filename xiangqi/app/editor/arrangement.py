"""A position being set up: the editor's data, and the changes that its tools make."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from xiangqi.board import Board
from xiangqi.core.constants import (
    BLACK,
    BOTH,
    FILES,
    KIND_MASK,
    KING,
    RANKS,
    RED,
    file_of,
    make_square,
    opponent,
    rank_of,
)
from xiangqi.fen import MOST_PIECES, START_FEN, Position, PositionFault, find_faults, format_fen, parse_fen

ERASER: Final = 0
"""The brush that takes pieces off the board."""

EMPTY: Final = -1
"""The brush that marks points that must be empty in a search for a part of the board."""

_MOST_STEPS: Final = 200
_KINGS_ALONE: Final = {make_square(4, 0): RED | KING, make_square(3, 9): BLACK | KING}


class Tool(str, Enum):
    """The tools that change the whole position at once."""

    OPENING = "opening"  # the usual starting position
    CLEAR = "clear"  # only the kings
    MIRROR = "mirror"  # left and right are exchanged
    SWAP = "swap"  # the colours and the side to move are exchanged


class Arrangement(NamedTuple):
    """The position that is set up: a FEN of six fields, and the points marked as EMPTY."""

    fen: str
    empty: frozenset[int]


@dataclass(frozen=True)
class Editor:
    """A position that is being set up on the board while the game waits behind it."""

    fen: str  # the position, with six fields
    # the piece code that a click places, ERASER, EMPTY, or None if clicks move pieces
    brush: int | None = None
    # the place of a piece being dragged with the brush, in pixels of the window; None if none is
    carried: tuple[int, int] | None = None
    # points without a piece that must be empty in a search for games
    empty: frozenset[int] = frozenset()
    past: tuple[Arrangement, ...] = ()  # earlier states, the latest last
    undone: tuple[Arrangement, ...] = ()  # undone states, the latest last
    unchecked: bool = False  # whether it was read from a picture and has not been confirmed yet

    @property
    def position(self) -> Position:
        """The position; callers must not change its placement."""
        return _read(self.fen)

    @property
    def layout(self) -> Arrangement:
        """The position and marks that are set up."""
        return Arrangement(self.fen, self.empty)

    def changed(self, position: Position, empty: frozenset[int] | None = None) -> Editor:
        """Return the editor with another position and marks, or the same editor if nothing differs.

        If `empty` is None, the marks stay. Marks under pieces are always dropped.
        """
        fen = format_fen(Position(position.placement, position.turn))
        empty = (self.empty if empty is None else empty) - position.placement.keys()
        if fen.split()[:2] == self.fen.split()[:2] and empty == self.empty:
            return self
        return replace(self, fen=fen, empty=empty, past=(*self.past, self.layout)[-_MOST_STEPS:], undone=())

    def _at(
        self, layout: Arrangement, past: tuple[Arrangement, ...], undone: tuple[Arrangement, ...]
    ) -> Editor:
        return replace(self, fen=layout.fen, empty=layout.empty, past=past, undone=undone)

    def back(self) -> Editor:
        """Return the editor as it was before its last change, or the same editor if there was none."""
        if not self.past:
            return self
        return self._at(self.past[-1], self.past[:-1], (*self.undone, self.layout))

    def forth(self) -> Editor:
        """Return the editor with its last undone change redone, or the same editor if there is none."""
        if not self.undone:
            return self
        return self._at(self.undone[-1], (*self.past, self.layout), self.undone[:-1])


@lru_cache(maxsize=8)
def _read(fen: str) -> Position:
    return parse_fen(fen)


@lru_cache(maxsize=8)
def read_fen(text: str) -> Position:
    """Parse a typed or pasted FEN, which may span several lines.

    Raises:
        FenError: the text is not a FEN, or the board cannot hold the position.
    """
    position = parse_fen("".join(text.splitlines()).strip())
    Board(format_fen(position))
    return position


@lru_cache(maxsize=8)
def faults(fen: str) -> tuple[PositionFault, ...]:
    """Return the reasons why a position could not arise; () if it could."""
    return tuple(find_faults(parse_fen(fen)))


def is_playable(fen: str) -> bool:
    """Return whether a position can be played, even if it could not arise in a game."""
    return not any(fault.bars_play for fault in faults(fen))


def has_room(position: Position, piece: int) -> bool:
    """Return whether a piece's side has fewer than MOST_PIECES other than its king; always True for a king."""
    if piece & KIND_MASK == KING:
        return True
    side = piece & BOTH
    others = sum(1 for code in position.placement.values() if code & side and code & KIND_MASK != KING)
    return others < MOST_PIECES


def placed(position: Position, square: int, piece: int) -> Position:
    """Return the position with a piece placed on a square; a king leaves its old square."""
    is_king = piece & KIND_MASK == KING
    kept = {at: code for at, code in position.placement.items() if not (is_king and code == piece)}
    return replace(position, placement=kept | {square: piece})


def erased(position: Position, square: int) -> Position:
    """Return the position with a square emptied."""
    kept = {at: code for at, code in position.placement.items() if at != square}
    return replace(position, placement=kept)


def moved(position: Position, from_square: int, to_square: int) -> Position:
    """Return the position with a piece moved from one square to another."""
    return placed(erased(position, from_square), to_square, position.placement[from_square])


def used(tool: Tool, held: Editor) -> Editor:
    """Return the editor after applying a tool to its position."""
    if tool is Tool.OPENING:
        return held.changed(parse_fen(START_FEN), frozenset())
    if tool is Tool.CLEAR:
        return held.changed(Position(_KINGS_ALONE, RED), frozenset())
    swaps, turn = tool is Tool.SWAP, held.position.turn

    def turned(at: int) -> int:
        """Return the new place of a square: the board is mirrored or, to swap sides, turned by 180 degrees."""
        return make_square(FILES - 1 - file_of(at), RANKS - 1 - rank_of(at) if swaps else rank_of(at))

    placement = {turned(at): code ^ BOTH if swaps else code for at, code in held.position.placement.items()}
    position = Position(placement, opponent(turn) if swaps else turn)
    return held.changed(position, frozenset(map(turned, held.empty)))

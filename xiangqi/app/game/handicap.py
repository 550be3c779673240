"""Handicaps (让子): the pieces that a side gives up at the start. Red always moves first."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xiangqi.board import Move
from xiangqi.core.constants import BLACK, FILES, RANKS, RED, file_of, make_square, rank_of
from xiangqi.fen import START_FEN, format_fen, parse_fen

NONE: Final = "none"

_GIVEN: Final[dict[str, tuple[str, ...]]] = {
    NONE: (),
    "knight": ("b0",),
    "cannon": ("b2",),
    "two_knights": ("b0", "h0"),
    "rook": ("a0",),
    "rook_knight": ("a0", "b0"),
    "two_cannons": ("b2", "h2"),
    "two_rooks": ("a0", "i0"),
}
"""By custom, a single piece is given on Red's left."""

HANDICAPS: Final = tuple(_GIVEN)


def handicap_fen(name: str, side: int = RED) -> str:
    """Return the start position of a game in which a side gives a handicap.

    An unknown name gives the usual position.
    """
    given = {Move.from_iccs(square * 2).to_square for square in _GIVEN.get(name, ())}
    if side != RED:
        given = {make_square(FILES - 1 - file_of(square), RANKS - 1 - rank_of(square)) for square in given}
    start = parse_fen(START_FEN)
    left = {square: piece for square, piece in start.placement.items() if square not in given}
    return format_fen(replace(start, placement=left))


_NAMES: Final = {handicap_fen(name, side): (name, side) for side in (BLACK, RED) for name in HANDICAPS}


def handicap_of(fen: str) -> str | None:
    """Return the handicap of a start position, NONE for the usual one, or None for any other position."""
    return _NAMES[fen][0] if fen in _NAMES else None


def giver_of(fen: str) -> int:
    """Return RED or BLACK, whichever gives the handicap of a start position; RED for any other position."""
    return _NAMES[fen][1] if fen in _NAMES else RED

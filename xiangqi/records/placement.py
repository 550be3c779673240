"""Start positions of binary and numeric formats: 32 numbered pieces, or squares and codes.

XQF and DhtmlXQ number the pieces alike: Red's chariot, horse, elephant, advisor, king and back to the other
chariot, two cannons, five soldiers, then the same for Black.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from xiangqi.board import Move
from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BLACK,
    CANNON,
    FILES,
    KING,
    KNIGHT,
    PAWN,
    RANKS,
    RED,
    ROOK,
    file_of,
    make_square,
    opponent,
    rank_of,
)
from xiangqi.errors import FenError, RecordError
from xiangqi.fen import Position, format_fen, parse_fen
from xiangqi.i18n.message import Message

_KINDS: Final = (
    (ROOK, KNIGHT, BISHOP, ADVISOR, KING, ADVISOR, BISHOP, KNIGHT, ROOK) + 2 * (CANNON,) + 5 * (PAWN,)
)
PIECES: Final = tuple(colour | kind for colour in (RED, BLACK) for kind in _KINDS)
"""Piece codes of the 32 numbered pieces."""


def point(file: int, rank: int) -> int | None:
    """Return the square of a file 0-8 (a-i) and rank 0-9 from Red's back rank; None if there is none."""
    return make_square(file, rank) if 0 <= file < FILES and 0 <= rank < RANKS else None


def off_board(origin: tuple[int, int], target: tuple[int, int]) -> str:
    """Return a message about the first coordinate of two points (file, rank) that is off the board, or "".

    A negative file stands for a text that could not be read.
    """
    for which, (file, rank) in (("from", origin), ("to", target)):
        if file < 0:
            return Message("detail.not_a_move")
        if not 0 <= file < FILES:
            return Message(f"detail.no_{which}_column", number=file, most=FILES - 1)
        if not 0 <= rank < RANKS:
            return Message(f"detail.no_{which}_row", number=rank, most=RANKS - 1)
    return ""


def move_between(origin: tuple[int, int], target: tuple[int, int]) -> Move | None:
    """Return the move between two points (file, rank), or None if one of them is off the board."""
    from_square, to_square = point(*origin), point(*target)
    return None if from_square is None or to_square is None else Move.of(from_square, to_square)


def fen_of(placement: Mapping[int, int], turn: int = RED) -> str:
    """Return the FEN of pieces (square -> code) and a side to move."""
    return format_fen(Position(dict(placement), turn))


def place_pieces(squares: Iterable[int | None]) -> tuple[dict[int, int], list[int]]:
    """Place the 32 numbered pieces on their squares; None stands for an absent piece.

    Returns:
        square -> code, with the later piece where two share a point, and the shared points.
    """
    placement: dict[int, int] = {}
    shared = []
    for code, square in zip(PIECES, squares, strict=False):
        if square is None:
            continue
        if square in placement:
            shared.append(square)
        placement[square] = code
    return placement, shared


def number_pieces(placement: Mapping[int, int]) -> list[int | None]:
    """Return the squares of the 32 numbered pieces, None for absent ones.

    Red's pieces of a kind are numbered from the i-file to the a-file, Black's the other way.

    Raises:
        RecordError: there are more pieces of a kind than numbers for them.
    """
    numbered: list[int | None] = [None] * len(PIECES)
    free = {code: [number for number, other in enumerate(PIECES) if other == code] for code in PIECES}
    for square, code in sorted(placement.items(), key=_reading_order):
        if not free[code]:
            raise RecordError(Message("detail.too_many_of_a_kind"))
        numbered[free[code].pop(0)] = square
    return numbered


def _reading_order(item: tuple[int, int]) -> tuple[int, int]:
    square, code = item
    return (-file_of(square), rank_of(square)) if code & RED else (file_of(square), rank_of(square))


def with_first_mover(fen: str, square: int | None) -> str:
    """Return the FEN, making the owner of the piece on a square the side to move.

    Args:
        fen: a start position; returned unchanged if it cannot be read.
        square: the origin of the first move; None or an empty point changes nothing.
    """
    try:
        position = parse_fen(fen)
    except FenError:
        return fen
    code = position.placement.get(square, 0) if square is not None else 0
    if not code or code & position.turn:
        return fen
    turn = opponent(position.turn)
    return format_fen(Position(position.placement, turn, position.halfmove_clock, position.fullmove_number))


def is_turned(fen: str, other: str) -> bool:
    """Return whether two FENs name different sides to move; False if one of them names none."""
    sides = [*fen.split()[1:2], *other.split()[1:2]]
    return len(sides) == 2 and (sides[0] == "b") != (sides[1] == "b")


def point_table(columns_first: bool, down: bool) -> Sequence[int]:
    """Return the squares of the points 0-89 in a format's order.

    Args:
        columns_first: number = 10 * file + rank; otherwise 9 * rank + file.
        down: whether ranks are counted from Black's back rank.
    """
    ranks = range(RANKS - 1, -1, -1) if down else range(RANKS)
    if columns_first:
        return tuple(make_square(file, rank) for file in range(FILES) for rank in ranks)
    return tuple(make_square(file, rank) for rank in ranks for file in range(FILES))

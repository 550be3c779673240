"""Moves in coordinates: ICCS ``H2-E2``, UCI ``h2e2``, and SAN-like ``Che2`` as in chess programs.

Most programs number the ranks 0 to 9 from Red's back rank, some 1 to 10. Only a rank 0 or 10, or legality,
tells them apart.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from xiangqi.board import Board
from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BOARD_SQUARES,
    CANNON,
    KING,
    KNIGHT,
    PAWN,
    RANKS,
    ROOK,
    file_of,
    make_square,
    rank_of,
)
from xiangqi.notation import as_told

SEPARATOR: Final = "(?:-{1,2}>?|=?>|[→⇒➔➜➝⟶xX×:~_/])"
"""A regular expression for the separators that programs write between the two squares of a move."""

_COORDINATES: Final = re.compile(rf"([a-i])(10|[0-9]){SEPARATOR}?([a-i])(10|[0-9])", re.IGNORECASE)
_SAN_PIECE: Final = re.compile(
    r"([KABNRCPHEGMSknrp])([A-Ia-i]?)(10|[0-9])?[-xX×:]?([A-Ia-i])(10|[0-9])(?:\+{1,2}|#)?"
)
"""Only letters that do not name a file may stand for a piece in lower case."""

_SAN_PAWN: Final = re.compile(r"(?:([a-i])[-xX×:]?|[xX×:])?([A-Ia-i])(10|[0-9])(?:\+{1,2}|#)?")
_KINDS: Final = {
    "K": KING,
    "A": ADVISOR,
    "G": ADVISOR,
    "B": BISHOP,
    "E": BISHOP,
    "M": BISHOP,
    "N": KNIGHT,
    "H": KNIGHT,
    "R": ROOK,
    "C": CANNON,
    "P": PAWN,
    "S": PAWN,
}


_TOLD: Final = re.compile(
    rf"(?:({as_told.KIND})(?:on)?)?([a-i][0-9])?({as_told.TOWARDS})?([a-i][0-9])", re.IGNORECASE
)


class CoordinateMove(NamedTuple):
    """A move given by its two squares, ``from << 8 | to``."""

    move: int

    @property
    def kind(self) -> int:
        """Always 0, since squares do not name the piece."""
        return 0

    def origins(self, board: Board) -> list[int]:  # noqa: ARG002 - the interface of all readings
        """Return a list with the move's origin."""
        return [self.move >> 8]

    def moves(self, board: Board) -> list[int]:  # noqa: ARG002 - the interface of all readings
        """Return a list with the move, whether legal or not."""
        return [self.move]


class SanMove(NamedTuple):
    """A move given by its piece and destination."""

    kind: int  # KING to PAWN
    file: int  # 0-8, of the origin; -1 if it is not given
    rank: int  # 0-9, of the origin; -1 if it is not given
    target: int  # the destination square

    def origins(self, board: Board) -> list[int]:
        """Return the squares of the pieces that match."""
        code = board.turn | self.kind
        return [
            square
            for square in BOARD_SQUARES
            if board.piece_at(square) == code
            and self.file in (-1, file_of(square))
            and self.rank in (-1, rank_of(square))
        ]

    def moves(self, board: Board) -> list[int]:
        """Return the moves to the target by every piece that matches, whether legal or not."""
        return [origin << 8 | self.target for origin in self.origins(board)]


def _file(letter: str) -> int:
    return ord(letter.lower()) - ord("a")


def read_coordinates(text: str, first_rank: int) -> list[CoordinateMove]:
    """Return a list with the move that a text gives by two squares; empty if it gives none.

    Args:
        text: a text, NFKC-folded and without spaces.
        first_rank: the number of Red's back rank, 0 or 1.
    """
    match = _COORDINATES.fullmatch(text.rstrip("+#"))
    if match is None:
        return []
    from_rank, to_rank = int(match[2]) - first_rank, int(match[4]) - first_rank
    if not (0 <= from_rank < RANKS and 0 <= to_rank < RANKS):
        return []
    origin, target = make_square(_file(match[1]), from_rank), make_square(_file(match[3]), to_rank)
    return [CoordinateMove(origin << 8 | target)]


def read_told(text: str) -> list[CoordinateMove | SanMove]:
    """Return the meanings of a move told by points, without spaces: ``cannon h2 to e2``, ``horse to c2``."""
    match = _TOLD.fullmatch(text)
    if match is None:
        return []
    kind, start, to, end = match.groups()
    target = _square(end)
    if kind:
        file, rank = (_file(start[0]), int(start[1])) if start else (-1, -1)
        return [SanMove(one, file, rank, target) for one in as_told.KINDS[kind.lower()]]
    return [CoordinateMove(_square(start) << 8 | target)] if start and to else []


def _square(point: str) -> int:
    return make_square(_file(point[0]), int(point[1]))


def read_san(text: str, first_rank: int) -> list[SanMove]:
    """Return the meanings of a text in SAN-like notation; the arguments are those of read_coordinates.

    Two squares in capitals, ``C2-F2``, name no piece.
    """
    if text.isupper() and _COORDINATES.fullmatch(text):
        return []
    if match := _SAN_PIECE.fullmatch(text):
        letter, file, rank, to_file, to_rank = match.groups()
    elif match := _SAN_PAWN.fullmatch(text):
        file, to_file, to_rank = match.groups()
        letter, rank = "P", None
    else:
        return []
    target_rank = int(to_rank) - first_rank
    own_rank = -1 if rank is None else int(rank) - first_rank
    if not 0 <= target_rank < RANKS or (rank is not None and not 0 <= own_rank < RANKS):
        return []
    own_file = _file(file) if file else -1
    return [SanMove(_KINDS[letter.upper()], own_file, own_rank, make_square(_file(to_file), target_rank))]

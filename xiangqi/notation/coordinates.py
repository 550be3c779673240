"""Moves by coordinates: ICCS ``H2-E2``, UCI ``h2e2``, and the SAN-like ``Che2`` of chess programs.

Most count the ranks 0 to 9 from Red's back rank, some 1 to 10. Only a rank 0 or 10, or what is legal, tells.
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

SEPARATOR: Final = "(?:-{1,2}>?|=?>|[→⇒➔➜➝⟶xX×:~_/])"
"""Regular expression of what programs write between the two squares of a move."""

_COORDINATES: Final = re.compile(rf"([a-i])(10|[0-9]){SEPARATOR}?([a-i])(10|[0-9])", re.IGNORECASE)
_SAN_PIECE: Final = re.compile(r"([KABNRCPHEG])([a-i]?)(10|[0-9])?[-x×:]?([a-i])(10|[0-9])(?:\+{1,2}|#)?")
_SAN_PAWN: Final = re.compile(r"(?:([a-i])?[x×:])?([a-i])(10|[0-9])(?:\+{1,2}|#)?")
_KINDS: Final = {
    "K": KING,
    "A": ADVISOR,
    "G": ADVISOR,
    "B": BISHOP,
    "E": BISHOP,
    "N": KNIGHT,
    "H": KNIGHT,
    "R": ROOK,
    "C": CANNON,
    "P": PAWN,
}


class CoordinateMove(NamedTuple):
    """A move told by its two squares, ``from << 8 | to``."""

    move: int

    @property
    def kind(self) -> int:
        """0: squares do not tell the piece."""
        return 0

    def origins(self, board: Board) -> list[int]:  # noqa: ARG002 - as all readings answer
        """The square it starts from."""
        return [self.move >> 8]

    def moves(self, board: Board) -> list[int]:  # noqa: ARG002 - as all readings answer
        """The one move meant."""
        return [self.move]


class SanMove(NamedTuple):
    """A move told by its piece and where it goes.

    Attributes:
        kind: KING to PAWN.
        file: 0-8 of the first square when the text names it, else -1.
        rank: 0-9 of the first square when the text names it, else -1.
        target: square.
    """

    kind: int
    file: int
    rank: int
    target: int

    def origins(self, board: Board) -> list[int]:
        """The squares of the pieces that fit."""
        code = board.turn | self.kind
        return [
            square
            for square in BOARD_SQUARES
            if board.piece_at(square) == code
            and self.file in (-1, file_of(square))
            and self.rank in (-1, rank_of(square))
        ]

    def moves(self, board: Board) -> list[int]:
        """Moves to the target by every piece that fits; whether they fit the rules is not judged."""
        return [origin << 8 | self.target for origin in self.origins(board)]


def _file(letter: str) -> int:
    return ord(letter.lower()) - ord("a")


def read_coordinates(text: str, first_rank: int) -> list[CoordinateMove]:
    """What a text says as two squares.

    Args:
        text: NFKC-folded and free of blanks.
        first_rank: what Red's back rank is called, 0 or 1.
    """
    match = _COORDINATES.fullmatch(text.rstrip("+#"))
    if match is None:
        return []
    from_rank, to_rank = int(match[2]) - first_rank, int(match[4]) - first_rank
    if not (0 <= from_rank < RANKS and 0 <= to_rank < RANKS):
        return []
    origin, target = make_square(_file(match[1]), from_rank), make_square(_file(match[3]), to_rank)
    return [CoordinateMove(origin << 8 | target)]


def read_san(text: str, first_rank: int) -> list[SanMove]:
    """What a text says in the manner of chess; same arguments as read_coordinates."""
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
    return [SanMove(_KINDS[letter], own_file, own_rank, make_square(_file(to_file), target_rank))]

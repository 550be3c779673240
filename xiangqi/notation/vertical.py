"""The meaning of vertical-line notation, whatever characters it is written in.

Chinese 炮二平五, WXF ``C2.5`` and numeric ``62.5`` express the same five things: which piece, on which file,
which of several on that file, in which direction, and how far or to which file. This module converts them to
moves and back; the other modules handle the spellings.

Files are counted 1 to 9 from the mover's right; "front" is nearer to the opponent.
"""

from __future__ import annotations

from itertools import groupby
from typing import Final, NamedTuple

from xiangqi.board import Board
from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BLACK,
    BOARD_SQUARES,
    BOTH,
    CODE_MASK,
    DOWN,
    FIRST_COLUMN,
    KIND_MASK,
    KNIGHT,
    PIECES,
    RED,
    SQUARES,
    UP,
    square_name,
)
from xiangqi.errors import NotationError
from xiangqi.i18n.message import Message

# Actions; the sign is the direction as the mover sees it.
ADVANCE: Final = 1
TRAVERSE: Final = 0
RETREAT: Final = -1

# Selectors among alike pieces; 1, 2, 3 … are ordinals, counted from the front.
ANY: Final = 0
FRONT: Final = -1
MIDDLE: Final = -2
REAR: Final = -3
_PLACES: Final = (FRONT, MIDDLE, REAR)

_FILES: Final = range(1, 10)
_COLUMNS: Final = {
    RED: [0] + [FIRST_COLUMN + 9 - file for file in _FILES],
    BLACK: [0] + [FIRST_COLUMN - 1 + file for file in _FILES],
}
_RISE: Final = {ADVISOR: {1: 1}, BISHOP: {2: 2}, KNIGHT: {1: 2, 2: 1}}  # ranks by files crossed
_ON_BOARD: Final = frozenset(BOARD_SQUARES)


class VerticalMove(NamedTuple):
    """A move in terms of vertical-line notation; together with the side to move it determines squares."""

    kind: int  # KING to PAWN
    file: int  # 1-9 from the mover's right, 0 if it is not given
    selector: int  # which of several alike pieces: ANY, FRONT, MIDDLE, REAR, or an ordinal from 1
    action: int  # ADVANCE, RETREAT or TRAVERSE
    number: int  # number of steps for a piece that moves straight ahead or back, otherwise the destination file

    def origins(self, board: Board) -> list[int]:
        """Return the squares of the pieces that may be meant.

        Without a selector every piece of the kind on the file is returned, so that texts without 前 or 后 are
        resolved by legality.
        """
        code = board.turn | self.kind
        if self.file:
            squares = _on_file(board, code, self.file)
            return _choose(squares, self.selector) if len(squares) > 1 or self.selector <= 0 else []
        if self.selector > 0:
            return _choose([square for crowd in _crowds(board, code) for square in crowd], self.selector)
        return [square for crowd in _crowds(board, code) for square in _choose(crowd, self.selector)]

    def moves(self, board: Board) -> list[int]:
        """Return the moves that may be meant, as ``from << 8 | to``, whether legal or not."""
        side = board.turn
        arrivals = [(origin, self._target(side, origin)) for origin in self.origins(board)]
        return [origin << 8 | target for origin, target in arrivals if target]

    def _target(self, side: int, origin: int) -> int:
        """Return the destination of the piece on a square, 0 if it is off the board."""
        forward = UP if side == RED else DOWN
        column = _COLUMNS[side][self.number]
        if self.kind in _RISE:
            ranks = _RISE[self.kind].get(abs(column - (origin & 15)), 0)
            target = (origin & 240 | column) + self.action * ranks * forward
        elif self.action == TRAVERSE:
            target = origin & 240 | column
        else:
            target = origin + self.action * self.number * forward
        return target if target in _ON_BOARD else 0


def _on_file(board: Board, code: int, file: int) -> list[int]:
    """Return the squares of a piece code on one of its owner's files, front first."""
    column = _COLUMNS[code & BOTH][file]
    rows = board.state[SQUARES + column : SQUARES + 256 : 16].tolist()
    squares = [row << 4 | column for row, piece in enumerate(rows) if piece & CODE_MASK == code]
    return squares if code & RED else squares[::-1]


def _crowds(board: Board, code: int) -> list[list[int]]:
    """Return the squares of a piece code on each file with two or more of it, right file first, front first."""
    first = PIECES if code & RED else PIECES + 16
    squares = [
        square
        for square in board.state[first : first + 16].tolist()
        if square and board.state[SQUARES + square] & CODE_MASK == code
    ]
    away = -1 if code & RED else 1  # Red's right is the last column and Red's front the first row
    squares.sort(key=lambda square: (away * (square & 15), -away * square))
    groups = [list(group) for _, group in groupby(squares, key=lambda square: square & 15)]
    return [group for group in groups if len(group) > 1]


def _choose(squares: list[int], selector: int) -> list[int]:
    """Return the squares, given front first, that a selector means."""
    if selector == ANY:
        return squares
    if selector == FRONT:
        return squares[:1]
    if selector == REAR:
        return squares[-1:]
    if selector == MIDDLE:
        return squares[1:-1]
    return squares[selector - 1 : selector]


def describe(board: Board, move: int) -> VerticalMove:
    """Describe a legal move in vertical-line notation, with a selector if one is needed.

    Two pieces on a file are front and rear, three are front, middle and rear, more are numbered from the front.
    If two files have several soldiers each, all those soldiers are numbered together, right file first.
    Advisors and elephants need no selector: of two on a file only one can make the move.

    Raises:
        NotationError: the move's origin is empty.
    """
    origin, target = move >> 8, move & 255
    code = board.piece_at(origin)
    if not code:
        raise NotationError(Message("detail.no_piece_there", place=square_name(origin)))
    side, kind = code & BOTH, code & KIND_MASK
    columns = _COLUMNS[side]
    forward = (target >> 4) - (origin >> 4)
    if side == RED:
        forward = -forward
    straight = kind not in _RISE and forward != 0
    file = columns.index(origin & 15)
    number = abs(forward) if straight else columns.index(target & 15)
    action = (forward > 0) - (forward < 0)
    selector = ANY if kind in (ADVISOR, BISHOP) else _selector(_crowds(board, code), origin)
    return VerticalMove(kind, 0 if selector else file, selector, action, number)


def described_on_file(board: Board, move: int) -> VerticalMove | None:
    """Describe a legal move like `describe`, but with file and front, middle or rear instead of an ordinal.

    Return None if there are more than three equal pieces on the file.

    Raises:
        NotationError: the move's origin is empty.
    """
    words = describe(board, move)
    if words.selector <= ANY:
        return words
    origin = move >> 8
    code = board.piece_at(origin) & CODE_MASK
    file = _COLUMNS[code & BOTH].index(origin & 15)
    crowd = _on_file(board, code, file)
    if len(crowd) > len(_PLACES):
        return None
    place = REAR if origin == crowd[-1] else _PLACES[crowd.index(origin)]
    return words._replace(file=file, selector=place)


def _selector(crowds: list[list[int]], origin: int) -> int:
    """Return the selector of the piece on `origin` among equal ones on the file; ANY if it is alone there."""
    crowd = next((squares for squares in crowds if origin in squares), None)
    if crowd is None:
        return ANY
    everyone = [square for squares in crowds for square in squares]
    if len(crowds) > 1 or len(crowd) > 3:
        return everyone.index(origin) + 1
    if origin == crowd[0]:
        return FRONT
    return REAR if origin == crowd[-1] else MIDDLE

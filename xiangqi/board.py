"""Board and Move: the Python interface to the rules.

>>> board = Board()
>>> board.push(Move.from_iccs("h2e2"))
>>> board.fen()
'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1'
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xiangqi import fen as _fen
from xiangqi.core.attacks import in_check
from xiangqi.core.constants import (
    BLACK,
    BOARD_SIZE,
    BOARD_SQUARES,
    CODE_MASK,
    KEY,
    KING,
    MOVES,
    SIDE,
    SLOT_SHIFT,
    SQUARES,
    make_square,
    opponent,
    square_name,
)
from xiangqi.core.movegen import ALL_MOVES, generate, generate_legal, is_pseudo_legal, leaves_king_safe
from xiangqi.core.position import State, make_move, new_state, set_position, unmake_move
from xiangqi.errors import FenError, IllegalMoveError, NotationError
from xiangqi.fen import START_FEN, Position
from xiangqi.i18n.message import Message

if TYPE_CHECKING:
    from xiangqi.diagram.picture import BoardPicture

__all__ = ["START_FEN", "Board", "Move", "parse_square"]

_LAST_MOVE = 0xFFFF  # kernels index arrays with a move without checking its range
_ICCS = re.compile(r"([a-i])([0-9])-?([a-i])([0-9])", re.IGNORECASE)


def parse_square(name: str) -> int:
    """Return the square with a name such as ``"h2"``.

    Raises:
        NotationError: there is no such square.
    """
    if len(name) == 2 and name[0] in "abcdefghi" and name[1] in "0123456789":
        return make_square(ord(name[0]) - ord("a"), int(name[1]))
    raise NotationError(Message("detail.no_square", name=repr(name)))


class Move(int):
    """A move: an int, ``from_square << 8 | to_square``, that prints as ``h2e2``."""

    __slots__ = ()

    @classmethod
    def of(cls, from_square: int, to_square: int) -> Move:
        """Return the move between two squares."""
        return cls(from_square << 8 | to_square)

    @classmethod
    def from_iccs(cls, text: str) -> Move:
        """Parse coordinates: ``h2e2``, ``H2E2``, ``h2-e2``; ranks 0-9.

        Raises:
            NotationError: the text has a different form.
        """
        match = _ICCS.fullmatch(text)
        if match is None:
            raise NotationError(Message("detail.no_coordinates", text=repr(text)))
        from_file, from_rank, to_file, to_rank = match.groups()
        return cls.of(parse_square(from_file.lower() + from_rank), parse_square(to_file.lower() + to_rank))

    @property
    def from_square(self) -> int:
        """The origin."""
        return int(self) >> 8

    @property
    def to_square(self) -> int:
        """The destination."""
        return int(self) & 255

    @property
    def iccs(self) -> str:
        """The coordinates with ranks 0-9: ``h2e2``."""
        return square_name(self.from_square) + square_name(self.to_square)

    def __str__(self) -> str:
        try:
            return self.iccs
        except IndexError:  # not squares of the board
            return f"0x{int(self):x}"

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"


class Board:
    """A position with the moves that led to it, and the rules.

    Attributes:
        start: the position before the first move on the stack.
        move_stack: the moves played so far.
        halfmove_clock: plies since the last capture.
        fullmove_number: the number in the FEN, incremented after each move of Black.
        state: the kernels' int64 array (layout in core.constants), shape (BOARD_SIZE,); read-only for callers.
    """

    def __init__(self, fen: str = START_FEN) -> None:
        """Set up a position, even one that cannot arise (see fen.position_faults).

        Raises:
            FenError: the FEN is invalid (the message names the row, point or field), or has too many pieces.
        """
        self.start: Position = _fen.parse_fen(fen)
        self.state: State = new_state(BOARD_SIZE)
        try:
            set_position(self.state, self.start.placement, self.start.turn)
        except ValueError:
            raise FenError(Message("detail.field_pieces")) from None
        self.halfmove_clock = self.start.halfmove_clock
        self.fullmove_number = self.start.fullmove_number
        self.move_stack: list[Move] = []
        self._undo: list[tuple[int, int]] = []  # captured piece, halfmove clock before

    def copy(self) -> Board:
        """Return an independent board with the same history."""
        twin = Board.__new__(Board)
        twin.start = self.start
        twin.state = self.state.copy()
        twin.halfmove_clock = self.halfmove_clock
        twin.fullmove_number = self.fullmove_number
        twin.move_stack = self.move_stack.copy()
        twin._undo = self._undo.copy()
        return twin

    def __copy__(self) -> Board:
        return self.copy()

    def picture(self) -> BoardPicture:
        """Return the picture of the position: the pieces, the last move and a check."""
        from xiangqi.diagram.picture import BoardPicture

        pieces, last = self.pieces(), self.move_stack[-1] if self.move_stack else None
        checked = self.turn | KING if self.is_check() else 0
        return BoardPicture(
            pieces,
            last_move=None if last is None else (last.from_square, last.to_square),
            checked=next((square for square, code in pieces.items() if code == checked), None),
        )

    def _repr_svg_(self) -> str:
        """Return the SVG drawing of the position that notebooks show."""
        from xiangqi.diagram.svg import board_svg

        return board_svg(self.picture(), title=self.fen())

    @property
    def turn(self) -> int:
        """The side to move, RED or BLACK."""
        return int(self.state[SIDE])

    @property
    def key(self) -> int:
        """A hash of the position including the side to move; equal positions have equal keys."""
        return int(self.state[KEY])

    def piece_at(self, square: int) -> int:
        """Return the piece code (colour | kind) on a square, 0 if it is empty."""
        return int(self.state[SQUARES + square]) & CODE_MASK

    def slot_at(self, square: int) -> int:
        """Return the number that identifies the piece on an occupied square (0-15 Red, 16-31 Black).

        It stays the same through all moves of the piece.
        """
        return int(self.state[SQUARES + square]) >> SLOT_SHIFT

    def pieces(self) -> dict[int, int]:
        """Return all pieces: square -> piece code, in FEN order."""
        points = self.state[SQUARES : SQUARES + 256].tolist()
        return {square: code for square in BOARD_SQUARES if (code := points[square] & CODE_MASK)}

    def position(self) -> Position:
        """Return the position without its history."""
        return Position(self.pieces(), self.turn, self.halfmove_clock, self.fullmove_number)

    def fen(self) -> str:
        """Return the position as a FEN of six fields."""
        return _fen.format_fen(self.position())

    def legal_moves(self) -> list[Move]:
        """Return every legal move; if there is none, the side to move has lost."""
        end = generate_legal(self.state, MOVES)
        return [Move(move) for move in self.state[MOVES:end].tolist()]

    def pseudo_legal_moves(self) -> list[Move]:
        """Return every pseudo-legal move, including those that leave the mover's king attacked."""
        end = generate(self.state, MOVES, ALL_MOVES)
        return [Move(move) for move in self.state[MOVES:end].tolist()]

    def is_pseudo_legal(self, move: int) -> bool:
        """Return whether any integer is a move that its piece can make, even if it leaves the king attacked."""
        return 0 <= move <= _LAST_MOVE and bool(is_pseudo_legal(self.state, move))

    def is_legal(self, move: int) -> bool:
        """Return whether any integer is a legal move."""
        return self.is_pseudo_legal(move) and bool(leaves_king_safe(self.state, move))

    def is_check(self) -> bool:
        """Return whether the side to move is in check."""
        return bool(in_check(self.state, self.turn))

    def is_capture(self, move: int) -> bool:
        """Return whether a move captures a piece."""
        return bool(self.state[SQUARES + (move & 255)])

    def push(self, move: int) -> None:
        """Play a legal move.

        Raises:
            IllegalMoveError: the move is illegal; the board is unchanged.
        """
        if not self.is_legal(move):
            raise IllegalMoveError(Message("detail.illegal_there", move=str(Move(move)), fen=self.fen()))
        self.push_unchecked(move)

    def push_unchecked(self, move: int) -> None:
        """Play a move that is known to be legal, for instance one of legal_moves()."""
        captured = int(make_move(self.state, move))
        self._undo.append((captured, self.halfmove_clock))
        self.move_stack.append(Move(move))
        self.halfmove_clock = 0 if captured else self.halfmove_clock + 1
        if opponent(self.turn) == BLACK:
            self.fullmove_number += 1

    def pop(self) -> Move:
        """Take back the last move and return it.

        Raises:
            IndexError: no move has been played.
        """
        move = self.move_stack.pop()
        captured, self.halfmove_clock = self._undo.pop()
        unmake_move(self.state, move, captured)
        if self.turn == BLACK:
            self.fullmove_number -= 1
        return move

    def peek_captured(self) -> int:
        """Return the piece code captured by the last move, 0 if there is none."""
        return self._undo[-1][0] & CODE_MASK if self._undo else 0

    def __str__(self) -> str:
        rows = self.fen().split()[0].split("/")
        for digit in range(1, 10):
            rows = [row.replace(str(digit), "." * digit) for row in rows]
        return "\n".join(rows)

    def __repr__(self) -> str:
        return f"Board({self.fen()!r})"

"""Reading of moves in any dialect, with all meanings that are legal."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from enum import Flag, auto
from functools import lru_cache, partial
from typing import Final, Protocol

from xiangqi.board import Board, Move
from xiangqi.core.constants import KIND_MASK, RED
from xiangqi.errors import NotationError
from xiangqi.i18n.message import Message
from xiangqi.notation import as_told, chinese, coordinates, in_words, letters
from xiangqi.notation.vertical import VerticalMove
from xiangqi.notation.writing import Style, format_move


class Dialect(Flag):
    """A family of spellings.

    Letters are ambiguous between families, so the dialect of a whole record should be determined first and then
    be the only one allowed.
    """

    CHINESE = auto()  # 炮二平五 in all its variants
    WXF = auto()  # C2.5 in all its variants
    DIGITS = auto()  # 62.5
    COORDINATES = auto()  # h2e2, ranks 0-9
    SAN = auto()  # Che2, ranks 0-9
    COORDINATES_FROM_ONE = auto()  # h3e3, ranks 1-10
    SAN_FROM_ONE = auto()  # Che3, ranks 1-10
    WORDS = auto()  # Cannon 2 to 5, Pháo 2 bình 5, pào èr píng wǔ, cannon h2 to e2
    VIETNAMESE = auto()  # P2-5; its letters mean other pieces than WXF's
    ALL = (  # except Vietnamese letters
        CHINESE | WXF | DIGITS | COORDINATES | SAN | COORDINATES_FROM_ONE | SAN_FROM_ONE | WORDS
    )


class _Reading(Protocol):
    """One meaning of a text."""

    @property
    def kind(self) -> int:
        """KING to PAWN; 0 if the text does not name the piece."""

    def origins(self, board: Board) -> list[int]:
        """Return the squares of the pieces that may be meant."""

    def moves(self, board: Board) -> list[int]:
        """Return the moves that may be meant, legal or not."""


_READERS: Final[dict[Dialect, Callable[[str], Sequence[_Reading]]]] = {
    Dialect.CHINESE: chinese.read,
    Dialect.WXF: letters.read_wxf,
    Dialect.DIGITS: letters.read_digits,
    Dialect.COORDINATES: partial(coordinates.read_coordinates, first_rank=0),
    Dialect.SAN: partial(coordinates.read_san, first_rank=0),
    Dialect.COORDINATES_FROM_ONE: partial(coordinates.read_coordinates, first_rank=1),
    Dialect.SAN_FROM_ONE: partial(coordinates.read_san, first_rank=1),
    Dialect.WORDS: lambda text: [*in_words.read(text), *coordinates.read_told(text)],
    Dialect.VIETNAMESE: letters.read_vietnamese,
}
# If both are allowed, such a dialect is used only if the more common one finds no legal move.
_PREFERRED: Final = {
    Dialect.COORDINATES_FROM_ONE: Dialect.COORDINATES,
    Dialect.SAN_FROM_ONE: Dialect.SAN,
}
LONGEST: Final = 72  # characters of a move with its marks; the longest as it is told has about 60
_DASHES: Final = {ord(dash): "-" for dash in "‐‑‒–—−"}


@lru_cache(maxsize=8192)
def _read(text: str, dialects: Dialect) -> tuple[tuple[_Reading, ...], tuple[_Reading, ...]]:
    """Return the primary meanings of a text, and those used only if no primary one is legal."""
    text = unicodedata.normalize("NFKC", text).translate(_DASHES)
    text = "".join(text.split()).strip("!?")
    if Dialect.WORDS in dialects:
        text = as_told.bare(text)
    first: list[_Reading] = []
    second: list[_Reading] = []
    for dialect, read in _READERS.items():
        if dialect in dialects:
            preferred = _PREFERRED.get(dialect)
            (second if preferred and preferred in dialects else first).extend(read(text))
    if Dialect.WXF in dialects:
        second += filter(None, map(letters.middle_instead, letters.read_wxf(text)))
    return tuple(first), tuple(second)


def candidates(board: Board, text: str, dialects: Dialect = Dialect.ALL) -> list[Move]:
    """Return every legal move that a text can mean; rare meanings only if no usual one is legal.

    The piece's colour is that of the side to move whatever its character, digits and numerals may be of any
    script, and if 前 or 后 is missing, each piece on the file is considered.

    Args:
        board: the position before the move; not changed.
        text: one move; spaces and annotation marks (``!``, ``?``) are ignored. One of more than LONGEST
            characters has no meaning.
        dialects: the dialects to consider.
    """
    if len(text) > LONGEST:
        return []
    for readings in _read(text, dialects):
        found: list[Move] = []
        for reading in readings:
            for move in reading.moves(board):
                if board.is_legal(move) and move not in found:
                    found.append(Move(move))
        if found:
            return found
    return []


def parse_move(board: Board, text: str, dialects: Dialect = Dialect.ALL, style: Style = Style.CHINESE) -> Move:
    """Return the one legal move that a text means.

    Args:
        board: the position before the move; not changed.
        text: one move in any of the dialects.
        dialects: the dialects to consider.
        style: the notation in which the message of an error writes moves.

    Raises:
        NotationError: the text is not a move, or matches no legal move or several; the message quotes the text
            and says what was expected.
    """
    found = candidates(board, text, dialects)
    if len(found) == 1:
        return found[0]
    shown = repr(text if len(text) <= LONGEST else text[:LONGEST] + "…")
    if found:
        raise NotationError(Message("detail.move_ambiguous", text=shown, moves=_listed(board, found, style)))
    if len(text) > LONGEST or not any(_read(text, dialects)):
        raise NotationError(Message("detail.move_unknown", text=shown))
    side = "Red" if board.turn == RED else "Black"
    raise NotationError(_illegal(board, text, dialects, shown, side, style))


_VIETNAMESE_STYLES: Final = (Style.VIETNAMESE, Style.VIETNAMESE_WORDS)


def parse_typed(board: Board, text: str, style: Style = Style.CHINESE) -> Move:
    """Return the one legal move that a player means by a typed text, in any dialect.

    Letters that Vietnamese notation and others read differently (``C7.1`` is a soldier or a cannon) have the
    meaning of the player's own notation if that is legal. Ranks count from 1 only if they would lead from no
    piece of the mover when counted from 0: an illegal move of one piece never becomes that of another.

    Args:
        board: the position before the move; not changed.
        text: one move.
        style: the player's notation, in which the message of an error writes moves too.

    Raises:
        NotationError: the text describes no legal move, or several.
    """
    usual = Dialect.ALL
    if len(text) <= LONGEST and _starts_on_own_piece(board, text):
        usual &= ~Dialect.COORDINATES_FROM_ONE
    order = (usual, Dialect.VIETNAMESE)
    for dialects in reversed(order) if style in _VIETNAMESE_STYLES else order:
        if candidates(board, text, dialects):
            return parse_move(board, text, dialects, style)
    return parse_move(board, text, usual | Dialect.VIETNAMESE, style)


def _starts_on_own_piece(board: Board, text: str) -> bool:
    """Return whether the first of two points, with ranks from 0, has a piece of the side to move."""
    origins = (square for reading in _read(text, Dialect.COORDINATES)[0] for square in reading.origins(board))
    return any(board.piece_at(square) & board.turn for square in origins)


def meant_move(board: Board, text: str, style: Style = Style.CHINESE) -> Move | None:
    """Return the one move that a typed text describes, legal or not; None if it describes none or several.

    If it describes several, such as those of both horses to a point, only moves that the pieces can make count,
    whether or not they leave the king in check.

    Args:
        board: the position before the move; not changed.
        text: one move, as in `parse_typed`.
        style: the player's notation.
    """
    if len(text) > LONGEST:
        return None
    order = (Dialect.ALL, Dialect.VIETNAMESE)
    for dialects in reversed(order) if style in _VIETNAMESE_STYLES else order:
        readings, _ = _read(text, dialects)
        found = {move for reading in readings for move in reading.moves(board)}
        if len(found) > 1:
            found = {move for move in found if board.is_pseudo_legal(Move(move))}
        if found:
            return Move(found.pop()) if len(found) == 1 else None
    return None


def meant_pieces(board: Board, text: str, style: Style = Style.CHINESE) -> tuple[frozenset[int], list[int]]:
    """Return the kinds of pieces that a move by files names, and the squares of the pieces it can mean.

    Args:
        board: the position before the move; not changed.
        text: one move, legal or not, as in `parse_typed`; both results are empty if it names no file.
        style: the player's notation.
    """
    order = (Dialect.ALL, Dialect.VIETNAMESE)
    for dialects in reversed(order) if style in _VIETNAMESE_STYLES else order:
        readings = _read(text, dialects)[0] if len(text) <= LONGEST else ()
        moves = [one for one in readings if isinstance(one, VerticalMove)]
        if moves:
            squares = {square for move in moves for square in move.origins(board)}
            return frozenset(move.kind for move in moves), sorted(squares)
    return frozenset(), []


_WAYS: Final = ("平1", ".1", "-1", "bình1", "to1")
"""Endings that complete the name of a piece to a move, one for each notation that names files."""


def pieces_meant(board: Board, text: str, style: Style = Style.CHINESE) -> list[int]:
    """Return the squares of the mover's pieces that the beginning of a move can mean: 炮八, 前车, ``C8``.

    Args:
        board: the position; not changed.
        text: the beginning of a move by files, as in `parse_typed`.
        style: the player's notation.
    """
    order = (Dialect.ALL, Dialect.VIETNAMESE)
    for dialects in reversed(order) if style in _VIETNAMESE_STYLES else order:
        read = (_read(text + way, dialects)[0] for way in _WAYS if len(text) + len(way) <= LONGEST)
        moves = {one for readings in read for one in readings if isinstance(one, VerticalMove)}
        found = sorted({square for move in moves for square in move.origins(board)})
        if found:
            return found
    return []


def _illegal(board: Board, text: str, dialects: Dialect, shown: str, side: str, style: Style) -> Message:
    """Return the message that a move is illegal, listing legal moves of the same piece or kind of piece."""
    legal = board.legal_moves()
    readings = [reading for tier in _read(text, dialects) for reading in tier]
    origins = {square for reading in readings for square in reading.origins(board)}
    kinds = {reading.kind for reading in readings}
    nearest = [move for move in legal if move.from_square in origins] or [
        move for move in legal if board.piece_at(move.from_square) & KIND_MASK in kinds
    ]
    if not nearest:
        key = "detail.move_illegal_piece" if legal else "detail.move_illegal_over"
        return Message(key, text=shown, side=side)
    return Message("detail.move_illegal", text=shown, side=side, moves=_listed(board, nearest, style))


def _listed(board: Board, moves: list[Move], style: Style) -> str:
    """Return the first few moves of a list as text, in a notation and by their squares."""
    few = [_with_squares(format_move(board, move, style), move) for move in moves[:8]]
    return ", ".join(few) + (" …" if len(moves) > len(few) else "")


def _with_squares(text: str, move: Move) -> str:
    return text if text == move.iccs else f"{text} ({move.iccs})"

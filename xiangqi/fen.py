"""Reading and writing of FEN.

Six fields are written: `board side - - halfmoves fullmove`. One to six fields are read after normalisation by
`fen_spelling`, with the side in any of its spellings, and H and E for horse and elephant. Faults are reported
with their row, point or field. Source: docs/formats/fen.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BLACK,
    BOTH,
    CANNON,
    FILES,
    KIND_MASK,
    KING,
    KNIGHT,
    LETTERS,
    PAWN,
    PIECE_NAMES,
    PIECES,
    RANKS,
    RED,
    ROOK,
    file_of,
    in_palace,
    make_square,
    on_own_half,
    opponent,
    piece_letter,
    rank_of,
    square_name,
)
from xiangqi.core.position import new_state, set_position
from xiangqi.errors import FenError
from xiangqi.fen_spelling import POCKET, SIDES, bare
from xiangqi.i18n.message import Message

STARTPOS = "startpos"
START_FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

_KIND_OF_LETTER = {letter: kind for kind, letter in enumerate(LETTERS) if kind} | {"H": KNIGHT, "E": BISHOP}
_COLOURS = {"w": RED, "b": BLACK}
_MOST = {KING: 1, ADVISOR: 2, BISHOP: 2, KNIGHT: 2, ROOK: 2, CANNON: 2, PAWN: 5}
MOST_PIECES = 15
"""The largest number of pieces of one colour, not counting the king."""

_HIGHEST = 999_999  # the largest value of a counter that is read or written
_LONGEST = 300  # characters of a FEN; the longest valid one has about 110
_LONGEST_LINK = 2_000  # characters of a link that contains one


@dataclass(frozen=True)
class Position:
    """The content of a FEN."""

    placement: dict[int, int] = field(hash=False)  # square -> piece code (colour | kind), as in core.constants
    turn: int = RED  # RED or BLACK
    halfmove_clock: int = 0  # plies since the last capture
    fullmove_number: int = 1  # 1 at the start, incremented after each move of Black


def parse_fen(text: str) -> Position:
    """Parse a FEN of one to six fields; missing fields get their usual values. Legality is not checked.

    The word ``startpos`` stands for the start position.

    Raises:
        FenError: the text is invalid; the message names the row, point or field and what was expected.
    """
    fields = _fields_of(text)
    if not fields:
        raise FenError(Message("detail.empty_fen"))
    if "moves" in fields[1:6]:  # a position line, whose moves would be lost
        raise FenError(Message("detail.fen_with_moves"))
    if any(field.count("/") == RANKS - 1 for field in fields[1:]):
        raise FenError(Message("detail.two_positions"))
    if len(fields) > 6:
        raise FenError(Message("detail.field_too_many", text=repr(fields[6])))
    fields += ["w", "-", "-", "0", "1"][len(fields) - 1 :]
    side = SIDES.get(fields[1].lower())
    if side is None:
        raise FenError(Message("detail.field_side", text=repr(fields[1])))
    return Position(
        placement=_parse_board(fields[0]),
        turn=_COLOURS[side],
        halfmove_clock=_parse_counter(fields[4], "detail.field_clock"),
        fullmove_number=_parse_round(fields[5]),
    )


def _fields_of(text: str) -> list[str]:
    """Return the fields of a FEN in any spelling.

    Raises:
        FenError: the text is too long.
    """
    plain = bare(text) if len(text) <= _LONGEST_LINK else text
    if len(plain) > _LONGEST:
        raise FenError(Message("detail.too_long", most=_LONGEST, count=len(plain)))
    fields = plain.split()
    return START_FEN.split() if fields == [STARTPOS] else fields


def unread_fields(text: str) -> str:
    """Return fields 3 and 4 of a FEN, which have no meaning in Xiangqi, unless they are "-" or numbers.

    Raises:
        FenError: the text is too long.
    """
    said = [field for field in _fields_of(text)[2:4] if not field.isdecimal() and field != "-"]
    return " ".join(said)


def _parse_counter(text: str, fault: str) -> int:
    if text == "-":
        return 0
    if not (text.isascii() and text.isdigit()):
        raise FenError(Message(fault, text=repr(text)))
    digits = text.lstrip("0")
    return int(digits or "0") if len(digits) <= len(str(_HIGHEST)) else _HIGHEST  # no game gets that far


def _parse_round(text: str) -> int:
    number = _parse_counter(text, "detail.field_round")
    if len(text.lstrip("0")) > len(str(_HIGHEST)):
        raise FenError(Message("detail.field_round_most", text=repr(text[:20]), most=_HIGHEST))
    return max(1, number)


def _parse_board(text: str) -> dict[int, int]:
    if pocket := POCKET.search(text):
        raise FenError(Message("detail.pocket", text=repr(pocket[1])))
    rows = text.split("/")
    if len(rows) != RANKS:
        raise FenError(Message("detail.rows", count=len(rows), most=RANKS))
    placement: dict[int, int] = {}
    for number, row in enumerate(rows, 1):
        file = 0
        for letter in row:
            if letter in "123456789":
                file += int(letter)
                continue
            kind = _KIND_OF_LETTER.get(letter.upper())
            if kind is None:
                raise FenError(Message("detail.no_piece_letter", number=number, text=repr(letter)))
            if file < FILES:
                placement[make_square(file, RANKS - number)] = (RED if letter.isupper() else BLACK) | kind
            file += 1
        if file != FILES:
            raise FenError(Message("detail.row_points", number=number, text=repr(row), count=file, most=FILES))
    return placement


_ROWS: Final = tuple(
    tuple(make_square(file, rank) for file in range(FILES)) for rank in range(RANKS - 1, -1, -1)
)
"""The points of a board, by ranks from the top."""


def _format_row(placement: Mapping[int, int], squares: tuple[int, ...]) -> str:
    row, blanks = "", 0
    for square in squares:
        code = placement.get(square, 0)
        if code:
            row += f"{blanks or ''}{piece_letter(code)}"
            blanks = 0
        else:
            blanks += 1
    return f"{row}{blanks or ''}"


def format_fen(position: Position) -> str:
    """Return a position as a FEN of six fields."""
    rows = [_format_row(position.placement, squares) for squares in _ROWS]
    side = "w" if position.turn == RED else "b"
    clock, number = (min(count, _HIGHEST) for count in (position.halfmove_clock, position.fullmove_number))
    return f"{'/'.join(rows)} {side} - - {clock} {number}"


class FaultKind(str, Enum):
    """The kinds of fault that a position can have."""

    NO_KING = "no_king"
    TOO_MANY = "too_many"  # pieces of one kind and colour
    CROWDED = "crowded"  # more than MOST_PIECES of one colour
    WRONG_POINT = "wrong_point"  # a piece that can never reach its point
    KINGS_FACE = "kings_face"
    IN_CHECK = "in_check"  # the side that is not to move


@dataclass(frozen=True)
class PositionFault:
    """A reason why a position cannot arise; `str` returns it as an English clause."""

    kind: FaultKind
    piece: int  # the piece concerned, colour | kind; the red king if the kings face each other
    # all pieces of the kind or colour, the misplaced one, both kings, or the king in check and its attackers
    squares: tuple[int, ...] = ()

    @property
    def most(self) -> int:
        """The most pieces of this kind, or of one colour, that are allowed."""
        return MOST_PIECES if self.kind is FaultKind.CROWDED else _MOST[self.piece & KIND_MASK]

    @property
    def bars_play(self) -> bool:
        """Whether this fault also prevents play; misplaced soldiers and spare pieces except kings do not."""
        kind = self.piece & KIND_MASK
        if self.kind is FaultKind.TOO_MANY:
            return kind == KING
        return self.kind is not FaultKind.WRONG_POINT or kind != PAWN

    def __str__(self) -> Message:
        colour = side_name(self.piece)
        if self.kind is FaultKind.NO_KING:
            return Message("detail.no_king", side=colour)
        if self.kind is FaultKind.TOO_MANY:
            count, pieces = len(self.squares), f"{piece_name(self.piece)}s"
            return Message("detail.pieces_too_many", count=count, pieces=pieces, most=self.most)
        if self.kind is FaultKind.CROWDED:
            return Message("detail.crowded", side=colour, count=len(self.squares), most=self.most)
        if self.kind is FaultKind.WRONG_POINT:
            place = square_name(self.squares[0])
            return Message("detail.point_wrong", piece=piece_name(self.piece), place=place)
        if self.kind is FaultKind.KINGS_FACE:
            return Message("detail.kings_face")
        return Message("detail.in_check", side=colour, other_side=side_name(opponent(self.piece & BOTH)))


def find_faults(position: Position) -> list[PositionFault]:
    """Return the reasons why a position cannot arise; empty if it can."""
    faults = _count_faults(position) + [
        PositionFault(FaultKind.WRONG_POINT, code, (square,))
        for square, code in position.placement.items()
        if not can_stand(code & KIND_MASK, code & BOTH, square)
    ]
    return faults if any(fault.bars_play for fault in faults) else faults + _king_faults(position)


def position_faults(position: Position) -> list[str]:
    """Return the reasons why a position cannot arise as messages; empty if it can."""
    return [str(fault) for fault in find_faults(position)]


def side_name(code: int) -> str:
    """Return the name of a side as in messages, "red" or "black"; `code` is the side or one of its pieces."""
    return "red" if code & RED else "black"


def piece_name(code: int) -> str:
    """Return the name of a piece as in messages, such as "red pawn"."""
    return f"{side_name(code)} {PIECE_NAMES[code & KIND_MASK]}"


def _count_faults(position: Position) -> list[PositionFault]:
    faults = []
    for colour in (RED, BLACK):
        for kind, most in _MOST.items():
            squares = _squares_of(position, colour | kind)
            if len(squares) > most:
                faults.append(PositionFault(FaultKind.TOO_MANY, colour | kind, squares))
        if not _squares_of(position, colour | KING):
            faults.append(PositionFault(FaultKind.NO_KING, colour | KING))
        others = tuple(
            square for square, code in position.placement.items() if code & colour and code & KIND_MASK != KING
        )
        if len(others) > MOST_PIECES:
            faults.append(PositionFault(FaultKind.CROWDED, colour | PAWN, others))
    return faults


def _squares_of(position: Position, piece: int) -> tuple[int, ...]:
    return tuple(square for square, code in position.placement.items() if code == piece)


def _king_faults(position: Position) -> list[PositionFault]:
    """Return the faults concerning the kings and the side to move, if no other fault prevents play."""
    waiting = opponent(position.turn)
    if _kings_face(position):
        kings = (*_squares_of(position, RED | KING), *_squares_of(position, BLACK | KING))
        return [PositionFault(FaultKind.KINGS_FACE, RED | KING, kings)]
    from xiangqi.core.chase import (
        king_attackers,
    )  # imported here, since texts and positions need no move generator

    state = new_state()
    set_position(state, position.placement, position.turn)
    attackers = king_attackers(state, waiting)
    if not attackers:
        return []
    checking = tuple(int(state[PIECES + slot]) for slot in range(32) if attackers >> slot & 1)
    (king,) = _squares_of(position, waiting | KING)
    return [PositionFault(FaultKind.IN_CHECK, waiting | KING, (king, *checking))]


def can_stand(kind: int, colour: int, square: int) -> bool:
    """Return whether a piece of this kind and colour can ever reach a square."""
    file = file_of(square)
    rank = rank_of(square) if colour == RED else RANKS - 1 - rank_of(square)
    if kind == KING:
        return in_palace(square, colour)
    if kind == ADVISOR:
        return in_palace(square, colour) and (file + rank) % 2 == 1
    if kind == BISHOP:
        return on_own_half(square, colour) and rank % 2 == 0 and file % 2 == 0 and (file + rank) % 4 == 2
    if kind == PAWN:
        return rank >= 5 or (rank >= 3 and file % 2 == 0)
    return True


def _kings_face(position: Position) -> bool:
    kings = [square for square, code in position.placement.items() if code & KIND_MASK == KING]
    first, second = sorted(kings)
    return file_of(first) == file_of(second) and not any(
        square in position.placement for square in range(first + 16, second, 16)
    )


def sound_position(text: str) -> Position:
    """Parse a FEN and check that the position can be played, whether or not it can arise.

    Raises:
        FenError: the FEN is invalid or cannot be played; the message lists every reason.
    """
    position = parse_fen(text)
    insist_on_soundness(position)
    return position


def insist_on_soundness(position: Position) -> None:
    """Check that a position can be played, whether or not it can arise.

    Raises:
        FenError: it cannot be played; the message lists every reason.
    """
    if faults := [str(fault) for fault in find_faults(position) if fault.bars_play]:
        raise FenError(_several(faults))


def oddity(position: Position) -> str:
    """Return the reasons why a position cannot arise as one text; "" if it can."""
    faults = position_faults(position)
    return _several(faults) if faults else ""


def _several(faults: list[str]) -> str:
    return faults[0] if len(faults) == 1 else Message("detail.several", reasons=tuple(faults))

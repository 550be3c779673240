"""Short questions about a position, and their answers in words.

Every question is a letter or a word and its subject: ``p C`` asks for all cannons, ``at e4`` about the point
e4. `answer` is pure, so that the terminal and the window can share it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from xiangqi.bitboards import attacks, bit_of
from xiangqi.board import Board, Move
from xiangqi.core.constants import (
    BLACK,
    BOARD_SQUARES,
    FILES,
    KIND_MASK,
    KING,
    RANKS,
    RED,
    opponent,
)
from xiangqi.fen import Position, format_fen
from xiangqi.line import Line
from xiangqi.notation import candidates, pieces_meant
from xiangqi.spoken.material import WORTH, ahead, taken_by
from xiangqi.spoken.named import (
    KINDS,
    Lines,
    counting_side,
    named_lines,
    named_pieces,
    place_of_piece,
    rank_name,
)
from xiangqi.spoken.teller import Teller

_GENERAL: Final = 100
"""What a general counts among the attackers of a piece."""


@dataclass(frozen=True)
class Situation:
    """A position and clocks to ask about."""

    line: Line  # the moves up to the position
    clocks: Mapping[int, str] = field(
        default_factory=dict
    )  # the time left, by RED and BLACK; empty without clocks


def answer(teller: Teller, situation: Situation, typed: str) -> list[str] | None:
    """Return the answer to a typed question as sentences, at least one; None if it is not a question.

    A text that is a legal move, in whatever notation, is not a question.
    """
    words = _GLUED.sub(r"\1 ", unicodedata.normalize("NFKC", typed).casefold().strip()).split()
    asked = QUESTIONS.get(words[0]) if words else None
    if asked is None:
        return None
    if words[0] in _PART_OF_ANSWER:
        words = [words[0], *words]
    asker = _Asker(teller, situation)
    if words[1:] and candidates(asker.board, typed):
        return None
    return asked(asker, words[1:])


def endangered(board: Board) -> list[tuple[int, int]]:
    """Return the squares of both sides' pieces that can be lost, each with that of the cheapest attacker.

    A piece can be lost if an enemy may take it, were it that side's turn, and is cheaper or cannot be retaken.
    """
    found = []
    for side in (RED, BLACK):
        turned, pieces = _with_turn(board, side), board.pieces()
        takers: dict[int, list[Move]] = {}
        for move in turned.legal_moves():
            if pieces.get(move.to_square, KING) & KIND_MASK != KING:
                takers.setdefault(move.to_square, []).append(move)
        for square, moves in takers.items():
            cheapest = min(moves, key=lambda move: (_worth(pieces[move.from_square]), move))
            is_cheaper = _worth(pieces[cheapest.from_square]) < _worth(pieces[square])
            if is_cheaper or not _can_be_retaken(turned, cheapest):
                found.append((square, cheapest.from_square))
    return found


def _worth(code: int) -> int:
    return WORTH.get(code & KIND_MASK, _GENERAL)


def _can_be_retaken(board: Board, move: Move) -> bool:
    board.push(move)
    try:
        return any(reply.to_square == move.to_square for reply in board.legal_moves())
    finally:
        board.pop()


def _with_turn(board: Board, side: int) -> Board:
    """Return a board on which it is a side's turn: the given one, or another without its history."""
    return board if board.turn == side else Board(format_fen(Position(board.pieces(), side)))


def attackers(pieces: Mapping[int, int], square: int, side: int) -> list[int]:
    """Return the squares of a side's pieces that could capture an enemy on a square; pins are ignored."""
    occupied = sum(1 << bit_of(other) for other in pieces)
    target = 1 << bit_of(square)
    return [
        other
        for other, code in pieces.items()
        if code & side and other != square and attacks(code, bit_of(other), occupied) & target
    ]


class _Asker:
    """Answers questions about one situation."""

    def __init__(self, teller: Teller, situation: Situation) -> None:
        self._tell = teller
        self._situation = situation
        self.board = situation.line.board()
        self._pieces = self.board.pieces()

    # ---- Pieces ----

    def pieces(self, words: list[str]) -> list[str]:
        """Tell where all pieces stand, those of a side or of a kind, or those on a line."""
        side, kind = 0, 0
        named = named_pieces(self._tell.texts.row)
        asked = " ".join(words)
        if lines := self._lines(asked) if asked not in named else ():
            return self._along(lines)
        for word in [asked] if asked in named else words:
            if word not in named:
                return [self._tell("spoken.usage.pieces", word=word)]
            side, kind = side | named[word][0], kind or named[word][1]
        sides = [side] if side in (RED, BLACK) else [RED, BLACK]
        if kind:
            told = [part for one in sides for part in self._of_kind(one | kind, self._tell.piece)]
            return [self._sentence(told) if told else self._tell("spoken.no_piece")]
        nothing = self._tell("spoken.nothing")
        return [
            self._tell("spoken.headed", head=self._tell.side(one), rest=self._of_side(one) or nothing)
            for one in sides
        ]

    def _of_side(self, side: int) -> str:
        kinds = (self._of_kind(side | kind, self._tell.kind) for kind in KINDS)
        return self._sentence(part for parts in kinds for part in parts)

    def _of_kind(self, code: int, name: Callable[[int, int], str]) -> Iterator[str]:
        """Yield a kind of piece with its points, if any piece of it is on the board."""
        squares = [square for square, other in self._pieces.items() if other == code]
        if squares:
            points = self._tell.listed(map(self._tell.point, squares))
            yield self._tell("spoken.of_kind", piece=name(code, len(squares)), points=points)

    def _sentence(self, parts: Iterable[str]) -> str:
        return self._tell("spoken.apart").join(parts)

    def _standing(self, squares: Iterable[int]) -> str:
        return self._sentence(self._tell.standing(self._pieces[square], square) for square in squares)

    # ---- Files, ranks and points ----

    def line(self, words: list[str]) -> list[str]:
        """Tell what stands on a file or a rank."""
        lines = self._lines(" ".join(words))
        return self._along(lines) if lines else [self._tell("spoken.usage.line")]

    def _lines(self, text: str) -> Lines:
        return named_lines(text, self.board.turn, digits_are_files=self._tell.is_chinese)

    def _along(self, lines: Lines) -> list[str]:
        """Tell what stands on lines."""
        told = []
        for name, squares in lines:
            key = "spoken.rank" if len(squares) == FILES else "spoken.file"
            rest = self._standing(square for square in squares if square in self._pieces)
            head = self._tell(key, name=name)
            if len(squares) == FILES and self._tell.is_chinese:
                side = RED if int(name) < RANKS // 2 else BLACK
                head = self._tell.side(side) + rank_name(self._tell.texts, int(name))
            told.append(self._tell("spoken.headed", head=head, rest=rest or self._tell("spoken.empty")))
        return told

    def at(self, words: list[str]) -> list[str]:
        """Tell what stands on a point, or on that of each piece with a name, with attackers and protectors.

        For a line, tell what stands on it.
        """
        square = self._square(words)
        if square is None:
            lines = self._lines(" ".join(words))
            told = [line for other in self._of_name(" ".join(words)) or () for line in self._about(other)]
            return told or self._along(lines) or [self._tell("spoken.usage.at")]
        return self._about(square)

    def _about(self, square: int) -> list[str]:
        """Tell what stands on a point, who attacks it and who protects it."""
        code = self._pieces.get(square, 0)
        told = self._tell.piece(code) if code else self._tell("spoken.empty")
        head = self._tell("spoken.headed", head=self._tell.point(square), rest=told)
        if not code:
            return [head, *(self._covering(square, side) for side in (RED, BLACK))]
        side = RED if code & RED else BLACK
        return [head, self._around("attacked", square, opponent(side)), self._around("protected", square, side)]

    def _square(self, words: list[str]) -> int | None:
        """Return the square of a point, with or without its piece, or of a piece named by its file; or None."""
        text = " ".join(words)
        square = place_of_piece(text, self._tell.texts.row)
        if square is not None:
            return square
        counting = counting_side(text) if self._tell.is_chinese else 0
        sides = [counting] if counting else [self.board.turn, opponent(self.board.turn)]
        boards = (self._to_move(side) for side in sides)
        meant = (pieces_meant(board, text, self._tell.style) for board in boards)
        return next((squares[0] for squares in meant if len(squares) == 1), None)

    def _around(self, how: str, square: int, side: int) -> str:
        """Tell which pieces of a side attack or protect the piece on a point."""
        found = attackers(self._pieces, square, side)
        return (
            self._tell(f"spoken.{how}", pieces=self._standing(found))
            if found
            else self._tell(f"spoken.not_{how}")
        )

    def _covering(self, square: int, side: int) -> str:
        found = attackers(self._pieces, square, side)
        name = self._tell.side(side)
        if not found:
            return self._tell("spoken.not_covered", side=name)
        return self._tell("spoken.covered", side=name, pieces=self._standing(found))

    def moves(self, words: list[str]) -> list[str]:
        """Tell where the piece on a point, or each piece with a name or on a line, can go, captures first."""
        square = self._square(words)
        if square is None:
            return self._moves_along(words) or [self._tell("spoken.usage.moves")]
        return [self._moves_of(square)]

    def _moves_along(self, words: list[str]) -> list[str]:
        """Tell where the mover's pieces on a line, or those with a name, can go.

        If there are none, tell what stands on the line.
        """
        lines = self._lines(" ".join(words))
        own = [square for _, squares in lines for square in squares if self._is_own(square)]
        named = self._of_name(" ".join(words))
        if not lines and named == []:
            return [self._tell("spoken.none_there")]
        return [self._moves_of(square) for square in own or named or ()] or self._along(lines)

    def _of_name(self, name: str) -> list[int] | None:
        """Return the squares of the pieces with a name, perhaps on a line; the mover's if no side is named.

        None means that the text names no piece.
        """
        named = named_pieces(self._tell.texts.row)
        for cut in range(len(name)):
            lines = self._lines(name[:cut]) if cut else (("", list(self._pieces)),)
            side, kind = named.get(name[cut:].strip(), (0, 0))
            if kind and lines:
                code, on = (side or self.board.turn) | kind, [square for _, line in lines for square in line]
                return [square for square in on if self._pieces.get(square) == code]
        return None

    def _is_own(self, square: int) -> bool:
        return bool(self._pieces.get(square, 0) & self.board.turn)

    def _moves_of(self, square: int) -> str:
        """Tell where the piece on a point can go, captures first."""
        code = self._pieces.get(square, 0)
        if not code:
            empty = self._tell("spoken.empty")
            return self._tell("spoken.headed", head=self._tell.point(square), rest=empty)
        board = self._to_move(RED if code & RED else BLACK)
        targets = [move.to_square for move in board.legal_moves() if move.from_square == square]
        targets.sort(key=lambda target: (target not in self._pieces, BOARD_SQUARES.index(target)))
        told = [self._target(target) for target in targets] or [self._tell("spoken.no_move")]
        head = self._tell.standing(code, square)
        return self._tell("spoken.headed", head=head, rest=self._sentence(told))

    def _to_move(self, side: int) -> Board:
        """Return the position with a side to move."""
        return _with_turn(self.board, side)

    def _target(self, square: int) -> str:
        if square not in self._pieces:
            return self._tell.point(square)
        return self._tell(
            "spoken.takes_on", piece=self._tell.kind(self._pieces[square]), point=self._tell.point(square)
        )

    # ---- The game ----

    def last(self, _words: list[str]) -> list[str]:
        """Tell the last move."""
        if not self._situation.line.moves:
            return [self._tell("spoken.no_last")]
        return [told_move(self._tell, self._situation.line)]

    def clocks(self, _words: list[str]) -> list[str]:
        """Tell the times left."""
        if not self._situation.clocks:
            return [self._tell("spoken.no_clock")]
        times = self._situation.clocks.items()
        told = [self._tell("spoken.headed", head=self._tell.side(side), rest=time) for side, time in times]
        return [self._sentence(told)]

    def taken(self, _words: list[str]) -> list[str]:
        """Tell what each side has taken, and who is ahead."""
        start = Board(self._situation.line.start_fen).pieces().values()
        now = self._pieces.values()
        told = []
        for side in (RED, BLACK):
            codes = taken_by(side, start, now)
            counts = {code: codes.count(code) for code in codes}
            parts = [self._counted(code, count) for code, count in counts.items()] or [
                self._tell("spoken.nothing")
            ]
            told.append(self._tell("spoken.taken", side=self._tell.side(side), pieces=self._tell.listed(parts)))
        lead = ahead(RED, now)
        if not lead:
            return [*told, self._tell("spoken.equal")]
        return [
            *told,
            self._tell("spoken.ahead", side=self._tell.side(RED if lead > 0 else BLACK), count=abs(lead)),
        ]

    def _counted(self, code: int, count: int) -> str:
        name = self._tell.kind(code, count)
        return name if count == 1 else self._tell("spoken.several", count=count, pieces=name)


def told_move(teller: Teller, line: Line, *, points: bool = True) -> str:
    """Return the last move of a line with the side that made it; `points` as in `Teller.move`."""
    before = line.before.board()
    move = teller.move(before, line.moves[-1], points=points)
    return teller("spoken.headed", head=teller.side(before.turn), rest=move)


_Question = Callable[[_Asker, list[str]], list[str]]
QUESTIONS: Final[Mapping[str, _Question]] = {
    "p": _Asker.pieces,
    "s": _Asker.line,
    "at": _Asker.at,
    "m": _Asker.moves,
    "l": _Asker.last,
    "c": _Asker.clocks,
    "clock": _Asker.clocks,
    "taken": _Asker.taken,
    "pieces": _Asker.pieces,
    "file": _Asker.line,
    "rank": _Asker.line,
    "clocks": _Asker.clocks,
    "time": _Asker.clocks,
    "material": _Asker.taken,
}
"""The questions by the words that they begin with."""

_GLUED: Final = re.compile(r"^(at|[psm])(?=[\u4e00-\u9fff])")
"""A question's letters that are followed by Chinese characters without a space."""

_PART_OF_ANSWER: Final = ("file", "rank")
"""Words that are part of the question's subject as well."""

"""Short questions about a position, and their answers in words.

Every question is a letter or a word with what it is about: ``p C`` asks for all cannons, ``at e4`` for the
point e4. `answer` is pure, so that the terminal and the window ask in the same way.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from xiangqi.bitboards import attacks, bit_of
from xiangqi.board import Board
from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BLACK,
    BOARD_SQUARES,
    CANNON,
    FILES,
    KING,
    KNIGHT,
    PAWN,
    PIECE_NAMES,
    RANKS,
    RED,
    ROOK,
    make_square,
    opponent,
    square_name,
)
from xiangqi.fen import Position, format_fen
from xiangqi.i18n.languages import SOURCE, TABLE, Language
from xiangqi.i18n.message import LANGUAGES, catalogue
from xiangqi.line import Line
from xiangqi.notation import candidates, in_words
from xiangqi.spoken.material import ahead, taken_by
from xiangqi.spoken.teller import Teller

_KINDS: Final = (KING, ROOK, CANNON, KNIGHT, BISHOP, ADVISOR, PAWN)
"""The kinds in the order in which they are told."""

_RED_NUMERALS: Final = next(row.file_numerals[0] for row in TABLE.values() if row.reads_characters)


@dataclass(frozen=True)
class Situation:
    """What can be asked about."""

    line: Line  # the moves up to the position
    clocks: Mapping[int, str] = field(
        default_factory=dict
    )  # the time left, by RED and BLACK; empty without clocks


def answer(teller: Teller, situation: Situation, typed: str) -> list[str] | None:
    """Return the answer to a typed question as sentences, at least one; None if it is not a question.

    A text that is a legal move, in whatever notation, is not a question.
    """
    words = unicodedata.normalize("NFKC", typed).casefold().split()
    asked = QUESTIONS.get(words[0]) if words else None
    if asked is None:
        return None
    asker = _Asker(teller, situation)
    if words[1:] and candidates(asker.board, typed):
        return None
    return asked(asker, words[1:])


def _lettered(row: Language) -> dict[str, tuple[int, int]]:
    """Return both sides and the kind by the letters that stand for it in a language."""
    groups = enumerate(row.piece_letters.split(), KING)
    return {letter: (0, kind) for kind, letters in groups for letter in letters.split(",")}


@lru_cache(maxsize=len(LANGUAGES))
def _named_pieces(row: Language) -> Mapping[str, tuple[int, int]]:
    """Return side (0 for both) and kind (0 for all) by every word for a side or a piece, in all languages.

    A letter has the meaning that it has in the language of `row`, if it has one there.
    """
    found = {word: (0, kinds[0]) for word, kinds in in_words.KINDS.items() if len(kinds) == 1}
    found |= _lettered(TABLE[SOURCE]) | _lettered(row)
    for language in LANGUAGES:
        texts = catalogue(language)
        for kind in _KINDS:
            name = PIECE_NAMES[kind]
            words = {texts.template(f"piece.{name}"): 0}
            words |= {texts.template(f"piece.{side}.{name}"): code for side, code in _SIDE_CODES}
            if texts.row.reads_characters:  # 红炮 and 炮
                words |= {word[1:]: code for word, code in words.items() if code and len(word) == 2}
            for word, code in words.items():
                found |= {word + plural: (code, kind) for plural in {"", texts.row.piece_plural}}
        for side, code in _SIDE_CODES:
            word = texts.template(f"side.{side}").casefold()
            found |= {word: (code, 0), word.removesuffix("方"): (code, 0)}
    shared = ("士", "马", "馬", "车", "車", "炮", "象", "将", "將")  # said of both sides' pieces
    return found | {word: (0, found[word][1]) for word in shared if word in found}


_SIDE_CODES: Final = (("red", RED), ("black", BLACK))


@lru_cache(maxsize=1)
def _named_points() -> Mapping[str, int]:
    """Return the squares by their names in every language and by their coordinates."""
    told = {
        catalogue(language).point(square_name(square)): square
        for language in LANGUAGES
        for square in BOARD_SQUARES
    }
    return {square_name(square): square for square in BOARD_SQUARES} | told


def named_point(text: str) -> int | None:
    """Return the square of a point given by its coordinates or its name in any language, or None."""
    return _named_points().get(text)


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
        """Tell where all pieces stand, those of a side, or those of a kind."""
        side, kind = 0, 0
        named = _named_pieces(self._tell.texts.row)
        asked = " ".join(words)
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
        kinds = (self._of_kind(side | kind, self._tell.kind) for kind in _KINDS)
        return self._sentence(part for parts in kinds for part in parts)

    def _of_kind(self, code: int, name: Callable[[int, int], str]) -> Iterator[str]:
        """Yield a kind of piece with its points, if there is any."""
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
        word = words[0] if len(words) == 1 else ""
        if word and word in "abcdefghi":
            name, file = word, "abcdefghi".index(word)
        elif word and word in _RED_NUMERALS:
            name, file = word, FILES - 1 - _RED_NUMERALS.index(word)
        elif len(word) == 1 and word in "0123456789":
            squares = [make_square(file, int(word)) for file in range(FILES)]
            return [self._along("spoken.rank", word, squares)]
        else:
            return [self._tell("spoken.usage.line")]
        return [self._along("spoken.file", name, [make_square(file, rank) for rank in range(RANKS)])]

    def _along(self, key: str, name: str, squares: Sequence[int]) -> str:
        occupied = [square for square in squares if square in self._pieces]
        told = self._standing(occupied) if occupied else self._tell("spoken.empty")
        return self._tell("spoken.headed", head=self._tell(key, name=name), rest=told)

    def at(self, words: list[str]) -> list[str]:
        """Tell what stands on a point, who attacks it and who protects it."""
        square = named_point("".join(words))
        if square is None:
            return [self._tell("spoken.usage.at")]
        code = self._pieces.get(square, 0)
        told = self._tell.piece(code) if code else self._tell("spoken.empty")
        head = self._tell("spoken.headed", head=self._tell.point(square), rest=told)
        if not code:
            return [head, *(self._covering(square, side) for side in (RED, BLACK))]
        side = RED if code & RED else BLACK
        return [head, self._around("attacked", square, opponent(side)), self._around("protected", square, side)]

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
        """Tell where the piece on a point can go, captures first."""
        square = named_point("".join(words))
        if square is None:
            return [self._tell("spoken.usage.moves")]
        code = self._pieces.get(square, 0)
        if not code:
            empty = self._tell("spoken.empty")
            return [self._tell("spoken.headed", head=self._tell.point(square), rest=empty)]
        board = self._to_move(RED if code & RED else BLACK)
        targets = [move.to_square for move in board.legal_moves() if move.from_square == square]
        targets.sort(key=lambda target: (target not in self._pieces, BOARD_SQUARES.index(target)))
        told = [self._target(target) for target in targets] or [self._tell("spoken.no_move")]
        head = self._tell.standing(code, square)
        return [self._tell("spoken.headed", head=head, rest=self._sentence(told))]

    def _to_move(self, side: int) -> Board:
        """Return the position with a side to move."""
        return self.board if self.board.turn == side else Board(format_fen(Position(self._pieces, side)))

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
}

"""Wording of facts: one sentence each, in three languages and in the player's notation.

The templates are the messages ``coach.…`` of the catalogue (`xiangqi.i18n`). A template is looked up by the
kind of the fact, its name and the start of its proof; the most specific one is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import STALEMATE, Fact, FactKind, Placed, Start
from xiangqi.coach.notes import GameReview, MoveReview, SideSummary
from xiangqi.coach.scene import kind_of, played, side_of
from xiangqi.core.constants import (
    BLACK,
    FILES,
    KING,
    PAWN,
    RED,
    file_of,
    opponent,
    rank_of,
    square_name,
)
from xiangqi.i18n.message import catalogue
from xiangqi.notation import Style, format_move
from xiangqi.openings import main_name

_NAMES: Final = ("", "general", "advisor", "elephant", "horse", "chariot", "cannon", "soldier")
_RED_NUMERALS: Final = "一二三四五六七八九"
_BLACK_NUMERALS: Final = "１２３４５６７８９"
_SHOWN_LINE: Final = 5  # the most moves of a line in a sentence
_MIDDLE_FILE: Final = 5
_MOST_SPOILS: Final = 4  # the most pieces that a sentence lists


class Wording:
    """Puts facts into words.

    Attributes:
        language: one of i18n.message.LANGUAGES.
        style: the notation of moves and points.
    """

    def __init__(self, language: str, style: Style) -> None:
        """Load the wording of a language.

        Args:
            language: one of i18n.message.LANGUAGES.
            style: the notation of moves; Style.ICCS also names points by coordinates.

        Raises:
            ResourceError: there is no such language.
        """
        self.language = language
        self.style = style
        self._catalogue = catalogue(language)

    def sentence(self, fact: Fact, before: Board, move: Move) -> str:
        """Return the sentence for a fact about a move.

        Args:
            fact: the fact.
            before: the position before the move. It is not changed.
            move: the move in question.
        """
        start = before if fact.start is Start.BEFORE else played(before, [move])
        return self._filled(self._key(fact, fact.start.value), fact, start)

    def _filled(self, key: str, fact: Fact, start: Board) -> str:
        template = self._catalogue.template(key)
        text = template.format_map(_Places(self._values(fact, start)))
        text = text[:-1] if text.endswith(("….", "…。")) else text
        return text if template.startswith("{move}") else text[:1].upper() + text[1:]  # moves keep their case

    def plainly(self, fact: Fact, start: Board) -> str:
        """Return the sentence for a fact about a position: what the first move of its proof does.

        Args:
            fact: the fact.
            start: the position at the start of its proof. It is not changed.
        """
        return self._filled(self._key(fact, "plain"), fact, start)

    def theme(self, kind: FactKind) -> str:
        """Return the name of a kind of facts."""
        return self._say(f"theme.{kind.value}")

    def theme_of(self, fact: Fact) -> str:
        """Return the name of a fact's theme: its kind, except that a stalemate is not called a mate."""
        return self._say("pattern.stalemate") if fact.name == STALEMATE else self.theme(fact.kind)

    def grade(self, review: MoveReview) -> str:
        """Return the name of a move's grade."""
        return self._say(f"grade.{review.grade.value}")

    def summary(self, review: GameReview) -> list[str]:
        """Return a game's summary as a list of sentences."""
        summary = review.summary
        opening = summary.opening
        sentences = [] if opening is None else [self._say("say.opening.after", opening=self._opening(opening))]
        for side, own in ((RED, summary.red), (BLACK, summary.black)):
            if own.accuracy is None:  # it made no move
                continue
            name = self._side(side)
            sentences.append(self._say("summary.side", side=name, accuracy=round(own.accuracy)))
            sentences += self.beyond_accuracy(side, own)
        if summary.turning_point is not None:
            sentences.append(self.turning_point(review))
        return sentences

    def beyond_accuracy(self, side_code: int, own: SideSummary) -> Iterable[str]:
        """Yield sentences on the accuracy of RED or BLACK in each phase and on its recurring themes."""
        side = self._side(side_code)
        if len(own.phases) > 1:
            parts = [
                self._say("summary.phase", phase=self._say(f"phase.{phase}"), accuracy=round(accuracy))
                for phase, accuracy in own.phases.items()
            ]
            yield self._say("summary.phases", side=side, phases=self._say("list.comma").join(parts))
        if own.themes:
            themes = self._join([self.theme(kind) for kind, _ in own.themes[:3]])
            yield self._say("summary.themes", side=side, themes=themes)

    def turning_point(self, review: GameReview) -> str:
        """Return the sentence that names the game's turning point.

        Raises:
            ValueError: the game has none.
        """
        ply = review.summary.turning_point
        if ply is None:
            raise ValueError("a game without a turning point")
        board = played(Board(review.start_fen), [move.move for move in review.moves[: ply - 1]])
        number = board.fullmove_number
        text = self._move(board, review.moves[ply - 1].move)
        return self._say("summary.turn", number=number, move=text)

    # ---- A sentence -------------------------------------------------------------------------------------

    def _key(self, fact: Fact, mood: str) -> str:
        """Return the most specific key in the catalogue for a fact in a mood: missed, allowed or plain."""
        kind = fact.kind.value
        variants = [fact.name, fact.name.partition(".")[0]]
        if fact.kind is FactKind.FORK and kind_of(fact.pieces[1].code) == KING:
            variants.append("check")
        if len(fact.pieces) > 2 and side_of(fact.pieces[2].code) != fact.side:
            variants.append("own")
        if fact.patterns:
            variants.append("named")
        if fact.kind is FactKind.BETTER and len(fact.proof) > 1:
            variants.append("line")
        keys = [f"coach.say.{kind}.{variant}.{mood}" for variant in variants if variant]
        return next((key for key in keys if self._catalogue.either(key, "")), f"coach.say.{kind}.{mood}")

    def _say(self, key: str, **values: object) -> str:
        """Return a message of the coach with its placeholders filled."""
        return self._catalogue.wording(f"coach.{key}", values)

    def _values(self, fact: Fact, start: Board) -> dict[str, Callable[[], str]]:
        """Return the values of all placeholders, each computed only when used."""
        pieces = {
            name: (lambda piece=piece: self.piece(start, piece))
            for name, piece in zip("abcd", fact.pieces, strict=False)
        }
        return {
            **pieces,
            "move": lambda: self._move(start, fact.proof[0]),
            "line": lambda: self._rest(start, fact),
            "side": lambda: self._side(fact.side),
            "targets": lambda: self._join([self.piece(start, piece) for piece in _targets(fact)]),
            "spoils": lambda: self._spoils(start, fact),
            "n": lambda: str(fact.moves),
            "games": lambda: str(fact.counts[0]),
            "score": lambda: str(fact.counts[1]),
            "patterns": lambda: self._say("list.comma").join(
                self._say(f"pattern.{name}") for name in fact.patterns[:2]
            ),
            "reason": lambda: self._reason(fact.name),
            "opening": lambda: self._opening(fact.name),
        }

    def line(self, board: Board, moves: Sequence[Move]) -> str:
        """Return the first moves of a line in the player's notation."""
        walked = board.copy()
        texts = []
        for move in moves[:_SHOWN_LINE]:
            texts.append(self._move(walked, move))
            walked.push_unchecked(move)
        return " ".join(texts) + (" …" if len(moves) > _SHOWN_LINE else "")

    def _rest(self, start: Board, fact: Fact) -> str:
        """Return the line of a mate, or the continuation after the better move."""
        if fact.kind is FactKind.BETTER:
            return self.line(played(start, fact.proof[:1]), fact.proof[1:3])
        return self.line(start, fact.proof)

    def piece(self, board: Board, piece: Placed, *, yours: bool = False) -> str:
        """Return a piece with its owner and location; `yours` says "your" instead of the colour."""
        colour = "red" if side_of(piece.code) == RED else "black"
        owner, name = self._say(f"owner.{'you' if yours else colour}"), self._piece_name(piece.code)
        if kind_of(piece.code) == KING:
            return self._say("place.general", owner=owner, piece=name)
        if self.style is Style.ICCS:
            point = square_name(piece.square)
            return self._say("place.point", owner=owner, piece=name, point=point)
        number = _file_number(piece)
        rank = _rank_on_file(board, piece)
        key = "place.file" if rank is None else f"place.{rank}"
        if rank is None and number == _MIDDLE_FILE:
            key = "place.middle"
        return self._say(key, owner=owner, piece=name, file=self._file(piece, number))

    def _file(self, piece: Placed, number: int) -> str:
        if self.language == "en":
            return str(number)
        return (_RED_NUMERALS if side_of(piece.code) == RED else _BLACK_NUMERALS)[number - 1]

    def _piece_name(self, code: int) -> str:
        side = "red" if side_of(code) == RED else "black"
        return self._say(f"piece.{side}.{_NAMES[kind_of(code)]}")

    def _opening(self, key: str) -> str:
        return self._catalogue.tell(main_name(key))

    def _side(self, side: int) -> str:
        return self._say("side.red" if side == RED else "side.black")

    def _move(self, board: Board, move: Move) -> str:
        return format_move(board, move, self.style)

    def _join(self, texts: Sequence[str]) -> str:
        if len(texts) < 2:
            return "".join(texts)
        return self._say("list.comma").join(texts[:-1]) + self._say("list.and") + texts[-1]

    def _reason(self, name: str) -> str:
        key = f"coach.reason.{name.rpartition('.')[2]}"
        return self._catalogue.either(key, self._say("reason.other"))

    def _spoils(self, start: Board, fact: Fact) -> str:
        """Return the material that one side captures in the proof beyond what it loses."""
        won, lost = _net_captures(start, fact.proof)
        if len(won) + len(lost) > _MOST_SPOILS:
            return self._say("spoils.much")
        gained = self._join(self._counted(won, opponent(fact.side)))
        if not lost:
            return self._say("spoils.clean", won=gained)
        return self._say("spoils.paid", won=gained, lost=self._join(self._counted(lost, fact.side)))

    def _counted(self, kinds: Sequence[int], side: int) -> list[str]:
        """Return the pieces of a side, grouped by kind, each with its number."""
        texts = []
        for kind in dict.fromkeys(kinds):
            count = kinds.count(kind)
            key = f"some.{_NAMES[kind]}" if count == 1 else f"several.{_NAMES[kind]}"
            number = self._catalogue.either(f"coach.number.{count}", str(count))
            texts.append(self._say(key, count=number, piece=self._piece_name(side | kind)))
        return texts


class _Places(dict[str, "Callable[[], str]"]):
    """The placeholders of a template, computed when used."""

    def __getitem__(self, name: str) -> str:  # type: ignore[override]
        return super().__getitem__(name)()


def _targets(fact: Fact) -> list[Placed]:
    """Return the targets of a fork or double threat other than a king."""
    pieces = fact.pieces[1::2] if fact.kind is FactKind.DOUBLE_THREAT else fact.pieces[1:]
    return list(dict.fromkeys(piece for piece in pieces if kind_of(piece.code) != KING))


def _net_captures(start: Board, line: Sequence[Move]) -> tuple[list[int], list[int]]:
    """Return the kinds that the first side wins on balance and those that it loses, the most valuable first."""
    board = start.copy()
    balance: dict[int, int] = {}
    for index, move in enumerate(line):
        kind = kind_of(board.piece_at(move.to_square))
        if kind:
            balance[kind] = balance.get(kind, 0) + (1 if index % 2 == 0 else -1)
        board.push_unchecked(move)
    order = sorted(balance, key=lambda kind: (5, 6, 4, 2, 3, PAWN).index(kind))
    won = [kind for kind in order for _ in range(max(0, balance[kind]))]
    lost = [kind for kind in order for _ in range(max(0, -balance[kind]))]
    return won, lost


def _file_number(piece: Placed) -> int:
    """Return the file from its owner's view, 1 to 9 from the right."""
    file = file_of(piece.square)
    return FILES - file if side_of(piece.code) == RED else file + 1


def _rank_on_file(board: Board, piece: Placed) -> str | None:
    """Return "front" or "rear" for one of exactly two equal pieces on a file, otherwise None."""
    alike = [
        square
        for square, code in board.pieces().items()
        if code == piece.code and file_of(square) == file_of(piece.square)
    ]
    if len(alike) != 2:
        return None
    ahead = max(alike, key=rank_of) if side_of(piece.code) == RED else min(alike, key=rank_of)
    return "front" if piece.square == ahead else "rear"

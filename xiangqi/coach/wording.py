"""Wording of facts: one sentence each, in three languages and in the player's notation.

The templates are the catalogue messages ``coach.…`` (`xiangqi.i18n`). A fact has a sentence of its own
(``coach.say``), or a reason (``coach.why``) inside the frame of its mood (``coach.frame``), after the material
won: material comes first. The mood depends on whether the fact is about what a move allows, what it misses, or
a position. Of several templates, the most specific one is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import STALEMATE, WINS, Fact, FactKind, Placed, Start
from xiangqi.coach.notes import GameReview, MoveReview, SideSummary
from xiangqi.coach.scene import kind_of, placed, played, side_of, value_of
from xiangqi.coach.spoils import Spoils, spoils_of
from xiangqi.core.constants import (
    BLACK,
    FILES,
    KING,
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
_SHOWN_LINE: Final = 6  # the largest number of moves of a line in a sentence
_MIDDLE_FILE: Final = 5
_MOST_WON: Final = 3  # the largest number of pieces that a sentence lists as won
_OPENABLE: Final = (
    FactKind.DISCOVERED_ATTACK,
    FactKind.MOUNT_MADE,
    FactKind.MOUNT_REMOVED,
    FactKind.LEG_FREED,
    FactKind.EYE_FREED,
)
"""Kinds of facts whose third piece may be the one that made it possible."""


class Wording:
    """Puts facts into words.

    Attributes:
        language: one of i18n.message.LANGUAGES.
        style: the notation of moves and points.
        you: RED or BLACK, the side addressed as "you"; None names both sides by their colours.
    """

    def __init__(self, language: str, style: Style, you: int | None = None) -> None:
        """Load the wording of a language.

        Args:
            language: one of i18n.message.LANGUAGES.
            style: the notation of moves; Style.ICCS also names points by coordinates.
            you: the side addressed as "you", or None.

        Raises:
            ResourceError: there is no such language.
        """
        self.language = language
        self.style = style
        self.you = you
        self._catalogue = catalogue(language)

    def sentence(self, fact: Fact, before: Board, move: Move) -> str:
        """Return the sentence for a fact about a move.

        Args:
            fact: the fact.
            before: the position before the move. It is not changed.
            move: the move in question.
        """
        return self._told(fact, fact.start.value, _Scene(before, move, fact))

    def plainly(self, fact: Fact, start: Board) -> str:
        """Return the sentence for a fact about a position: the effect of the proof's first move.

        Args:
            fact: the fact.
            start: the position at the start of its proof. It is not changed.
        """
        return self._told(fact, "plain", _Scene(start, None, fact))

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
            if own.accuracy is None:  # the side made no move
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
        board = _shared_board(review.start_fen, tuple(move.move for move in review.moves[: ply - 1]))
        number = board.fullmove_number
        text = self._move(board, review.moves[ply - 1].move)
        return self._say("summary.turn", number=number, move=text)

    # ---- A sentence -------------------------------------------------------------------------------------

    def _told(self, fact: Fact, mood: str, scene: _Scene) -> str:
        """Return the sentence of a fact: its own, or the reason for what is won in the frame of the mood."""
        kind, variants = fact.kind.value, _variants(fact, scene)
        values = _Places(self._values(fact, scene))
        key = self._first(f"coach.say.{kind}", variants, f".{mood}")
        if key is None:
            why = self._first(f"coach.why.{kind}", variants, "")
            key = f"coach.frame.{mood}" if why else f"coach.frame.bare.{mood}"
            values["why"] = lambda: self._catalogue.template(str(why)).format_map(values)
        template = self._catalogue.template(key)
        text = template.format_map(values)
        text = text[:-1] if text.endswith(("….", "…。")) else text
        return text if template.startswith("{move}") else text[:1].upper() + text[1:]  # moves keep their case

    def _first(self, stem: str, variants: Sequence[str], end: str) -> str | None:
        """Return the most specific key that the catalogue has, or None."""
        keys = (*(f"{stem}.{variant}{end}" for variant in variants), f"{stem}{end}")
        return next((key for key in keys if self._catalogue.either(key, "")), None)

    def _say(self, key: str, **values: object) -> str:
        """Return a message of the coach with its placeholders filled."""
        return self._catalogue.wording(f"coach.{key}", values)

    def _values(self, fact: Fact, scene: _Scene) -> dict[str, Callable[[], str]]:
        """Return the values of all placeholders, each computed only when used."""
        pieces = {
            name: (lambda piece=piece: self._called(scene, piece))
            for name, piece in zip("abcd", fact.pieces, strict=False)
        }
        return {
            **pieces,
            "move": lambda: self._move(scene.start, fact.proof[0]),
            "line": lambda: self._rest(scene.start, fact),
            "side": lambda: self._side(fact.side),
            "targets": lambda: self._join([self._called(scene, piece) for piece in _targets(fact)]),
            "spoils": lambda: self._spoils(scene.spoils, fact.side),
            "traded": lambda: self._traded(scene, fact),
            "n": lambda: str(fact.moves),
            "games": lambda: str(fact.counts[0]),
            "score": lambda: str(fact.counts[1]),
            "first": lambda: str(fact.counts[0]),
            "second": lambda: str(fact.counts[1]),
            "patterns": lambda: self._say("list.comma").join(
                self._say(f"pattern.{name}") for name in fact.patterns[:2]
            ),
            "reason": lambda: self._reason(fact.name),
            "opening": lambda: self._opening(fact.name),
        }

    def _called(self, scene: _Scene, piece: Placed) -> str:
        """Return the name of a piece before the move in question, but with its present coordinates."""
        if self.style is not Style.ICCS and scene.move is not None and piece.square == scene.move.to_square:
            was = placed(scene.before, scene.move.from_square)
            if was.code == piece.code and scene.start is not scene.before:
                return self.piece(scene.before, was)
        return self.piece(scene.start, piece)

    def line(self, board: Board, moves: Sequence[Move]) -> str:
        """Return the first moves of a line in the player's notation, with an ellipsis for others."""
        walked = board.copy()
        texts = []
        for move in moves[:_SHOWN_LINE]:
            texts.append(self._move(walked, move))
            walked.push_unchecked(move)
        return " ".join(texts) + (" …" if len(moves) > _SHOWN_LINE else "")

    def _rest(self, start: Board, fact: Fact) -> str:
        """Return the line of a mate or an answer, or the continuation after the better move."""
        if fact.kind is FactKind.BETTER:
            return self.line(played(start, fact.proof[:1]), fact.proof[1:])
        return self.line(start, fact.proof)

    def piece(self, board: Board, piece: Placed, *, yours: bool = False) -> str:
        """Return a piece with its owner and, unless it is the only one of its kind, its place.

        Args:
            board: the position.
            piece: the piece.
            yours: whether to say "your" instead of the colour.
        """
        colour = "red" if side_of(piece.code) == RED else "black"
        is_yours = yours or side_of(piece.code) == self.you
        owner, name = self._say(f"owner.{'you' if is_yours else colour}"), self._piece_name(piece.code)
        if kind_of(piece.code) == KING:
            return self._say("place.general", owner=owner, piece=name)
        if self.style is Style.ICCS:
            point = square_name(piece.square)
            return self._say("place.point", owner=owner, piece=name, point=point)
        if _is_alone(board, piece):
            return self._say("place.alone", owner=owner, piece=name)
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
        return self._say("side.you" if side == self.you else "side.red" if side == RED else "side.black")

    def _move(self, board: Board, move: Move) -> str:
        return format_move(board, move, self.style)

    def _join(self, texts: Sequence[str]) -> str:
        return _joined(texts, self._say("list.comma"), self._say("list.and"))

    def _join_won(self, texts: Sequence[str]) -> str:
        return _joined(texts, self._say("list.comma.won"), self._say("list.and.won"))

    def _reason(self, name: str) -> str:
        key = f"coach.reason.{name.rpartition('.')[2]}"
        return self._catalogue.either(key, self._say("reason.other"))

    def _spoils(self, spoils: Spoils, side: int) -> str:
        """Return the gains of a side and its losses in return."""
        if spoils.balance <= 0:
            return self._say("spoils.some")
        won = self._counted(spoils.won[:_MOST_WON], opponent(side))
        if len(spoils.won) > _MOST_WON:
            return self._say("spoils.more", won=self._join_won(won))
        if not spoils.lost:
            return self._say("spoils.clean", won=self._join_won(won))
        return self._say("spoils.paid", won=self._join(won), lost=self._join(self._counted(spoils.lost, side)))

    def _traded(self, scene: _Scene, fact: Fact) -> str:
        """Return what is exchanged: kinds of pieces, or one for another."""
        spoils = scene.spoils
        if spoils.won and spoils.lost:
            won, lost = self._counted(spoils.won, opponent(fact.side)), self._counted(spoils.lost, fact.side)
            return self._say("traded.unlike", won=self._join(won), lost=self._join(lost))
        kinds = [kind_of(fact.pieces[1].code)] if fact.kind is FactKind.EXCHANGE else scene.taken[fact.side]
        names = [self._say(f"plural.{_NAMES[kind]}") for kind in dict.fromkeys(kinds)]
        return self._say("traded.alike", piece=self._join(names))

    def _counted(self, kinds: Sequence[int], side: int) -> list[str]:
        """Return the pieces of a side grouped by kind, each with its number."""
        texts = []
        for kind in dict.fromkeys(kinds):
            count = kinds.count(kind)
            key = f"some.{_NAMES[kind]}" if count == 1 else f"several.{_NAMES[kind]}"
            number = self._catalogue.either(f"coach.number.{count}", str(count))
            texts.append(self._say(key, count=number, piece=self._piece_name(side | kind)))
        return texts


class _Scene:
    """The positions that a fact is about.

    Attributes:
        before: the position before the move in question, or the one that is explained.
        move: the move in question, None without one.
        start: where the proof starts.
    """

    def __init__(self, before: Board, move: Move | None, fact: Fact) -> None:
        self.before = before
        self.move = move
        self._fact = fact
        is_after = move is not None and fact.start is Start.AFTER
        self.start = played(before, [move]) if move is not None and is_after else before

    @cached_property
    def spoils(self) -> Spoils:
        """What the fact's side wins by the end of the proof, less what the move in question took."""
        if self.start is self.before or self.move is None:
            return spoils_of(self.start, self._fact.proof, self._fact.side)
        return spoils_of(self.before, (self.move, *self._fact.proof), self._fact.side)

    @cached_property
    def taken(self) -> dict[int, list[int]]:
        """The kinds of pieces that each side takes in the proof."""
        walked, found = self.start.copy(), dict[int, list[int]]({RED: [], BLACK: []})
        for step in self._fact.proof:
            if walked.is_capture(step):
                found[walked.turn].append(kind_of(walked.piece_at(step.to_square)))
            walked.push_unchecked(step)
        return found

    @property
    def is_even_trade(self) -> bool:
        """Whether both sides take something in the proof and neither keeps more pieces."""
        return all(self.taken.values()) and bool(self.spoils.won) == bool(self.spoils.lost)


def _joined(texts: Sequence[str], comma: str, last: str) -> str:
    """Return a list of texts, with something else before the last one."""
    return last.join(filter(None, (comma.join(texts[:-1]), *texts[-1:])))


class _Places(dict[str, "Callable[[], str]"]):
    """The placeholders of a template, computed when used."""

    def __getitem__(self, name: str) -> str:  # type: ignore[override]
        return super().__getitem__(name)()


def _targets(fact: Fact) -> list[Placed]:
    """Return the targets of a fork or double threat other than a king."""
    pieces = fact.pieces[1::2] if fact.kind is FactKind.DOUBLE_THREAT else fact.pieces[1:]
    return list(dict.fromkeys(piece for piece in pieces if kind_of(piece.code) != KING))


def _variants(fact: Fact, scene: _Scene) -> list[str]:
    """Return the variants of the wording that apply to a fact, the most specific first."""
    variants = [fact.name, fact.name.partition(".")[0]]
    if fact.kind is FactKind.FORK and kind_of(fact.pieces[1].code) == KING:
        variants.append("check")
    if fact.kind in _OPENABLE and side_of(fact.pieces[2].code) != fact.side:
        variants.append("own")
    if fact.kind is FactKind.TAKES and scene.spoils.lost:
        variants.append("paid")
    if fact.kind is FactKind.THREAT and fact.gain and fact.gain > value_of(fact.pieces[1].code):
        return ["more"]  # more valuable pieces than the one attacked
    if fact.kind in (FactKind.THREAT, FactKind.ATTACK) and fact.pieces[0].square != fact.proof[0].from_square:
        variants = [f"{variant}.other" for variant in variants if variant] + ["other", *variants]
    if fact.patterns:
        variants.insert(1 if fact.name == STALEMATE else 0, "named")
    if fact.moves == 1:
        variants = [f"{variant}.once" for variant in variants if variant] + ["once", *variants]
    if fact.kind is FactKind.PIN and fact.pieces[0].square == fact.proof[0].from_square:
        variants.insert(0, "moved")
    if fact.kind in (FactKind.BETTER, FactKind.ANSWER):
        has_line = len(fact.proof) > 1
        if fact.name == WINS:
            return ["wins" if has_line else "takes"]
        return (["even"] if scene.is_even_trade else []) + (["line"] if has_line else [])
    return [variant for variant in variants if variant]


@lru_cache(maxsize=8)
def _shared_board(start_fen: str, moves: tuple[Move, ...]) -> Board:
    """Return the board after some moves; it is shared between calls and must not be changed."""
    return played(Board(start_fen), moves)


def _is_alone(board: Board, piece: Placed) -> bool:
    """Return whether a side has a single piece of a kind."""
    return sum(code == piece.code for code in board.pieces().values()) == 1


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

"""Wording of facts: one sentence each, in any of the program's languages and in the player's notation.

The templates are the catalogue messages ``coach.…`` (`xiangqi.i18n`). A fact has a sentence of its own
(``coach.say``), or a reason (``coach.why``) inside the frame of its mood (``coach.frame``), after the material
won: material comes first. The mood depends on whether the fact is about what a move allows, what it misses, or
a position. Of several templates, the most specific one is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.fact_scene import FactScene
from xiangqi.coach.facts import STALEMATE, Fact, FactKind, Placed, Start
from xiangqi.coach.notes import GameReview, MoveReview, SideSummary
from xiangqi.coach.scene import HEAVY, kind_of, placed, played, side_of
from xiangqi.coach.spoils import MOST_TOLD, Spoils
from xiangqi.coach.threats import WORTH_TAKING
from xiangqi.coach.variants import variants_of
from xiangqi.core.constants import (
    BLACK,
    CANNON,
    FILES,
    KING,
    PAWN,
    RED,
    file_of,
    opponent,
    rank_of,
    square_name,
)
from xiangqi.i18n.message import Message, catalogue
from xiangqi.line import Moves
from xiangqi.notation import Style, format_move
from xiangqi.openings import main_name

_NAMES: Final = ("", "general", "advisor", "elephant", "horse", "chariot", "cannon", "soldier")
_MIDDLE_FILE: Final = 5
_MOST_SPOKEN: Final = 5  # the largest number of plies of a line that are told in words
_MOST_UNNUMBERED: Final = 3  # the largest number of those in which it is plain which side makes which move
_MOST_WON: Final = 3  # the largest number of pieces that a sentence lists as won


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
        return self._told(fact, fact.start.value, FactScene(before, move, fact))

    def plainly(self, fact: Fact, start: Board) -> str:
        """Return the sentence for a fact about a position: the effect of the proof's first move.

        Args:
            fact: the fact.
            start: the position at the start of its proof. It is not changed.
        """
        return self._told(fact, "plain", FactScene(start, None, fact))

    def theme(self, kind: FactKind) -> str:
        """Return the name of a kind of facts."""
        return self._say(f"theme.{kind.value}")

    def theme_of(self, fact: Fact) -> str:
        """Return the name of a fact's theme: its kind, or a mate's pattern, or stalemate."""
        if fact.kind is FactKind.MATE and fact.patterns:
            return self._say(f"pattern.{fact.patterns[0]}")
        return self._say("pattern.stalemate") if fact.name == STALEMATE else self.theme(fact.kind)

    def grade(self, review: MoveReview) -> str:
        """Return the name of a move's grade."""
        return self._say(f"grade.{review.grade.value}")

    def summary(self, review: GameReview) -> list[str]:
        """Return a game's summary as a list of sentences."""
        summary = review.summary
        opening = summary.opening
        sentences = (
            []
            if opening is None
            else [self._say("say.opening.after", opening=self._catalogue.tell(main_name(opening)))]
        )
        for side, own in ((RED, summary.red), (BLACK, summary.black)):
            if own.accuracy is None:  # the side made no move
                continue
            accuracy = str(round(own.accuracy))
            sentences.append(self.say("coach.summary.side", side, accuracy=accuracy))
            sentences += self.beyond_accuracy(side, own)
        if summary.turning_point is not None:
            sentences.append(self.turning_point(review))
        return sentences

    def beyond_accuracy(self, side_code: int, own: SideSummary) -> Iterable[str]:
        """Yield sentences on the accuracy of RED or BLACK in each phase and on its recurring themes."""
        side = self.side(side_code)
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
        line = review.line
        board = _shared_board(line.start_fen, line.moves[: ply - 1])
        number = board.fullmove_number
        text = self.in_words(board, line.moves[ply - 1])
        return self._say("summary.turn", number=number, move=text)

    def say(self, key: str, side: int, **values: str) -> str:
        """Return a message about RED or BLACK, or neither (0), as a sentence."""
        who = {"side": self.side(side)} if side else {}
        return _begun(self._catalogue.wording(key, {**who, **values}))

    def filled(self, key: str, fact: Fact, about: tuple[Board, Move], values: Mapping[str, str]) -> str:
        """Return a message with the values of a fact about a move, and others, as it stands in a sentence.

        Args:
            key: the message's key.
            fact: the fact.
            about: the position before the move, and the move.
            values: values of further placeholders.
        """
        places = self._values(fact, FactScene(*about, fact))
        places |= {name: partial(str, text) for name, text in values.items()}
        return self._catalogue.worded(self._catalogue.template(key), _Places(places))

    def phrase(self, key: str, **values: str) -> str:
        """Return a message as it stands inside a sentence."""
        return self._catalogue.wording(key, values)

    def pieces(self, kinds: Sequence[int], side: int) -> str:
        """Return pieces of a side as a list: "a chariot and two soldiers"."""
        return self._join_pieces(self._counted(kinds, side))

    def the_piece(self, code: int) -> str:
        """Return a piece that has been named already, or is the only one in question: "the chariot"."""
        return self._say("bare", piece=self._piece_name(code))

    def spoils(self, spoils: Spoils, side: int) -> str:
        """Return a side's gains, and its losses in return, as they stand in a sentence."""
        return self._spoils(spoils, side)

    def told(self, message: Message) -> str:
        """Return a message in this language."""
        return self._catalogue.tell(message)

    # ---- A sentence -------------------------------------------------------------------------------------

    def _told(self, fact: Fact, mood: str, scene: FactScene) -> str:
        """Return the sentence of a fact: its own, or its reason in the mood's frame, with the material won."""
        kind, variants = fact.kind.value, variants_of(fact, scene)
        values = _Places(self._values(fact, scene))
        key = self._first(f"coach.say.{kind}", variants, f".{mood}")
        if key is None:
            why = self._first(f"coach.why.{kind}", variants, "")
            key = f"coach.frame.{mood}" if why else f"coach.frame.bare.{mood}"
            values["why"] = lambda: self._catalogue.worded(self._catalogue.template(str(why)), values)
        template = self._catalogue.template(key)
        text = self._catalogue.worded(template, values)
        text = text[:-1] if text.endswith(("….", "…。")) else text
        keeps_case = template.startswith(("{move}", "{tool}")) and not self._names_moves  # notation does
        return text if keeps_case else _begun(text)

    def _first(self, stem: str, variants: Sequence[str], end: str) -> str | None:
        """Return the most specific key that the catalogue has, or None."""
        keys = (*(f"{stem}.{variant}{end}" for variant in variants), f"{stem}{end}")
        return next((key for key in keys if self._catalogue.either(key, "")), None)

    def _say(self, key: str, **values: object) -> str:
        """Return a message of the coach with its placeholders filled."""
        return self._catalogue.wording(f"coach.{key}", values)

    def _values(self, fact: Fact, scene: FactScene) -> dict[str, Callable[[], str]]:
        """Return the values of all placeholders, each computed only when used."""
        pieces = {
            name: (lambda piece=piece: self._called(scene, piece))
            for name, piece in zip("abcd", fact.pieces, strict=False)
        }
        bare = {
            f"the_{name}": (lambda piece=piece: self._in_place(scene.start, piece))
            for name, piece in zip("abcd", fact.pieces, strict=False)
        }
        is_own = fact.start is Start.AFTER and fact.kind is not FactKind.ANSWER
        return {
            **pieces,
            **bare,
            "hits": lambda: self._say(
                "hits.cannon" if kind_of(fact.pieces[0].code) == CANNON else "hits.other"
            ),
            "captures": lambda: self._captures(scene, fact),
            "move": lambda: self.in_words(scene.start, fact.proof[0]),
            "next": lambda: self.in_words(played(scene.start, fact.proof[:2]), fact.proof[2]),
            "spoken": lambda: self._spoken(scene.start, fact.proof[0]),
            "tool": lambda: self._tool(scene.start, fact.proof[0], is_own=is_own),
            "tool_next": lambda: self._tool(played(scene.start, fact.proof[:2]), fact.proof[2]),
            "then": lambda: self._spoken(played(scene.start, fact.proof[:2]), fact.proof[2]),
            "line": lambda: self.line(scene.start, scene.told),
            "closing": lambda: self._closing(scene.start, fact.proof[: fact.counts[0] + 1]),
            "side": lambda: self.side(fact.side),
            "can": lambda: self._say("can.still" if scene.stood else "can"),
            "targets": lambda: self._join([self._called(scene, piece) for piece in _targets(fact)]),
            "spoils": lambda: self._spoils(scene.spoils, fact.side),
            "kinds": lambda: self._say(f"plural.{_NAMES[kind_of(fact.pieces[1].code)]}"),
            "traded": lambda: self._traded(scene, fact),
            "n": lambda: str(fact.moves),
            "games": lambda: self._grouped(fact.counts[0]),
            "score": lambda: str(fact.counts[1]),
            "span": lambda: self._span(*fact.counts),
            "patterns": lambda: self._say("list.comma").join(
                self._say(f"pattern.{name}") for name in fact.patterns[:2]
            ),
            "reason": lambda: self._reason(fact.name),
            "opening": lambda: self._catalogue.tell(Message(fact.name)),
        }

    def _span(self, first: int, last: int) -> str:
        """Return the words on the numbers of the first and the last of several moves."""
        return self._say("span.pair" if last == first + 1 else "span.run", first=first, second=last)

    def _grouped(self, number: int) -> str:
        return f"{number:,}" if self._catalogue.row.groups_digits else str(number)

    def _called(self, scene: FactScene, piece: Placed) -> str:
        """Return the name of a piece with its place at the start of the proof, or without it for the leaver."""
        if piece == scene.leaver:
            return self._say("place.alone", owner=self._owner(piece), piece=self._piece_name(piece.code))
        return self.piece(scene.start, piece)

    def _in_place(self, board: Board, piece: Placed) -> str:
        """Return the name of a piece with its place, but without its owner."""
        words = self._with_place(board, piece, owner="").split()  # its gap may be inside
        return self._say("bare", piece=" ".join(words))

    def line(self, board: Board, moves: Sequence[Move]) -> str:
        """Return the first moves of a line, in words where words name moves, and an ellipsis for the rest.

        In words, more than three plies are numbered, so that it is plain which side makes which.
        """
        if not self._names_moves:
            return self.moves(board, moves[:MOST_TOLD]) + (" …" if len(moves) > MOST_TOLD else "")
        walked, texts = board.copy(), []
        numbered = len(moves) > _MOST_UNNUMBERED
        for ply, move in enumerate(moves[:_MOST_SPOKEN]):
            number = f"{ply // 2 + 1}. " if numbered and ply % 2 == 0 else ""
            texts.append(number + self._spoken(walked, move))
            walked.push_unchecked(move)
        return self._say("list.comma").join(texts) + (" …" if len(moves) > _MOST_SPOKEN else "")

    def moves(self, board: Board, moves: Sequence[Move]) -> str:
        """Return the moves of a line as in a sentence: one in words, several in the notation.

        Args:
            board: the position before them. It is not changed.
            moves: legal moves, one after the other.
        """
        if len(moves) == 1:
            return self.in_words(board, moves[0])
        walked = board.copy()
        texts = []
        for move in moves:
            texts.append(self._move(walked, move))
            walked.push_unchecked(move)
        return self._catalogue.row.between_moves.join(texts)

    def beginning(self, move: str) -> str:
        """Return a move's text, from `moves`, as the beginning of a sentence: notation keeps its case."""
        return _begun(move) if self._names_moves and " " in move else move

    def _closing(self, start: Board, line: Moves) -> str:
        """Return the moves of a line's first side after its first one, as a list."""
        texts = []
        for index in range(2, len(line), 2):
            board, step = played(start, line[:index]), line[index]
            earlier = line[index - 2]
            alike = board.piece_at(earlier.to_square) == board.piece_at(step.from_square)
            another = alike and step.from_square != earlier.to_square
            texts.append(self.in_words(board, step, apart=another))
        return self._join(texts)

    def _captures(self, scene: FactScene, fact: Fact) -> str:
        """Return a line's first move with the balance of the captures up to its last quiet position."""
        move, first = self.in_words(scene.start, fact.proof[0]), scene.start.piece_at(fact.proof[0].to_square)
        spoils = scene.balance(fact.proof)
        won, lost = self._counted(spoils.won, opponent(fact.side)), self._counted(spoils.lost, fact.side)
        if not won or spoils.balance < 0 or len(spoils.won) > _MOST_WON:
            return move
        alike = scene.exchanged(fact.proof)
        if spoils.won == (kind_of(first),) and not lost and not alike:
            return self._say("captures.first", move=move, taken=won[0])
        key = "captures.paid" if lost else "captures.won"
        if alike:
            key = "captures.traded.paid" if lost else "captures.traded.won"
        values = {name: self._join_pieces(texts) for name, texts in (("won", won), ("lost", lost)) if texts}
        return self._say(key, move=move, piece=self._plurals(alike), **values)

    def _spoken(self, board: Board, move: Move) -> str:
        """Return a move of a line and the piece that it takes: in words, or in Chinese in the notation."""
        taken = board.piece_at(move.to_square)
        if taken and not self._catalogue.row.names_moves:
            return self._say("captures.first", move=self._move(board, move), taken=self._piece_name(taken))
        if not self._names_moves or not taken:
            return self.in_words(board, move)
        name = self._piece_name(board.piece_at(move.from_square))
        return self._say(
            "move.takes", piece=name, taken=self.the_piece(taken), point=square_name(move.to_square)
        )

    def _tool(self, board: Board, move: Move, *, is_own: bool = False) -> str:
        """Return the piece that makes a capture, for a sentence that names the goal: "the cannon"; or notation.

        The piece has its place only if an equal one could move to the same point.

        Args:
            board: the position before the capture.
            move: the capture.
            is_own: whether the sentence has named the side, so that an equal piece is taken with "its cannon".
        """
        if not self._names_moves:
            return self._move(board, move)
        piece = placed(board, move.from_square)
        if _has_twin(board, move):
            return self._in_place(board, piece)
        if not is_own or kind_of(board.piece_at(move.to_square)) != kind_of(piece.code):
            return self.the_piece(piece.code)
        name = self._piece_name(piece.code)
        if side_of(piece.code) == self.you:
            return self._say("place.alone", owner=self._owner(piece), piece=name)
        return self._say("place.own", piece=name)

    def piece(self, board: Board, piece: Placed, *, yours: bool = False) -> str:
        """Return a piece with its owner and, unless it is the only one of its kind, its place.

        Args:
            board: the position.
            piece: the piece.
            yours: whether to say "your" instead of the colour.
        """
        return self._with_place(board, piece, owner=self._owner(piece, yours=yours))

    def _owner(self, piece: Placed, *, yours: bool = False) -> str:
        colour = "red" if side_of(piece.code) == RED else "black"
        is_yours = yours or side_of(piece.code) == self.you
        return self._say(f"owner.{'you' if is_yours else colour}")

    def _with_place(self, board: Board, piece: Placed, *, owner: str) -> str:
        name = self._piece_name(piece.code)
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
        of_red, of_black = self._catalogue.row.file_numerals
        return (of_red if side_of(piece.code) == RED else of_black)[number - 1]

    def _piece_name(self, code: int) -> str:
        side = "red" if side_of(code) == RED else "black"
        return self._say(f"piece.{side}.{_NAMES[kind_of(code)]}")

    def side(self, side: int) -> str:
        """Return the name of RED or BLACK as it stands inside a sentence."""
        return self._say("side.you" if side == self.you else "side.red" if side == RED else "side.black")

    @property
    def _names_moves(self) -> bool:
        return self.style is Style.ICCS and self._catalogue.row.names_moves

    def in_words(self, board: Board, move: Move, *, apart: bool = False) -> str:
        """Return a move as in a sentence: in the notation or, where words name moves, as the piece and its way.

        Args:
            board: the position before the move.
            move: a legal move.
            apart: whether to name its origin in any case, since an equal piece has just moved.
        """
        if not self._names_moves:
            return self._move(board, move)
        key = "move.from" if apart or _has_twin(board, move) else "move"
        values = {
            "piece": self._piece_name(board.piece_at(move.from_square)),
            "point": square_name(move.to_square),
        }
        return self._say(key, **values, from_point=square_name(move.from_square))

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
        kinds, taken = spoils.won[:_MOST_WON], opponent(side)
        if spoils.lost and len(spoils.won) <= _MOST_WON:
            won, lost = self._counted(kinds, taken), self._counted(spoils.lost, side)
            return self._say("spoils.paid", won=self._join_pieces(won), lost=self._join_pieces(lost))
        listed = self._join_pieces(self._counted(kinds, taken, "one"))
        return self._say("spoils.clean" if len(spoils.won) <= _MOST_WON else "spoils.more", won=listed)

    def _traded(self, scene: FactScene, fact: Fact) -> str:
        """Return the exchanged pieces in words: what both sides lose, one side's for the other's, or both."""
        spoils, alike = scene.balance(fact.proof), scene.exchanged(fact.proof)
        is_small = alike and not {*spoils.won, *spoils.lost} & {*HEAVY} and abs(spoils.balance) < WORTH_TAKING
        if spoils.won and spoils.lost and not is_small:
            won, lost = self._counted(spoils.won, opponent(fact.side)), self._counted(spoils.lost, fact.side)
            key = "traded.both" if alike else "traded.unlike"
            pieces = {"won": self._join_pieces(won), "lost": self._join_pieces(lost)}
            return self._say(key, piece=self._plurals(alike), **pieces)
        walked, kinds = scene.start.copy(), dict[int, None]()
        for move in fact.proof:
            if walked.is_capture(move) and walked.turn == fact.side:
                kinds[kind_of(walked.piece_at(move.to_square))] = None
            walked.push_unchecked(move)
        if len(kinds) > 1:
            kinds.pop(PAWN, None)  # what is exchanged besides
        return self._say("traded.alike", piece=self._plurals(alike if is_small else [*kinds]))

    def _plurals(self, kinds: Sequence[int]) -> str:
        """Return kinds of pieces as a list: "chariots and horses"; empty if there are none."""
        names = [self._say(f"plural.{_NAMES[kind]}") for kind in kinds]
        return self._join_pieces(names) if names else ""

    def _join_pieces(self, texts: Sequence[str]) -> str:
        joined = texts[0]
        for text in texts[1:-1]:
            joined = self._say("pieces.comma", rest=joined, last=text)
        return self._say("pieces.and", rest=joined, last=texts[-1]) if len(texts) > 1 else joined

    def _counted(self, kinds: Sequence[int], side: int, single: str = "some") -> list[str]:
        """Return the pieces of a side grouped by kind, each with its number.

        Args:
            kinds: the pieces.
            side: their owner.
            single: the key of a single piece: "some", or "one" where its number is told as well.
        """
        texts = []
        for kind in dict.fromkeys(kinds):
            count = kinds.count(kind)
            number = self._catalogue.either(f"coach.number.{count}", str(count))
            key = f"some.{_NAMES[kind]}" if count == 1 else f"several.{_NAMES[kind]}"
            text = self._say(key, count=number, piece=self._piece_name(side | kind))
            texts.append(self._say("one", piece=text) if count == 1 and single == "one" else text)
        return texts


def _begun(text: str) -> str:
    """Return a text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def _joined(texts: Sequence[str], comma: str, last: str) -> str:
    """Return texts joined by `comma`, and by `last` before the last one."""
    return last.join(filter(None, (comma.join(texts[:-1]), *texts[-1:])))


class _Places(dict[str, "Callable[[], str]"]):
    """The placeholders of a template, computed when used."""

    def __getitem__(self, name: str) -> str:  # type: ignore[override]
        return super().__getitem__(name)()


def _targets(fact: Fact) -> list[Placed]:
    """Return the targets of a fork or double threat other than a king."""
    pieces = fact.pieces[1::2] if fact.kind is FactKind.DOUBLE_THREAT else fact.pieces[1:]
    return list(dict.fromkeys(piece for piece in pieces if kind_of(piece.code) != KING))


@lru_cache(maxsize=8)
def _shared_board(start_fen: str, moves: tuple[Move, ...]) -> Board:
    """Return the board after some moves; it is shared between calls and must not be changed."""
    return played(Board(start_fen), moves)


def _has_twin(board: Board, move: Move) -> bool:
    """Return whether an equal piece could make a legal move to the same point as well."""
    others = {other.from_square for other in board.legal_moves() if other.to_square == move.to_square}
    code = board.piece_at(move.from_square)
    return any(board.piece_at(square) == code for square in others - {move.from_square})


def _is_alone(board: Board, piece: Placed) -> bool:
    """Return whether a piece is the only one of its kind and side."""
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

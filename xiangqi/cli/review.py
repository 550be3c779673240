"""Review games: the engine judges every move, and every mistake is explained with a proof."""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

from xiangqi import rule_sets
from xiangqi.board import Board
from xiangqi.cli import DONE, FAULTS, WRONG
from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import add_notation, existing_library, number_within
from xiangqi.cli.parts.record_files import STDIN, notation_for, read_input, stdin_content
from xiangqi.cli.parts.workers import HeadwayLine, add_cluster, add_resume, workers_for
from xiangqi.coach.facts import Fact, FactKind
from xiangqi.coach.grades import GLYPHS
from xiangqi.coach.judge import review_record
from xiangqi.coach.notes import GameReview, MoveReview
from xiangqi.coach.second_look import NODES
from xiangqi.coach.story import story_of_record
from xiangqi.coach.story_words import story_sentences
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import BLACK, RED, square_name
from xiangqi.disk import is_there
from xiangqi.errors import RecordError
from xiangqi.exercises.deck import Mistake, cleared_by, mistakes_of, withdrawn
from xiangqi.exercises.exercise_log import ExerciseLog
from xiangqi.i18n.languages import SOURCE, language_named
from xiangqi.jobs.checkpoint import Checkpoint
from xiangqi.jobs.work import in_order, run_chunks
from xiangqi.library.library import Library, scores_in
from xiangqi.library.own_files import insist_on_foreign, insist_on_place
from xiangqi.local_time import utc_now
from xiangqi.records.packed import PackedGame, pack
from xiangqi.records.text.pgn_writer import format_game
from xiangqi.records.tree import Game, GameNode, known
from xiangqi.terminal import json_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="option.review.files")
    parser.add_argument(
        "--nodes", type=number_within(100, 1_000_000_000), default=NODES, help="option.review.nodes"
    )
    add_notation(parser, None, "option.review.notation")
    parser.add_argument("--rules", choices=rule_sets.NAMES, help="option.review.rules")
    count = os.cpu_count() or 1
    parser.add_argument(
        "--processes", type=number_within(1, 256), default=count, metavar="K", help="option.review.processes"
    )
    add_cluster(parser)
    add_resume(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="option.review.json")
    form.add_argument("--pgn", action="store_true", help="option.review.pgn")
    parser.add_argument("--deck", metavar="PLAYER", help="option.review.deck")
    parser.add_argument("--library", type=Path, metavar="FILE", help="option.review.library")


@dataclass(frozen=True)
class ReviewOrder:
    """A game to be reviewed, as a chunk of work for `xiangqi.jobs`."""

    file: str  # the name of its file in the output
    number: int  # its number in the file, from 1
    game: PackedGame
    nodes: int  # the number of nodes searched per position
    words: tuple[str, str | None]  # language and notation of the review
    form: str  # "json", "pgn" or "text"
    player: str | None = None  # name or colour of the player whose mistakes are collected
    library: str | None = None  # the file of a library whose statistics are quoted
    rules: str | None = None  # the name of the rule set; None takes that of the record
    is_named: bool = False  # whether the text names the file, since there are several


@dataclass(frozen=True)
class Reviewed:
    """The result of a ReviewOrder."""

    text: str  # the printed review
    cards: tuple[str, ...] = ()  # the player's mistakes, as JSON of deck.Mistake
    cleared: tuple[str, ...] = ()  # the player's other moves, as deck.cleared_by yields them

    def to_json(self) -> object:
        """Return the JSON list [text, cards, cleared]."""
        return [self.text, list(self.cards), list(self.cleared)]

    @classmethod
    def from_json(cls, value: object) -> Reviewed:
        """Parse the result of `to_json`.

        Raises:
            TypeError, ValueError: the value is invalid.
        """
        text, cards, cleared = cast("tuple[str, list[str], list[str]]", value)
        mistakes = tuple(Mistake.from_json(card).to_json() for card in cards)
        return cls(str(text), mistakes, tuple(map(str, cleared)))


def reviewed(order: ReviewOrder) -> Reviewed:
    """Review one game; the result depends only on `order` and on the library that it names."""
    words = _wording(*order.words)
    game = order.game.unpack()
    counts = None if order.library is None else partial(scores_in, existing_library(Path(order.library)))
    review = review_record(game, order.nodes, counts, order.rules)
    sides = [] if order.player is None else _sides_of(game, order.player)
    cards = tuple(mistake.to_json() for side in sides for mistake in mistakes_of(review, side))
    cleared = tuple(move for side in sides for move in cleared_by(review, side))
    return Reviewed(_printed(order, game, review, words), cards, cleared)


def _printed(order: ReviewOrder, game: Game, review: GameReview, words: Wording) -> str:
    if order.form == "json":
        return json_text(_as_object(order.file, order.number, game, review, words)) + "\n"
    if order.form == "pgn":
        _annotate(game, review, words)
        return format_game(game, words.style)
    name = f"{order.file} {order.number}" if order.is_named else str(order.number)
    return "\n".join(_as_text(name, game, review, words)) + "\n"


def _sides_of(game: Game, player: str) -> list[int]:
    """Return the sides that a player, given by name or colour, has in a game."""
    wanted = player.casefold()
    names = {RED: "Red", BLACK: "Black"}
    return [
        side
        for side, name in names.items()
        if wanted in (name.casefold(), game.headers.get(name, "").casefold())
    ]


def run(args: argparse.Namespace) -> int:
    """Review every game; return 1 if a game has faults or could not be reviewed, or a file is unreadable.

    Return 2 if no file can be read.

    Raises:
        UsageError: there is no such library.
        JobError: the cluster cannot be used.
        StorageError: the checkpoint cannot be written, or is one of the inputs.
        LibraryError: the library cannot be opened, or the deck cannot be written.
    """
    library = None if args.library is None else str(args.library.absolute())
    counted = _counted(args.library, is_made=args.deck is not None)
    if args.resume is not None:
        insist_on_foreign(args.resume, [*args.files, args.library])
    given = _Given(args.files)
    if not given.games:
        return given.code
    form = "json" if args.json else "pgn" if args.pgn else "text"
    words = (language.chosen() or SOURCE if args.json else language.current(), args.notation)
    orders = [
        ReviewOrder(
            file, number, game, args.nodes, words, form, args.deck, counted, args.rules, len(args.files) > 1
        )
        for file, games in given.games
        for number, game in enumerate(games, 1)
    ]
    with contextlib.ExitStack() as stack:
        kept = None
        if args.resume is not None:
            what = {"review": given.digests(), "nodes": args.nodes, "words": words, "form": form}
            what |= {"rules": args.rules}
            what |= {"deck": args.deck, "library": library}
            results = Checkpoint(args.resume, what, Reviewed.to_json, Reviewed.from_json)
            kept = stack.enter_context(closing(results))
        code, found = _reviewed_all(args, orders, kept)
    if args.deck is not None:
        _feed_deck(args.library, args.deck, found)
    return max(code, given.code)


def _reviewed_all(
    args: argparse.Namespace, orders: list[ReviewOrder], kept: Checkpoint[Reviewed] | None
) -> tuple[int, list[Reviewed]]:
    """Print the reviews in order, and return the exit code and the results."""
    code = DONE
    found: list[Reviewed] = []
    line = HeadwayLine(args.files[0] if len(args.files) == 1 else "review")
    with contextlib.ExitStack() as stack:
        stack.callback(line.end)
        workers = stack.enter_context(workers_for(args, max(1, min(args.processes, len(orders)))))
        for back in in_order(run_chunks(workers, reviewed, orders, line, len(orders), kept)):
            line.end()
            order = back.chunk
            for fault in [*order.game.unpack().errors, *([back.error] if back.error else [])]:
                code = FAULTS
                language.remark("cli.of_game", file=order.file, number=order.number, reason=str(fault))
            if back.error is None:
                sys.stdout.write(back.value().text)
                sys.stdout.flush()
                found.append(back.value())
    return code, found


class _Given:
    """The games of all files; unreadable files are reported in one line each.

    Attributes:
        games: the games of each readable file.
        code: the exit code: 1 if a file is unreadable, 2 if all are.
    """

    def __init__(self, files: Sequence[str]) -> None:
        self.games: list[tuple[str, list[PackedGame]]] = []
        content: bytes | None = None
        for file in files:
            try:
                if file == STDIN and content is None:
                    content = stdin_content()
                self.games.append((file, [pack(game) for game in read_input(file, content)]))
            except RecordError as error:
                language.repeat(f"xiangqi review: {language.tell(str(error))}")
        unread = len(self.games) < len(files)
        self.code = DONE if not unread else FAULTS if self.games else WRONG

    def digests(self) -> list[list[str]]:
        """Return the name of each file and a hash of its games."""
        return [
            [file, hashlib.sha256("".join(format_game(game.unpack()) for game in games).encode()).hexdigest()]
            for file, games in self.games
        ]


def _counted(library: Path | None, *, is_made: bool) -> str | None:
    """Return the absolute path of the library whose statistics are quoted; None if there is none yet.

    Args:
        library: the path as given.
        is_made: whether a missing library will be created for the deck.

    Raises:
        UsageError: there is no such library, or its file is empty.
        LibraryError: the library cannot be opened.
        StorageError: the library would be created in a place reserved for another file of the program.
    """
    if library is None:
        return None
    if is_made and not is_there(library):
        insist_on_place(library)
        return None
    with Library(existing_library(library)) as opened:
        return str(opened.path.absolute())


def _feed_deck(library: Path | None, player: str, found: list[Reviewed]) -> None:
    """Add mistakes to the deck, and report how many were new; cards about cleared moves leave it.

    Raises:
        LibraryError: the file cannot be written.
    """
    cards = [card for one in found for card in one.cards]
    moves = {move for one in found for move in one.cleared}
    with ExerciseLog(library) as log:
        for number in list(withdrawn(log.cards(), moves)):
            log.remove_card(number)
        new = log.add_mistakes(map(Mistake.from_json, cards), utc_now())
    language.remark("cli.deck", new=new, count=len(cards), player=player)


def _wording(language: str, notation: str | None) -> Wording:
    return Wording(language, notation_for(language, notation))


def _as_object(file: str, number: int, game: Game, review: GameReview, words: Wording) -> dict[str, object]:
    """Return a reviewed game as data. The field names are part of the interface."""
    moves = [_move_object(move, board, words) for move, board in review.on_boards()]
    return {
        "file": file,
        "index": number - 1,
        "headers": dict(game.headers),
        "start_fen": review.line.start_fen,
        "moves": moves,
        "summary": words.summary(review),
        "story": _story(game, review, words),
    }


def _story(game: Game, review: GameReview, words: Wording) -> list[dict[str, object]]:
    """Return a game's story as data, a sentence for each slot that is not empty."""
    passages = story_of_record(review, game)
    texts = story_sentences(words, review, passages)
    return [
        {"slot": passage.slot, "text": text, "plies": list(passage.plies)}
        for passage, text in zip(passages, texts, strict=True)
    ]


def _move_object(move: MoveReview, before: Board, words: Wording) -> dict[str, object]:
    return {
        "ply": move.ply,
        "move": move.move.iccs,
        "chance": round(move.after, 4),
        "loss": round(move.loss, 4),
        "grade": move.grade.value,
        "best": move.best[0].iccs if move.best else None,
        "sentences": [_sentence_object(fact, before, move, words) for fact in move.facts],
    }


def _sentence_object(fact: Fact, before: Board, move: MoveReview, words: Wording) -> dict[str, object]:
    return {
        "fact": fact.kind.value,
        "text": words.sentence(fact, before, move.move),
        "squares": [square_name(square) for square in fact.squares],
        "proof": [step.iccs for step in fact.proof],
        "from": fact.start.value,
    }


def _annotate(game: Game, review: GameReview, words: Wording) -> None:
    """Add glyphs and sentences to a game's main line, after existing comments."""
    nodes: list[GameNode] = list(game.root.line())
    for move, board in review.on_boards():
        node = nodes[move.ply - 1]
        if move.grade in GLYPHS:
            node.nags = (*(nag for nag in node.nags if nag not in range(1, 7)), GLYPHS[move.grade])
        node.add_comment(_joined([words.sentence(fact, board, move.move) for fact in move.facts], words))
    told = [*story_sentences(words, review, story_of_record(review, game)), *words.summary(review)]
    game.root.add_comment(_joined(told, words))


def _joined(sentences: list[str], words: Wording) -> str:
    return language_named(words.language).space.join(sentences)


def _as_text(name: str, game: Game, review: GameReview, words: Wording) -> Iterator[str]:
    """Yield a reviewed game as text: its summary, and the moves about which there are facts."""
    players = " – ".join(
        known(game.headers, name) or language.say(f"side.{name.lower()}") for name in ("Red", "Black")
    )
    yield f"{name}. {players}"
    yield from (f"  {sentence}" for sentence in story_sentences(words, review, story_of_record(review, game)))
    yield from (f"  {sentence}" for sentence in words.summary(review))
    told = set[str]()  # ideas with a span are told once
    for move, board in review.on_boards():
        if move.facts:
            dots = "." if board.turn == RED else "..."
            text, grade = words.line(board, [move.move]), words.grade(move)
            yield f"  {board.fullmove_number}{dots} {text}  {grade} ({move.loss:.0%})"
            sentences = [words.sentence(fact, board, move.move) for fact in move.facts]
            yield from (f"     {sentence}" for sentence in sentences if sentence not in told)
            told |= {
                text for text, fact in zip(sentences, move.facts, strict=True) if fact.kind is FactKind.AGAIN
            }

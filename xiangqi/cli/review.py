"""Review games: every move judged by the engine, every fault explained with a proof."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from xiangqi.board import Board
from xiangqi.cli import DONE, FAULTS
from xiangqi.cli.parts.common import UsageError, number_within, print_json
from xiangqi.coach.facts import Fact
from xiangqi.coach.grades import GLYPHS
from xiangqi.coach.judge import NODES, review_game
from xiangqi.coach.reviewing import GameReview, MoveReview
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import RED, square_name
from xiangqi.errors import RecordError
from xiangqi.i18n.catalogue import LANGUAGES
from xiangqi.notation import Style
from xiangqi.records.files import read_games
from xiangqi.records.text.pgn_writer import format_game
from xiangqi.records.tree import Game, GameNode

_CHINESE = {"zh-Hans": Style.CHINESE, "zh-Hant": Style.CHINESE_TRADITIONAL}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a record of any format; every game in it is reviewed")
    parser.add_argument(
        "--nodes",
        type=number_within(100, 1_000_000_000),
        default=NODES,
        help=f"searched at each position, default {NODES}; the same number gives the same review",
    )
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of the sentences (default: en)")
    parser.add_argument("--notation", choices=[style.value for style in Style], help="of the moves in them")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one object a game")
    form.add_argument("--pgn", action="store_true", help="the games with sentences as comments")


def run(args: argparse.Namespace) -> int:
    """Review every game; 1 when a game has faults in its record.

    Raises:
        UsageError: the file cannot be read.
    """
    words = _wording(args.language, args.notation)
    code = DONE
    for number, game in enumerate(_games(args.file), 1):
        for fault in game.errors:
            code = FAULTS
            print(f"{args.file}, game {number}: {fault}", file=sys.stderr)
        review = review_game(game.start_fen, game.main_line(), args.nodes, _Progress(args.file, number))
        if args.json:
            print_json(_as_object(args.file, number, game, review, words))
        elif args.pgn:
            _annotate(game, review, words)
            sys.stdout.write(format_game(game, words.style))
        else:
            print("\n".join(_as_text(number, game, review, words)), flush=True)
    return code


def _wording(language: str, notation: str | None) -> Wording:
    style = Style(notation) if notation else _CHINESE.get(language, Style.ICCS)
    return Wording(language, style)


def _games(file: str) -> Iterator[Game]:
    try:
        yield from read_games(file)
    except RecordError as error:
        raise UsageError(str(error)) from None


class _Progress:
    """Says on stderr how far the judging of a game is, where that is a terminal."""

    def __init__(self, file: str, number: int) -> None:
        self._name = f"{file}, game {number}"

    def __call__(self, left: int) -> None:
        if sys.stderr.isatty():
            end = "\r" if left > 1 else "\n"
            print(f"{self._name}: {left} positions left   ", end=end, file=sys.stderr, flush=True)


def _as_object(file: str, number: int, game: Game, review: GameReview, words: Wording) -> dict[str, object]:
    """A reviewed game; the names are a contract with those who read them."""
    board = Board(review.start_fen)
    moves = []
    for move in review.moves:
        moves.append(_move_object(move, board, words))
        board.push_unchecked(move.move)
    return {
        "file": file,
        "index": number - 1,
        "headers": dict(game.headers),
        "start_fen": review.start_fen,
        "moves": moves,
        "summary": words.summary(review),
    }


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
    """Put glyphs and sentences into a game's main line, after the comments that are there."""
    board = Board(review.start_fen)
    nodes: list[GameNode] = list(game.root.line())
    for node, move in zip(nodes, review.moves, strict=True):
        if move.grade in GLYPHS:
            node.nags = (*(nag for nag in node.nags if nag not in range(1, 7)), GLYPHS[move.grade])
        node.add_comment(_joined([words.sentence(fact, board, move.move) for fact in move.facts], words))
        board.push_unchecked(move.move)
    game.root.add_comment(_joined(words.summary(review), words))


def _joined(sentences: list[str], words: Wording) -> str:
    return ("" if words.language.startswith("zh") else " ").join(sentences)


def _as_text(number: int, game: Game, review: GameReview, words: Wording) -> Iterator[str]:
    """A reviewed game for a reader: its summary, and the moves there is something to say about."""
    players = " – ".join(game.headers.get(side, "?") for side in ("Red", "Black"))
    yield f"{number}. {players}"
    yield from (f"  {sentence}" for sentence in words.summary(review))
    board = Board(review.start_fen)
    for move in review.moves:
        if move.facts:
            dots = "." if board.turn == RED else "..."
            text, grade = words.line(board, [move.move]), words.grade(move)
            yield f"  {board.fullmove_number}{dots} {text}  {grade} ({move.loss:.0%})"
            yield from (f"     {words.sentence(fact, board, move.move)}" for fact in move.facts)
        board.push_unchecked(move.move)

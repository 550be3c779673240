"""A table for judging the coach: random sentences beside their boards, for readers who did not write them.

    python -m tools.read_coach --games games.jsonl masters.pgn --sentences 75 --seed 7 --to reading.tsv

Each row has a sentence in English and in Chinese, its position and move, what it cost, the better line, the
proof or the move played next, and four empty columns for the judgement: true, not misleading, useful, natural.
Two readers who are given the same table can be compared. The stories of the games follow at the end.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tools.check_coach import games_in
from xiangqi.coach.judge import review_game
from xiangqi.coach.notes import GameReview
from xiangqi.coach.second_look import NODES
from xiangqi.coach.story import story_of
from xiangqi.coach.story_words import story_sentences
from xiangqi.coach.wording import Wording
from xiangqi.line import Moves
from xiangqi.notation import Style

ENGLISH: Final = ("en", Style.ICCS)
CHINESE: Final = ("zh-Hans", Style.CHINESE)
_SHOWN: Final = 8  # plies of a line
HEAD: Final = (
    "game", "ply", "position", "move", "cost", "fact", "english", "chinese", "better", "answer",
    "true", "not misleading", "useful", "natural",
)  # fmt: skip
"""The columns of the table."""

Row = tuple[str, ...]


def main() -> int:
    """Write the table to the file that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", required=True, help="record files, or what check_coach has made")
    parser.add_argument("--sentences", type=int, default=75, help="how many are drawn (%(default)s)")
    parser.add_argument("--nodes", type=int, default=NODES, help="of the engine that judges, a position")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument("--to", type=Path, required=True, help="where to write the table")
    args = parser.parse_args()
    rows, stories = list[Row](), list[Row]()
    for name, start_fen, moves in games_in(args.games):
        review = review_game(start_fen, moves, args.nodes)
        rows += sentences(name, review)
        stories += story(name, review)
        print(f"{name}: {len(rows)} sentences so far", file=sys.stderr, flush=True)
    write(args.to, [*drawn(rows, args.sentences, args.seed), *stories])
    return 0


def sentences(name: str, review: GameReview) -> Iterator[Row]:
    """Yield a row for each sentence about a marked move."""
    english, chinese = Wording(*ENGLISH), Wording(*CHINESE)
    for move, board in review.on_boards():
        following = review.line.moves[move.ply : move.ply + 1]
        for fact in move.facts if move.loss > 0.05 else ():
            said = (english.sentence(fact, board, move.move), chinese.sentence(fact, board, move.move))
            cost, kind = f"{move.loss:.0%}", f"{fact.kind.value}.{fact.start.value}"
            lines = (_text(move.best), _text(fact.proof) if fact.start.value == "after" else _text(following))
            yield (name, str(move.ply), board.fen(), str(move.move), cost, kind, *said, *lines)


def story(name: str, review: GameReview) -> Iterator[Row]:
    """Yield a row with a game's story, if it has one."""
    passages = story_of(review)
    if passages:
        told = [" ".join(story_sentences(Wording(*words), review, passages)) for words in (ENGLISH, CHINESE)]
        yield (name, "", "", "", "", "story", *told, "", "")


def _text(line: Moves) -> str:
    return " ".join(map(str, line[:_SHOWN]))


def drawn(rows: Sequence[Row], count: int, seed: int) -> list[Row]:
    """Return `count` random rows, always the same for a seed, in the order of the games."""
    chosen = random.Random(seed).sample(range(len(rows)), min(count, len(rows)))
    return [rows[index] for index in sorted(chosen)]


def write(path: Path, rows: Sequence[Row]) -> None:
    """Write the table with empty columns for the judgement."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, delimiter="\t")
        writer.writerow(HEAD)
        writer.writerows((*row, *[""] * (len(HEAD) - len(row))) for row in rows)


if __name__ == "__main__":
    sys.exit(main())

"""Sheets for two readers of the coach, from unseen games that are drawn by a seed.

    python -m tools.read_sheets --seed 7 --to FOLDER

FOLDER gets `reader1.md` and `reader2.md`, each with sentences of its own, half in English and half in Chinese,
half about games of masters and half about games between levels 1 to 6, and `stories.md` with stories of these
games. Beside each sentence stand the board, what else is said about the move, and what a search of a million
nodes finds before and after it; below it is room for the judgement. 20 games of masters and 8 others take eight
minutes of processor time.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tools.check_coach import new_engine, play_game
from xiangqi.board import START_FEN, Board, Move
from xiangqi.coach.judge import EngineJudge
from xiangqi.coach.notes import GameReview, MoveReview
from xiangqi.coach.opening_facts import OpeningTeller
from xiangqi.coach.reviewing import Reviewer
from xiangqi.coach.second_look import FAR
from xiangqi.coach.story import story_of
from xiangqi.coach.story_words import story_sentences
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import FILES, RANKS, RED
from xiangqi.i18n.languages import language_named
from xiangqi.library.coding import STANDARD, Coder
from xiangqi.library.masters_asset import load_masters
from xiangqi.line import Line, Moves
from xiangqi.notation import Style, format_move
from xiangqi.records.rules import rules_of_record, went_on_after_repeating
from xiangqi.records.tree import RESULTS
from xiangqi.referee import outcome

MASTERS: Final = "masters"
WEAK: Final = "levels 1 to 6"
KINDS: Final = (MASTERS, WEAK)
"""The kinds of games, each half of a sheet."""

LANGUAGES: Final = (("English", "en", Style.ICCS), ("Chinese", "zh-Hans", Style.CHINESE))
READERS: Final = 2
_HIGHEST: Final = 6
_PLIES: Final = (50, 140)  # the length of games of masters
_SHOWN: Final = 8  # plies of a line
_SPARE: Final = 4  # sentences of a game beyond its share, since some games have few
_MARK: Final = 0.05
_COSTLY: Final = 0.10


@dataclass(frozen=True)
class Played:
    """A game to be reviewed for the sheets."""

    name: str
    kind: str  # one of KINDS
    moves: tuple[int, ...]
    result: str
    most: int  # sentences that are drawn from it, by `seed`
    seed: int = 0


@dataclass(frozen=True)
class Item:
    """A sentence of a sheet."""

    game: str
    kind: str  # one of KINDS
    ply: int
    costs: float
    scene: str  # the board, the moves and the searches, as Markdown
    said: tuple[str, str]  # the sentence in the two languages
    beside: tuple[str, str]  # what else is said about the move, in the two languages


@dataclass
class Reading:
    """The sentences and stories that one review contributes to the sheets."""

    items: list[Item] = field(default_factory=list)
    stories: list[str] = field(default_factory=list)  # as Markdown, at most one of a game


def main() -> int:
    """Write the readers' sheets and the stories into a folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True, help="of the games and of the draw")
    parser.add_argument("--masters", type=int, default=20, help="games of masters (%(default)s)")
    parser.add_argument("--weak", type=int, default=8, help="games between levels 1 to 6 (%(default)s)")
    parser.add_argument("--sentences", type=int, default=150, help="for each reader (%(default)s)")
    parser.add_argument("--stories", type=int, default=10, help="(%(default)s)")
    parser.add_argument("--processes", type=int, default=2, help="(%(default)s)")
    parser.add_argument("--to", type=Path, required=True, help="a folder, made if missing")
    args = parser.parse_args()
    args.to.mkdir(parents=True, exist_ok=True)  # a wrong place is told before the work, not after it
    wanted = READERS * args.sentences // len(KINDS)
    games = [
        *masters_games(args.masters, args.seed, -(-wanted // max(1, args.masters)) + _SPARE),
        *weak_games(args.weak, args.seed, -(-wanted // max(1, args.weak)) + _SPARE),
    ]
    with ProcessPoolExecutor(args.processes) as workers:
        read = list(workers.map(reading_of, games))
    items = [item for one in read for item in one.items]
    stories = [text for one in read for text in one.stories]
    chance = random.Random(args.seed)
    for number, sheet in enumerate(shared_out(items, args.sentences, chance), 1):
        (args.to / f"reader{number}.md").write_text(as_sheet(sheet, chance), encoding="utf-8")
        print(f"reader {number}: {len(sheet)} sentences of {len(items)}", file=sys.stderr)
    told = chance.sample(stories, min(args.stories, len(stories)))
    (args.to / "stories.md").write_text("\n\n".join(told) + "\n", encoding="utf-8")
    return 0


def masters_games(count: int, seed: int, most: int) -> Iterator[Played]:
    """Yield random games of masters, neither short nor long, with at most `most` sentences each."""
    masters, coder, chance = load_masters(), Coder(), random.Random(seed)
    games, found = list(masters.games()), 0
    while found < count:
        game = chance.choice(games)
        moves = tuple(map(int, coder.decode(STANDARD, game.codes)))
        if _PLIES[0] <= len(moves) <= _PLIES[1]:
            found += 1
            yield Played(f"M{found}", MASTERS, moves, RESULTS[game.result], most, seed + found)


def weak_games(count: int, seed: int, most: int) -> Iterator[Played]:
    """Play and yield games between levels at most two apart, with at most `most` sentences each."""
    chance = random.Random(seed)
    engines = {level: new_engine(level) for level in range(1, _HIGHEST + 1)}
    for number in range(1, count + 1):
        red = (number - 1) % _HIGHEST + 1
        black = min(_HIGHEST, max(1, red + chance.randint(-2, 2)))
        moves = play_game(engines[red], engines[black], chance, random_moves=0)
        ended = outcome(Line(START_FEN, tuple(moves)).board())
        winner = None if ended is None else ended.winner
        result = "*" if ended is None else "1/2-1/2" if winner is None else "1-0" if winner == RED else "0-1"
        name = f"L{number} (level {red} against {black})"
        yield Played(name, WEAK, tuple(map(int, moves)), result, most, seed + number)


def reading_of(game: Played) -> Reading:
    """Review a game, and return random sentences about its marked moves, and its story if it has one."""
    line = Line(START_FEN, tuple(map(Move, game.moves)))
    rules, judge = rules_of_record({}, game.result, line), EngineJudge()
    judge.begin(None if went_on_after_repeating(line, rules) else rules)
    reviewer = Reviewer(judge, openings=OpeningTeller(), rules=rules, again=judge.again, look=judge.glance)
    review = reviewer.review(line)
    found = Reading()
    told = [(move.ply, index) for move in review.moves if move.loss > _MARK for index in range(len(move.facts))]
    drawn = set(random.Random(game.seed).sample(told, min(game.most, len(told))))
    for move, board in review.on_boards():
        indices = [index for index in range(len(move.facts)) if (move.ply, index) in drawn]
        if indices:
            scene = scene_of(review, move, board.copy(), judge)
            found.items += items_of(game, move, board, indices, scene)
    passages = story_of(review, game.result)
    if passages:
        found.stories.append(as_story(game, review))
    return found


def items_of(
    game: Played, move: MoveReview, board: Board, indices: Iterable[int], scene: str
) -> Iterator[Item]:
    """Yield the sentences about a marked move with the given indices."""
    english, chinese = (
        [Wording(code, style).sentence(fact, board, move.move) for fact in move.facts]
        for _, code, style in LANGUAGES
    )
    for index in indices:
        said = (english[index], chinese[index])
        beside = (_without(english, index), _without(chinese, index))
        yield Item(game.name, game.kind, move.ply, move.loss, scene, said, beside)


def _without(texts: Sequence[str], index: int) -> str:
    return " ".join((*texts[:index], *texts[index + 1 :]))


def scene_of(review: GameReview, move: MoveReview, board: Board, judge: EngineJudge) -> str:
    """Return the board before a move and what a deep search finds before and after it, as Markdown."""
    line, moves = review.line, review.line.moves
    before, after = judge.again(line.upto(move.ply - 1), FAR), judge.again(line.upto(move.ply), FAR)
    side = "Red" if move.side == RED else "Black"
    number, played = line.round_at(move.ply - 1), format_move(board, move.move, Style.CHINESE)
    return "\n".join(
        (
            f"Round {number}, {side} played **{move.move}** ({played}); the coach: cost {move.loss:.0%}",
            "```",
            diagram(board),
            "```",
            f"- `{board.fen()}`",
            f"- moves before: {_text(moves[max(0, move.ply - 5) : move.ply - 1])}",
            f"- the game went on: {_text(moves[move.ply :])}",
            f"- 1 M nodes before: {side} {before.chance:.0%}, {_text(before.line)}",
            f"- 1 M nodes after: {side} {1 - after.chance:.0%}, {_text(after.line)}",
        )
    )


def diagram(board: Board) -> str:
    """Return a board as ten lines of letters beside the ranks, and a line of the files; Red has capitals."""
    rows = board.fen().split()[0].split("/")
    lines = []
    for rank, row in zip(range(RANKS - 1, -1, -1), rows, strict=True):
        points = "".join("." * int(letter) if letter.isdigit() else letter for letter in row)
        lines.append(f"{rank} {' '.join(points)}")
    return "\n".join((*lines, "  " + " ".join("abcdefghi"[:FILES])))


def as_story(game: Played, review: GameReview) -> str:
    """Return a game's story in both languages, with the moves and the curve beside it, as Markdown."""
    passages = story_of(review, game.result)
    told = [
        language_named(code).space.join(story_sentences(Wording(code, style), review, passages))
        for _, code, style in LANGUAGES
    ]
    red = [move.before if move.side == RED else 1 - move.before for move in review.moves]
    curve = " ".join(f"{index // 2 + 1}:{chance:.0%}" for index, chance in enumerate(red) if index % 4 == 0)
    marks = [move for move in review.moves if move.loss >= _COSTLY]
    costly = " ".join(f"{review.line.round_at(move.ply - 1)}.{move.move} ({move.loss:.0%})" for move in marks)
    return "\n".join(
        (
            f"## {game.name}, {game.kind}, {len(review.moves)} plies, result {game.result}\n",
            *(f"{text}\n" for text in told),
            f"- Red's chance by round: {curve}",
            f"- moves that cost 10 % or more: {costly or 'none'}",
            f"- moves: {' '.join(map(str, review.line.moves))}",
            f"- the end:\n```\n{diagram(review.line.board())}\n```",
            "- a trainer could have said it (yes / no, why):",
        )
    )


def shared_out(items: Sequence[Item], count: int, chance: random.Random) -> list[list[Item]]:
    """Return a sheet for each reader: different sentences, half from each kind of game if there are enough."""
    sheets: list[list[Item]] = [[] for _ in range(READERS)]
    for kind in KINDS:
        own = [item for item in items if item.kind == kind]
        drawn = chance.sample(own, min(len(own), READERS * (count // len(KINDS))))
        for reader, sheet in enumerate(sheets):
            sheet += drawn[reader::READERS]
    return sheets


def as_sheet(items: Sequence[Item], chance: random.Random) -> str:
    """Return a reader's sheet as Markdown: sentences by game and ply, a random half of them in Chinese."""
    order = [index % len(LANGUAGES) for index in range(len(items))]
    chance.shuffle(order)
    texts = [
        "Judge each sentence: true / not misleading / useful / natural (y or n, with a word why not). "
        "For moves that cost 10 % or more: do all sentences together give a true reason to the point?"
    ]
    numbered = sorted(zip(items, order, strict=True), key=lambda one: (one[0].kind, one[0].game, one[0].ply))
    for number, (item, which) in enumerate(numbered, 1):
        texts.append(
            f"## {number}. {item.game}, {item.kind}\n\n{item.scene}\n\n"
            f"**{LANGUAGES[which][0]}:** {item.said[which]}\n\n(beside it: {item.beside[which] or '-'})\n\n"
            f"true: &nbsp; not misleading: &nbsp; useful: &nbsp; natural:"
            + (" &nbsp; costly, explained by all:" if item.costs >= _COSTLY else "")
        )
    return "\n\n".join(texts) + "\n"


def _text(line: Moves) -> str:
    return " ".join(map(str, line[:_SHOWN]))


if __name__ == "__main__":
    sys.exit(main())

"""A resumable sequential test of a change to the search.

    python -m tools.strength.sprt FOLDER NAME --first PLAYER [--second PLAYER] [--elo ELO0 ELO1] …
    python -m tools.strength.sprt FOLDER

PLAYER is described in tools/strength/players.py, for instance ``null_move_base=5,-singular``. Every opening
is played with both colours, and the test ends when one of two differences in Elo is accepted at risks of 5%,
or after --games. At equal time, the default, the side whose nodes cost more processor time is given fewer of
them. Without NAME the verdicts of all tests in the folder are shown.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.exits import exit_code
from tools.strength.games import PairOrder, openings, play_order
from tools.strength.log import Log, Question
from tools.strength.players import Description, ThisEngine, read_description
from xiangqi.cli.parts.workers import TOOLS, add_cluster, workers_for
from xiangqi.jobs.work import in_order, run_chunks
from xiangqi.jobs.workers import Workers
from xiangqi.match.sprt import Sprt, SprtState
from xiangqi.match.statistics import estimate


def report(log: Log, name: str, test: Sprt) -> str:
    """Return a test in one line: results, Elo with its 95% interval, log likelihood ratio, speed, verdict."""
    tally = log.tally(name)
    found = estimate(tally)
    losses, draws, wins = tally.results
    low, high = test.bounds
    first, second = log.speeds(name)
    return (
        f"{name}: {tally.games} games +{wins} ={draws} -{losses} {tally.pairs}, "
        f"Elo {found.elo:+.0f} [{found.low:+.0f}, {found.high:+.0f}], "
        f"LLR {test.ratio(tally.pairs):.2f} [{low:.2f}, {high:.2f}] of {test.elo0:g} and {test.elo1:g}, "
        f"speed {first / second:.2f}, {test.verdict(tally.pairs).value}"
    )


def run(log: Log, question: Question, test: Sprt, games: int, workers: Workers) -> None:
    """Play until the test has decided or this many games have been played.

    Raises:
        XiangqiError: a player's text is invalid, the test was begun with other settings, or the cluster is
            gone.
    """
    log.check(question)
    for text in (question.first, question.second):
        read_description(text)
    missing = max(0, games - log.tally(question.name).games + 1) // 2
    orders = itertools.islice(_orders(log, question), missing)
    for back in in_order(run_chunks(workers, play_order, orders)):
        if test.verdict(log.tally(question.name).pairs) is not SprtState.OPEN:
            break
        if back.error is not None:
            print(f"a pair could not be played: {back.error}", file=sys.stderr, flush=True)
            continue
        log.add(question, back.value())
        print(report(log, question.name, test), flush=True)


def _orders(log: Log, question: Question) -> Iterator[PairOrder]:
    """Yield pairs of games endlessly, with nodes that are fair according to the speeds measured so far."""
    chance = random.Random(f"{question.name} {len(log.used)}")
    for opening in openings(ThisEngine(Description()), chance, log.used):
        speeds = log.speeds(question.name) if question.equal == "time" else (1.0, 1.0)
        nodes = (round(question.nodes * speeds[0] / speeds[1]), question.nodes)
        yield PairOrder((question.first, question.second), tuple(opening), nodes)


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("name", nargs="?", help="of the test")
    parser.add_argument("--first", default="", metavar="PLAYER", help="the change")
    parser.add_argument("--second", default="", metavar="PLAYER", help="what it is held against (this engine)")
    parser.add_argument("--elo", nargs=2, type=float, default=(0.0, 10.0), metavar=("ELO0", "ELO1"))
    parser.add_argument("--nodes", type=int, default=50_000, help="a move of the second player (%(default)s)")
    parser.add_argument("--equal", choices=("time", "nodes"), default="time", help="(%(default)s)")
    parser.add_argument("--processes", type=int, default=1, help="pairs at a time (%(default)s)")
    add_cluster(parser)
    parser.add_argument("--games", type=int, default=20_000, help="at most (%(default)s)")
    args = parser.parse_args(arguments)

    def work() -> None:
        log, test = Log(args.folder), Sprt(*args.elo)
        if args.name is None:
            for name in log.names():
                print(report(log, name, test))
        else:
            question = Question(args.name, args.first, args.second, args.nodes, args.equal)
            alike = args.equal == "time"
            with workers_for(args, args.processes, TOOLS, alike) as workers:
                run(log, question, test, args.games, workers)

    return exit_code("sprt", work)


if __name__ == "__main__":
    sys.exit(main())

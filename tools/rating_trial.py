"""Try the rating: players of known strength, their ratings, and the opponents that the program offers them.

    nice -n 19 python -m tools.rating_trial --log games.jsonl --games 800
    python -m tools.rating_trial --log games.jsonl --fit
    python -m tools.rating_trial --log games.jsonl --players 200

Games are real ones: levels of the engine at their settings, mixed if a rating lies between two, with random
variations of form. For a simulated player's game against an opponent, the logged game with the ratings
nearest to both is used, each only once. `--fit` prints exercises.figures, from the games with even numbers;
the players of the trial play those with odd numbers, which the fit has not seen.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.rating.fitting import as_source, fitted
from tools.rating.rating_log import RatingLog
from tools.rating.trial import report
from xiangqi.cli.parts.workers import TOOLS, add_cluster, workers_for


def main() -> int:
    """Play games, fit the figures, or run the trial."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--log", type=Path, required=True, help="a line for every game")
    parser.add_argument("--games", type=int, default=0, help="games to play, in all")
    parser.add_argument("--processes", type=int, default=1)
    add_cluster(parser)
    parser.add_argument("--fit", action="store_true", help="print exercises.figures")
    parser.add_argument("--players", type=int, default=0, help="of the trial")
    parser.add_argument("--seed", type=int, default=1, help="of the trial")
    args = parser.parse_args()
    log = RatingLog(args.log)
    with workers_for(args, args.processes, TOOLS) as workers:
        log.play(args.games, workers)
        log.weigh(workers)
    sides = log.sides()
    if args.fit:
        print(as_source(*fitted(side for side in sides if side.number % 2 == 0)))
    if args.players:
        print(report(args.players, [side for side in sides if side.number % 2], args.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())

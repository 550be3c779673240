"""Try the rating: players of known strength, what it says of them, and whom it lets them play.

    nice -n 19 python -m tools.rating_trial --log games.jsonl --games 800
    python -m tools.rating_trial --log games.jsonl --fit
    python -m tools.rating_trial --log games.jsonl --players 200

Games are real ones: levels of the engine at their settings, mixed where a rating lies between two, each on a
better or a worse day. A simulated player of some rating who is to meet an opponent of another is given the game
of the log whose ratings are nearest to both, none twice. `--fit` finds the figures of exercises.rating from the
games with even numbers; the players of the trial play those with odd numbers, which the fit has not seen.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tools.rating.fitting import as_source, fitted
from tools.rating.games import RatedGame, play_rated, sides_of
from tools.rating.trial import report
from xiangqi.cli.parts.where import TOOLS, HeadwayLine, add_cluster, workers_for
from xiangqi.jobs.work import run_chunks
from xiangqi.jobs.workers import Workers


def main() -> int:
    """Play games, fit the figures, or try them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--log", type=Path, required=True, help="a line for every game")
    parser.add_argument("--games", type=int, default=0, help="games to play, in all")
    parser.add_argument("--processes", type=int, default=1)
    add_cluster(parser)
    parser.add_argument("--fit", action="store_true", help="print the figures of exercises.rating")
    parser.add_argument("--players", type=int, default=0, help="of the trial")
    parser.add_argument("--seed", type=int, default=1, help="of the trial")
    args = parser.parse_args()
    with workers_for(args.cluster, args.processes, TOOLS) as workers:
        play_missing(args.log, args.games, workers)
    sides = [side for game in read_games(args.log).values() for side in game]
    if args.fit:
        print(as_source(fitted(side for side in sides if side.number % 2 == 0)))
    if args.players:
        print(report(args.players, [side for side in sides if side.number % 2], args.seed))
    return 0


def play_missing(log: Path, games: int, workers: Workers) -> None:
    """Play the games that the log does not have yet."""
    done = read_games(log)
    missing = [seed for seed in range(1, games + 1) if seed not in done]
    with log.open("a", encoding="utf-8") as stream:
        for back in run_chunks(workers, play_rated, missing, HeadwayLine(log.name), len(missing)):
            stream.write(json.dumps({"game": back.chunk} | back.value()) + "\n")
            stream.flush()


def read_games(log: Path) -> dict[int, tuple[RatedGame, RatedGame]]:
    """The games of a log as both players see them; a line that was cut off is left out."""
    games = {}
    for line in log.read_text(encoding="utf-8").splitlines() if log.exists() else ():
        try:
            values = json.loads(line)
        except ValueError:
            continue
        games[int(values["game"])] = sides_of(int(values["game"]), values)
    return games


if __name__ == "__main__":
    sys.exit(main())

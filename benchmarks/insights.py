"""Whether planted weaknesses are found, and nothing is found where none was planted.

    python -m benchmarks.insights planted.jsonl --minutes 40

lets players of medium strength play 30 games each against the levels beside theirs: in every round one with
each weakness of `tools.insights.games`, and as many without any. The games are counted and kept in the log; a
run goes on from there. At the end it prints what is claimed of every player whose games are complete.
"""

from __future__ import annotations

import argparse
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

from tools.insights.games import WEAKNESSES, Simulated, Table
from tools.insights.log import GameLog
from xiangqi.core.constants import BLACK, RED

GAMES = 30


def players(rounds: range) -> Iterator[tuple[str, Simulated]]:
    """Yield the players of some rounds with their names."""
    for number in rounds:
        level = 5 + number % 2
        for weakness in WEAKNESSES:
            yield f"{weakness}-{number}", Simulated(level, weakness)
            yield f"none-{number}-{weakness}", Simulated(level)


def play(log: GameLog, rounds: range, seconds: float) -> None:
    """Play the games that the log lacks, until the time is up."""
    until, table = time.monotonic() + seconds, Table()
    for name, player in players(rounds):
        for game in range(GAMES):
            if (name, game) in log:
                continue
            if time.monotonic() > until:
                return
            side = RED if game % 2 else BLACK
            other = Simulated(player.level + (1 if game // 2 % 2 else -1))
            sides = {side: player, side ^ (RED | BLACK): other}
            log.add(name, game, table.counted(sides, zlib.crc32(f"{name} {game}".encode()), side))


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("log", type=Path)
    parser.add_argument(
        "--rounds", type=int, default=4, help="of five players with and five without (%(default)s)"
    )
    parser.add_argument("--first", type=int, default=0, help="the first round (%(default)s)")
    parser.add_argument("--minutes", type=float, default=40, help="of playing; 0 only prints (%(default)s)")
    arguments = parser.parse_args()
    log = GameLog(arguments.log)
    play(log, range(arguments.first, arguments.first + arguments.rounds), 60 * arguments.minutes)


if __name__ == "__main__":
    main()

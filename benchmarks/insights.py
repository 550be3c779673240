"""Whether planted weaknesses are found, and nothing is found where none was planted.

    python -m benchmarks.insights planted.jsonl --minutes 40

Players of medium strength play 30 games each against the levels next to theirs. Every round has one player with
each weakness of `tools.insights.games`, and as many players without any. The counted games are kept in the log,
from which a run is resumed. At the end, the claims about every player with a complete set of games are printed.
"""

from __future__ import annotations

import argparse
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tools.insights.games import (
    CANNONS,
    ENDINGS,
    FAMILY,
    FORKS,
    HASTE,
    OPENINGS,
    WEAKNESSES,
    Simulated,
    Table,
)
from tools.insights.log import GameLog
from xiangqi.core.constants import BLACK, RED
from xiangqi.insights.claims import claims
from xiangqi.insights.rates import shipped_rates

GAMES = 30

SHOWN = {
    CANNONS: "cannon.far",
    FORKS: "fork.horse",
    ENDINGS: "phase.endgame",
    HASTE: "clock.hurry",
    OPENINGS: f"opening.{FAMILY}",
}
"""The dimension in which each weakness should show."""


def players(rounds: range) -> Iterator[tuple[str, Simulated]]:
    """Yield the names and players of some rounds."""
    for number in rounds:
        level = 6 + number % 2
        for weakness in WEAKNESSES:
            yield f"{weakness}-{number}", Simulated(level, weakness)
            yield f"none-{number}-{weakness}", Simulated(level)


def play(log: GameLog, rounds: range, seconds: float) -> None:
    """Play the games missing from the log until the time is up."""
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


def report(log: GameLog, rounds: range) -> Iterator[str]:
    """Yield the claims about the players with a complete set of games, and how many of them are right."""
    counts = Counter[str]()
    for name, player in players(rounds):
        games = log.games(name)
        if len(games) < GAMES:
            continue
        said = claims([move for moves in games for move in moves], shipped_rates()).claims
        keys = [claim.dimension.key for claim in said]
        kind = player.weakness or "none"
        counts[kind] += 1
        if player.weakness:
            counts[f"{kind} first"] += keys[:1] == [SHOWN[kind]]
            counts[f"{kind} claimed"] += SHOWN[kind] in keys
        else:
            counts["false"] += len(keys)
        told = ", ".join(f"{one.dimension.key} {one.effect:.1f} ({one.low:.1f}-{one.high:.1f})" for one in said)
        yield f"{name:16} {told or '-'}"
    for kind in WEAKNESSES:
        found = f"{counts[f'{kind} first']} first, {counts[f'{kind} claimed']} claimed"
        yield f"{kind:16} {counts[kind]} players: {found}"
    planted, first = (sum(counts[f"{kind}{what}"] for kind in WEAKNESSES) for what in ("", " first"))
    yield f"planted          {first} of {planted} are the first claim"
    yield f"none             {counts['false']} false claims of {counts['none']} players"


def main() -> None:
    """Play the games, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("log", type=Path)
    parser.add_argument(
        "--rounds", type=int, default=4, help="of five players with and five without (%(default)s)"
    )
    parser.add_argument("--first", type=int, default=0, help="the first round (%(default)s)")
    parser.add_argument("--minutes", type=float, default=40, help="of playing; 0 only prints (%(default)s)")
    arguments = parser.parse_args()
    log = GameLog(arguments.log)
    rounds = range(arguments.first, arguments.first + arguments.rounds)
    play(log, rounds, 60 * arguments.minutes)
    for line in report(log, rounds):
        print(line)


if __name__ == "__main__":
    main()

"""Create the table of rates by level, with which players are compared: ``python -m tools.insights.rates LOG``.

Every level plays the one above it. All moves are counted and kept in the log, from which a run is resumed.
"""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from tools.insights.games import Simulated, Table
from tools.insights.log import GameLog
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.levels import LEVELS
from xiangqi.insights.claims import claims
from xiangqi.insights.moves import CountedMove
from xiangqi.insights.rates import ASSET, Rates, level_rates

PLAYER_GAMES: Final = 30

LEAST_GAMES: Final = 10
"""A level with fewer is left out of the table."""

Games = tuple[CountedMove, ...]

_ASSETS: Final = Path(__file__).parents[2] / "assets"


def play(log: GameLog, levels: range, games: int) -> None:
    """Play the games missing from the log: this many of each level against the next."""
    table = Table()
    for game in range(games):
        for level in levels:
            sides = {RED: level + game % 2, BLACK: level + 1 - game % 2}
            names = {side: f"level {number}" for side, number in sides.items()}
            number = 1000 * level + game
            if all((name, number) in log for name in names.values()):
                continue
            seed = zlib.crc32(f"rates {level} {game}".encode())
            counted = table.counted({side: Simulated(each) for side, each in sides.items()}, seed, *sides)
            for side, name in names.items():
                log.add(name, number, tuple(move for move in counted if move.side == side))


def checked(played: Mapping[int, Sequence[Games]]) -> Iterator[str]:
    """Yield a line for each thirty games of a level, with the claims made about them, and a summary.

    They are judged by a table of all other games. There should be no claims, since the levels have no weakness.
    """
    players = false = 0
    for level, games in played.items():
        for first in range(0, len(games) - PLAYER_GAMES + 1, PLAYER_GAMES):
            mine, others = games[first : first + PLAYER_GAMES], [*games[:first], *games[first + PLAYER_GAMES :]]
            rest = {other: others if other == level else all_games for other, all_games in played.items()}
            rates = Rates({other: level_rates(kept) for other, kept in rest.items()})
            said = claims((move for game in mine for move in game), rates).claims
            players, false = players + 1, false + len(said)
            yield f"level {level:2}, from game {first}: {', '.join(one.dimension.key for one in said) or '-'}"
    yield f"{false} false claims of {players} players without a weakness"


def main() -> None:
    """Play the games, and write the table or, with `--check`, print the claims about the levels."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("log", type=Path)
    parser.add_argument("--levels", type=int, nargs=2, default=(1, 14), metavar=("LOWEST", "HIGHEST"))
    parser.add_argument("--games", type=int, default=40, help="of each level against the next (%(default)s)")
    parser.add_argument("--check", action="store_true", help="make no table; say what is claimed of the levels")
    arguments = parser.parse_args()
    low, high = arguments.levels
    log = GameLog(arguments.log)
    play(log, range(low, high + 1), arguments.games)
    found = {level: log.games(f"level {level}") for level in LEVELS}
    played = {level: games for level, games in found.items() if len(games) >= LEAST_GAMES}
    if arguments.check:
        for line in checked(played):
            print(line)
        return
    rates = Rates({level: level_rates(games) for level, games in played.items()})
    (_ASSETS / ASSET).write_text(rates.to_json(), encoding="utf-8")
    for level, row in rates.levels.items():
        print(f"level {level:2}: {row.games:3} games, {row.loss:.4f} lost by move")


if __name__ == "__main__":
    main()

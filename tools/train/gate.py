"""A match between two evaluations in one process: is a new network an advance?

    python -m tools.train.gate NETWORK [OTHER] [--games N] [--nodes N] [--equal time|nodes] [--sprt ELO0 ELO1]

NETWORK and OTHER are files, or `handcrafted` (as OTHER is if not given). Each opening is played twice, with
colours changed. At equal time the side whose nodes cost more processor time is given fewer of them, by what
was measured so far, so that neither the load of the machine nor the length of a timer's tick decides. With
--sprt the match ends as soon as one of two differences is accepted at risks of 5 %.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

from tools.train.selfplay import Player, Settings, find_opening, play_game
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.layout import NODES
from xiangqi.engine.common.techniques import ALL_TECHNIQUES
from xiangqi.engine.evaluation.network import Network, load_network
from xiangqi.errors import XiangqiError
from xiangqi.match.sprt import Sprt, Verdict
from xiangqi.match.statistics import Estimate, Tally, estimate

HANDCRAFTED: Final = "handcrafted"


class TimedPlayer(Player):
    """A player that knows what its nodes cost."""

    def __init__(self, nodes: int, network: Network | None, techniques: int = ALL_TECHNIQUES) -> None:
        """Set up as a Player."""
        self.searched = 0
        self.seconds = 0.0
        super().__init__(nodes, network, techniques=techniques)

    def think(self) -> tuple[int, int]:
        """As Player.think."""
        began = time.process_time()
        found = super().think()
        self.seconds += time.process_time() - began
        self.searched += int(self.state[NODES])
        return found

    @property
    def speed(self) -> float:
        """Nodes a second of processor time."""
        return self.searched / max(self.seconds, 1e-9)


def compete(
    new: TimedPlayer,
    old: TimedPlayer,
    games: int,
    nodes: int,
    equal_time: bool,
    seed: int,
    test: Sprt | None = None,
) -> tuple[Tally, Estimate]:
    """Play a match, to its last game or until the test has decided, and return the results of `new`."""
    settings = replace(Settings(), random_move=0.0, opening_most_cp=120)
    chance = random.Random(seed)
    tally = Tally()
    for pair in range((games + 1) // 2):
        opening = find_opening(old, settings, chance)
        for colour, sides in ((1, {RED: new, BLACK: old}), (-1, {RED: old, BLACK: new})):
            tally.add(pair, play_game(sides, opening, settings, chance)[1] * colour + 1)
            if equal_time:
                new.nodes = round(nodes * new.speed / old.speed)
        found = estimate(tally)
        losses, draws, wins = tally.results
        print(
            f"{tally.games} games: +{wins} ={draws} -{losses}, Elo {found.elo:+.0f} "
            f"[{found.low:+.0f}, {found.high:+.0f}], speed {new.speed / old.speed:.2f}",
            file=sys.stderr,
            flush=True,
        )
        if test is not None and test.verdict(tally.pairs) is not Verdict.OPEN:
            break
    return tally, estimate(tally)


def _evaluation(name: str) -> Network | None:
    return None if name == HANDCRAFTED else load_network(Path(name))


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("network")
    parser.add_argument("other", nargs="?", default=HANDCRAFTED)
    parser.add_argument("--games", type=int, default=100, help="(%(default)s)")
    parser.add_argument("--nodes", type=int, default=10_000, help="a move of OTHER (%(default)s)")
    parser.add_argument("--equal", choices=("time", "nodes"), default="time", help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the openings (%(default)s)")
    parser.add_argument("--sprt", nargs=2, type=float, metavar=("ELO0", "ELO1"), help="stop at one of them")
    args = parser.parse_args(arguments)
    try:
        test = Sprt(*args.sprt) if args.sprt else None
        new, old = (TimedPlayer(args.nodes, _evaluation(name)) for name in (args.network, args.other))
    except XiangqiError as error:
        print(f"gate: {error}", file=sys.stderr)
        return 2
    tally, _ = compete(new, old, args.games, args.nodes, args.equal == "time", args.seed, test)
    if test is not None:
        print(test.verdict(tally.pairs).value, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

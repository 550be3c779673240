"""A match between two evaluations, to decide whether a new network is an improvement.

    python -m tools.train.gate NETWORK [OTHER] [--games N] [--nodes N] [--equal time|nodes] [--sprt ELO0 ELO1] …

NETWORK and OTHER are files, or `handcrafted` (the default for OTHER). Each opening is played twice, with
colours swapped, in one process; --processes and --cluster determine how many run at a time and where. At
equal time the side whose nodes cost more processor time is given fewer of them, by the costs measured so far,
so neither the load of the machine nor the resolution of a timer decides. With --sprt the match ends as soon
as one of two differences is accepted at risks of 5%.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.strength.games import Cost
from tools.train.gate_games import GateOrder, Side, play_gate_pair
from xiangqi.cli.parts.workers import TOOLS, add_cluster, workers_for
from xiangqi.engine.evaluation.network import Network, load_network
from xiangqi.errors import XiangqiError
from xiangqi.jobs.work import in_order, run_chunks
from xiangqi.jobs.workers import Workers
from xiangqi.match.sprt import Sprt, SprtState
from xiangqi.match.statistics import Estimate, Tally, estimate

HANDCRAFTED: Final = "handcrafted"


@dataclass(frozen=True)
class Outcome:
    """The result of a match.

    Attributes:
        tally: results of the new side.
        estimate: its difference in Elo.
        speed: its nodes a second of processor time, relative to the old side's.
    """

    tally: Tally
    estimate: Estimate
    speed: float


def compete(
    sides: tuple[Side, Side],
    games: int,
    nodes: int,
    equal_time: bool,
    seed: int,
    workers: Workers,
    test: Sprt | None = None,
) -> Outcome:
    """Play a match, to its last game or until the test has decided.

    Pairs are counted in the order of their numbers: at equal nodes the outcome does not depend on the workers.

    Raises:
        JobError: the cluster is gone.
    """
    costs, tally = (Cost(), Cost()), Tally()

    def orders() -> Iterator[GateOrder]:
        for pair in range((games + 1) // 2):
            known = equal_time and costs[0].nodes > 0
            fair = round(nodes * costs[0].speed / costs[1].speed) if known else nodes
            yield GateOrder(sides, (fair, nodes), seed, pair)

    for back in in_order(run_chunks(workers, play_gate_pair, orders())):
        if back.error is not None:
            print(f"a pair could not be played: {back.error}", file=sys.stderr, flush=True)
            continue
        played = back.value()
        for cost, more in zip(costs, played.costs, strict=True):
            cost.nodes += more.nodes
            cost.seconds += more.seconds
        for half_points in played.half_points:
            tally.add(back.number, half_points)
        print(_told(outcome := _outcome(tally, costs)), file=sys.stderr, flush=True)
        if test is not None and test.verdict(tally.pairs) is not SprtState.OPEN:
            return outcome
    return _outcome(tally, costs)


def _outcome(tally: Tally, costs: tuple[Cost, Cost]) -> Outcome:
    new, old = (max(cost.speed, 1e-9) for cost in costs)
    return Outcome(tally, estimate(tally), new / old)


def _told(outcome: Outcome) -> str:
    losses, draws, wins = outcome.tally.results
    found = outcome.estimate
    return (
        f"{outcome.tally.games} games: +{wins} ={draws} -{losses}, Elo {found.elo:+.0f} "
        f"[{found.low:+.0f}, {found.high:+.0f}], speed {outcome.speed:.2f}"
    )


def _evaluation(name: str) -> Network | None:
    return None if name == HANDCRAFTED else load_network(Path(name))


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("network")
    parser.add_argument("other", nargs="?", default=HANDCRAFTED)
    parser.add_argument("--games", type=int, default=100, help="(%(default)s)")
    parser.add_argument("--nodes", type=int, default=10_000, help="a move of OTHER (%(default)s)")
    parser.add_argument("--equal", choices=("time", "nodes"), default="time", help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the openings (%(default)s)")
    parser.add_argument("--processes", type=int, default=1, help="pairs at a time (%(default)s)")
    add_cluster(parser)
    parser.add_argument("--sprt", nargs=2, type=float, metavar=("ELO0", "ELO1"), help="stop at one of them")
    args = parser.parse_args(arguments)
    try:
        test = Sprt(*args.sprt) if args.sprt else None
        sides = (Side(_evaluation(args.network)), Side(_evaluation(args.other)))
        timed = args.equal == "time"
        with workers_for(args, args.processes, TOOLS, alike=timed) as workers:
            outcome = compete(sides, args.games, args.nodes, timed, args.seed, workers, test)
    except XiangqiError as error:
        print(f"gate: {error}", file=sys.stderr)
        return 2
    if test is not None:
        print(test.verdict(outcome.tally.pairs).value, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

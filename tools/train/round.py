"""Rounds of games, training and a gate, starting without a network.

    python -m tools.train.round FOLDER [--rounds N] [--positions N] [--nodes N] …

The first round's games use the handcrafted evaluation, those of each later one the best network so far. Every
round trains a new network on the games of all rounds. A network is used if a sequential test of its match at
equal time accepts that it is 30 Elo stronger, and not if it accepts that it is no stronger or runs out of
games. FOLDER receives games-N, network-N.npz, best.npz and rounds.json; the same command resumes an
interrupted run.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from tools.exits import exit_code
from tools.train.gate import compete
from tools.train.gate_games import Side
from tools.train.generate import generate
from tools.train.selfplay import Settings
from tools.train.train import Plan, train
from xiangqi.cli.parts.workers import TOOLS, add_cluster, workers_for
from xiangqi.engine.evaluation.network import load_network
from xiangqi.jobs.workers import Workers
from xiangqi.match.sprt import Sprt, SprtState

_GATE_NODES: Final = 5000
_GATE: Final = Sprt(0, 30)


@dataclass(frozen=True)
class Amounts:
    """The amounts of work in a round.

    Attributes:
        positions: the positions to be played.
        nodes: the nodes searched for each move of these games.
        gate_games: the largest number of games of the match at the end.
    """

    positions: int
    nodes: int
    gate_games: int


def play_round(folder: Path, number: int, amounts: Amounts, workers: Workers) -> dict[str, Any]:
    """Do the remaining work of a round (from 1) and return its result.

    Raises:
        TrainingError: the folder holds games of another engine or with other settings, or too few shards.
    """
    best = folder / "best.npz"
    judge = best if best.exists() else None
    games = [folder / f"games-{earlier}" for earlier in range(1, number + 1)]
    generate(
        games[-1],
        Settings(nodes=amounts.nodes),
        judge,
        amounts.positions,
        workers,
        seed=number,
        games=40,
    )
    made = folder / f"network-{number}.npz"
    if not made.with_suffix(".json").exists():  # written last
        train(made, games, Plan(seed=number))
    learnt = json.loads(made.with_suffix(".json").read_text(encoding="utf-8"))
    sides = (Side(load_network(made)), Side(None if judge is None else load_network(judge)))
    seed = 1000 + number
    outcome = compete(
        sides, amounts.gate_games, _GATE_NODES, equal_time=True, seed=seed, workers=workers, test=_GATE
    )
    found = outcome.estimate
    verdict = _GATE.verdict(outcome.tally.pairs)
    return {
        **asdict(amounts),
        "learnt_from": learnt["positions"],
        "validation_loss": learnt["validation_loss"][-1],
        "losses_draws_wins": outcome.tally.results,
        "elo": [_whole(value) for value in (found.elo, found.low, found.high)],
        "speed": outcome.speed,
        "sprt": verdict.value,
        "kept": verdict is SprtState.H1,
    }


def _whole(elo: float) -> int:
    """Return an Elo difference that can be stored; an infinite one becomes 9999."""
    return round(max(-9999.0, min(9999.0, elo)))


def play_rounds(folder: Path, rounds: int, amounts: Amounts, workers: Workers) -> list[dict[str, Any]]:
    """Play the rounds that the folder does not have yet and return all results.

    Raises:
        TrainingError: as play_round.
    """
    folder.mkdir(parents=True, exist_ok=True)
    table = folder / "rounds.json"
    done: list[dict[str, Any]] = json.loads(table.read_text(encoding="utf-8")) if table.exists() else []
    for number in range(len(done) + 1, rounds + 1):
        print(f"round {number} of {rounds}", file=sys.stderr, flush=True)
        done.append(play_round(folder, number, amounts, workers))
        if done[-1]["kept"]:
            shutil.copyfile(folder / f"network-{number}.npz", folder / "best.npz")
        table.write_text(json.dumps(done, indent=1) + "\n", encoding="utf-8")
    return done


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=4, help="in all (%(default)s)")
    parser.add_argument("--positions", type=int, default=1_000_000, help="played in a round (%(default)s)")
    parser.add_argument("--nodes", type=int, default=500, help="searched a move (%(default)s)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="one a core (%(default)s)")
    add_cluster(parser)
    parser.add_argument("--gate-games", type=int, default=400, help="at most (%(default)s)")
    args = parser.parse_args(arguments)

    def work() -> None:
        with workers_for(args, args.processes, TOOLS, alike=True) as workers:
            amounts = Amounts(args.positions, args.nodes, args.gate_games)
            play_rounds(args.folder, args.rounds, amounts, workers)

    return exit_code("round", work)


if __name__ == "__main__":
    sys.exit(main())

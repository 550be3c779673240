"""Tunes several parameters together by games between nearby values (SPSA, Spall 1992).

    python -m tools.strength.spsa FOLDER NAME... [--nodes N] [--iterations N] [--batch N] [--cluster ADDRESS] …

In every iteration each parameter is moved up or down at random, a pair of games is played between these
values and those moved in the opposite direction, and all values move slightly towards the winner's. The steps
shrink from a tenth of a parameter's range to about a twentieth after 2,500 iterations. FOLDER/spsa.jsonl has
one line per iteration; the same command resumes an interrupted run. With --batch N that many pairs are played
from the same values, as many at a time as there are workers: the result depends on N, not on the workers. At
the end the mean of each value over the second half of all iterations is printed, since the last values
fluctuate more.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean

from tools.exits import exit_code
from tools.strength.games import PairOrder, openings, play_order
from tools.strength.log import Log
from tools.strength.players import Description, ThisEngine
from xiangqi.cli.parts.workers import TOOLS, add_cluster, workers_for
from xiangqi.engine.common.parameters import TABLE, Parameter
from xiangqi.errors import XiangqiError
from xiangqi.jobs.work import in_order, run_chunks
from xiangqi.jobs.workers import Workers

FILE = "spsa.jsonl"
FIRST_STEP = 0.1  # as a share of a parameter's range
GAIN = 0.3  # how far values follow a pair that was won by 2 to 0, in steps
_STEP_DECAY = 0.101
_GAIN_DECAY = 0.602


def parameters_of(names: Sequence[str]) -> list[Parameter]:
    """Return the parameters with these names.

    Raises:
        XiangqiError: a name is unknown.
    """
    known = {parameter.name: parameter for parameter in TABLE}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise XiangqiError(f"no parameter {', '.join(unknown)}; there are {', '.join(known)}")
    return [known[name] for name in names]


def step(parameter: Parameter, iteration: int) -> float:
    """Return the distance by which a parameter is moved in an iteration, counted from 0."""
    return FIRST_STEP * (parameter.high - parameter.low) / math.pow(iteration + 1, _STEP_DECAY)


def follow(
    values: Mapping[str, float],
    signs: Mapping[str, int],
    result: float,
    tuned: Sequence[Parameter],
    iteration: int,
) -> dict[str, float]:
    """Return the values after a pair of games.

    Args:
        values: the values before the games.
        signs: 1 if the first player had more of a parameter, -1 if it had less.
        result: the result of the first player, -1 (both games lost) to 1.
        tuned: the parameters; none leaves its bounds.
        iteration: the number of the iteration, from 0.
    """
    gain = GAIN * result / (1 + iteration / 50) ** (_GAIN_DECAY - _STEP_DECAY)
    return {
        p.name: min(max(values[p.name] + gain * signs[p.name] * step(p, iteration), p.low), p.high)
        for p in tuned
    }


def read_iterations(path: Path, tuned: Sequence[Parameter]) -> list[dict[str, float]]:
    """Return the values after each iteration of earlier runs; none if there is no file.

    Raises:
        XiangqiError: the earlier runs tuned other parameters, or a line cannot be read.
    """
    rows: list[dict[str, float]] = []
    for number, line in enumerate(_lines(path), 1):
        try:
            values: dict[str, float] = json.loads(line)["values"]
        except (ValueError, KeyError, TypeError):
            raise XiangqiError(f"{path}, line {number}: not an iteration") from None
        if list(values) != [parameter.name for parameter in tuned]:
            raise XiangqiError(f"{path} is of other parameters: {', '.join(values)}")
        rows.append(values)
    return rows


def means_of_second_half(rows: Sequence[Mapping[str, float]]) -> dict[str, int]:
    """Return the mean of each value over the second half of all iterations, rounded."""
    half = rows[len(rows) // 2 :]
    return {name: round(fmean(values[name] for values in half)) for name in rows[0]}


def _openings_of(path: Path) -> set[str]:
    """Return the openings of an earlier run."""
    return {str(json.loads(line)["opening"]) for line in _lines(path)}


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def tune(
    folder: Path, tuned: Sequence[Parameter], nodes: int, iterations: int, batch: int, workers: Workers
) -> None:
    """Play until this many iterations are done, `batch` of them from the same values.

    Raises:
        XiangqiError: an earlier run in the folder cannot be resumed, or a pair could not be played.
    """
    log = Log(folder)
    path = folder / FILE
    rows = read_iterations(path, tuned)
    values = rows[-1] if rows else {parameter.name: float(parameter.value) for parameter in tuned}
    done = len(rows)
    used = log.used | _openings_of(path)
    judge = ThisEngine(Description())
    while done < iterations:
        tries = [_Try(judge, used, number, values, tuned, nodes) for number in range(done, done + batch)]
        lines = []
        for back in in_order(run_chunks(workers, play_order, [one.order for one in tries])):
            one, pair = tries[back.number], back.value()
            result = (sum(pair.half_points) - 2) / 2
            values = follow(values, one.signs, result, tuned, one.iteration)
            lines.append(json.dumps({"opening": pair.name, "result": result, "values": values}) + "\n")
            shown = ", ".join(f"{name}={round(value)}" for name, value in values.items())
            print(f"{one.iteration + 1}: {result:+.1f} {shown}", flush=True)
        with path.open("a", encoding="utf-8") as file:
            file.write("".join(lines))
            file.flush()
            os.fsync(file.fileno())
        done += batch


class _Try:
    """One iteration: the direction in which each parameter is moved, and the pair of games."""

    def __init__(
        self,
        judge: ThisEngine,
        used: set[str],
        iteration: int,
        values: Mapping[str, float],
        tuned: Sequence[Parameter],
        nodes: int,
    ) -> None:
        self.iteration = iteration
        chance = random.Random(f"spsa {iteration} {len(used)}")
        opening = next(openings(judge, chance, used))
        self.signs = {parameter.name: chance.choice((-1, 1)) for parameter in tuned}
        first, second = (
            ",".join(
                f"{p.name}={round(values[p.name] + way * self.signs[p.name] * step(p, iteration))}"
                for p in tuned
            )
            for way in (1, -1)
        )
        self.order = PairOrder((first, second), tuple(opening), (nodes, nodes))


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="+", metavar="NAME", help="of the parameters")
    parser.add_argument("--nodes", type=int, default=50_000, help="a move (%(default)s)")
    parser.add_argument("--iterations", type=int, default=5000, help="pairs of games (%(default)s)")
    parser.add_argument("--batch", type=int, default=1, help="iterations from the same values (%(default)s)")
    parser.add_argument("--processes", type=int, default=1, help="pairs at a time (%(default)s)")
    add_cluster(parser)
    args = parser.parse_args(arguments)

    def work() -> None:
        tuned = parameters_of(args.names)
        with workers_for(args, args.processes, TOOLS) as workers:
            tune(args.folder, tuned, args.nodes, args.iterations, args.batch, workers)
        if rows := read_iterations(args.folder / FILE, tuned):
            means = ",".join(f"{name}={value}" for name, value in means_of_second_half(rows).items())
            print(f"means of the second half: {means}")

    return exit_code("spsa", work)


if __name__ == "__main__":
    sys.exit(main())

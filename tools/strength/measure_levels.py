"""Measure the ladder of levels: each against the one below it, and the lowest against the greedy engine.

    python tools/strength/measure_levels.py [--games 200] [--movetime 100] [--levels 2-9] [--cluster ADDRESS] …

Every line is one `xiangqi match`; docs/lab/levels.md holds the results. Levels that count nodes or plies play
alike on every machine; only the highest level uses all of the time that it is given.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from pathlib import Path

from xiangqi.cli.parts.workers import add_cluster
from xiangqi.ladder import FULL_STRENGTH
from xiangqi.launch import own_command

GREEDY = shlex.join([sys.executable, str(Path(__file__).with_name("greedy_engine.py"))])


def match(first: str, second: str, *options: str) -> dict[str, float]:
    """Play a match and return its result as printed by `match --json`; progress goes to stderr.

    Raises:
        CalledProcessError: the match could not be played.
    """
    command = own_command("match", first, second, "--json", *options)
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if done.returncode > 1:
        raise subprocess.CalledProcessError(done.returncode, command)
    answer: dict[str, float] = json.loads(done.stdout)
    return answer


def level(number: int) -> str:
    """Return the description of the built-in engine at a level, for `match`."""
    return f"builtin:Level={number},Hash=16"


def row(name: str, found: dict[str, float]) -> str:
    """Return a match's line of the table."""
    low, high = (f"{found[key]:+.0f}" if found[key] is not None else "?" for key in ("elo_low", "elo_high"))
    elo = f"{found['elo']:+.0f}" if found["elo"] is not None else "?"
    results = f"+{found['wins']} ={found['draws']} −{found['losses']}"
    return f"| {name} | {found['games']} | {results} | {elo} [{low}, {high}] |"


def main() -> None:
    """Play the requested matches and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=200, help="for each pair (200)")
    parser.add_argument("--movetime", type=int, default=100, help="ms a move at most (100)")
    parser.add_argument("--levels", default=f"1-{FULL_STRENGTH}", help="which levels, each with the one below")
    parser.add_argument("--concurrency", type=int, default=1, help="games at a time (1)")
    parser.add_argument("--nodes", type=int, help="a move at most instead of a time, for unlike machines")
    add_cluster(parser)
    args = parser.parse_args()
    low, _, high = args.levels.partition("-")
    limit = "movetime" if args.nodes is None else "nodes"
    options = [f"--{name}={getattr(args, name)}" for name in ("games", limit, "concurrency")]
    if args.cluster is not None:
        options.append(f"--cluster={args.cluster}")
    if args.cluster_tls is not None:
        options += ["--cluster-tls", *map(str, args.cluster_tls)]
    print("| match | games | result | Elo, 95 % interval |\n|---|---|---|---|", flush=True)
    for number in range(int(low), int(high or low) + 1):
        below, name = (GREEDY, "greedy") if number == 1 else (level(number - 1), f"level {number - 1}")
        print(row(f"level {number} – {name}", match(level(number), below, *options)), flush=True)


if __name__ == "__main__":
    main()

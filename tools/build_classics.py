"""Make the asset of classical endgames: collect them from records, verify them, and pack those that hold.

    python -m tools.build_classics --records FOLDER --others FOLDER --log classics.jsonl --processes 2
    python -m tools.build_classics --records FOLDER --others FOLDER --log classics.jsonl --to assets/classics.xz

The folders are copies of two repositories (docs/masters.md). Every line of the log has one position with the
verdict on it. The same command resumes an interrupted run; equal positions give equal results.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from tools.chunk_log import entries, run_logged
from tools.classics.collecting import Candidate, candidates
from tools.classics.verifying import Verdict, verified
from xiangqi.cli.parts.workers import TOOLS, add_cluster, workers_for
from xiangqi.exercises.classics import Classic, pack_classics
from xiangqi.exercises.old_books import ClassicGoal


def main() -> int:
    """Verify the positions missing from the log, and write the asset from it if requested."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=Path, required=True, help="a copy of chinese-chess-fish-android")
    parser.add_argument("--others", type=Path, required=True, help="a copy of ChessQ")
    parser.add_argument("--log", type=Path, required=True, help="a line for every position that is done")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--most", type=int, help="verify at most so many positions now")
    add_cluster(parser)
    parser.add_argument("--to", type=Path, help="write the asset from what the log has")
    args = parser.parse_args()
    wanted = candidates(args.records, args.others)
    done = read_log(args.log)
    missing = [one for one in wanted if one.name not in done][: args.most]
    with workers_for(args, args.processes, TOOLS) as workers:
        run_logged(
            workers, verified, missing, args.log, lambda one, found: {"position": one.name, **asdict(found)}
        )
    done = read_log(args.log)
    if args.to is not None:
        found = classics_of(wanted, done)
        args.to.write_bytes(pack_classics(found))
        print(f"{len(found)} of {len(wanted)} positions, {args.to.stat().st_size:,} bytes")
    for line in summary(wanted, done):
        print(line)
    return 0


def read_log(path: Path) -> dict[str, Verdict]:
    """Return the verdicts in a log by the names of the positions."""
    done = {}
    for values in entries(path):
        name = str(values.pop("position"))
        done[name] = Verdict(**(values | {"first": tuple(values["first"])}))
    return done


def classics_of(wanted: Sequence[Candidate], done: dict[str, Verdict]) -> list[Classic]:
    """Return the positions whose claims hold, the easiest first."""
    found = [
        Classic(one.fen, ClassicGoal(verdict.goal), verdict.mate, verdict.rating, one.work, one.title, one.line)
        for one in wanted
        if (verdict := done.get(one.name)) is not None and verdict.goal
    ]
    return sorted(found, key=lambda one: (one.rating, len(one.line), one.key))


def summary(wanted: Sequence[Candidate], done: dict[str, Verdict]) -> list[str]:
    """Return lines for the documents: how many positions of each work were verified, and how."""
    lines = []
    for work in dict.fromkeys(one.work for one in wanted):
        of_work = [one for one in wanted if one.work == work]
        verdicts = [done[one.name] for one in of_work if one.name in done]
        held = Counter(f"{verdict.goal} ({verdict.reason})" for verdict in verdicts if verdict.goal)
        told = ", ".join(f"{what} {count}" for what, count in sorted(held.items()))
        lines.append(f"{work}: {held.total()} of {len(of_work)}, {len(verdicts)} looked at: {told}")
    return lines


if __name__ == "__main__":
    sys.exit(main())

"""Check the pack of exercises with a search far deeper than the one that made it.

    nice -n 19 python -m tools.check_puzzles --log checked.jsonl
    python -m tools.check_puzzles --log checked.jsonl --sample 200 --nodes 120000

A win must still be won with the second best move clearly worse, a save must still hold while everything else
loses, a mate must be proved again and be the only one. The log has a line for every exercise checked, and an
interrupted run can be resumed; `--refuted FILE` lists the positions for tools.build_puzzles to leave out.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path

from tools.puzzles.checking import Question, refuted
from tools.puzzles.mining import FOUND, VERIFIED
from xiangqi.cli.parts.workers import TOOLS, HeadwayLine, add_cluster, workers_for
from xiangqi.exercises.pack import load_pack, unpack_exercises
from xiangqi.jobs.work import run_chunks


def main() -> int:
    """Check the exercises not yet checked with as many nodes; return 1 if one was refuted, otherwise 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pack", type=Path, help="file of a pack instead of the shipped one")
    parser.add_argument("--nodes", type=int, default=10 * VERIFIED, help="of each search")
    parser.add_argument("--sample", type=int, help="only so many exercises, at random but always the same")
    parser.add_argument("--log", type=Path, required=True, help="a line for every exercise checked")
    parser.add_argument("--refuted", type=Path, help="where to write the positions that were refuted")
    parser.add_argument("--processes", type=int, default=1)
    add_cluster(parser)
    args = parser.parse_args()
    pack = load_pack() if args.pack is None else unpack_exercises(args.pack.read_bytes())
    chosen = pack if args.sample is None else random.Random(1).sample(pack, min(args.sample, len(pack)))
    keys = {exercise.key for exercise in chosen}
    done = _read(args.log, args.nodes)
    questions = [Question(exercise, args.nodes) for exercise in chosen if exercise.key not in done]
    with (
        workers_for(args, args.processes, TOOLS) as workers,
        args.log.open("a", encoding="utf-8") as stream,
    ):
        for back in run_chunks(workers, refuted, questions, HeadwayLine(args.log.name), len(questions)):
            key = back.chunk.exercise.key
            done[key] = back.value()
            stream.write(json.dumps({"position": key, "nodes": args.nodes, "refuted": done[key]}) + "\n")
            stream.flush()
    wrong = {key: why for key, why in done.items() if why and key in keys}
    for key, why in wrong.items():
        print(f"{key}: {why}")
    print(
        f"{len(keys) - len(wrong)} of {len(keys)} exercises hold against {args.nodes:,} nodes;"
        f" they were found with {FOUND:,} and verified with {VERIFIED:,}"
    )
    if args.refuted is not None:
        args.refuted.write_text("\n".join(wrong), encoding="utf-8")
    return 1 if wrong else 0


def _read(log: Path, nodes: int) -> dict[str, str]:
    """Return the results with at least this many nodes: position -> the reason for refutation, or ""."""
    done = {}
    for line in log.read_text(encoding="utf-8").splitlines() if log.exists() else ():
        try:
            values = json.loads(line)
        except ValueError:
            continue
        if int(values["nodes"]) >= nodes:
            done[str(values["position"])] = str(values["refuted"])
    return done


if __name__ == "__main__":
    sys.exit(main())

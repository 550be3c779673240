"""Make the pack of exercises: compose mates, mine the engine's games against itself, and choose.

    nice -n 19 python -m tools.build_puzzles --log puzzles.jsonl --composed 300 --games 1500
    nice -n 19 python -m tools.build_puzzles --log puzzles.jsonl --casts 40 --longer 60
    python -m tools.build_puzzles --log puzzles.jsonl --onto assets/exercises.xz --to assets/exercises.xz

Every line of the log is one chunk of work: `compose N`, `game N`, a rare pattern's name or `longer N`, with
the exercises that it gave. The same command resumes an interrupted run; equal chunks give equal exercises, on
any machine.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from tools.chunk_log import entries, run_logged
from tools.puzzles.choosing import choose
from tools.puzzles.chunks import Chunk, from_record, to_record, work_on
from tools.puzzles.composing import CASTS
from tools.puzzles.mining import DEPTH
from tools.puzzles.renewing import renewed
from xiangqi.cli.parts.workers import TOOLS, add_cluster, workers_for
from xiangqi.coach.facts import PATTERN
from xiangqi.coach.prover import Prover
from xiangqi.exercises.pack import Exercise, pack_exercises, themes_of, unpack_exercises

WANTED: Final = 2400


def main() -> int:
    """Do the chunks missing from the log, and choose a pack from it if requested."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--log", type=Path, required=True, help="a line for every chunk that is done")
    parser.add_argument("--composed", type=int, default=0, help="chunks of composing, in all")
    parser.add_argument("--games", type=int, default=0, help="games to be mined, in all")
    parser.add_argument(
        "--casts", type=int, default=0, help="chunks of composing for each rare pattern, in all"
    )
    parser.add_argument(
        "--patterns", nargs="+", choices=CASTS, default=[*CASTS], help="which rare patterns, all by default"
    )
    parser.add_argument(
        "--longer", type=int, default=0, help="mates of the shipped pack to be made longer, in all"
    )
    parser.add_argument("--processes", type=int, default=1)
    add_cluster(parser)
    parser.add_argument("--onto", type=Path, help="a pack whose exercises are brought up to date and kept")
    parser.add_argument("--to", type=Path, help="write a pack from what the log has")
    parser.add_argument("--wanted", type=int, default=WANTED, help="exercises of the pack at most")
    parser.add_argument(
        "--without", type=Path, help="file with the positions that a check has refuted, a line each"
    )
    args = parser.parse_args()
    chunks = [Chunk("compose", seed) for seed in range(1, args.composed + 1)]
    chunks += [Chunk("game", seed) for seed in range(1, args.games + 1)]
    chunks += [Chunk(pattern, seed) for pattern in args.patterns for seed in range(1, args.casts + 1)]
    chunks += [Chunk("longer", seed) for seed in range(1, args.longer + 1)]
    done = read_log(args.log)
    with workers_for(args, args.processes, TOOLS) as workers:
        missing = [chunk for chunk in chunks if chunk.name not in done]
        run_logged(workers, work_on, missing, args.log, _entry)
    if args.to is not None:
        refuted = set(args.without.read_text(encoding="utf-8").splitlines()) if args.without else set()
        found = [exercise for exercises in read_log(args.log).values() for exercise in exercises]
        earlier = [] if args.onto is None else unpack_exercises(args.onto.read_bytes())
        prover = Prover(DEPTH)
        kept = [renewed(exercise, prover) for exercise in earlier if exercise.key not in refuted]
        new = (exercise for exercise in found if exercise.key not in refuted)
        pack = choose(new, args.wanted, kept=kept)
        args.to.write_bytes(pack_exercises(pack))
        print(f"{len(pack)} of {len(found) + len(earlier)} exercises, {args.to.stat().st_size:,} bytes")
        print(summary(pack))
    return 0


def _entry(chunk: Chunk, found: Iterable[Exercise]) -> dict[str, object]:
    return {"chunk": chunk.name, "exercises": [to_record(one) for one in found]}


def read_log(path: Path) -> dict[str, list[Exercise]]:
    """Return the completed chunks with their exercises."""
    return {str(one["chunk"]): [from_record(record) for record in one["exercises"]] for one in entries(path)}


def summary(pack: Iterable[Exercise]) -> str:
    """Return the numbers of a pack's exercises by kind, length of mate, rating, theme and pattern."""
    exercises = list(pack)
    themes = themes_of(exercises)
    patterns = {name: count for name, count in themes.items() if name.startswith(PATTERN)}
    counts: dict[str, Mapping[str, int]] = {
        "kinds": Counter(exercise.kind.value for exercise in exercises),
        "moves to mate": Counter(str(exercise.mate) for exercise in exercises if exercise.mate),
        "ratings from": Counter(f"{exercise.rating // 200 * 200:4}" for exercise in exercises),
        "themes": {name: count for name, count in themes.items() if name not in patterns},
        f"{len(patterns)} patterns": {name.removeprefix(PATTERN): count for name, count in patterns.items()},
    }
    return "\n".join(
        f"{what}: {', '.join(f'{name} {count}' for name, count in sorted(values.items()))}"
        for what, values in counts.items()
    )


if __name__ == "__main__":
    sys.exit(main())

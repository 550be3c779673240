"""Plant changes in the program and see whether the tests notice.

    python -m tools.mutants choose --seed 59 --count 60 > planted.jsonl
    python -m tools.mutants mark CHECKOUT        # its functions note which tests reach them
    cd CHECKOUT && python -m pytest              # makes reached.tsv
    python -m tools.mutants try CHECKOUT --reached reached.tsv --prices prices.tsv --results results.jsonl

`mark` and `try` change the sources of the checkout they are given, which must serve for nothing else; `try`
puts each of them back, and resumes an interrupted run. It runs the tests that reach the changed statement,
the cheap ones first, and writes a line for each mutant: the test that caught it, or none.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Final

from tools.mutants.planting import Mutant, choose
from tools.mutants.trying import Budget, mark, read_reached, try_out
from tools.prices import read

PLANTED: Final = Path(__file__).parent / "planted.jsonl"


def main() -> int:
    """Run one of the three commands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="part", required=True)
    part = parts.add_parser("choose")
    part.add_argument("--seed", type=int, required=True)
    part.add_argument("--count", type=int, default=60)
    for name in ("mark", "try"):
        part = parts.add_parser(name)
        part.add_argument("checkout", type=Path)
        part.add_argument("--mutants", type=Path, default=PLANTED)
    part.add_argument("--reached", type=Path, required=True)
    part.add_argument("--prices", type=Path, required=True)
    part.add_argument("--results", type=Path, required=True)
    part.add_argument(
        "--first", type=Path, help="a list of tests, a line each: these are tried before all others"
    )
    part.add_argument("--seconds", type=float, default=40, help="of tests, at most, for a mutant")
    args = parser.parse_args()
    if args.part == "choose":
        for mutant in choose(Path.cwd(), args.seed, args.count):
            print(json.dumps(mutant.record(), ensure_ascii=False))
        return 0
    mutants = [Mutant.of(json.loads(line)) for line in args.mutants.read_text(encoding="utf-8").splitlines()]
    if args.part == "mark":
        mark(args.checkout, mutants)
    else:
        budget = Budget(read(args.prices), args.seconds)
        first = frozenset(args.first.read_text(encoding="utf-8").splitlines() if args.first else ())
        try_out(args.checkout, mutants, read_reached(args.reached), budget, first, args.results)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The two readings of the Chinese rules, held against each other on as many generated cycles as are wanted.

    PYTHONPATH=tests python tests/compare_cxa.py LOG [--cycles 50000] [--first 0]

Each part of 50 cycles has a seed of its own and adds a line to LOG; started again, it goes on after the last.
Compiled by mypyc, which needs a C compiler, the plain reading is some six times as fast; without, it runs as it
is.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import ModuleType

from generated_cycles import cycles

from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.referee import CycleMove, RepetitionVerdict, Rules, judge

RULES = Rules("cxa", natural_limit_rounds=None)
_PART = 50  # cycles
_AGREED, _TOO_DEEP = "agreed", "a mate too deep to compare"


def judged(fen: str, moves: list[Move]) -> RepetitionVerdict:
    """The verdict on a cycle played twice."""
    found = judge(fen, moves * 2, RULES)
    assert found is not None
    assert found.verdict is not None
    return found.verdict


def summary(step: CycleMove) -> tuple[object, ...]:
    """What both readings have to agree on in a move."""
    return step.kind, step.joint, step.gain, sorted(attack.value for attack in step.new_threats)


def compare(plain: ModuleType, fen: str, moves: list[Move]) -> list[str] | None:
    """Judge a cycle by the program and by the plain reading: kinds of its moves, None where a mate is too deep.

    Raises AssertionError where they differ.
    """
    found = judged(fen, moves)
    if any(step.bounded for step in found.cycle):
        return None
    try:
        loser, steps = plain.judge(fen, [move.iccs for move in moves])
    except plain.TooDeepError:
        return None
    expected = [(m.kind, m.joint, m.gain, sorted(m.pairs.values())) for m in steps]
    assert [summary(step) for step in found.cycle[: len(moves)]] == expected, (fen, moves)
    losers = {RED: plain.RED, BLACK: plain.BLACK, None: None}
    assert losers[found.loser] == loser, (fen, moves)
    return [m.kind for m in steps]


def compiled() -> ModuleType:
    """The plain reading, compiled where that is possible."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(Path(__file__).with_name("plain_cxa.py"), folder)
        subprocess.run([sys.executable, "-m", "mypyc", "plain_cxa.py"], cwd=folder, capture_output=True)
        sys.path.insert(0, folder)
        import plain_cxa

        sys.path.remove(folder)
    print("the plain reading runs", "as it is" if (plain_cxa.__file__ or "").endswith(".py") else "compiled")
    return plain_cxa


def main() -> None:
    """Compare and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("log", type=Path)
    parser.add_argument("--cycles", type=int, default=50_000)
    parser.add_argument("--first", type=int, default=0, help="seed of the first part")
    args = parser.parse_args()
    plain = compiled()
    known = args.log.read_text("utf-8").splitlines() if args.log.exists() else []
    done = {part["seed"]: Counter(part["counts"]) for part in map(json.loads, known)}
    for seed in range(args.first, args.first + -(-args.cycles // _PART)):
        if seed in done:
            continue
        counts = done[seed] = Counter[str]()
        for fen, moves in cycles(seed, _PART):
            try:
                kinds = compare(plain, fen, moves)
            except AssertionError as difference:
                counts["DIFFERENT"] += 1
                print(f"different: {difference}", flush=True)
                continue
            counts[_TOO_DEEP if kinds is None else _AGREED] += 1
            counts.update(kinds or [])
        with args.log.open("a", encoding="utf-8") as log:
            log.write(json.dumps({"seed": seed, "counts": counts}) + "\n")
    print(dict(sum(done.values(), Counter())))


if __name__ == "__main__":
    main()

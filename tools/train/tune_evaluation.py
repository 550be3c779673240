"""Tunes the handcrafted evaluation on positions of self-play, by logistic regression.

    python -m tools.train.generate FOLDER --positions 1000000
    python -m tools.train.tune_evaluation FOLDER

The evaluation is linear in its weights, so each position becomes a row of counts
(tools/train/term_counts.py), which --processes or the workers of a --cluster compute from the shards. The
weights minimise the difference between the winning chance by the evaluation and a blend of the search's score
and the game's result. Writes `xiangqi/core/piece_squares.py` and `xiangqi/engine/common/weights.py`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tools.train.positions import shards_of
from tools.train.term_counts import PIECE_PLACES, PLACES_A_KIND, Data, Floats, rows_of_shard
from xiangqi.cli.parts.workers import TOOLS, add_cluster, workers_for
from xiangqi.core.constants import BOARD_SQUARES, KINDS, PIECE_NAMES, file_of, rank_of
from xiangqi.core.values import piece_square_value
from xiangqi.engine.common import weights
from xiangqi.engine.common.terms import PLACES, TERM_SIZES
from xiangqi.jobs.work import in_order, run_chunks
from xiangqi.jobs.workers import Workers

ROOT: Final = Path(__file__).resolve().parents[2]


def read(folders: list[Path], limit: int, workers: Workers) -> Data:
    """Read the shards of some folders until a limit of positions is reached, with progress on stderr.

    Raises:
        JobError: the cluster is gone.
        OSError, ValueError: a shard cannot be read.
        SystemExit: there are no shards.
    """
    parts = []
    held = 0
    for back in in_order(run_chunks(workers, rows_of_shard, shards_of(folders))):
        parts.append(back.value())
        held += len(parts[-1].search)
        print(f"\r{held:,} positions", end="", file=sys.stderr, flush=True)
        if held >= limit:
            break
    print(file=sys.stderr)
    if not parts:
        raise SystemExit("no shards in the folders given; make some with tools.train.generate")
    return Data(*(np.concatenate([getattr(part, name) for part in parts]) for name in Data.__annotations__))


def current_weights() -> Floats:
    """Return the program's present weights: shape (2, FEATURES), midgame and endgame."""
    rows: list[list[int]] = [[], []]
    for kind in KINDS:
        for row in range(10):
            for column in range(5):
                square = next(s for s in BOARD_SQUARES if rank_of(s) == 9 - row and file_of(s) == column)
                for half, value in enumerate(piece_square_value(kind, square)):
                    rows[half].append(value)
    for half, table in enumerate((weights.MIDGAME, weights.ENDGAME)):
        rows[half] += [value for name in TERM_SIZES for value in table[name]]
    return np.array(rows, dtype=np.float32)


def sigmoid(x: Floats) -> Floats:
    """Return the winning chance of a score in units of the scale."""
    chances: Floats = 1 / (1 + np.exp(-x))
    return chances


def fitted_scale(data: Data) -> float:
    """Return the centipawns at which the search's score means odds of e to 1 and best predicts the results."""
    candidates = np.arange(100, 800, 10)
    losses = [float(np.mean((sigmoid(data.search / scale) - data.result) ** 2)) for scale in candidates]
    return float(candidates[int(np.argmin(losses))])


def batches(rng: np.random.Generator, size: int, batch: int) -> Iterator[npt.NDArray[np.int64]]:
    """Yield the numbers below `size` in random order, in full batches; the remainder is left out."""
    order = rng.permutation(size)
    for start in range(0, size - batch + 1, batch):
        yield order[start : start + batch]


def predicted(rows: Floats, phase: Floats, table: Floats) -> Floats:
    """Return the scores of rows of counts by a table of weights, in centipawns for Red."""
    both = rows @ table.T
    scores: Floats = both[:, 0] * phase + both[:, 1] * (1 - phase)
    return scores


def tune(data: Data, epochs: int, share: float, decay: float, seed: int) -> Floats:
    """Return the weights that minimise the squared error of winning chances, found by Adam.

    The last twentieth of the data is for validation. Progress is printed on stderr.

    Args:
        share: weight of the game's result in the target; the rest is the search's score.
        decay: pull towards the present weights, per step, against noise in sparse data.
    """
    rng = np.random.default_rng(seed)
    scale = fitted_scale(data)
    start = current_weights()
    table: Floats = start.copy()
    first, second = np.zeros_like(table), np.zeros_like(table)
    target = share * data.result + (1 - share) * sigmoid(data.search / scale)
    train = len(target) * 19 // 20
    step = 0
    print(f"scale {scale:.0f}, {train:,} positions", file=sys.stderr)
    for epoch in range(epochs):
        rate = 2.0 * (1 - epoch / epochs)
        for chosen in batches(rng, train, 8192):
            rows, phase = data.counts[chosen].astype(np.float32), data.phase[chosen]
            chance = sigmoid(predicted(rows, phase, table) / scale)
            slope = (chance - target[chosen]) * chance * (1 - chance) / scale
            gradient = np.stack([(slope * phase) @ rows, (slope * (1 - phase)) @ rows]) / len(chosen)
            gradient += decay * (table - start)
            step += 1
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            table -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-9)
        print(f"epoch {epoch + 1}: {_loss(data, target, train, table, scale)}", file=sys.stderr)
    return table


def _loss(data: Data, target: Floats, train: int, table: Floats, scale: float) -> str:
    """Return the mean squared errors on the held-out positions, as text."""
    words = []
    for name, candidate in (("before", current_weights()), ("now", table)):
        scores = predicted(data.counts[train:].astype(np.float32), data.phase[train:], candidate)
        error = float(np.mean((sigmoid(scores / scale) - target[train:]) ** 2))
        words.append(f"{name} {error:.5f}")
    return ", ".join(words)


def write(table: Floats) -> None:
    """Write the two generated modules."""
    rounded = np.rint(table).astype(int)
    names = ["KING", "ADVISOR", "BISHOP", "KNIGHT", "ROOK", "CANNON", "PAWN"]
    lines = [
        '"""Centipawns of each piece on each point, seen from Red: rank 9 first, files a to e.\n\n',
        'Made by tools/train/tune_evaluation.py.\n"""\n\n',
        "from typing import Final\n\n",
        f"from xiangqi.core.constants import {', '.join(sorted(names))}\n\n",
    ]
    for half, name in enumerate(("MIDGAME", "ENDGAME")):
        lines.append(f"{name}: Final[dict[int, tuple[tuple[int, ...], ...]]] = {{\n")
        for kind in KINDS:
            lines.append(f"    {names[kind - 1]}: (  # {PIECE_NAMES[kind]}\n")
            places = rounded[half, (kind - 1) * PLACES_A_KIND : kind * PLACES_A_KIND].reshape(10, 5)
            lines += [f"        ({', '.join(map(str, row))}),\n" for row in places]
            lines.append("    ),\n")
        lines.append("}\n\n" if half == 0 else "}\n")
    (ROOT / "xiangqi/core/piece_squares.py").write_text("".join(lines), encoding="utf-8")

    lines = [
        '"""Centipawns of the terms in engine.common.terms. Made by tools/train/tune_evaluation.py."""\n\n',
        "from typing import Final\n\n",
    ]
    for half, name in enumerate(("MIDGAME", "ENDGAME")):
        lines.append(f"{name}: Final[dict[str, tuple[int, ...]]] = {{\n")
        for term, size in TERM_SIZES.items():
            start = PIECE_PLACES + PLACES[term]
            values = tuple(rounded[half, start : start + size].tolist())
            lines.append(f'    "{term}": {values},\n')
        lines.append("}\n\n" if half == 0 else "}\n")
    (ROOT / "xiangqi/engine/common/weights.py").write_text("".join(lines), encoding="utf-8")


def main() -> None:
    """Tune the weights on the shards, and write the modules."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, help="with shards of tools.train.generate")
    parser.add_argument("--limit", type=int, default=2_000_000, help="positions to use at most")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--result-share", type=float, default=0.5, help="of the game's result in the target")
    parser.add_argument("--decay", type=float, default=1e-9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="that count (%(default)s)")
    add_cluster(parser)
    options = parser.parse_args()
    with workers_for(options, options.processes, TOOLS) as workers:
        data = read(options.folders, options.limit, workers)
    write(tune(data, options.epochs, options.result_share, options.decay, options.seed))


if __name__ == "__main__":
    main()

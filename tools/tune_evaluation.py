"""Tunes the hand-crafted evaluation on positions of self-play, by logistic regression.

    python -m tools.train.generate FOLDER --positions 1000000
    python -m tools.tune_evaluation FOLDER

The evaluation is linear in its weights, so each position becomes a row of counts: pieces on squares, and the
terms of `engine.common.terms`, counted by the very kernels that play, with one weight after the other set to
1. The weights are those whose evaluation, as a chance of winning, comes nearest to a blend of what a search
found and how the game ended. Writes `xiangqi/core/piece_squares.py` and `xiangqi/engine/common/weights.py`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tools.train.positions import BEST_CAPTURES, IN_CHECK, PLAYED_AT_RANDOM, load_shard, shards_of, unpack
from xiangqi.core.constants import (
    BLACK,
    BLACK_KING_SLOT,
    BOARD_SQUARES,
    COUNTS,
    KIND_MASK,
    KINDS,
    KING,
    PIECE_NAMES,
    PIECES,
    RED,
    RED_KING_SLOT,
    SLOT_SHIFT,
    SQUARES,
    file_of,
    rank_of,
    rotate_square,
)
from xiangqi.core.jit import kernel
from xiangqi.core.position import State
from xiangqi.core.values import COUNT_UNIT, FULL_PHASE, PHASES, piece_square_value
from xiangqi.engine.common import weights
from xiangqi.engine.common.layout import TERM_WEIGHTS, new_engine_state
from xiangqi.engine.common.terms import PLACES, TEMPO, TERM_SIZES, TERMS_SIZE
from xiangqi.engine.evaluation.activity import activity
from xiangqi.engine.evaluation.imbalance import imbalance, winning_chance

Floats = npt.NDArray[np.floating[Any]]

PLACES_A_KIND: Final = 50  # ten ranks, files a to e; the others are their mirror image
PIECE_PLACES: Final = len(KINDS) * PLACES_A_KIND
FEATURES: Final = PIECE_PLACES + TERMS_SIZE
ROOT: Final = Path(__file__).resolve().parent.parent

_SQUARES: Final = np.array(BOARD_SQUARES, dtype=np.int64)
_CODES: Final = np.array(
    [0, *(RED | kind for kind in KINDS), *(BLACK | kind for kind in KINDS)], dtype=np.int64
)


@kernel("int64(int64[::1], int8[::1], uint8[::1], int64)")
def count_terms(state: State, counts: Any, codes: Any, side: int) -> int:
    """Count the terms of one position, and tell which side's advantage could be won.

    Args:
        state: a whole engine state; the position is put on its board.
        counts: int8, shape (TERMS_SIZE,), written: how often each term occurs, Red less Black.
        codes: uint8, shape (90,), as in tools.train.positions.
        side: to move, RED or BLACK.

    Returns:
        RED, BLACK, both or neither, as bits: whose advantage counts in full.
    """
    for slot in range(PIECES, PIECES + 32):
        state[slot] = 0
    state[COUNTS] = 0
    next_red = RED_KING_SLOT + 1
    next_black = BLACK_KING_SLOT + 1
    for i in range(90):
        code = _CODES[codes[i]]
        square = _SQUARES[i]
        state[SQUARES + square] = 0
        if code != 0:
            if code & KIND_MASK == KING:
                slot = RED_KING_SLOT if code & RED else BLACK_KING_SLOT
            elif code & RED:
                slot = next_red
                next_red += 1
            else:
                slot = next_black
                next_black += 1
            state[SQUARES + square] = slot << SLOT_SHIFT | code
            state[PIECES + slot] = square
            state[COUNTS] += COUNT_UNIT[code]
    for term in range(TERMS_SIZE):
        state[TERM_WEIGHTS + term] = 1
        counts[term] = activity(state, RED) - activity(state, BLACK) + imbalance(state)
        state[TERM_WEIGHTS + term] = 0
    counts[TEMPO] = 1 if side == RED else -1
    winnable = RED if winning_chance(state, RED) == 16 else 0
    return winnable | (BLACK if winning_chance(state, BLACK) == 16 else 0)


def _piece_features() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For each of the 15 codes and 90 points the number of its place feature, and its sign."""
    numbers = np.zeros((15, 90), dtype=np.int64)
    signs = np.zeros((15, 90), dtype=np.int64)
    for kind in KINDS:
        for point, square in enumerate(BOARD_SQUARES):
            for code, seen, sign in ((kind, square, 1), (kind + 7, rotate_square(square), -1)):
                column = min(file_of(seen), 8 - file_of(seen))
                numbers[code, point] = (kind - 1) * PLACES_A_KIND + (9 - rank_of(seen)) * 5 + column
                signs[code, point] = sign
    return numbers, signs


@dataclass
class Data:
    """Quiet positions, N of them, from Red's view."""

    counts: npt.NDArray[np.int8]  # (N, FEATURES)
    phase: Floats  # (N,), 1 with all pieces to 0 with none that attacks
    search: Floats  # (N,), centipawns
    result: Floats  # (N,), 1 Red won, 0.5 drawn, 0 lost


def read(folders: list[Path], limit: int) -> Data:
    """Read the shards of some folders, at most so many positions of them, with progress on stderr."""
    parts = []
    held = 0
    for path in shards_of(folders):
        if held >= limit:
            break
        part = rows_of(load_shard(path))
        held += len(part.search)
        parts.append(part)
        print(f"\r{held:,} positions", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if not parts:
        raise SystemExit("no shards in the folders given; make some with tools.train.generate")
    return Data(*(np.concatenate([getattr(part, name) for part in parts]) for name in Data.__annotations__))


def rows_of(records: Any) -> Data:
    """The quiet positions of one shard as rows of counts."""
    skipped = IN_CHECK | BEST_CAPTURES | PLAYED_AT_RANDOM
    records = records[(records["flags"] & skipped == 0) & (np.abs(records["score"].astype(int)) < 2500)]
    codes = unpack(records["board"])
    sides = np.where(records["side"] == 0, RED, BLACK)
    signs = np.where(records["side"] == 0, 1, -1)
    search = records["score"] * signs
    counts = np.zeros((len(records), FEATURES), dtype=np.int8)
    numbers, piece_signs = _piece_features()
    for point in range(90):
        column = codes[:, point]
        np.add.at(counts, (np.arange(len(records)), numbers[column, point]), piece_signs[column, point])
    state = new_engine_state()
    state[TERM_WEIGHTS : TERM_WEIGHTS + TERMS_SIZE] = 0
    winnable = np.array(
        [
            count_terms(state, row[PIECE_PLACES:], board, side)
            for row, board, side in zip(counts, codes, sides.tolist(), strict=True)
        ],
        dtype=np.int64,
    )
    phases = np.zeros(15)
    for kind, phase in PHASES.items():
        phases[[kind, kind + 7]] = phase
    kept = winnable & np.where(search > 0, RED, BLACK) != 0
    return Data(
        counts[kept],
        (phases[codes[kept]].sum(axis=1) / FULL_PHASE).clip(0, 1).astype(np.float32),
        search[kept].astype(np.float32),
        ((records["result"] * signs)[kept] / 2 + 0.5).astype(np.float32),
    )


def current_weights() -> Floats:
    """The weights the program has now: shape (2, FEATURES), midgame and endgame."""
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
    """Chance of winning of a score in units of the scale."""
    chances: Floats = 1 / (1 + np.exp(-x))
    return chances


def fitted_scale(data: Data) -> float:
    """Centipawns at which the search's score means e to 1 odds: where scores best predict the results."""
    candidates = np.arange(100, 800, 10)
    losses = [float(np.mean((sigmoid(data.search / scale) - data.result) ** 2)) for scale in candidates]
    return float(candidates[int(np.argmin(losses))])


def batches(rng: np.random.Generator, size: int, batch: int) -> Iterator[npt.NDArray[np.int64]]:
    """The numbers below `size` in random order, so many at a time."""
    order = rng.permutation(size)
    for start in range(0, size - batch + 1, batch):
        yield order[start : start + batch]


def predicted(rows: Floats, phase: Floats, table: Floats) -> Floats:
    """Scores of rows of counts by a table of weights, in centipawns for Red."""
    both = rows @ table.T
    scores: Floats = both[:, 0] * phase + both[:, 1] * (1 - phase)
    return scores


def tune(data: Data, epochs: int, share: float, decay: float, seed: int) -> Floats:
    """Minimise the squared error of winning chances by Adam; the last twentieth of the data judges it.

    Args:
        share: weight of the game's result in the target, the rest is the search's.
        decay: pull towards the present weights, per step, against noise where data are few.
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
    """Mean squared errors on the positions held back, in words."""
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
        'Made by tools/tune_evaluation.py.\n"""\n\n',
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
        '"""Centipawns of the terms that engine.common.terms names. Made by tools/tune_evaluation.py."""\n\n',
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
    """Read, tune, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, help="with shards of tools.train.generate")
    parser.add_argument("--limit", type=int, default=2_000_000, help="positions to use at most")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--result-share", type=float, default=0.5, help="of the game's result in the target")
    parser.add_argument("--decay", type=float, default=1e-9)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    data = read(options.folders, options.limit)
    write(tune(data, options.epochs, options.result_share, options.decay, options.seed))


if __name__ == "__main__":
    main()

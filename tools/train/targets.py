"""The targets of the network: the winning chances by search and by result, blended."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tools.train.positions import BEST_CAPTURES, IN_CHECK, PLAYED_AT_RANDOM, Records, load_shard
from xiangqi.core.jit import kernel

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Samples:
    """Quiet positions: packed boards (n, 45) uint8, sides (n,) uint8, targets (n,) float32 in 0..1."""

    boards: npt.NDArray[np.uint8]
    sides: npt.NDArray[np.uint8]
    targets: Floats

    def __len__(self) -> int:
        return len(self.targets)


def chances(scores: npt.NDArray[Any], scale_cp: float) -> Doubles:
    """Return the winning chances for scores, a draw counting as half a win."""
    ahead: Doubles = 1.0 / (1.0 + np.exp(-np.clip(scores / scale_cp, -30, 30)))
    return ahead


def fit_scale(records: Records) -> float:
    """Return the scale at which the scores' chances best predict the results, by squared error."""
    quiet = records[np.abs(records["score"].astype(int)) < 3000]
    results = (quiet["result"] + 1) / 2
    scales = np.arange(100.0, 1000.0, 10.0)
    errors = [float(np.mean((chances(quiet["score"], scale) - results) ** 2)) for scale in scales]
    return float(scales[int(np.argmin(errors))])


@kernel("void(float64[::1], float64[::1], uint8[::1], boolean[::1], float64)")
def _blend(
    values: Doubles, results: Doubles, flags: npt.NDArray[np.uint8], lasts: npt.NDArray[np.bool_], decay: float
) -> None:
    """Replace chances by their blend with those of the following plies, from the end of each game."""
    later = 0.0
    for i in range(len(values) - 1, -1, -1):
        if lasts[i]:
            later = results[i]
        elif flags[i] & PLAYED_AT_RANDOM:
            later = values[i]
        values[i] += decay * (later - values[i])
        later = 1.0 - values[i]


def blended(records: Records, scale_cp: float, decay: float) -> Doubles:
    """Return the target of each position, for the side to move.

    The target blends the chance of the search's score, those of the later scores with weights that decay per
    ply, and finally the result; after a random move, what follows does not count.
    """
    values = chances(records["score"], scale_cp)
    results = (records["result"] + 1) / 2
    lasts = np.append(records["game"][1:] != records["game"][:-1], True)
    _blend(values, results, np.ascontiguousarray(records["flags"]), lasts, decay)
    return values


def load_samples(shards: list[Path], scale_cp: float, decay: float, most_cp: int = 3000) -> Samples:
    """Return the quiet positions of some shards: not in check, no capture best, not decided."""
    boards, sides, targets = [], [], []
    for path in shards:
        records = load_shard(path)
        quiet = records["flags"] & (IN_CHECK | BEST_CAPTURES) == 0
        quiet &= np.abs(records["score"].astype(int)) < most_cp
        boards.append(records["board"][quiet])
        sides.append(records["side"][quiet])
        targets.append(blended(records, scale_cp, decay)[quiet].astype(np.float32))
    return Samples(np.concatenate(boards), np.concatenate(sides), np.concatenate(targets))

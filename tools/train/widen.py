"""Makes a network of this program's width from a narrower one, to continue training.

    python -m tools.train.widen NARROW.npz WIDE.npz [--noise X] [--seed N]

Each neuron becomes several that share its weight in the output, so the wide network has the same output as
the narrow one; a little noise on all copies but the first lets them learn different things.
"""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tools.train.learner import UNIT_CP, quantise
from tools.train.manifest import TrainingError
from tools.train.targets import Floats
from xiangqi.disk import read_file
from xiangqi.engine.common.layout import HIDDEN, WEIGHT_ROWS, WIDTH
from xiangqi.engine.evaluation.network import LINEAR, ONE, OWN_ROW, PLACE_INPUTS, VERSION, Network

_LARGEST: Final = 64 << 20  # bytes of a file
_BESIDE: Final = WIDTH - HIDDEN  # numbers of a row besides those of the neurons


def widened(narrow: npt.NDArray[np.int16], shift: int, noise: float, seed: int) -> Network:
    """Return a network of HIDDEN neurons with the output of a narrower one, except for the noise.

    Args:
        narrow: its weights, shape (WEIGHT_ROWS, neurons + WIDTH - HIDDEN), as in Network.
        shift: binary places of its output.
        noise: the most by which inputs of copies differ, in units in which a neuron goes from 0 to 1.
        seed: the seed of the noise.

    Raises:
        TrainingError: the weights are not those of a network, or HIDDEN is not a multiple of its neurons.
    """
    neurons = narrow.shape[-1] - _BESIDE
    if narrow.shape != (WEIGHT_ROWS, neurons + _BESIDE) or neurons < 2 or HIDDEN % neurons:
        raise TrainingError(f"weights of shape {narrow.shape} cannot be widened to {(WEIGHT_ROWS, WIDTH)}")
    chance = np.random.default_rng(seed)
    copies = HIDDEN // neurons
    weights: Floats = np.zeros((PLACE_INPUTS + WEIGHT_ROWS, WIDTH), dtype=np.float32)
    shared, rows = weights[:PLACE_INPUTS], weights[PLACE_INPUTS:]
    rows[:OWN_ROW, :HIDDEN] = np.tile(narrow[:OWN_ROW, :neurons] / ONE, (1, copies))
    output = narrow[OWN_ROW:, :neurons] * (ONE * ONE / (UNIT_CP * 2.0**shift)) / copies
    rows[OWN_ROW:, :HIDDEN] = np.tile(output, (1, copies))
    rows[:OWN_ROW, LINEAR] = narrow[:OWN_ROW, neurons] / UNIT_CP
    shared[:, neurons:HIDDEN] = chance.uniform(-noise, noise, (PLACE_INPUTS, HIDDEN - neurons))
    return quantise(weights)


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("narrow", type=Path)
    parser.add_argument("wide", type=Path)
    parser.add_argument("--noise", type=float, default=0.04, help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(%(default)s)")
    args = parser.parse_args(arguments)
    try:
        with np.load(io.BytesIO(read_file(args.narrow, _LARGEST))) as parts:
            if int(parts["version"]) != VERSION:
                raise TrainingError(f"it is of version {parts['version']}, not {VERSION}")
            network = widened(parts["weights"], int(parts["shift"]), args.noise, args.seed)
        network.save(args.wide)
    except (OSError, ValueError, KeyError, TrainingError) as error:
        print(f"widen: {args.narrow}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The network in floating point: gradients in a kernel, Adam in numpy, and the conversion to integers.

The learnt weights have an additional row for each piece on each point, which is added to its rows for all
places of the king: most of a piece's value does not depend on the king's place, and few games show the rarer
places. Scores are counted in hundreds of centipawns here, which gives the weights of all layers a similar
size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from tools.train.targets import Doubles, Floats, Samples, chances
from xiangqi.core.constants import BLACK, BOARD_SQUARES, KINDS, RED, in_palace, mirror_square
from xiangqi.core.jit import kernel
from xiangqi.engine.common.layout import HIDDEN, KING_PLACES, WEIGHT_ROWS, WIDTH
from xiangqi.engine.evaluation.network import (
    BIAS_ROW,
    ENEMY_ROW,
    INPUTS,
    LINEAR,
    ONE,
    OWN_ROW,
    PLACE_INPUTS,
    Network,
    input_row,
    king_place,
)
from xiangqi.engine.search.see import SEE_VALUE

UNIT_CP: Final = 100
_DECAY: Final = 1.0  # of the hidden weights in each step, times the rate; reduces overfitting
_MOST_WEIGHT: Final = 2.5  # of the hidden layer: 32 of them stay far inside an int16
_MOST_SUM: Final = (1 << 31) // (ONE * ONE) - 1  # of the output's absolute weights: no sum leaves an int32


def _build_inputs() -> npt.NDArray[np.int16]:
    """Return the input rows by perspective, point in FEN order and code of a record."""
    table = np.zeros((2, 90, 16), dtype=np.int16)
    for point, square in enumerate(BOARD_SQUARES):
        for kind in KINDS:
            for code, piece in ((kind, RED | kind), (kind + 7, BLACK | kind)):
                for seen, perspective in enumerate((RED, BLACK)):
                    table[seen, point, code] = input_row(perspective, piece, square)
    return table


def _build_places() -> npt.NDArray[np.int64]:
    """Return, for each point of a side's own king, the first of the inputs used while it is there."""
    places = np.zeros(90, dtype=np.int64)
    for point, square in enumerate(BOARD_SQUARES):
        if in_palace(square, RED):
            places[point] = king_place(RED, square) * PLACE_INPUTS
    return places


def _build_mirror_rows() -> npt.NDArray[np.int64]:
    """Return the row of the same piece on the mirrored point; biases and output map to themselves."""
    rows = np.arange(WEIGHT_ROWS)
    kings = [square for square in BOARD_SQUARES if in_palace(square, RED)]
    mirrored = {king_place(RED, square): king_place(RED, mirror_square(square)) for square in kings}
    for code in [side | kind for side in (RED, BLACK) for kind in KINDS]:
        for square in BOARD_SQUARES:
            row, other = (input_row(RED, code, place) for place in (square, mirror_square(square)))
            for place, opposite in mirrored.items():
                rows[place * PLACE_INPUTS + row] = opposite * PLACE_INPUTS + other
    return rows


_INPUTS: Final = _build_inputs()
_PLACES: Final = _build_places()
_MIRROR_ROWS: Final = _build_mirror_rows()
_SHARED_MIRROR: Final = _MIRROR_ROWS[:PLACE_INPUTS] % PLACE_INPUTS
_TWINS: Final = np.array([i ^ 1 if i < HIDDEN else i for i in range(WIDTH)])
"""Neurons come in pairs, each of which sees the mirror image of what the other sees."""


def symmetric(weights: Floats) -> Floats:
    """Return weights or a gradient averaged over neurons and their twins, so mirror images score alike."""
    averaged: Floats = (weights + weights[_MIRROR_ROWS][:, _TWINS]) / np.float32(2)
    return averaged


@kernel("int64(uint8[:, ::1], int64, int64, int16[:, :, ::1], float32[:, ::1], float32[:, ::1], int64[:, ::1])")
def _forward(
    boards: npt.NDArray[np.uint8],
    index: int,
    side: int,
    inputs: npt.NDArray[np.int16],
    weights: Floats,
    sums: Floats,
    active: npt.NDArray[np.int64],
) -> int:
    """Sum up the accumulators of one position, own and enemy, into sums (2, WIDTH); return the pieces counted.

    active (2, 32) receives the inputs that are on.
    """
    count = 0
    own_place = 0
    enemy_place = 0
    for byte in range(45):
        pair = np.int64(boards[index, byte])
        if pair == 0:
            continue
        for half in range(2):
            code = pair >> 4 if half == 0 else pair & 15
            if code == 0:
                continue
            own = inputs[side, 2 * byte + half, code]
            enemy = inputs[1 - side, 2 * byte + half, code]
            active[0, count] = own
            active[1, count] = enemy
            count += 1
            if own < 90:
                own_place = _PLACES[own]
            if enemy < 90:
                enemy_place = _PLACES[enemy]
    for view in range(2):
        for i in range(WIDTH):
            sums[view, i] = weights[BIAS_ROW, i]
        for k in range(count):
            row = active[view, k] + (own_place if view == 0 else enemy_place)
            active[view, k] = row
            for i in range(WIDTH):
                sums[view, i] += weights[row, i]
    return count


@kernel("float64(float32[:, ::1], float32[:, ::1])")
def _output(weights: Floats, sums: Floats) -> float:
    """Return the score of the accumulators, in hundreds of centipawns."""
    total: float = 0.0
    for i in range(HIDDEN):
        own = min(max(sums[0, i], np.float32(0)), np.float32(1))
        enemy = min(max(sums[1, i], np.float32(0)), np.float32(1))
        total += own * own * weights[OWN_ROW, i] + enemy * enemy * weights[ENEMY_ROW, i]
    return float(total + (sums[0, LINEAR] - sums[1, LINEAR]) / 2)


@kernel(
    "void(float32[:, ::1], float32[:, ::1], int64[:, ::1], int64, float32[:, ::1], float32, float32[:, ::1])"
)
def _backward(
    weights: Floats,
    sums: Floats,
    active: npt.NDArray[np.int64],
    count: int,
    slopes: Floats,
    slope: float,
    gradient: Floats,
) -> None:
    """Add the gradient of one position, given the derivative of its loss by the score; slopes is scratch."""
    for view in range(2):
        row = OWN_ROW + view
        for i in range(HIDDEN):
            value = min(max(sums[view, i], np.float32(0)), np.float32(1))
            gradient[row, i] += slope * value * value
            inside = np.float32(2) if 0 < sums[view, i] < 1 else np.float32(0)
            slopes[view, i] = slope * weights[row, i] * inside * value
            gradient[BIAS_ROW, i] += slopes[view, i]
        slopes[view, LINEAR] = slope * (np.float32(0.5) - np.float32(view))
        for k in range(count):
            row = active[view, k]
            for i in range(WIDTH):
                gradient[row, i] += slopes[view, i]


@kernel(
    "float64(uint8[:, ::1], uint8[::1], float32[::1], int64[::1], int16[:, :, ::1], "
    "float32[:, ::1], float32[:, ::1], float32[:, :, ::1], int64[:, ::1], float64)"
)
def _batch(
    boards: npt.NDArray[np.uint8],
    sides: npt.NDArray[np.uint8],
    targets: Floats,
    chosen: npt.NDArray[np.int64],
    inputs: npt.NDArray[np.int16],
    weights: Floats,
    gradient: Floats,
    scratch: Floats,
    active: npt.NDArray[np.int64],
    scale: float,
) -> float:
    """Return the sum of squared errors of the chosen positions, and add its gradient."""
    sums = scratch[0]
    slopes = scratch[1]
    loss = 0.0
    for k in range(len(chosen)):
        index = chosen[k]
        side = np.int64(sides[index])
        count = _forward(boards, index, side, inputs, weights, sums, active)
        chance = 1.0 / (1.0 + np.exp(-_output(weights, sums) / scale))
        error = chance - targets[index]
        loss += error * error
        slope = np.float32(2.0 * error * chance * (1.0 - chance) / scale)
        _backward(weights, sums, active, count, slopes, slope, gradient)
    return loss


@kernel(
    "void(uint8[:, ::1], uint8[::1], int16[:, :, ::1], float32[:, ::1], float32[:, :, ::1], int64[:, ::1], "
    "float64[::1])"
)
def _judge(
    boards: npt.NDArray[np.uint8],
    sides: npt.NDArray[np.uint8],
    inputs: npt.NDArray[np.int16],
    weights: Floats,
    scratch: Floats,
    active: npt.NDArray[np.int64],
    scores: Doubles,
) -> None:
    """Write the score of each position, in hundreds of centipawns, into scores."""
    for index in range(len(boards)):
        _forward(boards, index, np.int64(sides[index]), inputs, weights, scratch[0], active)
        scores[index] = _output(weights, scratch[0])


@dataclass
class Learner:
    """Weights in training, with Adam's two moments.

    Attributes:
        weights: float32, (PLACE_INPUTS + WEIGHT_ROWS, WIDTH): the shared rows, then those of the network.
        scale_cp: the score at which the odds are e to one.
    """

    weights: Floats
    scale_cp: float

    def __post_init__(self) -> None:
        """Start without momentum."""
        self._first = np.zeros_like(self.weights)
        self._second = np.zeros_like(self.weights)
        self._steps = 0
        self._scratch = np.zeros((2, 2, WIDTH), dtype=np.float32)
        self._active = np.zeros((2, 32), dtype=np.int64)

    def scores(self, samples: Samples) -> Doubles:
        """Return the network's score of each position, for the side to move, in centipawns."""
        scores = np.zeros(len(samples))
        rows = summed(self.weights)
        _judge(samples.boards, samples.sides, _INPUTS, rows, self._scratch, self._active, scores)
        return scores * UNIT_CP

    def loss(self, samples: Samples) -> float:
        """Return the mean squared error of the winning chances."""
        return float(np.mean((chances(self.scores(samples), self.scale_cp) - samples.targets) ** 2))

    def gradient(self, samples: Samples, chosen: npt.NDArray[np.int64]) -> tuple[float, Floats]:
        """Return the mean loss of the chosen samples, and its gradient, averaged over twin weights."""
        rows = summed(self.weights)
        gradient = np.zeros_like(rows)
        loss = _batch(
            samples.boards,
            samples.sides,
            samples.targets,
            chosen,
            _INPUTS,
            rows,
            gradient,
            self._scratch,
            self._active,
            self.scale_cp / UNIT_CP,
        )
        gradient = symmetric(gradient / np.float32(len(chosen)))
        shared = gradient[:INPUTS].reshape(KING_PLACES, PLACE_INPUTS, WIDTH).sum(axis=0)
        return loss / len(chosen), np.concatenate([shared, gradient])

    def learn(self, samples: Samples, chosen: npt.NDArray[np.int64], rate: float) -> float:
        """Take one step of Adam on the chosen samples, and return their loss before it."""
        loss, gradient = self.gradient(samples, chosen)
        self._steps += 1
        self._first += 0.1 * (gradient - self._first)
        self._second += 0.001 * (gradient * gradient - self._second)
        step = rate * np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        change = step * self._first / (np.sqrt(self._second) + 1e-8)
        change[:, LINEAR] *= 4  # the learning rate is higher, since direct scores are larger than other weights
        change[:-3, :HIDDEN] += rate * _DECAY * self.weights[:-3, :HIDDEN]
        self.weights -= change
        return loss


def summed(weights: Floats) -> Floats:
    """Return the rows (WEIGHT_ROWS, WIDTH) of the network itself, with all weights clipped to their bounds."""
    rows: Floats = weights[PLACE_INPUTS:].copy()
    rows[:INPUTS] += np.tile(weights[:PLACE_INPUTS], (KING_PLACES, 1))
    np.clip(rows[:BIAS_ROW, :HIDDEN], -_MOST_WEIGHT, _MOST_WEIGHT, out=rows[:BIAS_ROW, :HIDDEN])
    return rows


def new_weights(chance: np.random.Generator) -> Floats:
    """Return small random weights, symmetric, with the piece values of exchanges as first scores."""
    weights = np.zeros((PLACE_INPUTS + WEIGHT_ROWS, WIDTH), dtype=np.float32)
    shared, rows = weights[:PLACE_INPUTS], weights[PLACE_INPUTS:]
    shared[:, :HIDDEN] = chance.uniform(-0.15, 0.15, (PLACE_INPUTS, HIDDEN))
    rows[BIAS_ROW, :HIDDEN] = 0.25
    most = 5.6 / np.sqrt(HIDDEN)  # smaller for a wider layer, to keep the size of the sum
    rows[OWN_ROW:, :HIDDEN] = chance.uniform(-most, most, (2, HIDDEN))
    for kind in KINDS:
        value = float(SEE_VALUE[kind]) / UNIT_CP if kind != KINDS[0] else 0.0
        shared[(kind - 1) * 90 : kind * 90, LINEAR] = value
        shared[(kind + 6) * 90 : (kind + 7) * 90, LINEAR] = -value
    shared[:, 1:HIDDEN:2] = shared[_SHARED_MIRROR][:, 0:HIDDEN:2]
    rows[OWN_ROW:, 1:HIDDEN:2] = rows[OWN_ROW:, 0:HIDDEN:2]
    return weights


def weights_of(network: Network) -> Floats:
    """Return the float weights of an integer network, to train it further; the shared rows are 0."""
    weights = np.zeros((PLACE_INPUTS + WEIGHT_ROWS, WIDTH), dtype=np.float32)
    rows = weights[PLACE_INPUTS:]
    rows[:OWN_ROW, :HIDDEN] = network.weights[:OWN_ROW, :HIDDEN] / ONE
    rows[:OWN_ROW, LINEAR] = network.weights[:OWN_ROW, LINEAR] / UNIT_CP
    rows[OWN_ROW:, :HIDDEN] = network.weights[OWN_ROW:, :HIDDEN] * (ONE * ONE / (UNIT_CP * 2**network.shift))
    return weights


def quantise(weights: Floats) -> Network:
    """Return the network in integers, with the most binary places in its output that cannot overflow.

    Args:
        weights: the weights of a Learner.
    """
    weights = symmetric(summed(weights))
    whole = np.zeros((WEIGHT_ROWS, WIDTH), dtype=np.int16)
    whole[:OWN_ROW, :HIDDEN] = np.rint(weights[:OWN_ROW, :HIDDEN] * ONE)
    whole[:OWN_ROW, LINEAR] = np.rint(weights[:OWN_ROW, LINEAR] * UNIT_CP)
    output = weights[OWN_ROW:, :HIDDEN].astype(np.float64) * UNIT_CP / (ONE * ONE)
    shift = 24
    while np.abs(output).max() * 2**shift > 32_000 or np.abs(output).sum() * 2**shift > _MOST_SUM:
        shift -= 1
    whole[OWN_ROW:, :HIDDEN] = np.rint(output * 2**shift)
    return Network(whole, shift)

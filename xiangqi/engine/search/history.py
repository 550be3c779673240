"""History: how often quiet moves have caused beta cutoffs, and how often they failed.

Butterfly history has a number for each move. Continuation history has two more, for a piece on its target
square after the opponent's last move (1) and after the side's own last move (2). All lie between -HISTORY_MAX
and HISTORY_MAX, and a bonus changes them less the nearer they are to the limit.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.constants import (
    BLACK,
    BOARD_SQUARES,
    CODE_MASK,
    KINDS,
    PATH_CAPTURES,
    PATH_LENGTH,
    PATH_MOVES,
    PATH_PIECES,
    RED,
    SQUARES,
)
from xiangqi.core.jit import kernel
from xiangqi.core.position import State, from_square, to_square
from xiangqi.engine.common import layout as slots
from xiangqi.engine.common import parameters as param
from xiangqi.engine.common.techniques import CONTINUATION_HISTORY, EVALUATION_HISTORY, HISTORY_ORDER

HISTORY_MAX: Final = 1 << 14
_NUMBERS: Final = 4  # int16 in a slot
_NO_MOVE: Final = (
    slots.CONTINUATION_ROWS - 1
) * slots.CONTINUATION_ROW  # the row if there was no move; it stays 0
_LEARNS_FROM_EVALUATION: Final = HISTORY_ORDER | EVALUATION_HISTORY


def _build_tables() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return POINTS, COLUMNS and ROWS."""
    points, columns, rows = (np.zeros(size, dtype=np.int64) for size in (256, 32, 32))
    points[list(BOARD_SQUARES)] = range(90)
    for number, side in enumerate((RED, BLACK)):
        for kind in KINDS:
            columns[side | kind] = (kind - 1) * 90
            rows[side | kind] = (7 * number + kind - 1) * 90
    return points, columns, rows


POINTS, COLUMNS, ROWS = _build_tables()
"""int64, shapes (256,), (32,) and (32,): the number of a square, 0..89; by a piece's code, the first column of
one that may move, and the first row of one that has moved."""


@kernel("int64(int64[::1], int64)", inline=True)
def _row(state: State, plies: int) -> int:
    """Return the offset, within a continuation history, of the row for the move made some plies ago."""
    ply = state[PATH_LENGTH] - plies
    if ply < 0 or state[PATH_MOVES + ply] == 0 or state[slots.TECHNIQUES] & CONTINUATION_HISTORY == 0:
        return _NO_MOVE
    row = ROWS[state[PATH_PIECES + ply] & CODE_MASK] + POINTS[to_square(state[PATH_MOVES + ply])]
    return row * slots.CONTINUATION_ROW


@kernel("int64(int64[::1], int64)", inline=True)
def _column(state: State, move: int) -> int:
    """Return the column of a move of this position in a row of continuation history."""
    return COLUMNS[state[SQUARES + from_square(move)] & CODE_MASK] + POINTS[to_square(move)]


@kernel("int64(int64[::1])", inline=True)
def continuation_1_row(state: State) -> int:
    """Return the row of continuation history 1, after the opponent's last move."""
    return _NUMBERS * slots.CONTINUATION_1 + _row(state, 1)


@kernel("int64(int64[::1])", inline=True)
def continuation_2_row(state: State) -> int:
    """Return the row of continuation history 2, after the side's own last move."""
    return _NUMBERS * slots.CONTINUATION_2 + _row(state, 2)


@kernel("int64(int64[::1], int64, int64, int64)", inline=True)
def quiet_history(state: State, move: int, continuation_1: int, continuation_2: int) -> int:
    """Return the weighted sum of the histories of a quiet move, given the rows of continuation history."""
    numbers = state.view(np.int16)
    column = _column(state, move)
    continued = (
        state[param.CONTINUATION_1_WEIGHT] * numbers[continuation_1 + column]
        + state[param.CONTINUATION_2_WEIGHT] * numbers[continuation_2 + column]
    )
    return state[slots.HISTORY + move] + (continued >> 6)


@kernel("int64(int64, int64)", inline=True)
def _with_gravity(value: int, bonus: int) -> int:
    """Return a history value after a bonus, drawn towards 0 so that it stays within its limits."""
    return value + bonus - value * abs(bonus) // HISTORY_MAX


@kernel("void(int64[::1], int64, int64, int64, int64)", inline=True)
def _add_bonus(state: State, move: int, bonus: int, continuation_1: int, continuation_2: int) -> None:
    """Give a bonus to a quiet move, given the rows of continuation history."""
    state[slots.HISTORY + move] = _with_gravity(state[slots.HISTORY + move], bonus)
    numbers = state.view(np.int16)
    column = _column(state, move)
    if continuation_1 != _NUMBERS * slots.CONTINUATION_1 + _NO_MOVE:
        numbers[continuation_1 + column] = np.int16(_with_gravity(numbers[continuation_1 + column], bonus))
    if continuation_2 != _NUMBERS * slots.CONTINUATION_2 + _NO_MOVE:
        numbers[continuation_2 + column] = np.int16(_with_gravity(numbers[continuation_2 + column], bonus))


@kernel("void(int64[::1], int64, int64)", inline=True)
def reward(state: State, move: int, depth: int) -> None:
    """Reward a quiet move that caused a beta cutoff."""
    if state[slots.TECHNIQUES] & HISTORY_ORDER:
        bonus = min(state[param.HISTORY_BONUS] * depth, state[param.HISTORY_MAX_BONUS])
        _add_bonus(state, move, bonus, continuation_1_row(state), continuation_2_row(state))


@kernel("void(int64[::1], int64, int64, int64, int64)", inline=True)
def penalise(state: State, first: int, end: int, refutation: int, depth: int) -> None:
    """Penalise the quiet moves in state[first:end] that were searched before `refutation`."""
    if state[slots.TECHNIQUES] & HISTORY_ORDER == 0:
        return
    malus = min(state[param.HISTORY_MALUS] * depth, state[param.HISTORY_MAX_MALUS])
    continuation_1, continuation_2 = continuation_1_row(state), continuation_2_row(state)
    for i in range(first, end):
        if state[i] != refutation:
            _add_bonus(state, state[i], -malus, continuation_1, continuation_2)


@kernel("void(int64[::1], int64, int64)", inline=True)
def learn_from_evaluation(state: State, before: int, now: int) -> None:
    """Give the quiet move that led here a bonus for the gain in static evaluation.

    Args:
        state: the butterfly history of the move may change.
        before: static evaluation before the move, for the side that made it; EVAL_NONE in check.
        now: static evaluation after it, for the other side.
    """
    last = state[PATH_LENGTH] - 1
    move = state[PATH_MOVES + last]
    if (
        state[slots.TECHNIQUES] & _LEARNS_FROM_EVALUATION == _LEARNS_FROM_EVALUATION
        and before != slots.EVAL_NONE
        and now != slots.EVAL_NONE
        and move != 0
        and state[PATH_CAPTURES + last] == 0
    ):
        most = state[param.EVALUATION_MAX_BONUS]
        bonus = -(before + now) * state[param.EVALUATION_BONUS] >> 4
        state[slots.HISTORY + move] = _with_gravity(state[slots.HISTORY + move], max(-most, min(most, bonus)))

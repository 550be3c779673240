"""Positions of self-play as rows of counts, for tools/train/tune_evaluation.py: pieces on squares, and terms.

The terms are those of `engine.common.terms`, counted by the playing kernels themselves, with one weight after
the other set to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tools.train.positions import BEST_CAPTURES, IN_CHECK, PLAYED_AT_RANDOM, load_shard, unpack
from xiangqi.core.constants import (
    BLACK,
    BLACK_KING_SLOT,
    BOARD_SQUARES,
    COUNTS,
    KIND_MASK,
    KINDS,
    KING,
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
from xiangqi.core.values import COUNT_UNIT, FULL_PHASE, PHASES
from xiangqi.engine.common.layout import TERM_WEIGHTS, new_engine_state
from xiangqi.engine.common.terms import TEMPO, TERMS_SIZE
from xiangqi.engine.evaluation.activity import activity
from xiangqi.engine.evaluation.imbalance import imbalance, winning_chance

Floats = npt.NDArray[np.floating[Any]]

PLACES_A_KIND: Final = 50  # ten ranks, files a to e; the others are their mirror image
PIECE_PLACES: Final = len(KINDS) * PLACES_A_KIND
FEATURES: Final = PIECE_PLACES + TERMS_SIZE

_SQUARES: Final = np.array(BOARD_SQUARES, dtype=np.int64)
_CODES: Final = np.array(
    [0, *(RED | kind for kind in KINDS), *(BLACK | kind for kind in KINDS)], dtype=np.int64
)


@kernel("int64(int64[::1], int8[::1], uint8[::1], int64)")
def count_terms(state: State, counts: Any, codes: Any, side: int) -> int:
    """Count the terms of one position, and return the sides whose advantage could be won.

    Args:
        state: a complete engine state; the position is put on its board.
        counts: int8, shape (TERMS_SIZE,), written: the number of each term, Red's less Black's.
        codes: uint8, shape (90,), as in tools.train.positions.
        side: the side to move, RED or BLACK.

    Returns:
        RED, BLACK, both or neither, as bits: the sides whose advantage counts in full.
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
    """Return for each of the 15 codes and 90 points the number of its place feature, and its sign."""
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


def rows_of(records: Any) -> Data:
    """Return the quiet positions of one shard whose better side can win, as rows of counts."""
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


def rows_of_shard(path: Path) -> Data:
    """Return the quiet positions of a shard, as a chunk of work: a cluster's machines must share its folder."""
    return rows_of(load_shard(path))

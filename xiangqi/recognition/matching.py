"""Matches a picture against the positions within a few moves of a known one, as during a game."""

from __future__ import annotations

import heapq
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, FILES, KIND_MASK, LETTERS, RANKS, RED
from xiangqi.recognition.assignment import PIECES
from xiangqi.recognition.reading import Side, square_at

Costs = dict[tuple[int, int], float]
"""The cost of each piece code on each square, in nats; code 0 stands for an empty square."""

_PLIES: Final = 8
_KEPT: Final = 8
"""The largest number of plies searched, and the number of positions kept after each ply."""


_KIND: Final = 0.3
"""The weight of the kinds of pieces, relative to their sides and places, in recognising an opening."""

_REDS: Final = np.array([letter.isupper() for letter in PIECES])


class CandidatePosition(NamedTuple):
    """A position that a picture may show.

    Attributes:
        cost: the cost in nats.
        letters: ten rows of nine letters as seen.
        turn: the side to move.
    """

    cost: float
    letters: tuple[str, ...]
    turn: Side


def letter_of(code: int) -> str:
    """Return the letter of a piece code, "." for an empty point."""
    letter = LETTERS[code & KIND_MASK]
    return letter.lower() if code & BLACK else letter


def _costs(logs: NDArray[np.float64], bottom: Side) -> Costs:
    codes = [0, *((RED if letter.isupper() else BLACK) | LETTERS.index(letter.upper()) for letter in PIECES)]
    return {
        (square_at(row, column, bottom), code): -float(logs[row, column, index])
        for row in range(RANKS)
        for column in range(FILES)
        for index, code in enumerate(codes)
    }


def nearest(logs: NDArray[np.float64], near: Board, bottom: Side) -> CandidatePosition:
    """Return the likeliest position within a few plies of a known one.

    Args:
        logs: log probabilities of an empty point and of each piece, by row and column as seen.
        near: the known position.
        bottom: the side at the bottom.
    """
    costs = _costs(logs, bottom)
    total = sum(costs[square, near.piece_at(square)] for square, code in costs if code == 0)
    kept: list[tuple[float, tuple[Move, ...]]] = [(total, ())]
    best = kept[0]
    board = near.copy()
    for _ in range(_PLIES):
        following = [one for cost, moves in kept for one in _after(board, costs, cost, moves)]
        if not following:
            break
        kept = heapq.nsmallest(_KEPT, following)
        best = min(best, kept[0])
    for move in best[1]:
        board.push_unchecked(move)
    rows = tuple(
        "".join(letter_of(board.piece_at(square_at(row, column, bottom))) for column in range(FILES))
        for row in range(RANKS)
    )
    return CandidatePosition(best[0], rows, "red" if board.turn == RED else "black")


def colour_logs(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return log probabilities in which the kinds of pieces count for little, but their colours fully."""
    made = logs.copy()
    for is_side in (_REDS, ~_REDS):
        own = np.flatnonzero(is_side) + 1
        whole = np.logaddexp.reduce(logs[..., own], axis=-1)[..., None]
        made[..., own] = whole + _KIND * (logs[..., own] - whole)
    return np.asarray(made)


def cost_of(logs: NDArray[np.float64], letters: tuple[str, ...]) -> float:
    """Return the cost in nats of a board, given as rows of letters as seen."""
    signs = [[("." + PIECES).index(letter) for letter in row] for row in letters]
    return -float(np.take_along_axis(logs, np.array(signs)[..., None], axis=-1).sum())


def _after(
    board: Board, costs: Costs, cost: float, moves: tuple[Move, ...]
) -> list[tuple[float, tuple[Move, ...]]]:
    """Return the continuations by one legal move, each with its cost and all its moves."""
    for move in moves:
        board.push_unchecked(move)
    made = []
    for move in board.legal_moves():
        piece, taken = board.piece_at(move.from_square), board.piece_at(move.to_square)
        change = costs[move.from_square, 0] - costs[move.from_square, piece]
        change += costs[move.to_square, piece] - costs[move.to_square, taken]
        made.append((cost + change, (*moves, move)))
    for _ in moves:
        board.pop()
    return made

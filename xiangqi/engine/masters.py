"""Chooses opening moves as people do: by how often masters play each, more reliably at stronger levels."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.ladder import FULL_STRENGTH
from xiangqi.openings import practice

_PLIES: Final = (6, 28)  # the plies up to which level 1 and full strength know the masters' moves
_SHARPNESS: Final = (0.6, 1.3)  # the power of the frequency with which they choose
_RAREST: Final = (0.002, 0.02)  # the share of the games from which they know a move


def weights_for(board: Board, level: int) -> dict[Move, float]:
    """Return the masters' moves that a level knows in a position, with weights; empty if it knows none.

    Args:
        board: the position, with all moves of the game.
        level: 1 to FULL_STRENGTH.

    Raises:
        ResourceError: the masters' practice is missing or damaged.
    """
    if len(board.move_stack) >= _between(_PLIES, level):
        return {}
    games = practice.weights(board)
    least = max(1, sum(games.values()) * _between(_RAREST, level))
    return {move: count ** _between(_SHARPNESS, level) for move, count in games.items() if count >= least}


def pick(board: Board, level: int, allowed: Iterable[Move], chance: random.Random) -> Move | None:
    """Return a move of the masters that is allowed and known to the level, at random by weight; else None.

    Raises:
        ResourceError: the masters' practice is missing or damaged.
    """
    weights = weights_for(board, level)
    moves = [move for move in allowed if move in weights]
    return chance.choices(moves, [weights[move] for move in moves])[0] if moves else None


def _between(ends: tuple[float, float], level: int) -> float:
    low, high = ends
    return low + (high - low) * (level - 1) / (FULL_STRENGTH - 1)

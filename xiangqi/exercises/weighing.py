"""What the moves of a game say about a player's strength: each weighed by a short search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.grades import loss_of
from xiangqi.coach.judge import EngineJudge
from xiangqi.coach.summary import phase_of
from xiangqi.exercises.rating import WeighedMove

NODES: Final = 1500
"""Nodes a position. The figures of `rating` are for this many, so a longer review is no substitute."""


@lru_cache(maxsize=1)
def _judge() -> EngineJudge:
    return EngineJudge(NODES)


def weigh_game(start_fen: str, moves: Sequence[str], side: int) -> tuple[WeighedMove, ...]:
    """A side's moves of a game, weighed; about a second. Equal calls have equal results.

    Args:
        start_fen: where the game begins.
        moves: its legal moves, as coordinates.
        side: RED or BLACK, whose moves are weighed.

    Raises:
        FenError, NotationError, IllegalMoveError: they cannot be played.
    """
    board, found = Board(start_fen), []
    for move, weighed in zip(moves, weigh_both(start_fen, moves), strict=True):
        if board.turn == side:
            found.append(weighed)
        board.push_unchecked(Move.from_iccs(move))
    return tuple(found)


def weigh_both(start_fen: str, moves: Sequence[str]) -> tuple[WeighedMove, ...]:
    """The same for all moves of a game, in their order."""
    judge = _judge()
    judge.begin()
    line = tuple(Move.from_iccs(move) for move in moves)
    opinions = [judge(start_fen, line[:ply]) for ply in range(len(line), -1, -1)][::-1]
    board, found = Board(start_fen), []
    for ply, move in enumerate(line, 1):
        before, after = opinions[ply - 1], opinions[ply]
        loss = loss_of(before.chance, 1.0 - after.chance, is_best=before.line[:1] == (move,))
        found.append(WeighedMove(phase_of(board, ply), before.chance, loss))
        board.push_unchecked(move)
    return tuple(found)

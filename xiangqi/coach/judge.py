"""The built-in engine as a judge of positions, and a review as one call of small arguments.

`review_game` can be handed to any `concurrent.futures.Executor`: its arguments are strings and numbers, each
process keeps one engine, and equal calls have equal results.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.notes import GameReview, Opinion
from xiangqi.coach.opening_facts import Counts, OpeningTeller
from xiangqi.coach.reviewing import Reviewer
from xiangqi.engine.chances import outcome_chance
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine
from xiangqi.line import Line
from xiangqi.referee import can_end_at_once

NODES: Final = 50_000
"""Nodes a position that a review searches when nobody says otherwise."""

_HASH_MB: Final = 32


class EngineJudge:
    """Judges positions with the built-in engine, so many nodes each."""

    def __init__(self, nodes: int = NODES) -> None:
        """Start an engine of full strength."""
        self.nodes = nodes
        self._engine = Engine(hash_mb=_HASH_MB)

    def begin(self) -> None:
        """Forget all that was learnt, so that the next game is judged as if it were the first."""
        self._engine.clear()

    def __call__(self, line: Line) -> Opinion:
        """What the engine says of the position after a line.

        It takes a first repetition for a draw, so what came before is kept from it until the game can end so.
        """
        board = line.board()
        self._engine.set_board(board if can_end_at_once(board) else Board(board.fen()))
        info = self._engine.search(Limits(nodes=self.nodes)).info
        if info is None:
            return Opinion(0.0)
        return Opinion(outcome_chance(info.score_cp, info.mate), info.pv, info.mate)


@lru_cache(maxsize=1)
def _judge(nodes: int) -> EngineJudge:
    return EngineJudge(nodes)


def review_game(
    start_fen: str,
    moves: Sequence[int],
    nodes: int = NODES,
    counts: Counts | None = None,
) -> GameReview:
    """Review one game with the built-in engine.

    Args:
        start_fen: where it begins.
        moves: legal, as integers or Moves.
        nodes: searched at each position; with the same number the result is the same.
        counts: what a library knows of its openings; not for other processes.

    Raises:
        FenError: the start position cannot be read.
    """
    judge = _judge(nodes)
    judge.begin()
    reviewer = Reviewer(judge, openings=OpeningTeller(counts=counts))
    return reviewer.review(Line(start_fen, tuple(map(Move, moves))))

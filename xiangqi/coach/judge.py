"""The built-in engine as a judge of positions, and game review as a single function call.

`review_game` can be submitted to any `concurrent.futures.Executor`: its arguments are strings and numbers, each
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
from xiangqi.engine.common.types import Info, Limits
from xiangqi.engine.worker import Engine
from xiangqi.line import Line
from xiangqi.referee import can_end_at_once

NODES: Final = 50_000
"""The default number of nodes searched per position in a review."""

_HASH_MB: Final = 32


class EngineJudge:
    """Judges positions with the built-in engine at a fixed number of nodes."""

    def __init__(self, nodes: int = NODES) -> None:
        """Start an engine at full strength."""
        self.nodes = nodes
        self._engine = Engine(hash_mb=_HASH_MB)

    def begin(self) -> None:
        """Clear the engine's memory, so that the result does not depend on earlier games."""
        self._engine.clear()

    def __call__(self, line: Line) -> Opinion:
        """Return the engine's opinion of the position after some moves."""
        return opinion_of(self.report(line))

    def report(self, line: Line) -> Info | None:
        """Return the engine's last report on the position after some moves, or None if there is no legal move.

        The engine scores a first repetition as a draw, so it is not given the history until the game can
        actually end by repetition.
        """
        board = line.board()
        self._engine.set_board(board if can_end_at_once(board) else Board(board.fen()))
        return self._engine.search(Limits(nodes=self.nodes)).info

    def stop(self) -> None:
        """Stop the current search, from any thread; its report must then be ignored."""
        self._engine.stop()

    def arm(self) -> None:
        """Clear a stop request that arrived after the end of the last search."""
        self._engine.arm()


def opinion_of(report: Info | None) -> Opinion:
    """Return the opinion expressed by an engine's report; a position without a move is lost."""
    if report is None:
        return Opinion(0.0)
    return Opinion(outcome_chance(report.score_cp, report.mate), report.pv, report.mate)


@lru_cache(maxsize=1)
def judge_of(nodes: int) -> EngineJudge:
    """Return this process's judge for this number of nodes per position; only the latest one is kept."""
    return EngineJudge(nodes)


def review_game(
    start_fen: str,
    moves: Sequence[int],
    nodes: int = NODES,
    counts: Counts | None = None,
) -> GameReview:
    """Review one game with the built-in engine.

    Args:
        start_fen: the position it begins from.
        moves: legal moves, as integers or Moves.
        nodes: nodes searched per position; equal numbers give equal results.
        counts: looks up opening moves in a library; it cannot be sent to other processes.

    Raises:
        FenError: the start position cannot be read.
    """
    judge = judge_of(nodes)
    judge.begin()
    reviewer = Reviewer(judge, openings=OpeningTeller(counts=counts))
    return reviewer.review(Line(start_fen, tuple(map(Move, moves))))

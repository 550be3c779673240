"""A hint as a ladder: the theme first, then the piece, then the move, and at last the reason."""

from __future__ import annotations

from collections.abc import Iterator

from xiangqi.board import Board
from xiangqi.coach.facts import Fact, Moves, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.notes import HintLadder
from xiangqi.coach.scene import placed
from xiangqi.coach.tactics import SLACK, Win, wins
from xiangqi.coach.threats import Shot


def hint_of(board: Board, line: Moves, finder: FactFinder) -> HintLadder:
    """The hint for a position whose best line is known.

    Args:
        board: the position. It is not changed.
        line: at least one legal move, the best one first.
        finder: what proves the reason.
    """
    reason = next(_reasons(board, line, finder), None)
    theme = None if reason is None else reason.kind
    return HintLadder(theme, placed(board, line[0].from_square), line[0], reason, line)


def _reasons(board: Board, line: Moves, finder: FactFinder) -> Iterator[Fact]:
    """What the move does, proved, the most important first."""
    mate = finder.mate(board, Start.BEFORE, line[0])
    if mate is not None:
        yield mate
    gain = finder.prover.gain_by(board, line[0])
    if gain is not None and gain.value > 2 * SLACK and not gain.mates:
        yield from wins(Win(Shot(board, line[0], finder.prover), gain.line, gain.value, Start.BEFORE))

"""A hint as a ladder: the theme first, then the piece, then the move, and at last the reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Moves, Placed, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.scene import placed
from xiangqi.coach.tactics import SLACK, Win, wins
from xiangqi.coach.threats import Shot


@dataclass(frozen=True)
class HintLadder:
    """What can be told about the best move, step by step.

    Attributes:
        theme: what it is about; None where no theme could be proved.
        piece: what should move.
        move: the move.
        reason: the fact that proves it; None where there is none, and then the line speaks.
        line: what the engine expects, the move first.
    """

    theme: FactKind | None
    piece: Placed
    move: Move
    reason: Fact | None
    line: Moves


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

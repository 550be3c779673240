"""A hint as a ladder: the theme first, then the piece, then the move, and at last the reason."""

from __future__ import annotations

from xiangqi.board import Board
from xiangqi.coach.facts import Moves
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.notes import HintLadder
from xiangqi.coach.scene import placed


def hint_of(board: Board, line: Moves, finder: FactFinder) -> HintLadder:
    """The hint for a position whose best line is known.

    Args:
        board: the position. It is not changed.
        line: at least one legal move, the best one first.
        finder: what proves the reason.
    """
    reason = finder.reason(board, line)
    return HintLadder(placed(board, line[0].from_square), line[0], reason, line)

"""An engine's judgement of a position, in the form stored with reviews of games."""

from __future__ import annotations

from collections.abc import Iterable

from xiangqi.core.constants import RED
from xiangqi.engine.common.types import Info


def kept_position(turn: int, best: Info, lines: Iterable[Info], *, thorough: bool) -> dict[str, object]:
    """Return the judgement of a position as a JSON object: turn, thorough, best and lines.

    Args:
        turn: RED or BLACK, the side to move.
        best: the deepest report on the best move, from that side's view.
        lines: the best moves, best first.
        thorough: whether the engine had as much time as in a review.
    """
    return {
        "turn": "red" if turn == RED else "black",
        "thorough": thorough,
        "best": _kept_info(best),
        "lines": [_kept_info(info) for info in lines],
    }


def _kept_info(info: Info) -> dict[str, object]:
    return {
        "depth": info.depth,
        "nodes": info.nodes,
        "cp": info.score_cp,
        "mate": info.mate,
        "pv": [move.iccs for move in info.pv],
    }

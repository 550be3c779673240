"""Evaluations during a game, in words."""

from __future__ import annotations

from xiangqi.app.session.judgement import is_decided
from xiangqi.core.constants import RED, opponent
from xiangqi.ui.parts.context import PanelContext


def score_words(
    scene: PanelContext, score_cp: int | None, mate: int | None, side: int, short: bool = False
) -> str:
    """Return an evaluation: the winner of a mate or a decided game, otherwise pawns from Red's view.

    The pawns have a title unless `short`.
    """
    if mate is not None:
        winner = scene.side_name(side if mate > 0 else opponent(side))
        return f"{winner} · " + scene.texts("engine.mate", moves=abs(mate))
    if score_cp is not None and is_decided(score_cp):
        winner = scene.side_name(side if score_cp > 0 else opponent(side))
        return scene.texts("analysis.winning", side=winner)
    pawns = (score_cp or 0) / 100 * (1 if side == RED else -1)
    score = f"{pawns:+.2f}".replace("-", "−")
    return score if short else scene.texts("engine.title") + f" {score}"

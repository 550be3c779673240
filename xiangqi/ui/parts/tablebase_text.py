"""The endgame tables' results in words."""

from __future__ import annotations

from xiangqi.app.analysis import tablebase
from xiangqi.app.session import positions, view
from xiangqi.core.constants import opponent
from xiangqi.line import Line
from xiangqi.tables import TableReport, TableVerdict
from xiangqi.ui.parts.context import PanelContext


def theory_text(scene: PanelContext) -> str:
    """Return the verdict of the endgame tables on the position on the board, or "" if there is none."""
    found = tablebase.told(scene.state)
    return "" if found is None else report_text(scene, found, view.snapshot(scene.state).fen)


def report_text(scene: PanelContext, found: TableReport, fen: str) -> str:
    """Return a table report on a position as a sentence."""
    texts = scene.texts
    if found.verdict is TableVerdict.DRAW:
        return texts("theory.draw")
    if found.verdict is TableVerdict.UNKNOWN:
        return texts("theory.unknown")
    turn = Line(fen).turn
    winner = scene.side_name(turn if found.verdict is TableVerdict.WIN else opponent(turn))
    if found.within_limit is None:
        return texts("theory.perhaps_late", side=winner)
    if not found.within_limit:
        return texts("theory.too_late", side=winner)
    if found.plies is None:
        return texts("theory.won", side=winner)
    if found.plies == 1 and positions.mates_at_once(fen):
        return texts("theory.mates", side=winner)
    return texts("theory.wins_in", side=winner, count=(found.plies + 1) // 2)

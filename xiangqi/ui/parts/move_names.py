"""The names of moves in the explorer."""

from __future__ import annotations

from collections.abc import Callable

from xiangqi.app.session import positions, view
from xiangqi.board import Move
from xiangqi.notation import Style
from xiangqi.ui.parts.context import PanelContext


def namer(scene: PanelContext, *, current: bool) -> Callable[[Move], str]:
    """Return a function that writes a move in the position; for an outdated answer, it writes coordinates."""
    here, style = view.board_line(scene.state).here, Style(scene.state.settings.notation)

    def name(move: Move) -> str:
        if not current or not positions.legal_prefix(here, (move,)):
            return move.iccs
        return positions.move_text(here, move, style)

    return name

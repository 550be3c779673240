"""The button for guessing the winner's moves, in the row of actions of a game of masters."""

from __future__ import annotations

from xiangqi.app.exercises.puzzles import GuessMoves
from xiangqi.ui.parts.action_row import RowAction
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.guessing import can_guess, winner


def guess_action(scene: PanelContext) -> list[RowAction]:
    """Return the action for guessing the winner's moves in a masters' game; none in other games."""
    if not scene.state.document.is_of_masters:
        return []
    side = winner(scene.state)
    tip = scene.texts("menu.guess", side=scene.side_name(side))
    label = scene.texts("button.guess")
    return [RowAction("record.guess", label, GuessMoves(side), "help", can_guess(scene.state), tip=tip)]

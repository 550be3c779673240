"""The guessing of a side's moves: where it can be done, for whom, and its items in menus."""

from __future__ import annotations

from xiangqi.app.exercises.puzzles import GuessMoves
from xiangqi.app.session import view
from xiangqi.app.session.state import AppState
from xiangqi.core.constants import BLACK, RED
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.toolkit.menu import Item


def can_guess(state: AppState) -> bool:
    """Return whether moves follow the shown position, other than in a game that is still being played."""
    play = state.document.play
    return not view.line(state).at_end and (play is None or play.end is not None)


def winner(state: AppState) -> int:
    """Return the side whose moves are worth guessing in the game on the board: the winner or, if none, Red."""
    return BLACK if state.document.tree.game.result == "0-1" else RED


def guess_items(scene: PanelContext) -> list[Item]:
    """Return the menu items for guessing a side's moves after the shown position."""
    possible = can_guess(scene.state)
    return [
        Item(scene.texts("menu.guess", side=scene.side_name(side)), GuessMoves(side), "", possible)
        for side in (RED, BLACK)
    ]

"""Games with the position on the board of Openings, or the button that prepares masters' games."""

from __future__ import annotations

from typing import Final

from xiangqi.app.library.masters import has_masters, libraries_of
from xiangqi.app.library.state import LibraryState
from xiangqi.library.masters import Whose
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.game_rows import TWO_LINES
from xiangqi.ui.parts.masters_wish import unmade_card
from xiangqi.ui.parts.tool_card import headed_card
from xiangqi.ui.parts.tools import BoardTool, ToolPlace, tool_widgets
from xiangqi.ui.toolkit.widgets import Widget

_HIGH: Final = 230.0  # height of the card while there are no games, points
_AROUND: Final = 108.0  # height of a card with games besides its rows, points


def games_card(scene: PanelContext, room: Room, *, most: int, at_top: bool = False) -> list[Widget]:
    """Lay out games in a card at the foot or top of a room; nothing if the position occurred in no game.

    If masters' games are wanted but not prepared, the card has the button that prepares them.
    """
    explorer = scene.state.part(LibraryState).explorer
    if explorer is None:
        return []
    libraries = libraries_of(scene.state, explorer.filter.whose)
    if explorer.filter.whose is not Whose.OWN and not has_masters(scene.state, libraries):
        card = headed_card(scene, "openings.games", room.bottom(_HIGH, 12), scene.texts("explorer.games_here"))
        return unmade_card(scene, card)
    if at_top:
        count = min(most, len(explorer.answer.examples) if explorer.answer is not None else 0)
        height = scene.px(_AROUND + count * TWO_LINES)
        room = Room(room.top_px(min(height, room.rest.height)), scene.painter.unit)
    return tool_widgets(scene, BoardTool.GAMES, room, ToolPlace(most=most))

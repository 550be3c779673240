"""Games with the position on the board of Openings, or what lets masters' games be seen."""

from __future__ import annotations

from typing import Final

from xiangqi.app.library.masters import WantMasters, has_masters, is_making_masters, libraries_of
from xiangqi.app.library.state import LibraryState
from xiangqi.library.masters import Whose
from xiangqi.ui.parts.cards import EmptyState
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.tool_card import headed_card
from xiangqi.ui.parts.tools import Tool, ToolPlace, tool_widgets
from xiangqi.ui.toolkit.controls import Progress
from xiangqi.ui.toolkit.roles import CONTROL
from xiangqi.ui.toolkit.widgets import Button, Widget

_HIGH: Final = 230.0  # height of the card while there are no games, points
_BUTTON: Final = 260.0  # width of its button, points


def games_card(scene: PanelContext, room: Room, *, most: int) -> list[Widget]:
    """Lay out games in a card at the foot of a room; nothing if no game is known to have the position."""
    explorer = scene.state.part(LibraryState).explorer
    if explorer is None:
        return []
    libraries = libraries_of(scene.state, explorer.filter.whose)
    if explorer.filter.whose is not Whose.OWN and not has_masters(scene.state, libraries):
        return _unmade(scene, room)
    return tool_widgets(scene, Tool.GAMES, room, ToolPlace(most=most))


def _unmade(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the wish for masters' games, or how far they have been prepared."""
    texts = scene.texts
    card = headed_card(scene, "openings.games", room.bottom(_HIGH, 12), texts("explorer.games_here"))
    inner = Room(card.rest, scene.painter.unit)
    foot = inner.bottom(CONTROL)
    foot = foot.inflate(-max(0, foot.width - scene.px(_BUTTON)), 0)
    if is_making_masters(scene.state):
        share = scene.state.part(LibraryState).masters.share or 0.0
        words = texts("explorer.making_masters", percent=round(100 * share))
        bar = foot.inflate(0, -foot.height * 3 // 4)
        making = EmptyState("openings.making", inner.rest, icon="library", text=words)
        return [*card.widgets, making, Progress("openings.made", bar, share)]
    empty = EmptyState("openings.unmade", inner.rest, icon="library", text=texts("openings.masters_games"))
    show = Button("openings.want_masters", foot, texts("openings.want_masters"), WantMasters())
    return [*card.widgets, empty, show]

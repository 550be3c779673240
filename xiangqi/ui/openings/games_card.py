"""Games with the position on the board of Openings, or what lets masters' games be seen."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.app.library.masters import WantMasters, has_masters, is_making_masters, libraries_of
from xiangqi.app.library.state import LibraryState
from xiangqi.library.masters import Whose
from xiangqi.ui.parts.cards import EmptyState
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.game_rows import TWO_LINES
from xiangqi.ui.parts.tool_card import headed_card
from xiangqi.ui.parts.tools import BoardTool, ToolPlace, tool_widgets
from xiangqi.ui.toolkit.controls import Progress
from xiangqi.ui.toolkit.roles import CONTROL
from xiangqi.ui.toolkit.widgets import Button, Widget

_HIGH: Final = 230.0  # height of the card while there are no games, points
_AROUND: Final = 108.0  # height of a card with games besides its rows, points
_BUTTON: Final = 260.0  # width of its button, points


def games_card(scene: PanelContext, room: Room, *, most: int, at_top: bool = False) -> list[Widget]:
    """Lay out games in a card at the foot of a room, or at its top; nothing if no game has the position."""
    explorer = scene.state.part(LibraryState).explorer
    if explorer is None:
        return []
    libraries = libraries_of(scene.state, explorer.filter.whose)
    if explorer.filter.whose is not Whose.OWN and not has_masters(scene.state, libraries):
        return unmade_card(scene, room.bottom(_HIGH, 12), scene.texts("explorer.games_here"))
    if at_top:
        count = min(most, len(explorer.answer.examples) if explorer.answer is not None else 0)
        height = scene.px(_AROUND + count * TWO_LINES)
        room = Room(room.top_px(min(height, room.rest.height)), scene.painter.unit)
    return tool_widgets(scene, BoardTool.GAMES, room, ToolPlace(most=most))


def unmade_card(scene: PanelContext, rect: pygame.Rect, title: str) -> list[Widget]:
    """Lay out a card with the wish for masters' games, or how far they have been prepared."""
    texts = scene.texts
    card = headed_card(scene, "openings.games", rect, title)
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

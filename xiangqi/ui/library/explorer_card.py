"""The explorer: the moves played from the position on the board, and whose games they are."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.app.library.explorer import ToggleExplorer
from xiangqi.app.library.state import Explorer, LibraryState
from xiangqi.app.session import view
from xiangqi.ui.library.line_buttons import line_buttons
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.explored_moves import explored_moves, games_known
from xiangqi.ui.parts.opening_names import code_of, opening_forms
from xiangqi.ui.parts.tool_card import headed_card
from xiangqi.ui.parts.tools import BoardTool, ToolPlace, tool
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

LEAST_HEIGHT: Final = 210.0
"""The smallest height in points at which the card is shown beside other cards."""

_LOW: Final = 260.0  # height below which the moves get all of the card, points
_NAME: Final = 22.0  # height of the opening's name, points


@tool(BoardTool.EXPLORER)
def explorer_tool(scene: PanelContext, room: Room, place: ToolPlace) -> list[Widget]:
    """Lay out the explorer in the whole room; nothing while it is closed."""
    explorer = scene.state.part(LibraryState).explorer
    return [] if explorer is None else explorer_card(scene, room.rest, explorer, framed=place.framed)


def explorer_card(
    scene: PanelContext, rect: pygame.Rect, explorer: Explorer, *, framed: bool = True
) -> list[Widget]:
    """Lay out the opening's name, whose games count, the moves, and the buttons for the line on the board.

    Args:
        scene: the panel context.
        rect: the box in px.
        explorer: the question and its answer.
        framed: whether this is a card of its own, which can be closed, and not the content of another.
    """
    texts, games = scene.texts, games_known(explorer)
    counted = texts("explorer.count", count=games, shown=f"{games:,}") if games else ""
    widgets: list[Widget] = []
    room = Room(rect, scene.painter.unit).inner(2)
    if framed:
        card = headed_card(scene, "explorer", rect, texts("explorer.tab"))
        close = pygame.Rect(0, 0, scene.px(28), scene.px(28))
        close.midright = (rect.right - scene.px(GAP), rect.top + scene.px(20))
        tip, action = texts("explorer.close"), ToggleExplorer()
        closing = Button("explorer.close", close, icon="close", action=action, quiet=True, tip=tip)
        widgets, room = [*card.widgets, closing], Room(card.rest, scene.painter.unit)
    low = room.rest.height < scene.px(_LOW)
    widgets += [] if low else _named(scene, room, counted)
    buttons = [] if low and not framed else line_buttons(scene, room.bottom(CONTROL - 4, GAP))
    return [*widgets, *explored_moves(scene, room, explorer), *buttons]


def _named(scene: PanelContext, room: Room, counted: str) -> list[Widget]:
    """Lay out the name of the opening on the board, and the number of games from there."""
    code = code_of(view.board_line(scene.state).here)
    painter, strip = scene.painter, room.top(_NAME, GAP)
    strip = pygame.Rect(strip.left + scene.px(4), strip.top, strip.width - 2 * scene.px(4), strip.height)
    forms = opening_forms(scene.texts, code)
    aside = painter.width(counted, SMALL) + scene.px(GAP)
    name = next((one for one in forms if painter.width(one, BODY, True) <= strip.width - aside), "")
    name = name or (forms[-1] if forms else counted)
    label = Label("explorer.opening", strip, name, BODY, bold=True, single=True)
    if not forms or painter.width(name, BODY, True) > strip.width - aside:
        return [label]
    muted = painter.palette.muted
    return [label, Label("explorer.count", strip.copy(), counted, SMALL, muted, single=True, align="right")]

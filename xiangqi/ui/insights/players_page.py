"""The players of the library, filtered by a part of the name; each opens the pages about them."""

from __future__ import annotations

from typing import Final

from xiangqi.app.insights.pages import OpenInsights
from xiangqi.app.insights.state import InsightsPage, InsightsState
from xiangqi.app.session.transcript import told_name
from xiangqi.folding import folded
from xiangqi.library import LibraryPlayer
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.toolkit.lists import ListBox, MadeRows, Row, list_box
from xiangqi.ui.toolkit.roles import CONTROL
from xiangqi.ui.toolkit.search_field import SearchField
from xiangqi.ui.toolkit.widgets import Widget

PLAYER_SEARCH: Final = "insights.search"
"""Key of the text field for a part of the name."""

_ROW: Final = 40.0


def players_page(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out a search field, and a row for each player it finds, the ones with the most games first."""
    texts, players = scene.texts, scene.state.part(InsightsState).players
    query = folded(scene.memory.texts.get(PLAYER_SEARCH, ""))
    found = [player for player in players or () if query in folded(_name(scene, player))]
    field = room.top(CONTROL - 2)
    rows = MadeRows(len(found), lambda index: _row(scene, found[index]))
    listed = ListBox("insights.library", list_box(scene.painter, room.rest), scene.px(_ROW), rows)
    listed.driver = PLAYER_SEARCH
    listed.empty = texts("insights.reading")
    if players is not None:
        listed.empty = texts("records.none_found") if players else texts("insights.no_players")
    return [
        SearchField(PLAYER_SEARCH, field, texts("insights.find"), unit=scene.painter.unit, rows=listed),
        listed,
    ]


def _row(scene: PanelContext, player: LibraryPlayer) -> Row:
    action = OpenInsights(InsightsPage.OPENINGS, player.name)
    return Row(_name(scene, player), action, note=scene.texts("insights.games_of", count=player.games))


def _name(scene: PanelContext, player: LibraryPlayer) -> str:
    """Return a player's name, translated if this program gave it."""
    return scene.texts.tell(told_name(player.name))

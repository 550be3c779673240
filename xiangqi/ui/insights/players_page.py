"""The players of the library, filtered by a part of the name; each opens the pages about them."""

from __future__ import annotations

from typing import Final

from xiangqi.app.insights.pages import ListMasters, OpenInsights
from xiangqi.app.insights.state import InsightsPage, InsightsState
from xiangqi.app.session.transcript import told_name
from xiangqi.folding import folded
from xiangqi.library import LibraryPlayer
from xiangqi.pinyin import letters_of, sounds, spells
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.toolkit.lists import ListBox, MadeRows, Row, list_box
from xiangqi.ui.toolkit.roles import CONTROL, SMALL
from xiangqi.ui.toolkit.search_field import SearchField
from xiangqi.ui.toolkit.widgets import Choice, Label, Widget

PLAYER_SEARCH: Final = "insights.search"
"""Key of the text field for a part of the name."""

_ROW: Final = 40.0


def players_page(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out whose players to list, a search field, and a row for each player found, most games first."""
    texts, insights = scene.texts, scene.state.part(InsightsState)
    players = insights.masters if insights.lists_masters else insights.players
    query = folded(scene.memory.texts.get(PLAYER_SEARCH, ""))
    found = [
        player
        for player in players or ()
        if _is_meant(player.name, query) or query in folded(_name(scene, player))
    ]
    labels = (texts("explorer.own_library"), texts("explorer.of_masters"))
    actions = (ListMasters(False), ListMasters(True))
    whose = Choice("insights.whose", room.top(CONTROL - 6), labels, actions, int(insights.lists_masters))
    note: list[Widget] = []
    if insights.lists_masters:
        muted = scene.painter.palette.muted
        note = [Label("insights.source", room.bottom(18, 2), texts("masters.source"), SMALL - 1, muted)]
    field = room.top(CONTROL - 2)
    rows = MadeRows(len(found), lambda index: _row(scene, found[index]))
    listed = ListBox("insights.library", list_box(scene.painter, room.rest), scene.px(_ROW), rows)
    listed.driver = PLAYER_SEARCH
    listed.empty = texts("insights.reading")
    if players is not None:
        listed.empty = texts("records.none_found") if players else texts("insights.no_players")
    return [
        whose,
        *note,
        SearchField(PLAYER_SEARCH, field, texts("insights.find"), unit=scene.painter.unit, rows=listed),
        listed,
    ]


def _is_meant(name: str, query: str) -> bool:
    """Return whether a name contains a folded query, or sounds like it."""
    letters = letters_of(query)
    return query in folded(name) or (letters != "" and spells(sounds(name), letters))


def _row(scene: PanelContext, player: LibraryPlayer) -> Row:
    of_masters = scene.state.part(InsightsState).lists_masters
    action = OpenInsights(InsightsPage.OPENINGS, player.name, of_masters)
    return Row(_name(scene, player), action, note=scene.texts("insights.games_of", count=player.games))


def _name(scene: PanelContext, player: LibraryPlayer) -> str:
    """Return a player's name, translated if this program gave it."""
    return scene.texts.tell(told_name(player.name))

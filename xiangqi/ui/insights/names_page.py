"""The question about the names that belong to the player, which is asked once."""

from __future__ import annotations

from typing import Final

from xiangqi.app.insights.pages import NamePeople, PickName
from xiangqi.app.insights.state import InsightsState
from xiangqi.app.session.transcript import names_a_program
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.paragraphs import paragraph
from xiangqi.ui.toolkit.lists import ListBox, Row, list_box
from xiangqi.ui.toolkit.roles import CONTROL
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import Button, Widget

NAMES_FIELD: Final = "insights.typed"
"""Key of the field for names that the library does not have."""

_ROW: Final = 40.0
_MOST: Final = 200


def names_page(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the names in the library to choose from, and a field for others."""
    texts, insights = scene.texts, scene.state.part(InsightsState)
    ask = paragraph(scene, room, "insights.ask", texts("insights.ask"))
    note = paragraph(scene, room, "insights.ask_note", texts("insights.people_note"), quiet=True)
    typed = scene.memory.texts.get(NAMES_FIELD, "").strip()
    names = "; ".join((*insights.picked, *([typed] if typed else [])))
    done = Button(
        "insights.named",
        room.bottom(CONTROL),
        texts("insights.named" if names else "insights.nameless"),
        NamePeople((names,)),
        primary=True,
    )
    field = TextField(
        NAMES_FIELD,
        room.bottom(CONTROL - 4),
        texts("insights.names"),
        unit=scene.painter.unit,
        submit=NamePeople((names,)),
    )
    rows = [
        Row(
            player.name,
            PickName(player.name),
            note=texts("insights.games_of", count=player.games),
            icon="check" if player.name in insights.picked else "plus",
        )
        for player in (insights.players or ())[:_MOST]
        if not names_a_program(player.name)
    ]
    empty = texts("insights.reading" if insights.players is None else "insights.no_players")
    players = ListBox("insights.players", list_box(scene.painter, room.rest), scene.px(_ROW), rows, empty=empty)
    return [ask, note, players, field, done]

"""The details of a record: its tags, its result and faults, and buttons that lead to its players."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from xiangqi.app.insights.pages import OpenInsights
from xiangqi.app.insights.state import InsightsPage
from xiangqi.app.records.editing import SetResult, WriteHeader
from xiangqi.app.session.document import Document
from xiangqi.app.session.state import Panel
from xiangqi.app.session.transcript import headers
from xiangqi.library.players import NAMELESS
from xiangqi.records.tree import RESULTS, known
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.form import Form, panel_room
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.window_layout import BESIDE
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_ROWS: Final = (
    ("Red", "Black"),
    ("RedTeam", "BlackTeam"),
    ("Event",),
    ("Site", "Round"),
    ("Date", "Annotator"),
)
_CAPTION: Final = 20.0
_FIELD: Final = 32.0


@panel(Panel.DETAILS, content=BESIDE)
def details_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out fields for the usual tags, the result, the first faults, and buttons about the players.

    Changes take effect at once and can be undone.
    """
    record, texts = scene.state.document, scene.texts
    widgets, room = panel_room(scene, box, texts("details.title"))
    form = Form(scene, room)
    for names in _ROWS:
        captions = columns(room.top(_CAPTION, 2), len(names), scene.px(GAP + 4))
        fields = columns(room.top(_FIELD, 8), len(names), scene.px(GAP + 4))
        for name, caption, field in zip(names, captions, fields, strict=True):
            widgets += _field(scene, record, name, caption, field)
    results = tuple(map(SetResult, RESULTS))
    labels = tuple(texts(f"details.result.{index}") for index in range(len(RESULTS)))
    form.choice("details.result", texts("details.result"), labels, results, RESULTS.index(record.tree.result))
    faults = "\n".join(texts.tell(str(fault)) for fault in record.original.errors[:3])
    if faults:
        form.note("details.faults", faults)
    return [*widgets, *form.widgets, *_players(scene, room)]


def _players(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out buttons that open the pages about the named players; none if there is no room."""
    tags = headers(scene.state.document)
    names = [name for side in ("Red", "Black") if (name := known(tags, side)) and name != NAMELESS]
    if not names or room.rest.height < scene.px(CONTROL):
        return []
    collection = scene.state.document.collection
    stored = collection.stored[collection.index :] if collection is not None else ()
    of_masters = any(place.of_masters for place in stored[:1])
    places = columns(room.top(CONTROL), len(names), scene.px(GAP + 4))
    texts = scene.texts
    return [
        Button(
            f"details.about.{index}",
            place,
            texts("insights.about", name=name),
            OpenInsights(InsightsPage.OPENINGS, name, of_masters),
        )
        for index, (name, place) in enumerate(zip(names, places, strict=True))
    ]


def _field(
    scene: PanelContext, record: Document, name: str, caption: pygame.Rect, field: pygame.Rect
) -> list[Widget]:
    words = scene.texts(f"details.{name}")
    muted = scene.painter.palette.muted
    return [
        Label(f"details.{name}.caption", caption, words, size=SMALL, colour=muted, single=True),
        TextField(
            f"details.{name}",
            field,
            value=headers(record).get(name, ""),
            change=partial(WriteHeader, name),
            unit=scene.painter.unit,
            size=SMALL,
        ),
    ]

"""The fields for the names of the people at this computer."""

from __future__ import annotations

from xiangqi.app.insights.pages import NamePeople
from xiangqi.storage.settings import MOST_PEOPLE
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.paragraphs import heading, paragraph
from xiangqi.ui.toolkit.roles import CONTROL
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import Widget


def people_fields(scene: PanelContext, room: Room, headed: bool = True) -> list[Widget]:
    """Lay out a field for the names of each person at this computer, and an empty one for another person.

    `headed`: whether to put a heading above the fields.
    """
    texts, people = scene.texts, scene.state.settings.people
    widgets: list[Widget] = []
    if headed:
        widgets.append(heading(scene, room, "insights.people", texts("insights.people")))
    for index in range(min(len(people) + 1, MOST_PEOPLE)):
        names = people[index] if index < len(people) else ""
        placeholder = texts("insights.names" if index < len(people) else "insights.another")
        field = TextField(
            f"insights.people.{index}",
            room.top(CONTROL - 6),
            placeholder,
            value=names,
            change=lambda text, index=index: NamePeople(_changed(people, index, text)),  # type: ignore[misc]
            unit=scene.painter.unit,
        )
        widgets.append(field)
    return [*widgets, paragraph(scene, room, "insights.people.note", texts("insights.people_note"), quiet=True)]


def _changed(people: tuple[str, ...], index: int, text: str) -> tuple[str, ...]:
    """Return everybody's names with one person's names replaced; a last person without names is dropped."""
    changed = [*people[:index], text, *people[index + 1 :]]
    while len(changed) > 1 and not changed[-1].strip():
        changed.pop()
    return tuple(changed)

"""The help panel: every command with its key, which can be changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from xiangqi.app.lessons.guide import StartGuide
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.folding import folded
from xiangqi.ui.parts.actions import AskKey
from xiangqi.ui.parts.context import PanelContext, as_read, columns
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.keys import FIXED, Group, all_commands, chord_words, key_map
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.window_layout import FORM_WIDTH
from xiangqi.ui.toolkit.lists import ListBox, Row, keys_width, list_box
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.search_field import SearchField
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Label, Widget

HELP_SEARCH: Final = "help.search"
"""Key of the text field for a part of a key's label or description."""

_ROW: Final = 32.0
_TWO_LINES: Final = 42.0
_EDGES: Final = 30.0  # padding beside words and keys, including the scrollbar, points
_FIXED: Final = "fixed"
"""The last group, of the keys that cannot be changed."""


@panel(Panel.HELP, forgets=(HELP_SEARCH,), widest=FORM_WIDTH)
def help_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out a row for each command; choosing one asks for its key."""
    texts, painter = scene.texts, scene.painter
    widgets, room = panel_room(scene, box, texts("help.title"))
    reset = ChangeSettings({"keys": {}})
    changed = bool(scene.state.settings.keys)
    label = texts("help.reset")
    widgets.append(Button("help.reset", room.bottom(CONTROL - 2), label, reset, enabled=changed))
    sources = texts("help.sources")
    foot = room.bottom(painter.paragraph_height(sources, room.rest.width, SMALL) / painter.unit)
    widgets.append(Label("help.sources", foot, sources, size=SMALL, colour=painter.palette.muted))
    left, right = columns(room.bottom(CONTROL - 2), 2, scene.px(GAP))
    rules = OpenPanel(Panel.RULES)
    widgets.append(Button("help.rules", left, texts("lesson.title"), rules))
    widgets.append(Button("help.guide", right, texts("guide.again"), StartGuide()))
    words, ink = _note(scene)
    height = painter.paragraph_height(words, room.rest.width, SMALL)
    note = room.bottom(height / painter.unit)
    widgets.append(Label("help.note", note, words, size=SMALL, colour=ink))
    search = room.top(CONTROL - 2)
    frame = list_box(painter, room.rest)
    rows, chosen = _rows(scene)
    keys = ListBox("help.keys", frame, scene.px(_row_height(scene, rows, frame.width)), rows, chosen)
    keys.empty, keys.emblem = texts("help.none_found"), "help"
    field = SearchField(HELP_SEARCH, search, texts("help.search"), unit=painter.unit, rows=keys)
    return as_read([*widgets, field, keys])


def _note(scene: PanelContext) -> tuple[str, tuple[int, int, int]]:
    """Return the instructions, or why a key cannot be assigned."""
    texts, palette, asking = scene.texts, scene.painter.palette, scene.memory.asking
    if asking is None:
        return f"{texts('help.mouse')} {texts('help.change')}", palette.muted
    if asking.refused:
        key = chord_words(asking.refused)
        if not asking.holder:
            return texts("help.fixed", chord=key), palette.danger
        return texts("help.taken", chord=key, name=texts(f"help.{asking.holder}")), palette.danger
    return texts("help.press", name=texts(f"help.{asking.name}")), palette.accent


def _rows(scene: PanelContext) -> tuple[list[Row], int]:
    """Return the rows, and the index of the row that waits for a key (-1 for none)."""
    texts, asking = scene.texts, scene.memory.asking
    wanted = folded(scene.memory.texts.get(HELP_SEARCH, "")).split()
    rows: list[Row] = []
    for group in (*(group.value for group in Group), _FIXED):
        known = [row for row in _group(scene, group) if all(word in _searched(row) for word in wanted)]
        rows += [Row(texts(f"help.group_{group}"), HANDLED, heading=True), *known] if known else []
    waiting = None if asking is None else AskKey(asking.name)
    chosen = next((place for place, row in enumerate(rows) if row.action == waiting), -1)
    return rows, chosen


def _row_height(scene: PanelContext, rows: Sequence[Row], width: int) -> float:
    """Return the height with which every row has room for its words beside its keys, points."""
    painter = scene.painter
    rooms = [width - scene.px(_EDGES) - keys_width(painter, row.keys) for row in rows]
    fits = all(painter.width(row.text) <= room for row, room in zip(rows, rooms, strict=True))
    return _ROW if fits else _TWO_LINES


def _group(scene: PanelContext, group: str) -> list[Row]:
    """Return a row for each command of a group, or for the keys that cannot be changed."""
    texts, asking, keys = scene.texts, scene.memory.asking, key_map(scene.state)
    if group == _FIXED:
        return [Row(texts(f"help.{name}"), HANDLED, keys=tuple(key.split())) for key, name in FIXED]
    rows = []
    for command in (command for command in all_commands() if command.group == group):
        waits = asking is not None and asking.name == command.name
        chord = keys.chord(command)
        shown = "…" if waits else chord_words(chord) if chord else texts("help.none")
        rows.append(Row(texts(f"help.{command.name}"), AskKey(command.name), keys=tuple(shown.split())))
    return rows


def _searched(row: Row) -> str:
    """Return the text of a row in which a search looks for words."""
    return folded(f"{row.text} {' '.join(row.keys)}")

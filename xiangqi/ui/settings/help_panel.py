"""The help: every key and what it does, and the way to give a command another key."""

from __future__ import annotations

import pygame

from xiangqi.app.coach.guide import StartGuide
from xiangqi.app.settings.panels import OpenPanel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.app.state import Panel
from xiangqi.ui.parts.commands import AskKey
from xiangqi.ui.parts.context import PanelContext, columns
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.keys import COMMANDS, FIXED, chord_words, key_map
from xiangqi.ui.toolkit.lists import TALL_ROW, ListBox, Row, with_room
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Label, Widget

_ROW = 27.0


def help_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out a row for each command; choosing one asks for its key."""
    texts, painter = scene.texts, scene.painter
    widgets, room = panel_room(scene, box, texts("help.title"))
    reset = ChangeSettings({"keys": {}})
    changed = bool(scene.state.settings.keys)
    label = texts("help.reset")
    widgets.append(Button("help.reset", room.bottom(CONTROL - 2), label, reset, enabled=changed))
    left, right = columns(room.bottom(CONTROL - 2), 2, scene.px(GAP))
    rules = OpenPanel(Panel.RULES)
    widgets.append(Button("help.rules", left, texts("lesson.title"), rules))
    widgets.append(Button("help.guide", right, texts("guide.again"), StartGuide()))
    words, ink = _note(scene)
    height = painter.paragraph_height(words, room.rest.width, SMALL)
    note = room.bottom(height / painter.unit)
    widgets.append(Label("help.note", note, words, size=SMALL, colour=ink))
    frame = room.rest.inflate(-scene.px(6), -scene.px(6))
    rows, chosen = _rows(scene)
    shown = with_room(painter, rows, frame.width)
    height = scene.px(TALL_ROW if shown[0].detail else _ROW)
    return [*widgets, ListBox("help.keys", frame, height, shown, chosen)]


def _note(scene: PanelContext) -> tuple[str, tuple[int, int, int]]:
    """Return what to do, or why a key cannot be had."""
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
    """Return the rows, and which of them waits for a key (-1 for none)."""
    texts, asking, keys = scene.texts, scene.memory.asking, key_map(scene.state)
    rows, chosen = [], -1
    for number, command in enumerate(COMMANDS):
        waits = asking is not None and asking.name == command.name
        chosen = number if waits else chosen
        chord = keys.chord(command)
        shown = "…" if waits else chord_words(chord) if chord else texts("help.none")
        rows.append(Row(texts(f"help.{command.name}"), AskKey(command.name), note=shown))
    rows += [Row(texts(f"help.{name}"), HANDLED, note=key) for key, name in FIXED]
    return rows, chosen

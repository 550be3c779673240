"""Panels about external engines: the list, adding one, and an engine's options."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.engines.engine_list import (
    AddEngine,
    EngineOption,
    PlayAgainstEngine,
    RemoveEngine,
    SetEngineOption,
    ShowEngine,
    accepts,
)
from xiangqi.app.records.loading import TypePath
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.searches import EngineProbe
from xiangqi.app.session.state import Panel
from xiangqi.storage.saved_engines import find
from xiangqi.ui.parts.actions import ENGINE_COMMAND, AddTyped
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.folder_list import folder_list, shortened
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.window_layout import FORM_WIDTH
from xiangqi.ui.toolkit.controls import Pager, pager, stepper
from xiangqi.ui.toolkit.lists import TALL_ROW, ListBox, Row, list_box, words_box
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Choice, Label, Widget

OPTION_FIELD: Final = "option."
"""The prefix of the keys of the text fields for options."""

_LINE: Final = 36.0
ENGINE_PAGES: Final = "engine.page"
"""Key of the pager below the options."""

_ADD: Final = 84.0
_NAME_SHARE: Final = 0.46


@panel(Panel.ENGINES, widest=FORM_WIDTH)
def engines_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the list of engines; choosing one shows its options."""
    texts, engines = scene.texts, scene.state.settings.engines
    widgets, room = panel_room(scene, box, texts("engines.title"))
    add, back = _two_buttons(scene, room)
    muted = scene.painter.palette.muted
    words = texts("engines.note")
    height = scene.painter.paragraph_height(words, room.rest.width, SMALL)
    note = Label("engines.note", room.top_px(height), words, size=SMALL, colour=muted)
    frame = list_box(scene.painter, room.rest)
    width = words_box(scene.painter, Row("", HANDLED, icon="engine", detail=" "), frame).width
    rows = [
        Row(
            engine.name,
            ShowEngine(engine.command),
            icon="engine",
            detail=_command(scene, engine.command, width),
        )
        for engine in engines
    ]
    listed = ListBox("engines", frame, scene.px(TALL_ROW), rows, empty=texts("engines.empty"), emblem="engine")
    return [
        *widgets,
        note,
        listed,
        Button("engines.back", back, texts("button.back"), OpenPanel(Panel.NEW_GAME)),
        Button("engines.add", add, texts("engines.add"), OpenPanel(Panel.ADD_ENGINE), primary=True),
    ]


def _command(scene: PanelContext, command: tuple[str, ...], width: int) -> str:
    """Return the command of an engine; for a program without arguments, as much of its path as fits."""
    return shlex.join(command) if len(command) > 1 else shortened(scene, Path(command[0]), width)


def _short(command: tuple[str, ...]) -> str:
    return Path(command[0]).name


def _two_buttons(scene: PanelContext, room: Room) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the boxes of the main button, on the right, and of the back button."""
    left, right = columns(room.bottom(CONTROL), 2, scene.px(GAP))
    return right, left


@panel(Panel.ADD_ENGINE, focus=ENGINE_COMMAND, widest=FORM_WIDTH)
def add_engine_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out a field for a command, and a folder with its programs; choosing a program starts it."""
    texts = scene.texts
    widgets, room = panel_room(scene, box, texts("engines.choose"))
    _, back = _two_buttons(scene, room)
    line = room.top(CONTROL)
    add = pygame.Rect(line.right - scene.px(_ADD), line.top, scene.px(_ADD), line.height)
    typed = pygame.Rect(line.left, line.top, add.left - scene.px(GAP) - line.left, line.height)
    widgets += [
        TextField(
            ENGINE_COMMAND,
            typed,
            texts("engines.command"),
            change=TypePath,
            submit=AddTyped(),
            unit=scene.painter.unit,
        ),
        Button("engines.add_typed", add, texts("engines.add_typed"), AddTyped()),
    ]
    muted = scene.painter.palette.muted
    hint = Label("engines.hint", room.bottom(24), texts("engines.hint"), size=SMALL, colour=muted, single=True)
    way_back = Button("engines.back", back, texts("button.back"), OpenPanel(Panel.ENGINES))
    none = texts("engines.no_programs")
    listed = folder_list(scene, room, AddEngine, none, programs=True, typed=ENGINE_COMMAND)
    return [*widgets, *listed, hint, way_back]


# ---- One engine ----


@panel(Panel.ENGINE, forgets=(OPTION_FIELD, ENGINE_PAGES), widest=FORM_WIDTH)
def engine_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out an engine's options.

    Options known from earlier are shown until the engine answers. If it does not start, the reason is shown.
    """
    texts, probe = scene.texts, scene.state.probe
    if probe is None:
        return panel_room(scene, box, texts("engines.title"))[0]
    name = probe.name or _short(probe.command)
    widgets, room = panel_room(scene, box, name)
    line = room.top(20, 4)
    path = _command(scene, probe.command, line.width)
    muted = scene.painter.palette.muted
    widgets.append(Label("engine.path", line, path, size=SMALL, colour=muted, single=True))
    if probe.failure:
        return [*widgets, *_failure(scene, room, probe)]
    play, back = _two_buttons(scene, room)
    remove = room.bottom(CONTROL)
    saved = find(scene.state.settings.engines, probe.command) is not None
    to_play = PlayAgainstEngine(probe.command)
    if probe.author:
        author = texts("engine.author", name=probe.author)
        widgets.append(Label("engine.author", room.top(20, 4), author, size=SMALL, colour=muted, single=True))
    if probe.options is not None:
        ready, good = texts("engine.ready", count=len(probe.options)), scene.painter.palette.good
        told = " · ".join(filter(None, (ready, probe.protocol.upper())))
        widgets.append(Label("engine.state", room.top(20), told, size=SMALL, colour=good, single=True))
    return [
        *widgets,
        *_options(scene, room, probe),
        Button(
            "engine.remove",
            remove,
            texts("engine.remove"),
            RemoveEngine(),
            enabled=saved,
        ),
        Button("engines.back", back, texts("button.back"), OpenPanel(Panel.ENGINES)),
        Button("engine.play", play, texts("engine.play"), to_play, enabled=saved, primary=True),
    ]


def _failure(scene: PanelContext, room: Room, probe: EngineProbe) -> list[Widget]:
    """Lay out the reason why a program does not start or is not an engine, and what to do about it."""
    texts, painter = scene.texts, scene.painter
    built_in = room.bottom(CONTROL)
    other, back = _two_buttons(scene, room)
    head = texts("engine.no_start")
    height = painter.paragraph_height(head, room.rest.width, 17, True)
    title = Label(
        "engine.failure", room.top_px(height), head, size=17, bold=True, colour=painter.palette.danger
    )
    why = Label("engine.why", room.rest, texts.tell(probe.failure))
    known = find(scene.state.settings.engines, probe.command) is not None
    remove = Button("engine.remove", other, texts("engine.remove"), RemoveEngine())
    choose = Button("engine.choose", other, texts("engine.other"), OpenPanel(Panel.ADD_ENGINE))
    return [
        title,
        why,
        Button("engines.back", back, texts("button.back"), OpenPanel(Panel.ENGINES)),
        remove if known else choose,
        Button(
            "engine.built_in",
            built_in,
            texts("engine.built_in"),
            PlayAgainstEngine(()),
            primary=True,
        ),
    ]


def _options(scene: PanelContext, room: Room, probe: EngineProbe) -> list[Widget]:
    """Lay out a row for each option, on several pages if necessary."""
    texts, muted = scene.texts, scene.painter.palette.muted
    if not probe.options:
        words = texts("engine.asked" if probe.options is None else "engine.no_options")
        return [Label("engine.wait", room.top(30), words, colour=muted, single=True)]
    per_page, strip = _lines_in(scene, room), None
    if len(probe.options) > per_page:
        strip = room.bottom(_LINE)
        per_page = _lines_in(scene, room)
    pages = -(-len(probe.options) // per_page)
    page = Pager.page(ENGINE_PAGES, scene.memory, pages)
    widgets: list[Widget] = []
    for option in probe.options[page * per_page : (page + 1) * per_page]:
        widgets += _line(scene, room.top(_LINE), option, probe.command)
    return widgets if strip is None else [*widgets, pager(ENGINE_PAGES, strip, page, pages)]


def _lines_in(scene: PanelContext, room: Room) -> int:
    """Return how many options fit on a page."""
    return max(1, (room.rest.height + scene.px(GAP)) // (scene.px(_LINE) + scene.px(GAP)))


def _line(
    scene: PanelContext, rect: pygame.Rect, option: EngineOption, command: tuple[str, ...]
) -> list[Widget]:
    """Lay out an option with its name and value."""
    width = round(rect.width * _NAME_SHARE)
    words = pygame.Rect(rect.left, rect.top, width - scene.px(GAP), rect.height)
    control = pygame.Rect(rect.left + width, rect.top, rect.width - width, rect.height)
    saved = find(scene.state.settings.engines, command)
    value = dict(saved.options).get(option.name, option.default) if saved is not None else option.default
    label = Label(f"{OPTION_FIELD}{option.name}.caption", words, option.name, single=True)
    return [label, _CONTROLS.get(option.type, _text)(scene, control, option, value)]


def _set(option: EngineOption, value: str) -> Action:
    return SetEngineOption(option.name, value)


def _check(scene: PanelContext, rect: pygame.Rect, option: EngineOption, value: str) -> Widget:
    labels = (scene.texts("engine.off"), scene.texts("engine.on"))
    actions = tuple(_set(option, text) for text in ("false", "true"))
    return Choice(f"{OPTION_FIELD}{option.name}", rect, labels, actions, int(value == "true"))


def _combo(_scene: PanelContext, rect: pygame.Rect, option: EngineOption, value: str) -> Widget:
    choices = option.choices if value in option.choices else (value, *option.choices)
    actions = tuple(_set(option, choice) for choice in choices)
    return stepper(f"{OPTION_FIELD}{option.name}", rect, choices, actions, choices.index(value))


def _button(scene: PanelContext, rect: pygame.Rect, option: EngineOption, _value: str) -> Widget:
    return Button(f"{OPTION_FIELD}{option.name}", rect, scene.texts("engine.press"), _set(option, ""))


def _text(scene: PanelContext, rect: pygame.Rect, option: EngineOption, value: str) -> Widget:
    """Lay out a field for a number or a string; an invalid value is marked and not saved."""
    key = f"{OPTION_FIELD}{option.name}"
    typed = scene.memory.texts.setdefault(key, value)
    hint = f"{option.min} – {option.max}" if option.min is not None and option.max is not None else ""
    wrong = not accepts(option, typed)
    field = TextField(
        key, rect, hint, change=lambda text: _set(option, text), unit=scene.painter.unit, wrong=wrong
    )
    field.tip = hint
    return field


_CONTROLS: Final[dict[str, Callable[[PanelContext, pygame.Rect, EngineOption, str], Widget]]] = {
    "check": _check,
    "combo": _combo,
    "button": _button,
}

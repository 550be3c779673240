"""The help: where to learn, where to find pages, and every command with its key, which can be changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from xiangqi.action import Action
from xiangqi.app.lessons.guide import StartGuide
from xiangqi.app.palette.looking import OpenPalette
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.places import GoToPlace, Place
from xiangqi.app.session.state import Panel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.folding import folded
from xiangqi.ui.parts.actions import AskKey
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.keys import FIXED, Group, all_commands, chord_words, key_map
from xiangqi.ui.parts.page_layout import BETWEEN, SEGMENTS, page_head
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.tool_card import titled_card
from xiangqi.ui.toolkit.controls import Tabs
from xiangqi.ui.toolkit.lists import ListBox, Row, keys_width, list_box
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, LEAD, SMALL
from xiangqi.ui.toolkit.search_field import SearchField
from xiangqi.ui.toolkit.tiles import Tile
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Label, Widget

HELP_SEARCH: Final = "help.search"
"""Key of the text field for a part of a key's label or description."""

_ROW: Final = 32.0
_TWO_LINES: Final = 42.0
_EDGES: Final = 30.0  # padding beside words and keys, including the scrollbar, points
_TWO: Final = 860.0  # width of the page from which advice and shortcuts stand side by side, points
_TWO_TILES: Final = 480.0  # width of a column from which two tiles stand side by side, points
_TILE: Final = 72.0  # height of a tile in a page of `_USUAL_PAGE`, points
_USUAL_PAGE: Final = 640.0
_LARGEST: Final = 1.35  # how much higher tiles are in high windows
_TITLE: Final = 26.0
_LEAST: Final = 420.0  # least height of the card of shortcuts, points
_VIEWS: Final = "help.views"
_FIXED: Final = "fixed"
"""The last group, of the keys that cannot be changed."""


@panel(Panel.HELP, forgets=(HELP_SEARCH, _VIEWS), scrolls=True)
def help_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the advice and, beside it, the shortcuts; in a narrow page one of them, below tabs."""
    texts = scene.texts
    page = page_head(scene, box, texts("help.title"))
    if box.width >= scene.px(_TWO):
        left, right = columns(page.rest, 2, scene.px(BETWEEN))
        return [*page.widgets, *_advice(scene, left), *_shortcuts(scene, right)]
    room, view = Room(page.rest, scene.painter.unit), Tabs.page(_VIEWS, scene.memory)
    labels = (texts("help.title"), texts("help.help"))
    tabs = Tabs(_VIEWS, room.top(SEGMENTS, BETWEEN), labels, chosen=view)
    return [*page.widgets, tabs, *(_advice, _shortcuts)[view](scene, room.rest)]


# ---- Where to learn, where to go on ----


class _Way(NamedTuple):
    """A tile that leads to another page."""

    icon: str
    label: str  # the text
    note: str  # the text of the second line
    action: Action
    command: str = ""  # the command that does the same, whose key is shown


def _advice(scene: PanelContext, place: pygame.Rect) -> list[Widget]:
    """Lay out tiles that lead to pages, how to use the board, and where the games come from."""
    texts, painter, room = scene.texts, scene.painter, Room(place, scene.painter.unit)
    widgets: list[Widget] = []
    for title, ways in (("help.learn", _LEARN), ("help.around", _AROUND)):
        line = room.top(_TITLE, 6)
        widgets.append(Label(title, line, texts(title), LEAD, bold=True, single=True))
        widgets += _tiles(scene, room, ways)
    whole = pygame.Rect(place.left, room.rest.top, place.width, 0)
    card = titled_card(scene, "help.board", whole, texts("help.board"))
    told = Room(pygame.Rect(card.rest.left, card.rest.top + scene.px(4), card.rest.width, 0), painter.unit)
    for key in ("help.mouse", "help.esc"):
        height = painter.paragraph_height(texts(key), told.rest.width, BODY)
        words = told.top_px(height)
        widgets.append(Label(key, words, texts(key), colour=painter.palette.muted))
    card.widgets[0].rect.height = told.rest.top + scene.px(4) - whole.top
    top = card.widgets[0].rect.bottom + scene.px(BETWEEN)
    sources = texts("help.sources")
    foot = pygame.Rect(place.left, top, place.width, painter.paragraph_height(sources, place.width, SMALL))
    widgets.append(Label("help.sources", foot, sources, size=SMALL, colour=painter.palette.muted))
    return [*card.widgets, *widgets]


def _tiles(scene: PanelContext, room: Room, ways: Sequence[_Way]) -> list[Widget]:
    """Lay out tiles, two in a row if they fit."""
    across = 2 if room.rest.width >= scene.px(_TWO_TILES) else 1
    keys, widgets = key_map(scene.state), list[Widget]()
    high = _TILE * min(_LARGEST, max(1.0, scene.areas.card.height / scene.px(_USUAL_PAGE)))
    for start in range(0, len(ways), across):
        row = columns(room.top(high, BETWEEN if start + across >= len(ways) else GAP), across, scene.px(GAP))
        for cell, way in zip(row, ways[start:], strict=False):
            chords = (keys.chord(command) for command in all_commands() if command.name == way.command)
            badge = chord_words(next(chords, ""))
            widgets.append(
                Tile(
                    f"help.to_{way.icon}",
                    cell,
                    scene.texts(way.label),
                    way.action,
                    way.icon,
                    detail=scene.texts(way.note),
                    badge=badge,
                    size=BODY,
                )
            )
    return widgets


_LEARN: Final = (
    _Way("learn", "first.title", "help.lessons_note", OpenPanel(Panel.LESSONS)),
    _Way("info", "lesson.title", "help.rules_note", OpenPanel(Panel.RULES)),
    _Way("play", "guide.again", "help.guide_note", StartGuide()),
    _Way("star", "courses.title", "help.courses_note", OpenPanel(Panel.COURSES)),
)
_AROUND: Final = (
    _Way("search", "help.find", "help.find_note", OpenPalette(), "palette"),
    _Way("home", "place.home", "help.home_note", GoToPlace(Place.HOME), "start"),
    _Way("open", "help.open", "help.open_note", OpenPanel(Panel.OPEN_FILE), "open"),
    _Way("settings", "settings.title", "help.settings_note", OpenPanel(Panel.SETTINGS)),
)


# ---- The shortcuts ----


def _shortcuts(scene: PanelContext, place: pygame.Rect) -> list[Widget]:
    """Lay out a card with a row for each command; choosing one asks for its key."""
    texts, painter = scene.texts, scene.painter
    whole = pygame.Rect(place.left, place.top, place.width, max(place.height, scene.px(_LEAST)))
    card = titled_card(scene, "help.keys", whole, texts("help.help"))
    room = Room(card.rest, painter.unit)
    search = room.top(CONTROL - 2)
    reset = ChangeSettings({"keys": {}})
    changed = bool(scene.state.settings.keys)
    lowest = Button("help.reset", room.bottom(CONTROL - 2), texts("help.reset"), reset, enabled=changed)
    words, ink = _note(scene)
    note = room.bottom_px(painter.paragraph_height(words, room.rest.width, SMALL))
    told = Label("help.note", note, words, size=SMALL, colour=ink)
    frame = list_box(painter, room.rest)
    rows, chosen = _rows(scene)
    keys = ListBox("help.keys", frame, scene.px(_row_height(scene, rows, frame.width)), rows, chosen)
    keys.empty, keys.emblem = texts("help.none_found"), "help"
    field = SearchField(HELP_SEARCH, search, texts("help.search"), unit=painter.unit, rows=keys)
    return [*card.widgets, field, keys, told, lowest]


def _note(scene: PanelContext) -> tuple[str, tuple[int, int, int]]:
    """Return the instructions, or why a key cannot be assigned, and the colour of the text."""
    texts, palette, asking = scene.texts, scene.painter.palette, scene.memory.asking
    if asking is None:
        return texts("help.change"), palette.muted
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
    """Return the height of a row in points at which the words of every row fit beside its keys."""
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

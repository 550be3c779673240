"""File panels: one for opening files and one for saving them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame

from xiangqi.action import Action
from xiangqi.app.intent import Intent
from xiangqi.app.library.own_games import ExportTo
from xiangqi.app.library.state import LibraryState
from xiangqi.app.recognition.reading_pictures import opening
from xiangqi.app.records.loading import EnterFolder, OpenFile
from xiangqi.app.records.saving import SaveFile
from xiangqi.app.session import view
from xiangqi.app.session.files import Folder
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import AppState, Panel
from xiangqi.disk import written_path
from xiangqi.folding import folded
from xiangqi.records.files import WRITERS
from xiangqi.ui.parts.commands import FillField, SaveTyped
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.dates import day_words
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.toolkit.controls import Tabs
from xiangqi.ui.toolkit.lists import TALL_ROW, ListBox, Row, list_box
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.search_field import SearchField
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import Button, Choice, Label, Widget

SAVE_NAME = "save.name"
"""Key of the text field with the name to save under."""

OPEN_SEARCH = "open.search"
"""Key of the text field for a part of a file's name, or for a whole path."""

OPEN_PAGES = "open.pages"
"""Key of the tabs: the folder, and recent files."""

_ROW = 36.0
_BESIDE_NAME = 82.0  # width of everything else in a row: the icon, the scrollbar and the gaps, points


def open_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the records and folders of one folder, or recent files. Choosing a record opens it."""
    texts, recent = scene.texts, scene.state.settings.recent_files
    widgets, room = panel_room(scene, box, texts("open.title"))
    hint = Label("open.hint", room.bottom(24), texts("open.hint"), size=SMALL, single=True)
    hint.colour = scene.painter.palette.muted
    folder = scene.state.folder.path
    left, right = columns(room.bottom(CONTROL), 2, scene.px(GAP))
    widgets += [
        Button("open.own", left, texts("open.own"), OpenPanel(Panel.LIBRARY)),
        Button(
            "open.all",
            right,
            texts("open.all"),
            OpenFile(folder) if folder is not None else None,
            enabled=folder is not None,
            tip=texts("open.all_tip"),
        ),
    ]
    field_box = room.top(CONTROL - 2)
    page = 0
    if recent:
        labels = (texts("open.folder"), texts("open.recent"))
        page = Tabs.page(OPEN_PAGES, scene.memory)
        widgets.append(Tabs(OPEN_PAGES, room.top(CONTROL - 2), labels, chosen=page, driver=OPEN_SEARCH))
    written = written_path(scene.memory.texts.get(OPEN_SEARCH, "").strip())
    if written.is_absolute():  # a whole path was typed or pasted
        listed: list[Widget] = [_paths_list(scene, room, _file_rows(scene, room, [written]))]
    elif page:
        rows = _file_rows(scene, room, map(Path, scene.state.settings.recent_files))
        listed = [_paths_list(scene, room, _found(rows, scene.memory.texts.get(OPEN_SEARCH, "")))]
    else:
        listed = folder_list(scene, room, opening, texts("open.empty"), driver=OPEN_SEARCH)
    found = next(widget for widget in listed if isinstance(widget, ListBox))
    field = SearchField(OPEN_SEARCH, field_box, texts("open.search"), unit=scene.painter.unit, rows=found)
    return [*widgets, field, *listed, hint]


def _file_rows(scene: PanelContext, room: Room, paths: Iterable[Path]) -> list[Row]:
    """Return a row for each file, with its folder; choosing one opens it."""
    width = room.rest.width - scene.px(66)
    return [
        Row(
            path.name or str(path),
            opening(path),
            icon="file",
            detail=shortened(scene, path.parent, width),
        )
        for path in paths
    ]


def _paths_list(scene: PanelContext, room: Room, rows: list[Row]) -> ListBox:
    frame, empty = list_box(scene.painter, room.rest), scene.texts("open.none_found")
    return ListBox("recent", frame, scene.px(TALL_ROW), rows, empty=empty, emblem="file", driver=OPEN_SEARCH)


def _found(rows: list[Row], query: str) -> list[Row]:
    """Return the rows whose texts contain every word of a query, ignoring case."""
    words = folded(query).split()  # people type parts of names, in any order
    return [row for row in rows if all(word in folded(row.text) for word in words)]


def save_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out a folder to browse, and the name to save under."""
    texts, memory = scene.texts, scene.memory
    count = len(scene.state.part(LibraryState).exporting)
    exports = scene.state.panel is Panel.EXPORT
    title = texts("save.export", count=count) if exports else texts("save.title")
    widgets, room = panel_room(scene, box, title)
    if SAVE_NAME not in memory.texts:
        memory.put_text(SAVE_NAME, _suggested_name(scene.state))
    save = Button("save.save", room.bottom(CONTROL + 4), texts("button.save"), SaveTyped(), primary=True)
    name_box, unit = room.bottom(CONTROL), scene.painter.unit
    field = TextField(SAVE_NAME, name_box, texts("save.name"), submit=SaveTyped(), unit=unit)
    caption = Label("save.caption", room.bottom(22, 2), texts("save.name"), size=SMALL, single=True)
    caption.colour = scene.painter.palette.muted
    kinds = _kinds(scene, room)
    folder = folder_list(scene, room, partial(saving, scene.state), texts("open.empty"))
    return [*widgets, *folder, caption, kinds, field, save]


def saving(state: AppState, path: Path) -> Intent:
    """Return the intent of the save panel for a path: to save what is on the board, or to export games."""
    exports = state.panel is Panel.EXPORT
    return ExportTo(path, state.part(LibraryState).exporting) if exports else SaveFile(path)


def _suggested_name(state: AppState) -> str:
    if state.panel is Panel.EXPORT:
        return f"xiangqi-{state.today.replace('.', '-')}.pgn"
    return view.suggested_name(state)


_RECORDS = {".pgn": "PGN", ".xqf": "XQF", ".ubb": "DhtmlXQ", ".xml": "XML", ".jsonl": "JSON"}
_PICTURES = (".png", ".gif")
_PER_ROW = 4


def _kinds(scene: PanelContext, room: Room) -> Choice:
    """Lay out the choice of formats: records that can hold all the games, pictures and films."""
    state, name = scene.state, scene.memory.texts.get(SAVE_NAME, "").strip()
    several = {writer.suffix for writer in WRITERS.values() if writer.many}
    kinds = {kind: scene.texts(f"save.{kind[1:]}") for kind in _PICTURES}
    if state.panel is Panel.EXPORT:
        kinds = {}
    single = state.panel is not Panel.EXPORT or len(state.part(LibraryState).exporting) == 1
    kinds = {kind: label for kind, label in _RECORDS.items() if single or kind in several} | kinds
    suffix = Path(name).suffix
    chosen = list(kinds).index(suffix.lower()) if suffix.lower() in kinds else -1
    stem = (name.removesuffix(suffix) if chosen >= 0 else name) or "xiangqi"
    actions = tuple(FillField(SAVE_NAME, stem + kind) for kind in kinds)
    rect = room.bottom(-(-len(kinds) // _PER_ROW) * (CONTROL - 6))
    return Choice("save.kind", rect, tuple(kinds.values()), actions, chosen, per_row=_PER_ROW)


def folder_list(
    scene: PanelContext,
    room: Room,
    action: Callable[[Path], Action],
    empty: str,
    programs: bool = False,
    driver: str = "",
) -> list[Widget]:
    """Lay out the content of the current folder, with a row for its parent.

    Args:
        scene: the panel context.
        room: the box, of which all remaining space is used.
        action: returns the action for a chosen file.
        empty: the text for a folder with nothing to choose.
        driver: the key of the text field that searches names, "" for none.
        programs: whether programs are listed; an outdated list of records is not shown.
    """
    folder, texts = scene.state.folder, scene.texts
    if folder.programs != programs:
        folder = Folder()
    bar = room.top(CONTROL - 4)
    up = pygame.Rect(bar.left, bar.top, bar.height, bar.height)
    words = pygame.Rect(up.right + scene.px(GAP), bar.top, bar.right - up.right - scene.px(GAP), bar.height)
    parent = folder.path.parent if folder.path is not None else None
    climbing = parent is not None and parent != folder.path
    error = texts("open.unreadable", reason=texts.tell(folder.error)) if folder.error else empty
    frame = list_box(scene.painter, room.rest)
    query = scene.memory.texts.get(driver, "") if driver else ""
    rows, dates = _with_columns(scene.painter, _found(_rows(scene, folder, action), query), frame)
    error = texts("open.none_found") if query.strip() and not folder.error else error
    return [
        Button(
            "folder.up",
            up,
            icon="up",
            action=EnterFolder(parent),
            enabled=climbing,
            tip=texts("button.up"),
            driver=driver,
        ),
        Label("folder.path", words, shortened(scene, folder.path, words.width), size=SMALL, single=True),
        ListBox(
            "folder",
            frame,
            scene.px(_ROW),
            rows,
            note_width=dates,
            empty=error,
            emblem="warning" if folder.error else "folder",
            driver=driver,
        ),
    ]


def shortened(scene: PanelContext, path: Path | None, width: int) -> str:
    """Return as many of a path's last parts as fit."""
    if path is None:
        return ""
    parts = path.parts
    for first in range(len(parts)):
        text = str(path) if first == 0 else str(Path("…", *parts[first:]))
        if scene.painter.width(text, SMALL) <= width:
            return text
    return path.name


def _rows(scene: PanelContext, folder: Folder, action: Callable[[Path], Action]) -> list[Row]:
    if folder.path is None:
        return []
    rows, today = [], scene.state.today
    for entry in folder.entries:
        path = folder.path / entry.name
        if entry.is_folder:
            rows.append(Row(entry.name, EnterFolder(path), icon="folder"))
            continue
        date = day_words(scene.texts, entry.changed[:10], today)
        rows.append(Row(entry.name, action(path), note=date, figure=size_text(entry.size), icon="file"))
    return rows


def _with_columns(painter: Painter, rows: list[Row], frame: pygame.Rect) -> tuple[list[Row], int]:
    """Return the rows, without dates or sizes if a name leaves no room for them, and the dates' width, px."""
    dates, sizes = (max((painter.width(word, SMALL) for word in words), default=0) for words in _columns(rows))
    names = max((painter.width(row.text) for row in rows), default=0) + painter.px(_BESIDE_NAME)
    if names + sizes + dates > frame.width:
        rows, dates = [replace(row, note="") for row in rows], 0
    if names + sizes > frame.width:
        rows = [replace(row, figure="") for row in rows]
    return rows, dates


def _columns(rows: list[Row]) -> tuple[list[str], list[str]]:
    return [row.note for row in rows], [row.figure for row in rows]


def size_text(size: int) -> str:
    """Return a file size as a short text."""
    for unit in ("B", "KB", "MB"):
        if size < 1000 or unit == "MB":
            return f"{size} {unit}"
        size = max(1, size // 1000)
    return ""

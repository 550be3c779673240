"""Panels about files: the lists to open from, and where to save."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import pygame

from xiangqi.action import Action
from xiangqi.app import view
from xiangqi.app.intent import Intent
from xiangqi.app.library.own_games import ExportTo
from xiangqi.app.records.loading import EnterFolder, OpenFile
from xiangqi.app.records.saving import SaveFile
from xiangqi.app.records.state import Folder
from xiangqi.app.settings.panels import OpenPanel
from xiangqi.app.state import AppState, Panel
from xiangqi.disk import written_path
from xiangqi.folding import folded
from xiangqi.records.files import WRITERS
from xiangqi.ui.parts.commands import FillField, SaveTyped
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.toolkit.controls import Tabs
from xiangqi.ui.toolkit.lists import TALL_ROW, ListBox, Row
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.search_field import SearchField
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import Button, Choice, Label, Widget

SAVE_NAME = "save.name"
"""Key of the text field with the name to save under."""

OPEN_SEARCH = "open.search"
"""Key of the text field with a part of the name that is looked for, or a whole path."""

OPEN_PAGES = "open.pages"
"""Key of the tabs: the folder, the files opened last."""

_ROW = 34.0


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
    if written.is_absolute():  # typed or pasted as a whole
        listed: list[Widget] = [_paths_list(scene, room, _file_rows(scene, room, [written]))]
    elif page:
        rows = _file_rows(scene, room, map(Path, scene.state.settings.recent_files))
        listed = [_paths_list(scene, room, _found(rows, scene.memory.texts.get(OPEN_SEARCH, "")))]
    else:
        listed = folder_list(scene, room, OpenFile, texts("open.empty"), driver=OPEN_SEARCH)
    found = next(widget for widget in listed if isinstance(widget, ListBox))
    field = SearchField(OPEN_SEARCH, field_box, texts("open.search"), unit=scene.painter.unit, rows=found)
    return [*widgets, field, *listed, hint]


def _file_rows(scene: PanelContext, room: Room, paths: Iterable[Path]) -> list[Row]:
    """List a row for each file, with the folder in which it is; choosing one opens it."""
    width = room.rest.width - scene.px(66)
    return [
        Row(
            path.name or str(path),
            OpenFile(path),
            icon="file",
            detail=shortened(scene, path.parent, width),
        )
        for path in paths
    ]


def _paths_list(scene: PanelContext, room: Room, rows: list[Row]) -> ListBox:
    frame = room.rest.inflate(-scene.px(6), -scene.px(6))
    empty = scene.texts("open.none_found")
    return ListBox("recent", frame, scene.px(TALL_ROW), rows, empty=empty, driver=OPEN_SEARCH)


def _found(rows: list[Row], query: str) -> list[Row]:
    """List the rows whose texts hold every word of what is typed, whatever the case."""
    words = folded(query).split()  # people type parts of names
    return [row for row in rows if all(word in folded(row.text) for word in words)]


def save_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out a folder to go through, and the name to save under."""
    texts, memory = scene.texts, scene.memory
    count = len(scene.state.library.exporting)
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
    """Return what is meant by a path in the panel for saving: what is on the board, or games of the library."""
    exports = state.panel is Panel.EXPORT
    return ExportTo(path, state.library.exporting) if exports else SaveFile(path)


def _suggested_name(state: AppState) -> str:
    if state.panel is Panel.EXPORT:
        return f"xiangqi-{state.today.replace('.', '-')}.pgn"
    return view.suggested_name(state)


_RECORDS = {".pgn": "PGN", ".xqf": "XQF", ".ubb": "DhtmlXQ", ".xml": "XML", ".jsonl": "JSON"}
_PICTURES = (".png", ".gif")
_PER_ROW = 4


def _kinds(scene: PanelContext, room: Room) -> Choice:
    """Lay out the choice of formats: records that hold as many games as there are, pictures and films."""
    state, name = scene.state, scene.memory.texts.get(SAVE_NAME, "").strip()
    several = {writer.suffix for writer in WRITERS.values() if writer.many}
    kinds = {kind: scene.texts(f"save.{kind[1:]}") for kind in _PICTURES}
    if state.panel is Panel.EXPORT:
        kinds = {}
    single = state.panel is not Panel.EXPORT or len(state.library.exporting) == 1
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
    """Lay out a folder with the way up, and what is in it.

    Args:
        scene: the moment.
        room: all that is left of it is used.
        action: what choosing a file wants done.
        empty: said of a folder in which there is nothing to choose.
        driver: key of the text field by which names are looked for, "" for none.
        programs: the list is one of programs; one of records that is still there is not shown.
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
    frame = room.rest.inflate(-scene.px(6), -scene.px(6))
    query = scene.memory.texts.get(driver, "") if driver else ""
    rows = _found(_rows(folder, action), query)
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
        ListBox("folder", frame, scene.px(_ROW), rows, empty=error, driver=driver),
    ]


def shortened(scene: PanelContext, path: Path | None, width: int) -> str:
    """Return a path with as many of its last parts as have room."""
    if path is None:
        return ""
    parts = path.parts
    for first in range(len(parts)):
        text = str(path) if first == 0 else str(Path("…", *parts[first:]))
        if scene.painter.width(text, SMALL) <= width:
            return text
    return path.name


def _rows(folder: Folder, action: Callable[[Path], Action]) -> list[Row]:
    if folder.path is None:
        return []
    rows = []
    for entry in folder.entries:
        path = folder.path / entry.name
        if entry.is_folder:
            rows.append(Row(entry.name, EnterFolder(path), icon="folder"))
        else:
            rows.append(Row(entry.name, action(path), note=size_text(entry.size), icon="file"))
    return rows


def size_text(size: int) -> str:
    """Return a file size in short."""
    for unit in ("B", "KB", "MB"):
        if size < 1000 or unit == "MB":
            return f"{size} {unit}"
        size = max(1, size // 1000)
    return ""

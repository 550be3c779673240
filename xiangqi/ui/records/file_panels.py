"""File panels: one for opening files and one for saving them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

import pygame

from xiangqi.app.intent import Intent
from xiangqi.app.library.own_games import ExportTo
from xiangqi.app.library.state import LibraryState
from xiangqi.app.recognition.reading_pictures import opening
from xiangqi.app.records.loading import OpenFile, TypePath
from xiangqi.app.records.saving import SaveFile
from xiangqi.app.session import view
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import AppState, Panel
from xiangqi.disk import typed_place, written_path
from xiangqi.records.files import WRITERS
from xiangqi.ui.parts.actions import FillField, SaveTyped
from xiangqi.ui.parts.context import PanelContext, Room, as_read, columns
from xiangqi.ui.parts.folder_list import folder_list, found_rows, shortened
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.window_layout import FORM_WIDTH
from xiangqi.ui.toolkit.controls import Tabs
from xiangqi.ui.toolkit.lists import TALL_ROW, ListBox, Row, list_box
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


@panel(Panel.OPEN_FILE, focus=OPEN_SEARCH, forgets=(OPEN_SEARCH,), widest=FORM_WIDTH)
def open_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the records and folders of one folder, or recent files. Choosing a record opens it."""
    texts, recent = scene.texts, scene.state.settings.recent_files
    widgets, room = panel_room(scene, box, texts("open.title"))
    hint = Label("open.hint", room.bottom(24), texts("open.hint"), size=SMALL, single=True)
    hint.colour = scene.painter.palette.muted
    typed = typed_place(scene.memory.texts.get(OPEN_SEARCH, ""))
    folder = scene.state.folder.path if typed is None else typed[0]
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
    written = scene.memory.texts.get(OPEN_SEARCH, "")
    if page and typed_place(written) is None:
        rows = _file_rows(scene, room, map(Path, scene.state.settings.recent_files))
        listed: list[Widget] = [_paths_list(scene, room, found_rows(rows, written))]
    else:
        listed = folder_list(scene, room, opening, texts("open.empty"), driver=OPEN_SEARCH, typed=OPEN_SEARCH)
    found = next(widget for widget in listed if isinstance(widget, ListBox))
    unit = scene.painter.unit
    field = SearchField(OPEN_SEARCH, field_box, texts("open.search"), change=TypePath, unit=unit, rows=found)
    return as_read([*widgets, field, *listed, hint])


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


@panel(Panel.SAVE_FILE, Panel.EXPORT, focus=SAVE_NAME, widest=FORM_WIDTH)
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
    field = TextField(SAVE_NAME, name_box, texts("save.name"), change=TypePath, submit=SaveTyped(), unit=unit)
    caption = Label("save.caption", room.bottom(22, 2), texts("save.name"), size=SMALL, single=True)
    caption.colour = scene.painter.palette.muted
    kinds = _kinds(scene, room)
    save_as = partial(saving, scene.state)
    folder = folder_list(scene, room, save_as, texts("open.empty"), typed=SAVE_NAME)
    return [*widgets, *folder, caption, kinds, field, save]


def saving(state: AppState, path: Path) -> Intent:
    """Return the intent of the save panel for a path: to save what is on the board, or to export games."""
    exports = state.panel is Panel.EXPORT
    return ExportTo(path, state.part(LibraryState).exporting) if exports else SaveFile(path)


def saving_typed(state: AppState, name: str) -> Intent:
    """Return the intent of the save panel for a typed name or path; a folder gets the suggested name."""
    path, place = written_path(name), typed_place(name)
    folders = [entry.name for entry in state.typed.entries if entry.is_folder]
    is_folder = place is not None and (not place[1] or (state.typed.path == place[0] and place[1] in folders))
    return saving(state, path / _suggested_name(state) if is_folder else path)


def _suggested_name(state: AppState) -> str:
    if state.panel is Panel.EXPORT:
        return f"xiangqi-{state.today.replace('.', '-')}.pgn"
    return view.suggested_name(state)


_PICTURES = (".png", ".gif")
_PER_ROW = 4


def _kinds(scene: PanelContext, room: Room) -> Choice:
    """Lay out the choice of formats: those that can contain all the games, and pictures and films of one."""
    state, name = scene.state, scene.memory.texts.get(SAVE_NAME, "").strip()
    kinds = {kind: scene.texts(f"save.{kind[1:]}") for kind in _PICTURES}
    if state.panel is Panel.EXPORT:
        kinds = {}
    single = state.panel is not Panel.EXPORT or len(state.part(LibraryState).exporting) == 1
    offered = [writer for writer in WRITERS.values() if writer.label and (single or writer.many)]
    kinds = {writer.suffix: writer.label for writer in offered} | kinds
    suffix = Path(name).suffix
    chosen = list(kinds).index(suffix.lower()) if suffix.lower() in kinds else -1
    stem = (name.removesuffix(suffix) if chosen >= 0 else name) or "xiangqi"
    actions = tuple(FillField(SAVE_NAME, stem + kind, len(stem)) for kind in kinds)
    rect = room.bottom(-(-len(kinds) // _PER_ROW) * (CONTROL - 6))
    labels = tuple(kinds.values())
    return Choice("save.kind", rect, labels, actions, chosen, per_row=_PER_ROW, driver=SAVE_NAME)

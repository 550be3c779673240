"""Panels about files: the lists to open from, and where to save."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pygame

from xiangqi.app import intents, record_intents, view
from xiangqi.app.state import Folder
from xiangqi.ui.commands import SaveTyped
from xiangqi.ui.controls import Tabs
from xiangqi.ui.form import panel_room
from xiangqi.ui.lists import TALL_ROW, ListBox, Row
from xiangqi.ui.paint import SMALL
from xiangqi.ui.scene import CONTROL, GAP, Room, Scene
from xiangqi.ui.widgets import HANDLED, Action, Button, Choice, Label, Memory, TextField, Widget

SAVE_NAME = "save.name"
"""Key of the text field with the name to save under."""

OPEN_PAGES = "open.pages"
"""Key of the tabs: the folder, the files opened last."""

_ROW = 34.0


def open_panel(scene: Scene, box: pygame.Rect) -> list[Widget]:
    """Folders and records of one folder, or the files opened last; choosing a record opens it."""
    texts, recent = scene.texts, scene.state.settings.recent_files
    widgets, room = panel_room(scene, box, texts("open.title"))
    hint = Label("open.hint", room.bottom(24), texts("open.hint"), size=SMALL, single=True)
    hint.colour = scene.painter.palette.muted
    page = 0
    if recent:
        labels = (texts("open.folder"), texts("open.recent"))
        page = Tabs.page(OPEN_PAGES, scene.memory)
        widgets.append(Tabs(OPEN_PAGES, room.top(CONTROL - 2), labels, labels, page))
    if page:
        return [*widgets, *_recent_list(scene, room), hint]
    return [*widgets, *folder_list(scene, room, record_intents.OpenFile, texts("open.empty")), hint]


def _recent_list(scene: Scene, room: Room) -> list[Widget]:
    frame = room.rest.inflate(-scene.px(6), -scene.px(6))
    width = frame.width - scene.px(60)
    rows = [
        Row(path.name, record_intents.OpenFile(path), icon="file", detail=shortened(scene, path.parent, width))
        for path in map(Path, scene.state.settings.recent_files)
    ]
    return [ListBox("recent", frame, scene.px(TALL_ROW), rows)]


def save_panel(scene: Scene, box: pygame.Rect) -> list[Widget]:
    """A folder to go through, and the name to save under."""
    texts, memory = scene.texts, scene.memory
    widgets, room = panel_room(scene, box, texts("save.title"))
    if SAVE_NAME not in memory.texts:
        memory.texts[SAVE_NAME] = view.suggested_name(scene.state)
    save = Button("save.save", room.bottom(CONTROL + 4), texts("button.save"), SaveTyped(), primary=True)
    field = TextField(SAVE_NAME, room.bottom(CONTROL), texts("save.name"), SaveTyped())
    kinds = _kinds(scene, room.bottom(2 * (CONTROL - 6)))
    caption = Label("save.caption", room.bottom(22, 2), texts("save.name"), size=SMALL, single=True)
    caption.colour = scene.painter.palette.muted
    folder = folder_list(scene, room, record_intents.SaveFile, texts("open.empty"))
    return [*widgets, *folder, caption, kinds, field, save]


_RECORDS = {".pgn": "PGN", ".xqf": "XQF", ".ubb": "DhtmlXQ", ".xml": "XML", ".jsonl": "JSON"}
_PICTURES = (".png", ".gif")
_KINDS = (*_RECORDS, *_PICTURES)


def _kinds(scene: Scene, rect: pygame.Rect) -> Ending:
    """Record of a format, picture or film."""
    name = Path(scene.memory.texts.get(SAVE_NAME, ""))
    chosen = _KINDS.index(name.suffix.lower()) if name.suffix.lower() in _KINDS else -1
    pictures = (scene.texts(f"save.{kind[1:]}") for kind in _PICTURES)
    return Ending("save.kind", rect, (*_RECORDS.values(), *pictures), _KINDS, chosen, per_row=4)


@dataclass
class Ending(Choice):
    """Kinds of files: choosing one changes the ending of the name to save under; the actions are endings."""

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return self._put(super().click(position, memory), memory)

    def key_down(self, key: int, memory: Memory) -> Action | None:
        return self._put(super().key_down(key, memory), memory)

    def _put(self, ending: Action | None, memory: Memory) -> Action | None:
        if not isinstance(ending, str):
            return ending
        name = memory.texts.get(SAVE_NAME, "").strip() or "game"
        memory.texts[SAVE_NAME] = (name.removesuffix(Path(name).suffix) if self.chosen >= 0 else name) + ending
        return HANDLED


def folder_list(
    scene: Scene, room: Room, action: Callable[[Path], Action], empty: str, programs: bool = False
) -> list[Widget]:
    """A folder with the way up, and what is in it.

    Args:
        scene: the moment.
        room: all that is left of it is used.
        action: what choosing a file wants done.
        empty: said of a folder in which there is nothing to choose.
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
    error = texts("open.unreadable", reason=texts.detail(folder.error)) if folder.error else empty
    frame = room.rest.inflate(-scene.px(6), -scene.px(6))
    return [
        Button(
            "folder.up",
            up,
            icon="up",
            action=intents.EnterFolder(parent),
            enabled=climbing,
            tip=texts("button.up"),
        ),
        Label("folder.path", words, shortened(scene, folder.path, words.width), size=SMALL, single=True),
        ListBox("folder", frame, scene.px(_ROW), _rows(folder, action), empty=error),
    ]


def shortened(scene: Scene, path: Path | None, width: int) -> str:
    """A path with as many of its last parts as have room."""
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
            rows.append(Row(entry.name, intents.EnterFolder(path), icon="folder"))
        else:
            rows.append(Row(entry.name, action(path), note=size_text(entry.size), icon="file"))
    return rows


def size_text(size: int) -> str:
    """A file size in short."""
    for unit in ("B", "KB", "MB"):
        if size < 1000 or unit == "MB":
            return f"{size} {unit}"
        size = max(1, size // 1000)
    return ""

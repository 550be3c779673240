"""Panels about files: the list to open from, where to save, and the games of a file with several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import overload

import pygame

from xiangqi.app import intents, view
from xiangqi.app.state import Folder, OpenRecord
from xiangqi.core.constants import BLACK, RED
from xiangqi.records.tree import Game
from xiangqi.ui.commands import SaveTyped
from xiangqi.ui.form import panel_room
from xiangqi.ui.lists import ListBox, Row
from xiangqi.ui.paint import SMALL
from xiangqi.ui.scene import CONTROL, GAP, Room, Scene, columns
from xiangqi.ui.widgets import HANDLED, Action, Button, Choice, Label, Memory, TextField, Widget

SAVE_NAME = "save.name"
"""Key of the text field with the name to save under."""

_ROW = 34.0


def open_panel(scene: Scene, box: pygame.Rect) -> list[Widget]:
    """Folders and records of one folder; choosing a record opens it."""
    texts = scene.texts
    widgets, room = panel_room(scene, box, texts("open.title"))
    hint = Label("open.hint", room.bottom(24), texts("open.hint"), size=SMALL, single=True)
    hint.colour = scene.painter.palette.muted
    return [*widgets, *folder_list(scene, room, intents.OpenFile, texts("open.empty")), hint]


def save_panel(scene: Scene, box: pygame.Rect) -> list[Widget]:
    """A folder to go through, and the name to save under."""
    texts, memory = scene.texts, scene.memory
    widgets, room = panel_room(scene, box, texts("save.title"))
    if SAVE_NAME not in memory.texts:
        memory.texts[SAVE_NAME] = view.suggested_name(scene.state)
    save = Button("save.save", room.bottom(CONTROL + 4), texts("button.save"), SaveTyped(), primary=True)
    field = TextField(SAVE_NAME, room.bottom(CONTROL), texts("save.name"), SaveTyped())
    kinds = _kinds(scene, room.bottom(CONTROL - 2))
    caption = Label("save.caption", room.bottom(22, 2), texts("save.name"), size=SMALL, single=True)
    caption.colour = scene.painter.palette.muted
    return [
        *widgets,
        *folder_list(scene, room, intents.SaveFile, texts("open.empty")),
        caption,
        kinds,
        field,
        save,
    ]


_KINDS = (".pgn", ".png", ".gif")


def _kinds(scene: Scene, rect: pygame.Rect) -> Ending:
    """Record, picture or film."""
    name = Path(scene.memory.texts.get(SAVE_NAME, ""))
    chosen = _KINDS.index(name.suffix.lower()) if name.suffix.lower() in _KINDS else 0
    labels = tuple(scene.texts(f"save.{kind[1:]}") for kind in _KINDS)
    return Ending("save.kind", rect, labels, _KINDS, chosen)


@dataclass
class Ending(Choice):
    """Kinds of files: choosing one changes the ending of the name to save under; the actions are endings."""

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        ending = super().click(position, memory)
        if ending is not HANDLED:
            self._put(str(ending), memory)
        return HANDLED

    def key_down(self, key: int, memory: Memory) -> Action | None:
        ending = super().key_down(key, memory)
        if ending is None or ending is HANDLED:
            return ending
        self._put(str(ending), memory)
        return HANDLED

    def _put(self, ending: str, memory: Memory) -> None:
        name = memory.texts.get(SAVE_NAME, "").strip() or "game"
        memory.texts[SAVE_NAME] = str(Path(name).with_suffix(ending))


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
    error = texts("open.unreadable", reason=folder.error) if folder.error else empty
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


# ---- The games of a file ----


def game_list_panel(scene: Scene, box: pygame.Rect) -> list[Widget]:
    """One row a game; choosing one shows it on the board."""
    record, texts = scene.state.record, scene.texts
    if record is None:
        return panel_room(scene, box, "")[0]
    title = texts("records.title", count=len(record.games), name=record.name)
    widgets, room = panel_room(scene, box, title)
    if not record.complete:
        loading = Label("records.loading", room.bottom(24), single=True, size=SMALL)
        loading.text = texts("records.loading", count=len(record.games))
        widgets.append(loading)
    left, right = columns(room.bottom(CONTROL), 2, scene.px(GAP))
    close = Button("records.close", left, texts("records.close"), intents.CloseRecord())
    show = Button("records.show", right, texts("records.show"), intents.ClosePanel(), primary=True)
    frame = room.rest.inflate(-scene.px(6), -scene.px(6))
    games = ListBox("games", frame, scene.px(_ROW), _GameRows(scene, record), record.index)
    games.follow(record.index, 0, scene.memory)
    return [*widgets, games, close, show]


class _GameRows(Sequence[Row]):
    """Rows made as they are looked at: a file may hold many thousand games.

    A click shows a game on the board, a second one its moves in place of the list.
    """

    def __init__(self, scene: Scene, record: OpenRecord) -> None:
        self._scene = scene
        self._record = record

    def __len__(self) -> int:
        return len(self._record.games)

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        game = self._record.games[index]
        action = intents.ClosePanel() if index == self._record.index else intents.ChooseGame(index)
        return Row(f"{index + 1}.  {game_title(self._scene, game, index)}", action, note_of(game))


def game_title(scene: Scene, game: Game, index: int) -> str:
    """Who played whom; the event, or just the number, where the record does not say."""
    red, black = game.headers.get("Red", ""), game.headers.get("Black", "")
    if red or black:
        return f"{red or scene.side_name(RED)} – {black or scene.side_name(BLACK)}"
    return game.headers.get("Event") or scene.texts("records.unnamed", number=index + 1)


def note_of(game: Game) -> str:
    """The result of a game in short, "" when it is open."""
    return {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "½-½"}.get(game.result, "")

"""The list of a folder's content, from which a file is chosen."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame

from xiangqi.action import Action
from xiangqi.app.records.loading import EnterFolder
from xiangqi.app.session.files import Folder
from xiangqi.disk import typed_place
from xiangqi.folding import folded
from xiangqi.ui.parts.actions import FillField
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.dates import day_words
from xiangqi.ui.toolkit.lists import ListBox, Row, list_box
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_ROW = 36.0
_BESIDE_NAME = 82.0  # width of everything else in a row: the icon, the scrollbar and the gaps, points


def found_rows(rows: list[Row], query: str) -> list[Row]:
    """Return the rows whose texts contain every word of a query, ignoring case."""
    words = folded(query).split()  # people type parts of names, in any order
    return [row for row in rows if all(word in folded(row.text) for word in words)]


def folder_list(
    scene: PanelContext,
    room: Room,
    action: Callable[[Path], Action],
    empty: str,
    programs: bool = False,
    driver: str = "",
    typed: str = "",
) -> list[Widget]:
    """Lay out the content of the current folder, with a row for its parent.

    Args:
        scene: the panel context.
        room: the box, of which all remaining space is used.
        action: returns the action for a chosen file.
        empty: the text for a folder with nothing to choose.
        driver: the key of the text field that searches names, "" for none.
        programs: whether programs are listed; an outdated list of records is not shown.
        typed: the key of the text field in which a whole path can be typed, "" for none. While it holds a path,
            the entries that begin with it are listed instead, and a chosen folder completes it.
    """
    texts, place = scene.texts, typed_place(scene.memory.texts.get(typed, ""))
    folder = scene.state.folder if place is None else _begun(scene.state.typed, *place)
    if folder.programs != programs:
        folder = Folder() if place is None else Folder(place[0])
    bar = room.top(CONTROL - 4)
    up = pygame.Rect(bar.left, bar.top, bar.height, bar.height)
    words = pygame.Rect(up.right + scene.px(GAP), bar.top, bar.right - up.right - scene.px(GAP), bar.height)
    parent = folder.path.parent if folder.path is not None else None
    climbing = parent is not None and parent != folder.path
    error = texts("open.unreadable", reason=texts.tell(folder.error)) if folder.error else empty
    frame = list_box(scene.painter, room.rest)
    query = scene.memory.texts.get(driver, "") if driver and place is None else ""
    into = EnterFolder if place is None else partial(_completing, typed)
    rows, dates = _with_columns(scene.painter, found_rows(_rows(scene, folder, action, into), query), frame)
    if (query.strip() or place is not None) and not folder.error:
        error = texts("open.none_found")
    return [
        Button(
            "folder.up",
            up,
            icon="up",
            action=into(parent or Path()),
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
    """Return as many of a path's last parts as fit, at least its name; "" without a path."""
    if path is None:
        return ""
    parts = path.parts
    for first in range(len(parts)):
        text = str(path) if first == 0 else str(Path("…", *parts[first:]))
        if scene.painter.width(text, SMALL) <= width:
            return text
    return path.name


def _begun(listing: Folder, path: Path, start: str) -> Folder:
    """Return a folder with the entries that begin with a typed name in any case, as far as they are listed."""
    if listing.path != path:
        return Folder(path, programs=listing.programs)
    begins = (entry for entry in listing.entries if entry.name.casefold().startswith(start.casefold()))
    return replace(listing, entries=tuple(begins))


def _completing(field: str, path: Path) -> Action:
    """Return the action that completes a typed path with a folder."""
    text = str(path)
    return FillField(field, text if text.endswith(("/", os.sep)) else text + os.sep)


def _rows(
    scene: PanelContext, folder: Folder, action: Callable[[Path], Action], into: Callable[[Path], Action]
) -> list[Row]:
    if folder.path is None:
        return []
    rows, today = [], scene.state.today
    for entry in folder.entries:
        path = folder.path / entry.name
        if entry.is_folder:
            rows.append(Row(entry.name, into(path), icon="folder"))
            continue
        date = day_words(scene.texts, entry.changed[:10], today)
        rows.append(Row(entry.name, action(path), note=date, figure=size_text(entry.size), icon="file"))
    return rows


def _with_columns(painter: Painter, rows: list[Row], frame: pygame.Rect) -> tuple[list[Row], int]:
    """Return the rows, without dates or sizes if a name leaves no room, and the width in px of the dates."""
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

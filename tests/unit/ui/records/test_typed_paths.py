"""Paths that are typed where a file is chosen: looked up on the disk, completed, folders as folders."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest
from ui_session import Session

from xiangqi.action import Action
from xiangqi.app.engines.engine_list import AddEngine
from xiangqi.app.outbox import Outbox
from xiangqi.app.records.asks_reading import (
    FileReader,
    GamesRead,
    ListTyped,
    LoadFailed,
    LoadFound,
    TypedListed,
)
from xiangqi.app.records.background_work.folders import list_typed
from xiangqi.app.records.background_work.reading import Batches
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.records.saving import SaveFile
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.ui.parts.actions import ENGINE_COMMAND
from xiangqi.ui.records.file_panels import OPEN_PAGES, OPEN_SEARCH, SAVE_NAME, saving_typed
from xiangqi.ui.toolkit.lists import ListBox


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with records, folders, what is no record, and a program."""
    folder = tmp_path_factory.mktemp("disk")
    for name in ("cups", "Cup final", ".hidden", "empty"):
        (folder / name).mkdir()
    for name in ("cup.pgn", "cups.pgn", "lesson.xqf", "game.odd", ".mine.pgn", "cups/1999.pgn"):
        (folder / name).write_text("1. h2e2 *")
    engine = folder / "cupboard"
    engine.write_text("#!/bin/sh\n")
    engine.chmod(0o755)
    return folder


def session_at(panel: Panel) -> Session:
    session = Session()
    session.send(OpenPanel(panel))
    session.draw()
    return session


def write(session: Session, text: str) -> None:
    """Type a text at once, as pasting does, and let the disk answer."""
    session.post(pygame.TEXTINPUT, text=text)
    answer(session)


def answer(session: Session) -> None:
    orders = [effect for effect in session.effects if isinstance(effect, ListTyped)]
    session.effects.clear()
    for order in orders:
        found = list_typed(order.path, order.name, order.programs)
        session.send(TypedListed(order.path, *found, order.programs))
    session.draw()


def rows(session: Session) -> list[tuple[str, str]]:
    listed = session.widget("folder")
    assert isinstance(listed, ListBox)
    return [(row.text, row.icon) for row in listed.rows]


def choose(session: Session, index: int) -> list[Action]:
    """Click a row of the list."""
    listed = session.widget("folder")
    assert isinstance(listed, ListBox)
    return session.click((listed.rect.left + 30, listed.rect.top + index * listed.row_height + 8))


def no_library(_order: LoadFound) -> Batches:
    raise AssertionError("nothing is asked of the library")


FOUND = {
    "cup": ["Cup final/", "cups/", "cup.pgn", "cups.pgn"],
    "cups": ["cups/", "cups.pgn"],
    "cup.pgn": ["cup.pgn"],
    "CUP": ["Cup final/", "cups/", "cup.pgn", "cups.pgn"],
    "cups/": ["1999.pgn"],
    "cups/2": [],
    "2267": [],
    "game.odd": ["game.odd"],
    "game": [],
    ".hidden": [".hidden/"],
    ".mine.pgn": [".mine.pgn"],
    "empty/": [],
    "nowhere/at/all": [],
    "cup.pgn/": [],
    "cup.pgn/lesson": [],
}


@pytest.mark.parametrize("typed", FOUND)
@pytest.mark.parametrize("page", [0, 1])
def test_only_what_is_there_is_offered(disk: Path, typed: str, page: int) -> None:
    session = session_at(Panel.OPEN_FILE)
    session.settle(recent_files=("/games/cup.xqf",))
    session.screen.memory.rows[OPEN_PAGES] = page
    session.draw()
    write(session, f" {disk}{os.sep}{typed}")
    shown = [name + "/" * (icon == "folder") for name, icon in rows(session)]
    assert shown == FOUND[typed]


def test_why_a_folder_cannot_be_listed_is_told(disk: Path) -> None:
    session = session_at(Panel.OPEN_FILE)
    for typed, reason in (("nowhere/", "no such file"), ("cup.pgn/", "Not a directory")):
        session.screen.memory.put_text(OPEN_SEARCH, "")
        write(session, f"{disk}/{typed}")
        folder = session.widget("folder")
        assert isinstance(folder, ListBox)
        assert reason in folder.empty


def test_a_folder_completes_the_path_and_a_file_is_opened(disk: Path) -> None:
    session = session_at(Panel.OPEN_FILE)
    write(session, f"{disk}/cups")
    session.key(pygame.K_RETURN)
    assert session.screen.memory.texts[OPEN_SEARCH] == f"{disk}/cups/"
    answer(session)
    assert rows(session) == [("1999.pgn", "file")]
    assert OpenFile(disk / "cups" / "1999.pgn") in session.key(pygame.K_RETURN)


def test_all_games_of_the_typed_folder_are_opened(disk: Path) -> None:
    session = session_at(Panel.OPEN_FILE)
    write(session, f"{disk}/cups/")
    assert OpenFile(disk / "cups") in session.click_widget("open.all")


def test_home_is_a_folder(disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(disk))
    monkeypatch.setenv("USERPROFILE", str(disk))
    session = session_at(Panel.OPEN_FILE)
    write(session, "~/les")
    assert rows(session) == [("lesson.xqf", "file")]


def test_until_the_disk_answers_nothing_is_offered(disk: Path) -> None:
    session = session_at(Panel.OPEN_FILE)
    write(session, f"{disk}/c")
    session.post(pygame.TEXTINPUT, text="ups.")
    assert rows(session) == [("cups.pgn", "file")], "known already"
    session.screen.memory.put_text(OPEN_SEARCH, "")
    session.post(pygame.TEXTINPUT, text=f"{disk}/cups/")
    assert rows(session) == []


def test_a_file_that_cannot_be_read_leaves_the_panel_and_its_text(disk: Path) -> None:
    session = session_at(Panel.OPEN_FILE)
    write(session, f"{disk}/game.odd")
    session.key(pygame.K_RETURN)
    assert session.state.loading is not None
    session.send(LoadFailed(session.state.loading.id, "game.odd", "no game"))
    session.draw()
    assert session.state.panel is Panel.OPEN_FILE
    assert session.screen.memory.texts[OPEN_SEARCH] == f"{disk}/game.odd"
    session.key(pygame.K_RETURN)
    assert session.state.loading is not None
    session.send(GamesRead(session.state.loading.id, "game.odd", None, (), complete=True))
    assert session.state.panel is Panel.OPEN_FILE, "without games, too"


def test_a_path_is_completed_where_a_file_is_saved(disk: Path) -> None:
    session = session_at(Panel.SAVE_FILE)
    session.screen.memory.put_text(SAVE_NAME, "")
    write(session, f"{disk}/cup")
    assert ("cups", "folder") in rows(session)
    choose(session, rows(session).index(("cups", "folder")))
    assert session.screen.memory.texts[SAVE_NAME] == f"{disk}/cups/"


@pytest.mark.parametrize(
    ("typed", "saved"),
    [
        ("cups", "cups/xiangqi.pgn"),
        ("cups/", "cups/xiangqi.pgn"),
        ("cups/new.xqf", "cups/new.xqf"),
        ("new", "new"),
    ],
)
def test_a_folder_is_not_saved_as_a_file(disk: Path, typed: str, saved: str) -> None:
    session = session_at(Panel.SAVE_FILE)
    session.screen.memory.put_text(SAVE_NAME, "")
    write(session, f"{disk}/{typed}")
    wanted = saving_typed(session.state, session.screen.memory.texts[SAVE_NAME])
    assert wanted == SaveFile(disk / saved)


def test_a_program_is_completed(disk: Path) -> None:
    session = session_at(Panel.ADD_ENGINE)
    write(session, f"{disk}/cupb")
    assert rows(session) == [("cupboard", "file")]
    assert AddEngine(disk / "cupboard") in choose(session, 0)
    assert session.screen.memory.texts[ENGINE_COMMAND] == f"{disk}/cupb"


def test_the_worker_reports_the_folder_of_a_typed_path(disk: Path) -> None:
    outbox: Outbox = Outbox()
    FileReader(outbox, no_library).list_typed(ListTyped(disk / "cups", "19"))
    said = outbox.get(timeout=300)
    assert isinstance(said, TypedListed)
    assert (said.path, [entry.name for entry in said.entries]) == (disk / "cups", ["1999.pgn"])

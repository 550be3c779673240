"""The list of files: found by typing, opened by Enter, and closed to what is not meant for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from catalogues import example, texts
from ui_session import Session

from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.records.loading import ChooseGame, OpenFile
from xiangqi.app.session.files import Folder, FolderEntry
from xiangqi.app.session.panels import ClosePanel, Flip, OpenPanel
from xiangqi.app.session.state import Panel, Question
from xiangqi.ui.parts.actions import ENGINE_COMMAND
from xiangqi.ui.records.file_panels import OPEN_SEARCH
from xiangqi.ui.toolkit.lists import ListBox

FOLDER = Path("/games").absolute()
NAMES = ("Cup final.pgn", "cup.xqf", "lesson.pgn")


@pytest.fixture
def session() -> Session:
    found = Session()
    found.send(OpenPanel(Panel.OPEN_FILE))
    entries = tuple(FolderEntry(name, False, 100) for name in NAMES)
    found.state = replace(found.state, folder=Folder(FOLDER, entries))
    found.draw()
    return found


def listed(session: Session) -> list[str]:
    folder = session.widget("folder")
    assert isinstance(folder, ListBox)
    return [row.text for row in folder.rows]


def write(session: Session, text: str) -> None:
    for character in text:
        session.post(pygame.TEXTINPUT, text=character)


def test_typing_finds_files(session: Session) -> None:
    assert listed(session) == list(NAMES)
    write(session, "CUP")
    assert listed(session) == ["Cup final.pgn", "cup.xqf"]
    write(session, " fin")
    assert listed(session) == ["Cup final.pgn"]
    assert session.state.selection.typed == ""


def test_what_is_not_there_is_told_as_a_file(session: Session) -> None:
    write(session, "cups")
    folder = session.widget("folder")
    assert isinstance(folder, ListBox)
    assert (listed(session), folder.empty) == ([], "No matching files")


@pytest.mark.parametrize("clicked", ["folder.up", "open.pages"])
def test_typing_goes_on_in_the_field_after_a_click_beside_it(session: Session, clicked: str) -> None:
    session.settle(recent_files=("/games/cup.xqf",))
    session.draw()
    session.click_widget(clicked)
    write(session, "t")  # by itself it counts attacks
    assert session.screen.memory.texts[OPEN_SEARCH] == "t"
    assert not session.state.attacks


def test_enter_opens_what_is_found(session: Session) -> None:
    write(session, "cup")
    session.post(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0)
    actions = session.post(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0)
    assert OpenFile(FOLDER / "cup.xqf") in actions


def test_another_folder_is_shown_whole(session: Session) -> None:
    write(session, "cup")
    other = Folder(FOLDER / "more", (FolderEntry("one.pgn", False, 1),))
    session.state = replace(session.state, folder=other)
    session.draw()
    assert session.screen.memory.texts.get(OPEN_SEARCH, "") == ""
    assert listed(session) == ["one.pgn"]


def test_another_folder_is_shown_from_its_top(session: Session) -> None:
    many = tuple(FolderEntry(f"{number}.pgn", False, 1) for number in range(100))
    session.state = replace(session.state, folder=Folder(FOLDER, many))
    session.draw()
    folder = session.widget("folder")
    assert isinstance(folder, ListBox)
    folder.scroll_by(10_000, session.screen.memory)
    session.state = replace(session.state, folder=Folder(FOLDER / "more", many))
    session.draw()
    folder = session.widget("folder")
    assert isinstance(folder, ListBox)
    assert folder.offset(session.screen.memory) == 0


def test_nothing_typed_beside_a_field_becomes_a_move(session: Session) -> None:
    session.screen.memory.focus = None
    write(session, "7")
    assert session.state.selection.typed == ""
    session.send(ClosePanel())
    session.draw()
    write(session, "7")
    assert session.state.selection.typed == "7"


def test_a_click_leaves_the_keys_to_the_list(session: Session) -> None:
    session.send(ClosePanel())
    session.open_record('[Red "A"]\n\n1. h2e2 *\n\n[Red "B"]\n\n1. b2e2 *\n')
    assert session.state.panel is Panel.GAME_LIST
    games = session.widget("games")
    assert isinstance(games, ListBox)
    second = (games.rect.left + 30, games.rect.top + games.row_height + 8)
    session.post(pygame.MOUSEBUTTONDOWN, pos=second, button=1)
    assert session.post(pygame.MOUSEBUTTONUP, pos=second, button=1) == []
    assert session.state.panel is Panel.GAME_LIST
    assert ChooseGame(1) in session.post(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0)
    assert session.state.panel is None


def test_the_second_of_a_double_click_hits_nothing_behind_a_closed_panel(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000]
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: now[0])
    place = session.widget("panel.close").rect.center
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        session.post(kind, pos=place, button=1)
    assert session.state.panel is None
    now[0] += 150
    assert session.post(pygame.MOUSEBUTTONDOWN, pos=place, button=1) == []
    assert session.post(pygame.MOUSEBUTTONUP, pos=place, button=1) == []
    assert session.screen.memory.pressed is None


@pytest.mark.parametrize(("key", "tip"), [("game.hint", "Hint  (Space)"), ("rail.home", "Alt 1")])
def test_a_tooltip_tells_the_key(session: Session, key: str, tip: str) -> None:
    session.send(ClosePanel())
    session.draw()
    session.post(pygame.MOUSEMOTION, pos=session.widget(key).rect.center, rel=(1, 0), buttons=(0, 0, 0))
    assert session.widget("tooltip").text == tip  # type: ignore[attr-defined]


def test_a_tooltip_follows_the_player_s_own_key(session: Session) -> None:
    session.send(ClosePanel())
    session.settle(keys={"take_back": "ctrl+g"})
    session.post(
        pygame.MOUSEMOTION, pos=session.widget("game.take_back").rect.center, rel=(1, 0), buttons=(0, 0, 0)
    )
    assert session.widget("tooltip").text == "Take back  (Ctrl G)"  # type: ignore[attr-defined]


def test_answers_say_what_they_do(session: Session) -> None:
    session.send(ClosePanel())
    session.play("h2e2")
    session.send(Resign())
    session.draw()
    labels = [session.widget(f"question.{name}").label for name in ("no", "yes")]  # type: ignore[attr-defined]
    assert labels == ["Cancel", "Resign"]


@pytest.mark.parametrize("key", [key for key in texts("en") if key.startswith("ask.")])
def test_no_question_is_answered_by_yes_and_no(session: Session, key: str) -> None:
    question = Question(example(key), Flip(), unsaved=key.startswith("ask.save"))
    session.state = replace(session.state, question=question)
    session.draw()
    labels = {session.widget(f"question.{name}").label for name in ("no", "yes")}  # type: ignore[attr-defined]
    assert len(labels - {"Yes", "No"}) == 2


def test_a_whole_folder_is_opened_as_one(session: Session) -> None:
    assert OpenFile(FOLDER) in session.click_widget("open.all")


def test_the_command_of_an_engine_can_be_typed_at_once(session: Session) -> None:
    session.send(OpenPanel(Panel.ADD_ENGINE))
    session.draw()
    write(session, "time")  # t and m are keys for the attacks and the sound
    assert session.screen.memory.texts[ENGINE_COMMAND] == "time"
    assert not session.state.attacks

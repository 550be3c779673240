"""The panel in which a file gets its name: to keep an existing file, one gives another name."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from ui_session import Session

from xiangqi.app.event import Event
from xiangqi.app.intent import Intent
from xiangqi.app.library.asks import ExportInTheWay
from xiangqi.app.library.own_games import ExportGames, ExportTo
from xiangqi.app.records.asks_writing import FileExists, WriteRecord
from xiangqi.app.records.saving import SaveFile
from xiangqi.app.session.panels import ClosePanel, OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.update import Answer
from xiangqi.ui.records.file_panels import SAVE_NAME

MINE = Path("/games/mine.pgn")


@pytest.mark.parametrize(
    ("opening", "writing", "found", "panel"),
    [
        (OpenPanel(Panel.SAVE_FILE), SaveFile(MINE), FileExists(MINE), Panel.SAVE_FILE),
        (ExportGames((1,)), ExportTo(MINE, (1,)), ExportInTheWay(MINE, (1,)), Panel.EXPORT),
    ],
)
def test_the_name_that_was_given_is_still_there(
    opening: Intent, writing: Intent, found: Event, panel: Panel
) -> None:
    session = Session()
    session.play("h2e2")
    session.send(opening)
    session.draw()
    session.screen.memory.texts[SAVE_NAME] = "mine.pgn"
    for message in (writing, found, Answer(False)):
        session.send(message)
        session.draw()
    assert (session.state.panel, session.state.question) == (panel, None)
    assert session.screen.memory.texts[SAVE_NAME] == "mine.pgn"
    assert session.screen.memory.focus == SAVE_NAME
    session.send(ClosePanel())
    session.draw()
    session.send(opening)
    session.draw()
    assert session.screen.memory.texts[SAVE_NAME] != "mine.pgn", "another time it is suggested anew"


def test_a_question_takes_the_keyboard_from_the_name() -> None:
    session = Session()
    session.play("h2e2")
    session.send(OpenPanel(Panel.SAVE_FILE))
    session.draw()
    for message in (SaveFile(MINE), FileExists(MINE)):
        session.send(message)
        session.draw()
    session.write("z")
    assert "z" not in session.screen.memory.texts.get(SAVE_NAME, "")
    session.key(pygame.K_RETURN)
    orders = [effect for effect in session.effects if isinstance(effect, WriteRecord)]
    assert session.state.question is None, "Enter answers the question"
    assert [order.overwrite for order in orders] == [False], "by what loses nothing"


def test_a_name_whose_bytes_are_no_text_is_suggested() -> None:
    session = Session()
    session.open_record("1. 炮二平五 *", "caf\udce9.pgn")
    session.send(OpenPanel(Panel.SAVE_FILE))
    session.draw()
    session.key(pygame.K_END)
    session.key(pygame.K_HOME, pygame.KMOD_LSHIFT)
    session.draw()
    assert session.screen.memory.texts[SAVE_NAME] == "caf\udce9.pgn"


def test_a_file_that_may_be_replaced_is_written() -> None:
    session = Session()
    session.play("h2e2")
    session.send(SaveFile(MINE), FileExists(MINE), Answer(True))
    assert session.state.panel is None
    orders = [effect for effect in session.effects if isinstance(effect, WriteRecord)]
    assert [(order.path, order.overwrite) for order in orders] == [(MINE, False), (MINE, True)]


def test_a_name_suggested_anew_is_edited_at_its_end() -> None:
    session = Session()
    session.play("h2e2")
    for _ in range(2):
        session.send(OpenPanel(Panel.SAVE_FILE))
        session.draw()
        suggested = session.screen.memory.texts[SAVE_NAME]
        session.write("x")
        assert session.screen.memory.texts[SAVE_NAME] == f"{suggested}x"
        session.key(pygame.K_HOME)
        session.write("y")
        session.send(ClosePanel())
        session.draw()

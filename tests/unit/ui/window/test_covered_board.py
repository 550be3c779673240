"""Below an open panel or question nothing reacts: neither the board nor the keys that concern it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest
from ui_session import Session

from xiangqi.app.editor.mode import editor_of
from xiangqi.app.editor.setting_up import OpenEditor
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.search_effects import SearchDone
from xiangqi.app.intent import Intent
from xiangqi.app.lessons.going_through import StartLesson, TurnStep
from xiangqi.app.lessons.state import Learning
from xiangqi.app.library.state import LibraryState
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import AppState, Panel
from xiangqi.board import Move
from xiangqi.core.constants import RED
from xiangqi.ui.parts.keys import all_commands

RECORD = "1. h2e2 (1. b2e2) h9g7 2. h0g2 i9h9 *"
COMPUTER = Player(PlayerKind.COMPUTER, 2)


def game(session: Session) -> None:
    session.play("h2e2 h9g7")


def against_computer(session: Session) -> None:
    session.send(NewGame(Setup(Player(), COMPUTER)))


def record(session: Session) -> None:
    session.open_record(RECORD)


def editor(session: Session) -> None:
    session.send(OpenEditor())


def lesson(session: Session) -> None:
    session.send(StartLesson("chariot"), TurnStep(1), TurnStep(1))


DOCUMENTS: tuple[Callable[[Session], None], ...] = (game, against_computer, record, editor, lesson)
COVERING = dict.fromkeys(DOCUMENTS, (Panel.LESSONS, Panel.START)) | {
    against_computer: tuple(panel for panel in Panel if panel is not Panel.PICTURE)
}


def what_happens_below(state: AppState) -> tuple[object, ...]:
    """Everything that a hand on the board or a key for it can change."""
    shown = (
        state.analysis,
        state.part(LibraryState).explorer,
        state.coaching,
        state.attacks,
        state.replay,
        state.preview,
    )
    return (*state.documents, state.selection, state.flipped, *shown, state.search, state.question)


def poke(session: Session) -> None:
    """Use the hand and the wheel on the board; of a page, which has none, on what lies between its parts."""
    on_board, beside = session.screen.stage.frame.board is not None, (session.size[0] - 3, 3)
    for square in ("h2", "e2"):
        session.click(session.point(square) if on_board else beside)
    there = session.point("e3") if on_board else beside
    session.press(there)
    session.move_mouse((there[0] - 30, there[1]))
    session.release(session.point("e4") if on_board else beside)
    session.click(there, button=3)
    session.post(pygame.MOUSEWHEEL, y=1, x=0)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_board_below_a_panel_is_dead(document: Callable[[Session], None]) -> None:
    session = Session()
    document(session)
    uncovered = session.state
    for panel in COVERING[document]:
        session.state = replace(uncovered, panel=panel)
        session.draw()
        before = what_happens_below(session.state)
        poke(session)
        assert what_happens_below(session.state) == before, panel
        assert session.state.panel is panel
        assert session.screen._sketch.drawn_circles() == ()


def test_the_board_below_a_question_is_dead() -> None:
    session = Session()
    session.play("h2e2 h9g7")
    session.send(Resign())
    session.draw()
    before = what_happens_below(session.state)
    poke(session)
    assert what_happens_below(session.state) == before


@pytest.mark.parametrize("document", DOCUMENTS)
def test_keys_for_the_board_do_nothing_below_a_panel(document: Callable[[Session], None]) -> None:
    session = Session()
    document(session)
    uncovered = session.state
    concerned = {
        action
        for command in all_commands()
        if isinstance(action := command.act(session.state), Intent) and action.on_board
    }
    assert len(concerned) > 20
    for panel in (Panel.WELCOME, Panel.RULES):
        for action in concerned:
            session.state = replace(uncovered, panel=panel)
            before = what_happens_below(session.state)
            session.send(action)
            assert what_happens_below(session.state) == before, action


@pytest.mark.parametrize("panel", [Panel.WELCOME, Panel.START, Panel.RULES])
def test_a_move_typed_below_a_panel_is_none(panel: Panel) -> None:
    session = Session()
    session.send(OpenPanel(panel))
    session.draw()
    for text in ("b0c2", "炮二平五"):
        session.write(text)
        assert session.state.selection.typed == ""
    assert session.iccs() == []
    assert session.state.panel is panel


def test_the_keyboard_cursor_below_a_panel_stays_where_it_is() -> None:
    session = Session()
    session.key(pygame.K_UP)
    cursor = session.screen._sketch.cursor
    assert cursor is not None
    session.send(OpenPanel(Panel.RULES))
    session.draw()
    session.screen.memory.focus = None
    for key in (pygame.K_RIGHT, pygame.K_RETURN):
        session.key(key)
    assert session.screen._sketch.cursor == cursor
    assert session.state.selection.selected is None


def test_enter_in_a_panel_turns_no_page_of_the_lesson_below() -> None:
    session = Session()
    session.send(StartLesson("chariot"), OpenPanel(Panel.RULES))
    session.draw()
    session.key(pygame.K_RETURN)
    assert session.state.mode(Learning) is not None
    assert session.state.mode(Learning).place == 0


def test_letters_in_a_panel_choose_no_piece_of_the_editor_below() -> None:
    session = Session()
    session.send(OpenEditor(), OpenPanel(Panel.RULES))
    session.draw()
    before = session.state.documents
    session.write("R")
    assert session.state.documents == before


def test_a_piece_in_hand_goes_back_when_a_panel_opens() -> None:
    session = Session()
    x, y = session.point("h2")
    session.press((x, y))
    session.move_mouse((x + 30, y))
    session.send(OpenPanel(Panel.SETTINGS))
    session.draw()
    session.release(session.point("e2"))
    assert session.state.selection.drag is None
    assert session.iccs() == []


def test_a_late_answer_leaves_the_panel_open() -> None:
    session = Session()
    against_computer(session)
    session.play("h2e2")
    session.send(OpenPanel(Panel.START))
    assert session.state.search is not None
    session.send(SearchDone(session.state.search.id, Move.from_iccs("h9g7")))
    assert session.iccs() == ["h2e2", "h9g7"]
    assert session.state.panel is Panel.START


def test_a_position_read_from_a_picture_is_corrected_on_the_board() -> None:
    session = Session()
    session.send(OpenEditor())
    session.state = replace(session.state, panel=Panel.PICTURE)
    session.draw()
    session.click(session.point("h2"), button=3)
    assert editor_of(session.state) is not None
    assert not editor_of(session.state).position.placement.get(Move.from_iccs("h2h2").to_square, 0) & RED

"""From events to moves: the hand on the board, the keys, the wheel, typed moves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from catalogues import example
from screens import prepared
from ui_session import Session

from xiangqi.app.game.engine_events import UseBuiltIn
from xiangqi.app.game.take_back import Redo, TakeBack
from xiangqi.app.records.browse import GoBack, GoFirst, GoForward, GoLast, NextVariation
from xiangqi.app.records.clipboard import CopyGame, CopyPosition
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.records.saving import Save
from xiangqi.app.session.intents import Hint, Quit
from xiangqi.app.session.panels import Flip, OpenPanel
from xiangqi.app.session.places import Back, GoToPlace, Place, place_of
from xiangqi.app.session.state import Panel, Question
from xiangqi.app.session.strength import HIGHEST
from xiangqi.i18n.message import Message
from xiangqi.ui.parts.actions import GAME_SEARCH, PasteClipboard, ToggleFullScreen
from xiangqi.ui.parts.keys import COMMAND_KEY
from xiangqi.ui.toolkit.lists import ListBox


@pytest.fixture
def session() -> Session:
    return Session()


# ---- The hand ----


def test_two_clicks_move_a_piece(session: Session) -> None:
    session.click(session.point("h2"))
    assert session.state.selection.selected is not None
    session.click(session.point("e2"))
    assert session.iccs() == ["h2e2"]


def test_a_piece_is_selected_as_soon_as_the_button_goes_down(session: Session) -> None:
    session.press(session.point("h2"))
    assert session.state.selection.selected is not None


def test_clicks_follow_the_turned_board(session: Session) -> None:
    session.send(Flip())
    session.draw()
    assert session.point("a0")[1] < session.point("a9")[1]
    session.click(session.point("h2"))
    session.click(session.point("e2"))
    assert session.iccs() == ["h2e2"]


def test_a_second_click_lets_go(session: Session) -> None:
    session.click(session.point("h2"))
    session.click(session.point("h2"))
    assert session.state.selection.selected is None


def test_dragging_moves_a_piece_without_a_slide(session: Session) -> None:
    (x, y), there = session.point("h2"), session.point("e2")
    session.press((x, y))
    session.move_mouse((x + 2, y))
    assert session.state.selection.drag is None, "two pixels are still a click"
    session.move_mouse((x + 5, y))
    assert session.state.selection.drag is not None
    session.move_mouse(there)
    session.release(there)
    assert session.iccs() == ["h2e2"]
    session.move_mouse((1, 1))  # a piece that is pointed at would be told in a moment
    session.screen.draw(session.surface, session.state, session.now + 0.01)
    assert not session.screen.is_moving(session.now)


def test_a_drag_beside_the_board_puts_the_piece_back(session: Session) -> None:
    x, y = session.point("h2")
    session.press((x, y))
    session.move_mouse((x + 20, y))
    session.release((2, 2))
    assert session.iccs() == []
    assert session.state.selection.drag is None


def test_a_click_that_slips_to_another_square_is_no_move(session: Session) -> None:
    session.click(session.point("h2"))
    session.press(session.point("e2"))
    session.release(session.point("f2"))
    assert session.iccs() == []


def test_escape_lets_go_and_never_moves(session: Session) -> None:
    session.click(session.point("h2"))
    session.key(pygame.K_ESCAPE)
    assert session.state.selection.selected is None
    assert session.iccs() == []


def test_right_button_draws_and_wipes(session: Session) -> None:
    sketch = session.screen._sketch
    session.click(session.point("e4"), button=3)
    assert len(sketch.drawn_circles()) == 1
    session.press(session.point("h2"), button=3)
    session.move_mouse(session.point("e2"))
    session.release(session.point("e2"), button=3)
    assert len(sketch.drawn_arrows()) == 1
    session.click(session.point("e4"), button=3)
    assert sketch.drawn_circles() == ()
    session.click(session.point("e5"))
    assert sketch.drawn_arrows() == ()


def test_marks_go_with_the_position(session: Session) -> None:
    session.click(session.point("e4"), button=3)
    session.play("h2e2")
    assert session.screen._sketch.drawn_circles() == ()


# ---- Keys ----


def test_typed_coordinates_and_enter_move(session: Session) -> None:
    session.write("h2e2")
    assert session.state.selection.typed == "h2e2"
    session.key(pygame.K_RETURN)
    assert session.iccs() == ["h2e2"]


def test_typed_chinese_and_backspace(session: Session) -> None:
    session.write("炮二平六")
    session.key(pygame.K_BACKSPACE)
    session.write("五")
    session.key(pygame.K_RETURN)
    assert session.iccs() == ["h2e2"]


def test_enter_presses_the_button_that_is_meant_to_be_pressed(session: Session) -> None:
    session.send(OpenPanel(Panel.NEW_GAME))
    session.draw()
    session.key(pygame.K_RETURN)
    assert session.state.panel is None
    session.write("h2e2")
    session.key(pygame.K_RETURN)
    assert session.iccs() == ["h2e2"]


def test_enter_presses_nothing_where_no_button_is_meant(session: Session) -> None:
    session.draw()
    assert session.key(pygame.K_RETURN) == []


def test_f_turns_the_board_unless_it_begins_a_move(session: Session) -> None:
    session.write("f")
    assert session.state.flipped
    session.write("0e1")
    assert not session.state.flipped
    session.key(pygame.K_RETURN)
    assert session.iccs() == ["f0e1"]


def test_m_mutes_and_question_mark_helps(session: Session) -> None:
    session.write("m")
    assert session.state.settings.muted
    session.write("?")
    assert session.state.panel is Panel.HELP
    session.write("?")
    assert session.state.panel is None


@pytest.mark.parametrize(
    ("key", "mod", "action"),
    [
        (pygame.K_n, pygame.KMOD_LCTRL, OpenPanel(Panel.NEW_GAME)),
        (pygame.K_o, pygame.KMOD_LCTRL, OpenPanel(Panel.OPEN_FILE)),
        (pygame.K_s, pygame.KMOD_LCTRL, Save()),
        (pygame.K_c, pygame.KMOD_LCTRL, CopyGame()),
        (pygame.K_c, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT, CopyPosition()),
        (pygame.K_v, pygame.KMOD_LCTRL, PasteClipboard()),
        (pygame.K_z, pygame.KMOD_LCTRL, TakeBack()),
        (pygame.K_y, pygame.KMOD_LCTRL, Redo()),
        (pygame.K_LEFT, 0, GoBack()),
        (pygame.K_RIGHT, 0, GoForward()),
        (pygame.K_HOME, 0, GoFirst()),
        (pygame.K_END, 0, GoLast()),
        (pygame.K_SPACE, 0, Hint()),
        (pygame.K_F11, 0, ToggleFullScreen()),
    ],
)
def test_a_key_sends_its_action(session: Session, key: int, mod: int, action: object) -> None:
    assert session.key(key, mod) == [action]


def test_shift_and_arrows_change_the_variation_of_a_record_alone(session: Session) -> None:
    assert session.key(pygame.K_RIGHT, pygame.KMOD_LSHIFT) == []
    session.open_record("1. h2e2 (1. b2e2) h9g7 *")
    assert session.key(pygame.K_RIGHT, pygame.KMOD_LSHIFT) == [NextVariation(1)]


def test_the_board_by_keyboard(session: Session) -> None:
    session.key(pygame.K_UP)
    for key in (
        *[pygame.K_RIGHT] * 3,
        *[pygame.K_UP] * 2,
        pygame.K_RETURN,
        *[pygame.K_LEFT] * 3,
        pygame.K_RETURN,
    ):
        session.key(key)
    assert session.iccs() == ["h2e2"]
    session.key(pygame.K_ESCAPE)
    session.key(pygame.K_LEFT)
    assert session.state.current_game.cursor.ply == 0, "without the cursor the arrows step through the game"


def test_up_and_down_in_a_panel_go_to_its_list(session: Session) -> None:
    session.send(OpenPanel(Panel.HELP))
    session.draw()
    session.key(pygame.K_DOWN)
    keys = session.widget("help.keys")
    assert isinstance(keys, ListBox)
    assert keys.has_focus(session.screen.memory), "not the board"


def test_a_list_that_was_clicked_shows_where_the_keyboard_is(session: Session) -> None:
    session.send(OpenPanel(Panel.HELP))
    session.draw()
    session.press(session.widget("help.keys").rect.center)
    assert not session.widget("help.keys").has_focus(session.screen.memory)
    session.key(pygame.K_DOWN)
    assert session.widget("help.keys").has_focus(session.screen.memory)


@pytest.mark.parametrize("screen", ["openings", "openings, training", "playing", "record"])
def test_the_arrows_belong_to_the_board_or_to_a_control(screen: str) -> None:
    """A control that shows its focus has them; so up and down lead to the next one, and pick up no piece."""
    session = prepared(screen, (1366, 740), "en")
    memory = session.screen.memory
    before = session.state.selection
    session.key(pygame.K_TAB)
    first = memory.focus
    session.key(pygame.K_DOWN)
    assert memory.focus != first
    session.key(pygame.K_UP)
    assert memory.focus == first
    session.key(pygame.K_ESCAPE)
    session.key(pygame.K_UP)
    session.key(pygame.K_TAB)
    session.key(pygame.K_RIGHT)
    assert session.screen._sketch.cursor is None, "the cursor on the board is gone once a control has the focus"
    assert session.state.selection == before


def test_keys_and_the_mouse_lead_to_places_and_back(session: Session) -> None:
    held = pygame.KMOD_LMETA if COMMAND_KEY == "ctrl" else pygame.KMOD_LALT
    for key, place in zip(range(pygame.K_1, pygame.K_9), Place, strict=True):
        assert session.key(key, mod=held) == [GoToPlace(place)]
        assert place_of(session.state) is place
    session.send(GoToPlace(Place.PLAY), OpenPanel(Panel.SETTINGS))
    assert session.key(pygame.K_LEFT, mod=held) == [Back()]
    assert session.state.panel is None
    session.send(OpenPanel(Panel.SETTINGS))
    session.press((5, 5), button=pygame.BUTTON_X1)
    assert session.state.panel is None


@pytest.mark.skipif(COMMAND_KEY != "alt", reason="another key is held for commands")
def test_the_character_of_a_command_is_typed_nowhere(session: Session) -> None:
    """Some systems send it, and Alt may be up again by then."""
    session.key(pygame.K_7, mod=pygame.KMOD_LALT)
    session.draw()
    assert session.write("7") == []
    session.post(pygame.KEYUP, key=pygame.K_7, mod=0)
    session.write("7")
    assert session.screen.memory.texts.get(GAME_SEARCH) == "7"


def test_wheel_steps_over_the_board_and_scrolls_over_a_list(session: Session) -> None:
    session.play("h2e2 h9g7 h0g2 i9h9")
    session.move_mouse(session.point("e4"))
    session.post(pygame.MOUSEWHEEL, y=1, x=0)
    assert session.state.current_game.cursor.ply == 3
    session.post(pygame.MOUSEWHEEL, y=-1, x=0)
    assert session.state.current_game.cursor.ply == 4
    session.move_mouse(session.widget("moves").rect.center)
    session.post(pygame.MOUSEWHEEL, y=1, x=0)
    assert session.state.current_game.cursor.ply == 4


def test_a_click_in_the_move_list_goes_there(session: Session) -> None:
    session.play("h2e2 h9g7 h0g2 i9h9")
    rect = session.widget("moves").rect
    session.click((rect.left + rect.width // 4, rect.top + 10))
    assert session.state.current_game.cursor.ply == 1


def test_dropped_file_and_closed_window(session: Session) -> None:
    event = pygame.event.Event(pygame.DROPFILE, file="game.pgn")
    assert session.screen.handle(event, session.state) == [OpenFile(Path("game.pgn"))]
    assert session.post(pygame.QUIT) == [Quit()]
    assert session.state.quitting


# ---- Buttons, focus, questions ----


def test_buttons_answer_to_the_mouse(session: Session) -> None:
    session.play("h2e2")
    session.click_widget("game.take_back")
    assert session.iccs() == []
    session.press(session.widget("game.flip").rect.center)
    session.release((5, 5))
    assert not session.state.flipped, "let go beside it, a button does nothing"


def test_tab_and_enter_press_a_button(session: Session) -> None:
    seen = set()
    while session.screen.memory.focus != "game.flip":
        session.key(pygame.K_TAB)
        assert session.screen.memory.focus not in seen
        seen.add(session.screen.memory.focus)
    session.key(pygame.K_RETURN)
    assert session.state.flipped
    session.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    assert session.screen.memory.focus == "game.hint"


def test_the_program_can_be_closed_while_a_question_is_open(session: Session) -> None:
    question = Question(Message("ask.built_in", detail="it is gone"), UseBuiltIn())
    session.state = replace(session.state, question=question)
    session.draw()
    session.key(pygame.K_t, pygame.KMOD_CTRL)
    assert session.state.question is not None
    session.key(pygame.K_q, pygame.KMOD_CTRL)
    assert session.state.quitting


def test_a_question_takes_all_input(session: Session) -> None:
    session.play("h2e2")
    session.click_widget("game.resign")
    assert session.state.question is not None
    session.click(session.point("h9"))
    assert session.state.selection.selected is None
    session.write("h9g7")
    assert session.state.selection.typed == ""
    session.key(pygame.K_TAB)
    assert session.screen.memory.focus == "question.no"
    session.key(pygame.K_RETURN)
    assert session.state.question is None
    assert session.state.play.end is None


LOSING = [
    *("ask.replace_game", "ask.resign", "ask.resign_two", "ask.draw", "ask.draw_two", "ask.offer_draw"),
    *("ask.remove_card", "ask.remove_engine", "ask.leave_position", "ask.delete_game", "ask.forget_reviews"),
    *("ask.drop_line", "ask.overwrite", "ask.save", "ask.file_written", "ask.file_gone"),
]


@pytest.mark.parametrize("key", LOSING)
def test_enter_never_gives_the_answer_that_loses_something(session: Session, key: str) -> None:
    session.state = replace(session.state, question=Question(example(key), Quit()))
    session.draw()
    gold = [name for name in ("no", "yes") if session.widget(f"question.{name}").primary]  # type: ignore[attr-defined]
    assert gold == ["no"]
    session.key(pygame.K_RETURN)
    assert session.state.question is None
    assert not session.state.quitting


def test_enter_gives_the_answer_that_loses_nothing(session: Session) -> None:
    question = Question(Message("ask.built_in", detail="it is gone"), Quit())
    session.state = replace(session.state, question=question)
    session.draw()
    session.key(pygame.K_RETURN)
    assert session.state.quitting


def test_enter_answers_a_question_above_a_panel_with_a_gold_button(session: Session) -> None:
    session.send(OpenPanel(Panel.SAVE_FILE))
    question = Question(Message("ask.overwrite", name="cup.pgn"), Quit())
    session.state = replace(session.state, question=question)
    session.draw()
    session.screen.memory.focus = None
    session.key(pygame.K_RETURN)
    assert (session.state.question, session.state.quitting) == (None, False)


def test_new_game_panel_by_mouse_and_keyboard(session: Session) -> None:
    session.send(OpenPanel(Panel.NEW_GAME))
    session.draw()
    session.click_widget("new.kind.computer")
    assert session.state.draft.human_side is not None
    level = session.widget("new.level").rect
    session.click((level.right - 2, level.centery))
    assert session.state.draft.black.level == HIGHEST
    session.screen.memory.focus, session.screen.memory.focus_shown = "new.level", True
    session.key(pygame.K_LEFT)
    assert session.state.draft.black.level == HIGHEST - 1
    session.click_widget("new.start")
    assert session.state.panel is None
    assert session.state.play.setup.black.level == HIGHEST - 1


def test_the_name_to_save_under_is_typed(session: Session) -> None:
    session.key(pygame.K_s, pygame.KMOD_LCTRL)
    assert session.screen.memory.texts["save.name"].endswith(".pgn")
    while session.screen.memory.texts["save.name"]:
        session.key(pygame.K_BACKSPACE)
    session.write("棋局 1")
    assert session.screen.memory.texts["save.name"] == "棋局 1"
    assert session.state.selection.typed == ""


def test_pasted_text_goes_into_a_focused_field_only(session: Session) -> None:
    assert not session.screen.insert("x")
    typed_at = session.screen.text_rect()
    session.key(pygame.K_s, pygame.KMOD_LCTRL)
    before = session.screen.memory.texts["save.name"]
    assert session.screen.insert("x")
    assert session.screen.memory.texts["save.name"] == before + "x"
    assert session.screen.text_rect() != typed_at

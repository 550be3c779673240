"""The position editor in the window: palette, right button, keyboard, and what is said in each language."""

from __future__ import annotations

import pygame
import pytest
from ui_session import Session

from xiangqi.app.editor.arrangement import EMPTY, Tool
from xiangqi.app.editor.mode import editor_of
from xiangqi.app.editor.setting_up import OpenEditor, UseTool
from xiangqi.core.constants import BISHOP, RED, ROOK, make_square
from xiangqi.fen import FaultKind, PositionFault
from xiangqi.ui.parts.cards import NoteCard
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.parts.position_faults import fault_words


@pytest.fixture
def session() -> Session:
    session = Session()
    session.key(pygame.K_e, pygame.KMOD_LCTRL)
    return session


def board(session: Session) -> str:
    assert editor_of(session.state) is not None
    return editor_of(session.state).fen.split()[0]


def verdict(session: Session) -> NoteCard:
    card = session.widget("editor.verdict")
    assert isinstance(card, NoteCard)
    return card


def test_what_endgame_tables_know_is_said(session: Session) -> None:
    session.click_widget("editor.clear")
    session.click_widget(f"editor.piece.{RED | ROOK}")
    session.click(session.point("a0"))
    session.draw()
    assert verdict(session).body == "Red mates in 1"


def test_a_piece_is_chosen_and_placed_by_clicks(session: Session) -> None:
    session.click_widget("editor.clear")
    session.click_widget(f"editor.piece.{RED | ROOK}")
    session.click(session.point("a0"))
    assert board(session) == "3k5/9/9/9/9/9/9/9/9/R3K4"


def test_a_piece_is_dragged_from_the_palette(session: Session) -> None:
    session.click_widget("editor.clear")
    session.press(session.widget(f"editor.piece.{RED | ROOK}").rect.center)
    session.move_mouse(session.point("c4"))
    assert editor_of(session.state) is not None
    assert editor_of(session.state).carried == session.point("c4")
    session.move_mouse(session.point("c5"))
    session.release(session.point("c5"))
    assert board(session) == "3k5/9/9/9/2R6/9/9/9/9/4K4"
    assert session.screen.memory.pressed is None


def test_a_piece_is_dragged_on_the_board(session: Session) -> None:
    session.click_widget("editor.clear")
    session.press(session.point("e0"))
    session.move_mouse(session.point("d1"))
    session.release(session.point("d1"))
    assert board(session) == "3k5/9/9/9/9/9/9/9/3K5/9"


def test_the_right_button_takes_away_and_draws_nothing(session: Session) -> None:
    session.move_mouse(session.point("a0"))
    session.click(session.point("a0"), button=3)
    assert board(session).endswith("/1NBAKABNR")
    session.send(OpenEditor())
    assert session.screen._sketch.circles == ()


def test_it_is_worked_by_keyboard_alone(session: Session) -> None:
    session.click_widget("editor.clear")
    session.write("R")
    session.key(pygame.K_LEFT)
    session.key(pygame.K_LEFT)
    session.key(pygame.K_RETURN)
    assert board(session) == "3k5/9/9/9/9/9/9/9/9/3RK4"
    session.key(pygame.K_DELETE)
    assert board(session) == "3k5/9/9/9/9/9/9/9/9/4K4"
    session.key(pygame.K_ESCAPE)
    session.click_widget("question.yes")  # the position is not kept
    assert editor_of(session.state) is None


def test_empty_points_are_marked_by_clicks_and_keys_and_seen(session: Session) -> None:
    session.click_widget("editor.empty")
    before = session.surface.copy()
    session.click(session.point("e4"))
    assert editor_of(session.state) is not None
    assert editor_of(session.state).empty == {make_square(4, 4)}
    box = pygame.Rect(0, 0, 9, 9)
    box.center = session.point("e4")
    session.draw()
    pixels = [pygame.image.tobytes(surface.subsurface(box), "RGB") for surface in (before, session.surface)]
    assert pixels[0] != pixels[1]
    session.click_widget("editor.empty")
    assert editor_of(session.state).brush is None
    session.write(".")
    assert editor_of(session.state).brush == EMPTY


def test_legality_is_said_as_it_changes(session: Session) -> None:
    assert verdict(session).title == "This position can be played"
    session.click_widget("editor.eraser")
    session.click(session.point("c0"))
    session.click_widget(f"editor.piece.{RED | BISHOP}")
    session.click(session.point("e7"))
    assert verdict(session).title == "Not a legal position yet"
    assert "red elephant cannot stand on e7" in verdict(session).body
    assert not session.widget("editor.play").focusable


def test_a_finished_position_is_told(session: Session) -> None:
    session.send(UseTool(Tool.CLEAR))
    session.draw()
    assert verdict(session).title == "The game is over in this position"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "a red elephant cannot stand on e7"),
        ("zh-Hans", "红相不能放在5路宫顶线"),
        ("zh-Hant", "紅相不能放在5路宮頂線"),
    ],
)
def test_a_fault_names_piece_and_point(language: str, words: str) -> None:
    fault = PositionFault(FaultKind.WRONG_POINT, RED | BISHOP, (make_square(4, 7),))
    assert fault_words(Texts(language), fault) == words


def test_points_are_told_as_players_count_them() -> None:
    texts = Texts("zh-Hans")
    assert texts.place(make_square(2, 3)) == "七路兵林线"
    assert texts.place(make_square(2, 6)) == "3路卒林线"

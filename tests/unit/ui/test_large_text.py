"""Large text: where board and columns alternate, everything is reached by mouse alone and by keyboard alone."""

from __future__ import annotations

from itertools import cycle

import pygame
import pytest
from screens import SCREENS, prepared
from ui_session import Session

from xiangqi.app.game.play import Rematch
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.session.places import Place
from xiangqi.app.update import Answer
from xiangqi.ui.toolkit.menu import Menu
from xiangqi.ui.window.scrolled_column import PANE
from xiangqi.ui.window.switch import SWITCH

SHAPES = ((1366, 740), (800, 600), (900, 1400))
SHOWN = tuple(zip(SCREENS, cycle(SHAPES)))
"""Each screen in one of these windows."""


@pytest.fixture
def game() -> Session:
    """A game in a window with the largest text, with the board on show."""
    return prepared("playing", (1366, 740), "en", 3.0)


def test_the_button_turns_to_the_columns_and_back_and_stays_where_it_is(game: Session) -> None:
    before = game.widget(SWITCH).rect
    assert game.screen.stage.frame.board is not None
    assert game.screen.stage.widget("head.more") is None
    game.click_widget(SWITCH)
    assert game.screen.stage.frame.board is None
    assert game.widget("head.more")
    assert game.widget(SWITCH).rect == before
    game.key(pygame.K_TAB)
    while game.screen.memory.focus != SWITCH:
        game.key(pygame.K_TAB)
    game.key(pygame.K_RETURN)
    assert game.screen.stage.frame.board is not None


def test_the_end_of_a_game_is_told_at_once_and_the_next_begins_on_the_board(game: Session) -> None:
    game.send(Resign(), Answer(True))
    game.draw()
    assert game.screen.stage.frame.board is None
    assert game.widget("result.title")
    game.click_widget(SWITCH)
    assert game.screen.stage.frame.board is not None, "the player may still look at it"
    game.draw()
    assert game.screen.stage.frame.board is not None
    game.click_widget(SWITCH)
    game.send(Rematch())
    game.draw()
    assert game.screen.stage.frame.board is not None


def test_moves_are_made_on_the_board_and_refusals_told_beside_it(game: Session) -> None:
    count = len(game.iccs())
    game.click(game.point("b0"))
    game.click(game.point("b1"))
    assert game.state.selection.refusal is not None
    board = game.screen.stage.frame.shown_board
    assert not game.widget("toast").rect.colliderect(pygame.Rect(board.box))
    game.click(game.point("b0"))
    game.click(game.point("c2"))
    assert len(game.iccs()) == count + 1


def test_nothing_is_clicked_on_a_board_that_is_not_shown(game: Session) -> None:
    point = game.point("h0")
    game.click_widget(SWITCH)
    game.click(point)
    assert game.state.selection.selected is None


@pytest.mark.parametrize("name", ["over", "playing", "exercise"])
def test_actions_are_reached_by_scrolling(name: str) -> None:
    session = prepared(name, (1366, 740), "en", 3.0)
    if session.screen.stage.frame.board is not None:  # the end of a game has turned to the columns
        session.click_widget(SWITCH)
    pane = session.widget(PANE)
    for key in session.screen.stage.focusable():
        session.screen.stage.show(key, session.screen.memory)
        session.draw()
        widget = session.widget(key)
        seen = widget.rect if widget.clip is None else widget.rect.clip(pane.rect)
        assert seen.height >= min(widget.rect.height, pane.rect.height) - 1, key


def test_every_place_is_reached_from_the_menu_that_stands_for_the_rail(game: Session) -> None:
    assert game.screen.stage.widget("rail.home") is None
    game.click_widget("rail.menu")
    menu = game.widget("menu")
    assert len(menu.items) >= len(Place)  # type: ignore[attr-defined]
    game.key(pygame.K_DOWN)
    game.key(pygame.K_RETURN)
    assert game.state.panel is not None, "Home"


@pytest.mark.parametrize(("name", "size"), SHOWN)
def test_every_control_lies_in_the_window_or_scrolls_into_it(name: str, size: tuple[int, int]) -> None:
    session = prepared(name, (1180, 900), "en")
    session.size, session.surface = size, pygame.Surface(size)
    session.settle(ui_scale=3.0)
    window = pygame.Rect((0, 0), size)
    for turned in (0, 1):
        session.screen.memory.rows[SWITCH] = turned
        session.draw()
        stage = session.screen.stage
        for key in stage.focusable():
            widget = session.widget(key)
            if widget.clip is None:
                assert window.contains(widget.rect), key
                continue
            pane = session.widget(PANE)
            assert window.contains(pane.rect)
            top = widget.rect.top + round(session.screen.memory.scroll.get(PANE, 0.0))
            assert pane.rect.top <= top
            assert top + widget.rect.height <= pane.rect.top + pane.content_height() + 1  # type: ignore[attr-defined]


def test_a_menu_that_is_higher_than_the_window_scrolls() -> None:
    session = prepared("menu", (1180, 900), "en")
    session.size, session.surface = (1366, 740), pygame.Surface((1366, 740))
    session.settle(ui_scale=3.0)
    menu = session.widget("menu")
    assert isinstance(menu, Menu)
    assert pygame.Rect(0, 0, 1366, 740).contains(menu.rect)
    enabled = [place for place, item in enumerate(menu.items) if item.enabled]
    assert len(menu.items) * menu.row_height > menu.rect.height
    session.key(pygame.K_UP)
    assert session.screen.memory.rows["menu"] == enabled[-1]
    last = menu._cell(enabled[-1], session.screen.memory)
    assert menu.rect.contains(last), "the chosen item is shown"
    session.move_mouse(menu.rect.center)
    session.post(pygame.MOUSEWHEEL, x=0, y=50, flipped=False)
    assert menu.rect.contains(menu._cell(0, session.screen.memory))

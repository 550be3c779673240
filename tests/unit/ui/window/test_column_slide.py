"""The column slides in when something else stands in it, and then stands still."""

from __future__ import annotations

import pygame
import pytest
from ui_session import Session

from xiangqi.app.session.intents import ToggleAnalysis
from xiangqi.app.session.panels import ClosePanel, OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.ui.window.column_slide import SECONDS


def column(session: Session) -> bytes:
    box = session.screen.stage.frame.column
    return pygame.image.tobytes(session.surface.subsurface(box), "RGB")


def draw_at(session: Session, now_s: float) -> bytes:
    session.screen.draw(session.surface, session.state, now_s)
    return column(session)


@pytest.fixture
def session() -> Session:
    session = Session((1366, 768))
    session.play("h2e2 h9g7")
    session.draw()
    return session


def test_a_panel_arrives_within_a_sixth_of_a_second(session: Session) -> None:
    began = session.now + 1.0
    session.send(OpenPanel(Panel.SETTINGS))
    first = draw_at(session, began)
    assert session.screen.is_moving(began)
    later = draw_at(session, began + SECONDS / 2)
    there = draw_at(session, began + SECONDS)
    assert len({first, later, there}) == 3
    assert not session.screen.is_moving(began + SECONDS)
    assert draw_at(session, began + 1.0) == there
    session.send(ClosePanel())
    draw_at(session, began + 2.0)
    assert session.screen.is_moving(began + 2.0)


def test_the_board_stays_while_the_column_slides(session: Session) -> None:
    board = pygame.Rect(session.screen.stage.frame.board.box)
    before = pygame.image.tobytes(session.surface.subsurface(board), "RGB")
    session.send(ToggleAnalysis())
    draw_at(session, session.now + 1.0)
    assert session.screen.is_moving(session.now + 1.0)
    assert pygame.Rect(session.screen.stage.frame.board.box) == board
    assert pygame.image.tobytes(session.surface.subsurface(board), "RGB") == before


def test_a_move_slides_nothing_but_the_piece(session: Session) -> None:
    session.play("h0g2")
    session.screen.draw(session.surface, session.state, session.now + 1.0)
    assert not session.screen.is_moving(session.now + 1.0)

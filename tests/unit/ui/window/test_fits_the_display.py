"""What depends on the display: the system's scale, the smallest text, labels of one line, and toasts."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from analysing import analyse
from screens import prepared
from ui_session import Session

from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.transition import toast
from xiangqi.i18n.message import Message
from xiangqi.ui.parts.window_layout import Areas
from xiangqi.ui.toolkit.controls import CardTabs
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import LABEL, SMALL, palette
from xiangqi.ui.toolkit.widgets import Button
from xiangqi.ui.window.display import system_scale
from xiangqi.ui.window.screen import Screen


@pytest.mark.parametrize(
    ("environment", "dpi", "scale"),
    [
        ({}, 0, 1.0),
        ({}, 96, 1.0),
        ({}, 110, 1.25),
        ({}, 120, 1.25),
        ({}, 192, 2.0),
        ({}, 48, 1.0),
        ({"GDK_SCALE": "2"}, 0, 2.0),
        ({"QT_SCALE_FACTOR": "1.5"}, 0, 1.5),
        ({"GDK_SCALE": "", "QT_SCALE_FACTOR": "1.5"}, 0, 1.5),
        ({"GDK_SCALE": "much"}, 0, 1.0),
        ({"GDK_SCALE": "99"}, 0, 4.0),
    ],
)
def test_the_scale_of_the_system_is_read(environment: dict[str, str], dpi: float, scale: float) -> None:
    assert system_scale(environment, dpi) == scale


def test_a_window_on_small_pixels_has_the_same_division_with_a_larger_unit() -> None:
    session = Session(size=(1600, 1200))
    session.screen = Screen(session.size, 2.0)
    session.draw()
    frame, plain = session.screen.stage.frame, Areas.of((800, 600))
    assert frame.unit == pytest.approx(2 * plain.unit)
    assert len(frame.columns) == 1


@pytest.mark.parametrize(("unit", "least"), [(0.93, 12), (1.0, 12), (1.6, 12), (0.744, 10)])
def test_sizes_of_text_are_12_pixels_unless_the_player_wants_less(unit: float, least: int) -> None:
    painter = Painter(pygame.Surface((10, 10)), palette(dark=True), unit)
    assert painter.type_px(SMALL - 1) >= least
    assert painter.type_px(LABEL) >= least


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "vi"])
@pytest.mark.parametrize("size", [(800, 600), (1366, 740), (1920, 1050), (2560, 1050), (900, 1400)])
def test_labels_in_the_row_of_actions_have_one_line(size: tuple[int, int], language: str) -> None:
    session = Session(size=size)
    session.settle(language=language)
    for opens in (lambda: None, lambda: analyse(session)):
        opens()
        session.draw()
        row, unit = session.screen.stage.frame.actions, session.screen.stage.frame.unit
        painter = Painter(session.surface, palette(dark=True), unit)
        buttons = [
            one for one in session.screen.stage.widgets if isinstance(one, Button) and row.contains(one.rect)
        ]
        assert len(buttons) >= 3
        for one in buttons:
            assert painter.width(one.label, SMALL, True) <= one.inner(painter).width, one.label


@pytest.mark.parametrize("panel", [Panel.LIBRARY, Panel.SETTINGS, Panel.NEW_GAME, Panel.HELP])
@pytest.mark.parametrize("size", [(800, 600), (1366, 740)])
def test_a_toast_on_a_page_covers_no_head_and_no_field(size: tuple[int, int], panel: Panel) -> None:
    session = Session(size=size)
    session.send(OpenPanel(panel))
    session.state = toast(session.state, Message("toast.copied"))
    session.draw()
    told, frame = session.widget("toast").rect, session.screen.stage.frame
    assert not told.colliderect(frame.header)
    assert frame.page.contains(told)
    small = [
        one for one in session.screen.stage.widgets if one.focusable and one.rect.height <= 60 * frame.unit
    ]
    assert small
    assert [one.key for one in small if told.colliderect(one.rect)] == []


@pytest.mark.parametrize("name", ["playing", "record", "analysis", "first lesson, task done", "mistake"])
@pytest.mark.parametrize("size", [(1366, 740), (2560, 1410), (900, 1400)])
def test_a_toast_beside_a_board_stands_in_place_of_the_title(size: tuple[int, int], name: str) -> None:
    session = prepared(name, size, "en")
    session.state = toast(replace(session.state, toasts=()), Message("toast.game_resumed", count=1))
    session.draw()
    told, frame = session.widget("toast"), session.screen.stage.frame
    assert frame.header.contains(told.rect)
    covered = {one.key for one in session.screen.stage.widgets if one.rect.colliderect(told.rect)}
    assert covered <= {"toast", "head.title", "head.kind"}


def test_a_long_message_stands_below_the_tabs() -> None:
    session = prepared("playing", (800, 600), "en")
    session.state = toast(session.state, Message("toast.cannot_search", detail="for a reason " * 9))
    session.draw()
    told, frame = session.widget("toast").rect, session.screen.stage.frame
    assert frame.card.contains(told)
    tabs = [one.rect for one in session.screen.stage.widgets if isinstance(one, CardTabs)]
    assert len(tabs) == 1
    assert not told.colliderect(tabs[0])


@pytest.mark.parametrize("name", ["question", "unsaved"])
def test_a_question_stands_in_the_middle_of_a_portrait_window(name: str) -> None:
    session = prepared(name, (900, 1400), "en")
    assert abs(session.widget("question").rect.centerx - 450) <= 1
    assert session.widget("question").rect.top >= session.screen.stage.frame.shown_board.box[3]

"""The keyboard alone reaches everything that a click does, on every screen, and one sees where the focus is."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest
from screens import SCREENS, prepared
from ui_session import Session

from xiangqi.ui.share.share_panel import PicturePreview
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.menu import Menu
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import palette
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Veil, Widget

SIZE = (1366, 740)
BY_OTHER_KEYS = {
    "Pane": "a page scrolls to the control that gets the focus",
    "MoveList": "the arrows go through the moves",
    "CycleList": "so they do through a repetition",
    "Graph": "so they do here",
    "PreviewLine": "and through a line that is shown",
    "TypedMove": "a move is typed without any focus",
    "Pill": "a message goes by itself, and with Esc",
    "Veil": "Esc gives the harmless answer",
}
"""What a click reaches and the focus does not, and how the keyboard does the same."""

OVER = ("film",)
"""Screens on which something lies over the column."""

_shown: dict[str, Session] = {}


def screen(name: str) -> Session:
    """A screen, made once for all tests here, none of which changes it."""
    if name not in _shown:
        _shown[name] = prepared(name, SIZE, "en")
    return _shown[name]


def takes_clicks(widget: Widget) -> bool:
    if isinstance(widget, Button) and not widget.enabled:
        return False
    kind = type(widget)
    return kind.click is not Widget.click or kind.press is not Widget.press


def has_something_to_click(widget: Widget) -> bool:
    """Whether a widget of a kind that takes clicks has anything to choose, now."""
    if isinstance(widget, PicturePreview):
        return widget.content_height() > widget.rect.height
    rows = widget.rows if isinstance(widget, ListBox) else (widget,)
    return len(rows) > 0 and getattr(widget, "action", HANDLED) is not None


@pytest.mark.parametrize("name", SCREENS)
def test_the_focus_reaches_what_a_click_reaches(name: str) -> None:
    stage = screen(name).screen.stage
    reached = stage.focusable()
    assert len(reached) == len(set(reached))
    above = stage.widgets
    if stage.modal:
        above = above[next(place for place, one in enumerate(above) if isinstance(one, Veil)) :]
    missed = [
        widget.key
        for widget in above
        if takes_clicks(widget) and has_something_to_click(widget) and widget.key not in reached
        if type(widget).__name__ not in BY_OTHER_KEYS
    ]
    assert missed == []


@pytest.mark.parametrize("name", [name for name in SCREENS if name not in OVER])
def test_the_focus_goes_row_by_row(name: str) -> None:
    stage = screen(name).screen.stage
    places = [(key, widget.rect) for key in stage.focusable() if (widget := stage.widget(key)) is not None]
    assert places
    wrong = [(one, other) for (one, above), (other, below) in pairwise(places) if not _follows(above, below)]
    assert wrong == []


@pytest.mark.parametrize("name", ["new game", "settings", "help", "library", "exercises", "record", "playing"])
def test_tab_begins_in_the_page_and_reaches_the_rail_after_it(name: str) -> None:
    session = prepared(name, SIZE, "en")
    session.screen.memory.focus = None
    reached = []
    for _ in session.screen.stage.focusable():
        session.key(pygame.K_TAB)
        reached.append(str(session.screen.memory.focus))
    in_rail = [key.startswith("rail.") for key in reached]
    assert in_rail == sorted(in_rail)
    assert set(in_rail) == {True, False}


def _follows(above: pygame.Rect, below: pygame.Rect) -> bool:
    if abs(above.centery - below.centery) < 4:
        return above.left < below.left
    return below.bottom > above.top or below.left >= above.right


def test_every_kind_of_control_shows_its_focus() -> None:
    seen: set[tuple[object, ...]] = set()
    for name in SCREENS:
        session = screen(name)
        memory, unit = session.screen.memory, session.screen.stage.frame.unit
        for widget in session.screen.stage.widgets:
            look = (type(widget), getattr(widget, "primary", 0), getattr(widget, "quiet", 0))
            if not widget.focusable or look in seen or isinstance(widget, Menu):
                continue
            seen.add(look)
            without, focused = (_drawn(widget, session, unit, key) for key in (None, widget.key))
            assert without != focused, (name, look)
            memory.focus, memory.focus_shown = None, False
    assert len(seen) > 12


def _drawn(widget: Widget, session: Session, unit: float, focus: str | None) -> bytes:
    """Return the pixels of a widget, with the focus on it or without."""
    surface = pygame.Surface(SIZE)
    painter = Painter(surface, palette(True, False), unit)
    surface.fill(painter.palette.surface)
    memory = session.screen.memory
    memory.focus, memory.focus_shown = focus, focus is not None
    widget.draw(painter, memory)
    return pygame.image.tobytes(surface, "RGB")

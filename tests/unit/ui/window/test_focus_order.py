"""The keyboard goes through the column as one reads it, and every icon says what it is."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest
from screens import SCREENS, prepared

from xiangqi.ui.toolkit.widgets import Button, Widget

COLUMNS = (
    "playing",
    "timed",
    "over",
    "looking back",
    "resume",
    "record",
    "judged",
    "judged record",
    "replay",
    "analysis",
    "analysis of five lines",
    "reviewed",
    "mistake",
    "line shown",
    "explorer",
    "puzzle",
    "practice",
    "exercise",
    "exercise refuted",
    "exercise, the solution",
    "lesson, a repetition",
)
"""Screens of games, analyses and exercises."""


def is_read_before(one: pygame.Rect, other: pygame.Rect) -> bool:
    """Whether a box comes first for someone who reads from the left and from the top."""
    level = abs(one.centery - other.centery) < 4
    return one.left < other.left if level else other.bottom > one.top or other.left >= one.right


@pytest.mark.parametrize("size", [(1180, 900), (1366, 768)])
@pytest.mark.parametrize("name", COLUMNS)
def test_the_focus_goes_as_one_reads(name: str, size: tuple[int, int]) -> None:
    stage = prepared(name, size, "en").screen.stage
    reached = [widget for key in stage.focusable() if isinstance(widget := stage.widget(key), Widget)]
    assert len(reached) > 5
    wrong = [
        (one.key, other.key) for one, other in pairwise(reached) if not is_read_before(one.rect, other.rect)
    ]
    assert wrong == []


@pytest.mark.parametrize("name", SCREENS)
def test_every_icon_says_what_it_is(name: str) -> None:
    widgets = prepared(name, (1180, 900), "en").screen.stage.widgets
    icons = [widget for widget in widgets if isinstance(widget, Button) and widget.icon and not widget.label]
    assert [widget.key for widget in icons if not widget.tip] == []


def test_an_icon_reached_by_tab_is_ringed_and_told() -> None:
    session = prepared("analysis", (1366, 768), "en")
    told = set()
    for _ in session.screen.stage.focusable():
        session.key(pygame.K_TAB)
        key = session.screen.memory.focus
        assert key is not None
        widget = session.widget(key)
        if isinstance(widget, Button) and widget.icon and not widget.label:
            assert widget.has_focus(session.screen.memory)
            assert session.screen.stage.widget("tooltip") is not None, key
            told.add(key)
    assert {"analysis.hide", "step.first", "moves.menu", "head.more"} <= told

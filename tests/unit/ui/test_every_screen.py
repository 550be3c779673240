"""Every screen at every size in every language: nothing cut, nothing overlapping, nothing outside."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pygame
import pytest
from screens import SCREENS, prepared
from ui_session import Session

from xiangqi.i18n.message import LANGUAGES
from xiangqi.ui.toolkit import fonts
from xiangqi.ui.toolkit.roles import LEAST_TEXT_PX
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import Button, Choice, Slider, Widget
from xiangqi.ui.window.switch import SWITCH

SHAPES = (
    *(((800, 600), scale) for scale in (1.0, 0.8, 2.0, 3.0)),
    *(((1180, 900), scale) for scale in (1.0, 2.0, 3.0)),
    *(((1366, 740), scale) for scale in (1.5, 3.0)),
    *(((700, 1100), scale) for scale in (1.0, 2.0, 3.0)),
    ((2560, 1440), 1.0),
    ((1600, 800), 1.0),
)
"""Sizes of the window and scales of the text, in English, whose words are longest."""

TOO_LOW = (((1600, 800), 3.0), ((2560, 1440), 3.0))
"""So large a text may be cut in so low a window, but its controls can be used."""

CHINESE_SHAPES = (((800, 600), 1.0), ((1180, 900), 2.0), ((1920, 1080), 3.0))
"""Those in which Chinese words have least room beside what they need."""


OF_TWELVE = (((800, 600), 1.0),)
"""The first of those, in which text has least room and yet at least 12 pixels; none is excepted."""


def at_each(name: str, language: str, shapes: tuple[tuple[tuple[int, int], float], ...]) -> Iterator[Session]:
    """A screen, and then the window as it is when it has got each of some sizes and scales of text.

    Where large text has room for either the board or the columns, first the one is shown, then the other.
    """
    session = prepared(name, shapes[0][0], language, shapes[0][1])
    yield session
    for size, scale in shapes[1:]:
        session.size = size
        session.surface = pygame.Surface(size)
        session.screen.memory.rows[SWITCH] = 0
        session.settle(ui_scale=scale)
        yield session
        if session.screen.stage.frame.alternates:
            session.screen.memory.rows[SWITCH] = 1
            session.draw()
            yield session


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that had no room."""
    found: list[str] = []
    real = fonts.fitted

    def noting(words: str, *rest: object) -> str:
        shown = real(words, *rest)  # type: ignore[arg-type]
        if shown != words:
            found.append(words)
        return shown

    monkeypatch.setattr(fonts, "fitted", noting)
    return found


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The texts that had room only in letters smaller than the smallest."""
    found: set[str] = set()
    real = fonts.text

    def noting(words: str, px: int, *rest: object) -> pygame.Surface:
        if px < LEAST_TEXT_PX:
            found.add(words)
        return real(words, px, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(fonts, "text", noting)
    return found


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_no_text_is_cut_or_smaller_than_twelve_pixels(
    name: str, language: str, cuts: list[str], small: set[str]
) -> None:
    for session in at_each(name, language, CHINESE_SHAPES):
        shape = session.size, session.state.settings.ui_scale
        assert cuts == [], shape
        assert small == set() or shape not in OF_TWELVE, shape


def touchable(session: Session) -> list[Widget]:
    """The controls, those out of sight in a column that scrolls among them."""
    stage = session.screen.stage
    parts = (Button, Choice, Slider, TextField)
    widgets = list(stage.widgets)
    if stage.modal:
        widgets = [widget for widget in widgets if widget.key.startswith("question.")]
    return [widget for widget in widgets if isinstance(widget, parts)]


@pytest.mark.parametrize("name", SCREENS)
def test_no_text_is_cut_or_small_and_controls_lie_apart_and_inside(
    name: str, cuts: list[str], small: set[str]
) -> None:
    for session in at_each(name, "en", SHAPES + TOO_LOW):
        shape = session.size, session.state.settings.ui_scale
        assert small == set() or shape not in OF_TWELVE, shape
        assert cuts == [] or shape in TOO_LOW, shape
        widgets = touchable(session)
        window = pygame.Rect((0, 0), session.size)
        assert len(widgets) >= 1, shape
        for widget in widgets:
            if widget.clip is None:
                assert window.contains(widget.rect), (shape, widget.key)
            else:
                assert window.contains(widget.clip), (shape, widget.key)
                assert widget.clip.left <= widget.rect.left < widget.rect.right <= widget.clip.right, (
                    shape,
                    widget.key,
                )
            assert min(widget.rect.size) >= 16, (shape, widget.key)
        for one, other in combinations(widgets, 2):
            if (one.clip is None) is (other.clip is None):  # else one lies over the column
                assert not one.rect.colliderect(other.rect), (shape, one.key, other.key)

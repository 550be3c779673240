"""Tests of the card of the guided game: its place in every language and size, hidden behind other panels."""

from __future__ import annotations

import pytest
from ui_session import Session

from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.intent import Intent
from xiangqi.app.lessons.guide import STEPS, StartGuide
from xiangqi.app.library.explorer import ToggleExplorer
from xiangqi.app.session.coaching import Guide
from xiangqi.app.session.intents import ToggleAnalysis
from xiangqi.app.session.panels import ClosePanel, OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.ui.parts.cards import TypedMove
from xiangqi.ui.parts.move_list import TYPED_MOVE
from xiangqi.ui.toolkit.widgets import Label


@pytest.mark.parametrize("size", [(800, 600), (1600, 1000)])
@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "vi"])
@pytest.mark.parametrize("scale", [1.0, 3.0])
def test_it_lies_in_the_column_with_all_its_words(size: tuple[int, int], language: str, scale: float) -> None:
    session = Session(size)
    session.settle(language=language, ui_scale=scale)
    session.send(StartGuide())
    session.draw()
    if session.screen.stage.frame.alternates:
        session.click_widget("switch")
    for _ in STEPS:
        session.draw()
        column, stage = session.screen.stage.frame.body, session.screen.stage
        stage.show("guide.next", session.screen.memory)  # a column that is too low for it scrolls
        session.draw()
        assert column.contains(session.widget("guide.next").rect)
        text = session.widget("guide.text")
        assert isinstance(text, Label)
        assert text.rect.height > 0
        assert "{" not in text.text
        session.click_widget("guide.next")
    assert session.state.held(Guide) is None


@pytest.mark.parametrize("size", [(1180, 900), (1366, 768), (3840, 2160), (1000, 1600)])
def test_it_lies_on_nothing_where_the_column_is_high_enough(size: tuple[int, int]) -> None:
    session = Session(size)
    session.send(StartGuide())
    session.draw()
    guide = session.widget("guide").rect
    under = [other.key for other in session.screen.stage.widgets if guide.colliderect(other.rect)]
    assert [key for key in under if not key.startswith("guide")] == ["game.tabs.card"]


def test_the_help_begins_it_again_and_panels_hide_it() -> None:
    session = Session()
    session.send(OpenPanel(Panel.HELP))
    session.draw()
    session.click_widget("help.to_play")
    assert session.widget("guide.skip")
    session.send(OpenPanel(Panel.RULES))
    session.draw()
    assert session.screen.stage.widget("guide") is None
    session.send(ClosePanel())
    session.draw()
    session.click_widget("guide.skip")
    assert session.state.held(Guide) is None


@pytest.mark.parametrize("other", [ToggleAnalysis(), ToggleExplorer(), ExplainPosition()])
def test_what_is_asked_for_hides_it(other: Intent) -> None:
    session = Session()
    session.send(StartGuide())
    session.draw()
    assert session.widget("guide")
    session.send(other)
    session.draw()
    assert session.screen.stage.widget("guide") is None


@pytest.mark.parametrize(
    ("notation", "words"),
    [("iccs", "Type a move: h2e2 or C2.5"), ("chinese", "Type a move: h2e2 or 炮二平五")],
)
def test_the_field_for_moves_names_those_one_can_read(notation: str, words: str) -> None:
    session = Session((1366, 768))
    session.settle(language="en", notation=notation)
    session.draw()
    field = session.widget(TYPED_MOVE)
    assert isinstance(field, TypedMove)
    assert field.placeholder == words

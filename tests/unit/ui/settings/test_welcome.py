"""The first question of all: which pieces one can read."""

from __future__ import annotations

import pytest
from ui_session import Session

from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel


@pytest.mark.parametrize(
    ("language", "clicked", "pieces", "notation"),
    [
        ("en", "welcome.western", "western", "iccs"),
        ("en", "welcome.traditional", "traditional", "chinese"),
        ("zh-Hant", "welcome.western", "western", "iccs"),
    ],
)
def test_whoever_chooses_pieces_gets_moves_that_can_be_read(
    language: str, clicked: str, pieces: str, notation: str
) -> None:
    session = Session()
    session.settle(language=language)
    session.send(OpenPanel(Panel.WELCOME))
    session.draw()
    session.click_widget(clicked)
    assert (session.state.settings.piece_set, session.state.settings.notation) == (pieces, notation)
    assert session.state.panel is None


@pytest.mark.parametrize(("language", "first"), [("en", "western"), ("zh-Hans", "traditional")])
def test_what_one_is_likely_to_read_stands_first(language: str, first: str) -> None:
    session = Session()
    session.settle(language=language)
    session.send(OpenPanel(Panel.WELCOME))
    session.draw()
    tops = {name: session.widget(f"welcome.{name}").rect.top for name in ("western", "traditional")}
    assert min(tops, key=lambda name: tops[name]) == first

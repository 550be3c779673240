"""The first question of all: which pieces one can read."""

from __future__ import annotations

import pytest
from ui_session import Session

from xiangqi.app.settings.panels import OpenPanel
from xiangqi.app.state import Panel


@pytest.mark.parametrize(
    ("clicked", "pieces", "notation"),
    [
        ("panel.close", "western", "iccs"),
        ("welcome.western", "western", "iccs"),
        ("welcome.traditional", "traditional", "chinese"),
    ],
)
def test_whoever_chooses_nothing_gets_what_anybody_can_read(clicked: str, pieces: str, notation: str) -> None:
    session = Session()
    session.send(OpenPanel(Panel.WELCOME))
    session.draw()
    session.click_widget(clicked)
    assert (session.state.settings.piece_set, session.state.settings.notation) == (pieces, notation)
    assert session.state.panel is None

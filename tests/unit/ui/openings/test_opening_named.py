"""Tests that the opening's name stands in the card of a game, a record and an analysis."""

from __future__ import annotations

import pytest
from screens import SCREENS
from ui_session import Session

from xiangqi.app.records.browse import GoLast
from xiangqi.app.session.intents import AnalyseCopy
from xiangqi.openings import CODES, family_of
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.parts.opening_names import opening_forms, opening_names
from xiangqi.ui.toolkit.widgets import Label

LEFT_HORSE = "Central Cannon against Left Horse"


def said(session: Session, key: str) -> str:
    session.draw()
    found = session.widget(key)
    assert isinstance(found, Label)
    return found.text


def test_in_a_game_while_it_is_played() -> None:
    session = Session(size=(1366, 740))
    assert session.screen.stage.widget("game.tabs.aside") is None
    for move in ("h2e2", "h9g7"):
        session.play(move)
    assert said(session, "game.tabs.aside") == LEFT_HORSE
    for move in ("h0g2", "h7i7", "i0h0", "i9h9"):
        session.play(move)
    assert said(session, "game.tabs.aside") == "Central Cannon against Left Three-Step Tiger"


def test_on_a_record() -> None:
    session = Session(size=(1366, 740))
    SCREENS["record"](session)
    session.send(GoLast())
    assert said(session, "game.tabs.aside") == LEFT_HORSE


def test_on_an_analysis() -> None:
    session = Session(size=(1366, 740))
    for move in ("h2e2", "h9g7"):
        session.play(move)
    session.send(AnalyseCopy())
    assert said(session, "analysis.tabs.aside") == LEFT_HORSE


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "vi"])
def test_a_short_form_is_never_another_openings_name(language: str) -> None:
    texts = Texts(language)
    others = texts.template("family.B00")
    for code in CODES:
        assert others not in opening_forms(texts, code)
        if family_of(code) != "B00":
            assert opening_names(texts, code)[-1] == texts.template(f"family.{family_of(code)}")

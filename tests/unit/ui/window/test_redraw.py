"""What drawing an unchanged window does not compute again."""

from __future__ import annotations

import pytest
from screens import prepared

from xiangqi.app.coach import coached
from xiangqi.app.session import analysed, moments
from xiangqi.repertoire.lines import Repertoire
from xiangqi.ui.parts import review_text


def no_more(*_: object, **__: object) -> None:
    pytest.fail("it was found again, though nothing had changed")


@pytest.mark.parametrize("name", ["openings", "openings, games", "repertoire"])
def test_the_lines_of_a_repertoire_are_gone_through_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = prepared(name, (1920, 1050), "en")
    monkeypatch.setattr(Repertoire, "walk", no_more)
    session.draw()


@pytest.mark.parametrize("name", ["story", "story, a moment", "story, the end"])
def test_a_story_is_told_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = prepared(name, (1920, 1050), "en")
    monkeypatch.setattr(review_text, "story_sentences", no_more)
    monkeypatch.setattr(analysed, "assess", no_more)
    monkeypatch.setattr(moments, "Moment", no_more)
    monkeypatch.setattr(coached, "unexplained", no_more)
    session.draw()

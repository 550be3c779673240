"""The card of the guided game: in the column in every language and size, quiet while other things are shown."""

from __future__ import annotations

import pytest
from ui_session import Session

from xiangqi.app.handlers.guide import STEPS
from xiangqi.app.messages import intents
from xiangqi.app.model.state import Panel
from xiangqi.ui.toolkit.widgets import Label


@pytest.mark.parametrize("size", [(800, 600), (1600, 1000)])
@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
@pytest.mark.parametrize("scale", [1.0, 3.0])
def test_it_lies_in_the_column_with_all_its_words(size: tuple[int, int], language: str, scale: float) -> None:
    session = Session(size)
    session.settle(language=language, ui_scale=scale)
    session.send(intents.StartGuide())
    for _ in STEPS:
        session.draw()
        column = session.screen.stage.frame.column
        assert column.contains(session.widget("guide").rect)
        text = session.widget("guide.text")
        assert isinstance(text, Label)
        assert text.rect.height > 0
        assert "{" not in text.text
        session.click_widget("guide.next")
    assert session.state.guide is None


def test_the_help_begins_it_again_and_panels_hide_it() -> None:
    session = Session()
    session.send(intents.OpenPanel(Panel.HELP))
    session.draw()
    session.click_widget("help.guide")
    assert session.widget("guide.skip")
    session.send(intents.OpenPanel(Panel.RULES))
    session.draw()
    assert session.screen.stage.widget("guide") is None
    session.send(intents.ClosePanel())
    session.draw()
    session.click_widget("guide.skip")
    assert session.state.guide is None

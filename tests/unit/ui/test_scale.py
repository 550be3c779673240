"""Where the window has no room for the chosen size of text, the settings say so."""

from __future__ import annotations

from ui_session import Session

from xiangqi.app import intents
from xiangqi.app.state import Panel
from xiangqi.ui.widgets import Label


def test_a_size_that_has_no_room_is_told() -> None:
    session = Session((1180, 900))
    session.send(intents.OpenPanel(Panel.SETTINGS))
    session.settle(ui_scale=1.25)
    assert session.screen.stage.widget("settings.scale.value") is None
    session.settle(ui_scale=3.0)
    label = session.widget("settings.scale.value")
    assert isinstance(label, Label)
    assert label.text == "here at most 141"

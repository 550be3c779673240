"""The first start in a real window: two questions, a game at level 1, and not asked again."""

from __future__ import annotations

import json
from collections.abc import Callable

from window_driver import GameWindow, state_for, wait_for

from xiangqi.app.lessons.welcome import BeginAsTold, ChooseReading, TellExperience
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.settings.preferences import ChangeSettings

Open = Callable[..., GameWindow]


def test_the_first_start_asks_and_the_second_does_not(open_window: Open) -> None:
    window = open_window()
    asked = state_for(OpenPanel(Panel.WELCOME))
    window.click_widget("welcome.western", asked)
    window.click_widget("welcome.moves", asked)
    answered = (OpenPanel(Panel.WELCOME), ChooseReading(chinese=False), TellExperience("moves"))
    window.click_widget("welcome.begin", state_for(*answered))
    window.wait_for_widget("game.flip", state_for(*answered, BeginAsTold()))
    assert window.close() == 0
    kept = json.loads((window.home / "settings.json").read_text("utf-8"))
    assert (kept["guided"], kept["piece_set"], kept["notation"]) == (True, "western", "iccs")

    again = open_window()
    looks = (ChangeSettings({"piece_set": "western", "notation": "iccs", "guided": True}),)
    again.wait_for_widget("panel.title", state_for(*looks, OpenPanel(Panel.START)))
    again.key("ctrl+n")
    again.wait_for_widget("new.start", state_for(*looks, OpenPanel(Panel.NEW_GAME)))
    again.key("Return")
    again.wait_for_widget("game.flip", state_for(*looks))
    again.move("h2e2")
    wait_for("the move", lambda: again.moves()[:1] == ["h2e2"])

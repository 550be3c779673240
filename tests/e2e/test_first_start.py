"""The first start in a real window: asked what one can read, guided, skipped, and not guided again."""

from __future__ import annotations

import json
from collections.abc import Callable

from window_driver import GameWindow, state_for, wait_for

from xiangqi.app.lessons.guide import ChooseReading, EndGuide, TurnGuide
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.settings.preferences import ChangeSettings

Open = Callable[..., GameWindow]


def test_the_first_start_is_guided_and_the_second_is_not(open_window: Open) -> None:
    window = open_window()
    asked = state_for(OpenPanel(Panel.WELCOME))
    window.click_widget("welcome.western", asked)
    chosen = ChooseReading(chinese=False)
    guided = state_for(chosen)
    window.wait_for_widget("guide.next", guided)
    window.click(window.point("h2"))
    taken = state_for(chosen, TurnGuide(1))
    window.wait_for_widget("guide.head", taken)
    window.click_widget("guide.skip", taken)
    window.wait_for_widget("game.flip", state_for(chosen, EndGuide()))
    assert window.close() == 0
    kept = json.loads((window.home / "settings.json").read_text("utf-8"))
    assert (kept["guided"], kept["piece_set"], kept["notation"]) == (True, "western", "iccs")

    again = open_window()
    looks = (ChangeSettings({"piece_set": "western", "notation": "iccs"}),)
    again.wait_for_widget("panel.title", state_for(*looks, OpenPanel(Panel.START)))
    again.key("ctrl+n")
    again.wait_for_widget("new.start", state_for(*looks, OpenPanel(Panel.NEW_GAME)))
    again.key("Return")
    again.wait_for_widget("game.flip", state_for(*looks))
    again.move("h2e2")
    wait_for("the move", lambda: again.moves()[:1] == ["h2e2"])

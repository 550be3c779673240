"""The first start in a real window: guided, skipped, and not guided again."""

from __future__ import annotations

import json
from collections.abc import Callable

from window_driver import GameWindow, state_for, wait_for

from xiangqi.app import intents

Open = Callable[..., GameWindow]


def test_the_first_start_is_guided_and_the_second_is_not(open_window: Open) -> None:
    window = open_window()
    guided = state_for(intents.StartGuide())
    window.wait_for_widget("guide.next", guided)
    window.click(window.point("h2"))
    taken = state_for(intents.StartGuide(), intents.TurnGuide(1))
    window.wait_for_widget("guide.head", taken)
    window.click_widget("guide.skip", taken)
    window.wait_for_widget("moves.card", state_for(intents.StartGuide(), intents.EndGuide()))
    assert window.close() == 0
    assert json.loads((window.home / "settings.json").read_text("utf-8"))["guided"] is True

    again = open_window()
    plain = state_for()
    again.wait_for_widget("note", plain)
    again.move("h2e2")
    wait_for("the move", lambda: again.moves()[:1] == ["h2e2"])

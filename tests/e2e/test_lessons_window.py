"""The first lessons in a real window: from the first start through two of them by mouse, and the next day."""

from __future__ import annotations

from collections.abc import Callable

from pupil import Pupil, kept
from window_driver import GameWindow, state_for, wait_for

from xiangqi.app.lessons.asks import StarsKnown
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.lessons.lesson import load_lessons

Open = Callable[..., GameWindow]


def test_who_is_new_learns_by_mouse_and_goes_on_the_next_day(open_window: Open) -> None:
    board, chariot, soldier = load_lessons()[:3]
    pupil = Pupil(open_window(), state_for(OpenPanel(Panel.WELCOME)))
    pupil.press("welcome.western")
    pupil.press("welcome.new")
    pupil.press("welcome.begin")
    pupil.learn(board)
    pupil.press("lesson.next")
    pupil.learn(chariot)
    pupil.press("lesson.next")
    pupil.press("lesson.next")
    pupil.press("lesson.next")
    pupil.do(soldier.tasks[0])
    assert pupil.window.close() == 0

    again = open_window()
    wait_for("the stars", lambda: len(kept(again)) == len(board.tasks) + len(chariot.tasks) + 1)
    settings = pupil.state.settings
    state = state_for(StarsKnown(kept(again)), OpenPanel(Panel.START), settings=settings)
    again.wait_for_widget("panel.title", state)

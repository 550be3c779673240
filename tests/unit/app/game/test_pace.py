"""How fast the computer replies: at once, or as if it had to think for a moment."""

from __future__ import annotations

from dataclasses import replace

import pytest
from app_session import COMPUTER, HUMAN, Session

from xiangqi.app.event import Tick
from xiangqi.app.session import view
from xiangqi.app.session.time_control import TimeControl
from xiangqi.core.constants import BLACK
from xiangqi.storage.settings import first_settings


@pytest.fixture
def human_pace(session: Session) -> Session:
    session.state = replace(session.state, settings=replace(session.state.settings, pace="human"))
    return session


def test_a_reply_comes_as_if_somebody_thought(human_pace: Session) -> None:
    human_pace.new(HUMAN, COMPUTER)
    human_pace.play("h2e2")
    human_pace.reply("h9g7")
    assert human_pace.moves == "h2e2"
    assert view.is_thinking(human_pace.state)
    human_pace.send(Tick(human_pace.state.now + 3.0))
    assert human_pace.moves == "h2e2 h9g7"


def test_the_pause_is_the_computers_time(human_pace: Session) -> None:
    human_pace.new(HUMAN, COMPUTER, time=TimeControl(600, 5))
    human_pace.play("h2e2")
    human_pace.reply("h9g7")
    assert human_pace.moves == "h2e2"
    human_pace.send(Tick(human_pace.state.now + 1.5))
    assert human_pace.moves == "h2e2 h9g7"
    clock = human_pace.state.play.clock
    assert clock is not None
    assert clock.left_s(BLACK) == pytest.approx(600 - 1.5 + 5)


def test_a_computer_short_of_time_does_not_wait(human_pace: Session) -> None:
    human_pace.new(HUMAN, COMPUTER, time=TimeControl(0, 0, 2))
    human_pace.play("h2e2")
    human_pace.reply("h9g7")
    human_pace.send(Tick(human_pace.state.now + 0.15))
    assert human_pace.moves == "h2e2 h9g7"


def test_a_new_player_meets_an_opponent_that_thinks() -> None:
    assert first_settings("en").pace == "human"

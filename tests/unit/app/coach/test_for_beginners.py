"""Tests of the coach's unrequested advice to beginners, against easy opponents and without a clock."""

from __future__ import annotations

from dataclasses import replace

import pytest
from app_session import ENGINE, HUMAN, Session

from xiangqi.app.coach import coached
from xiangqi.app.coach.asks import AskCoach
from xiangqi.app.exercises.asks import PracticeRead
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.lessons.asks import StarsKnown
from xiangqi.app.session.players import Player, PlayerKind
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.session.training import PracticeSummary
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.app.update import Answer
from xiangqi.storage.settings import AUTO, first_settings

GENTLE, HARD = Player(PlayerKind.COMPUTER, 4), Player(PlayerKind.COMPUTER, 5)
LESSONS_DONE = StarsKnown({"chariot.1": 3})


@pytest.fixture
def newcomer(session: Session) -> Session:
    session.state = replace(session.state, settings=replace(session.state.settings, coach_interrupts=AUTO))
    return session


def speaks(session: Session) -> bool:
    session.play("h2e2")
    return bool(session.found(AskCoach))


def test_it_is_left_to_the_program_at_first() -> None:
    assert first_settings("en").coach_interrupts == AUTO


def test_it_is_silent_before_anything_is_known(newcomer: Session) -> None:
    newcomer.new(HUMAN, GENTLE)
    assert not speaks(newcomer)


@pytest.mark.parametrize("known", [LESSONS_DONE, PracticeRead(PracticeSummary(lost_first=True))])
def test_it_speaks_to_beginners(newcomer: Session, known: StarsKnown) -> None:
    newcomer.send(known)
    newcomer.new(HUMAN, GENTLE)
    assert speaks(newcomer)


def test_it_speaks_after_a_first_game_was_lost(newcomer: Session) -> None:
    newcomer.new(HUMAN, GENTLE)
    newcomer.play("h2e2")
    newcomer.send(Resign(), Answer(True))
    newcomer.new(HUMAN, GENTLE)
    assert speaks(newcomer)


@pytest.mark.parametrize(
    ("opponent", "values"),
    [(HARD, {}), (ENGINE, {}), (HUMAN, {}), (GENTLE, {"time": TimeControl(600, 5)})],
)
def test_it_is_silent_elsewhere(newcomer: Session, opponent: Player, values: dict[str, TimeControl]) -> None:
    newcomer.send(LESSONS_DONE)
    newcomer.new(HUMAN, opponent, **values)
    assert not speaks(newcomer)


def test_who_turns_it_off_has_it_off(newcomer: Session) -> None:
    newcomer.send(LESSONS_DONE)
    newcomer.new(HUMAN, GENTLE)
    assert coached.comments_below(newcomer.state) is not None
    newcomer.send(ChangeSettings({"coach_interrupts": ""}))
    assert not speaks(newcomer)

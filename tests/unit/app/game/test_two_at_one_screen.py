"""Tests of two people at one screen: offers name the player who makes them, and the other one answers."""

from __future__ import annotations

import pytest
from app_session import COMPUTER, HUMAN, Session

from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.event import Tick
from xiangqi.app.game.play import NewGame, setup_from
from xiangqi.app.game.resign_draw import OfferDraw, Resign
from xiangqi.app.game.search_effects import StartSearch
from xiangqi.app.game.take_back import Redo, TakeBack
from xiangqi.app.intent import Intent
from xiangqi.app.session import view
from xiangqi.app.session.intents import Hint, ToggleAnalysis
from xiangqi.app.session.players import Player
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.update import Answer, initial_state
from xiangqi.core.constants import BLACK, RED
from xiangqi.i18n.message import Message
from xiangqi.ui.parts.i18n import Texts

ANNA, BEN = Player(name="Anna"), Player(name="Ben")
CLOCK = TimeControl(600, 5)


@pytest.fixture
def friends(session: Session) -> Session:
    session.new(ANNA, BEN)
    session.play("h2e2")
    return session


def asked(session: Session) -> Message:
    assert session.state.question is not None
    return session.state.question.message


@pytest.mark.parametrize(
    ("intent", "key", "who", "answerer"),
    [
        (Resign(), "ask.resign_two", "Ben", "Anna"),
        (OfferDraw(), "ask.draw_two", "Ben", "Anna"),
        (TakeBack(), "ask.take_back_two", "Anna", "Ben"),
        (Hint(), "ask.help_two", "Ben", "Anna"),
        (ExplainPosition(), "ask.help_two", "Ben", "Anna"),
    ],
)
def test_who_asks_and_who_answers_is_said(
    friends: Session, intent: Intent, key: str, who: str, answerer: str
) -> None:
    friends.send(intent)
    assert asked(friends) == Message(key, who=who, answerer=answerer)


def test_without_names_the_sides_are_said(session: Session) -> None:
    session.new(HUMAN, HUMAN)
    session.play("h2e2")
    session.send(OfferDraw())
    assert Texts("en").say(asked(session)) == "Black offers a draw. Do you accept, Red?"
    assert Texts("zh-Hans").say(asked(session)).startswith("黑方提和")


def test_no_best_move_is_shown_unless_both_want_it(friends: Session) -> None:
    friends.send(Hint(), Answer(False))
    assert not friends.found(StartSearch)
    friends.send(Hint(), Answer(True))
    assert friends.found(StartSearch)
    friends.send(ExplainPosition())  # they have agreed for this game
    assert friends.state.question is None
    assert friends.state.coaching.insight is not None
    friends.send(ToggleAnalysis())
    assert friends.said[-1] == "after_the_game"
    assert friends.state.shown_analysis is None


def test_against_the_computer_nobody_is_asked(session: Session) -> None:
    session.new(HUMAN, COMPUTER)
    session.send(Hint())
    assert session.state.question is None
    session.send(Resign())
    assert asked(session) == Message("ask.resign")


def test_a_take_back_by_the_clock_is_agreed_on(session: Session) -> None:
    session.new(HUMAN, HUMAN, time=CLOCK)
    session.send(Tick(100.0))
    session.play("h2e2")
    session.send(Tick(107.0))
    session.play("h9g7")
    session.send(Tick(112.0))
    assert view.can_take_back(session.state)
    session.send(TakeBack())
    assert asked(session) == Message("ask.take_back_two", who="black", answerer="red")
    session.send(Tick(140.0))
    session.send(Answer(False), Tick(143.0))
    reading = view.reading(session.state, RED)
    assert reading is not None
    assert reading.left_s == pytest.approx(605 - 5 - 3)  # the one who is asked pays only for what comes after
    assert session.moves == "h2e2 h9g7"
    session.send(TakeBack(), Answer(True))
    assert session.moves == "h2e2"
    clock = session.state.play.clock
    assert clock is not None
    assert (clock.side, len(clock.history)) == (BLACK, 1)
    assert clock.reading(RED, 143.0).left_s == pytest.approx(605 - 8)  # what was spent stays spent
    assert clock.reading(BLACK, 143.0).left_s == pytest.approx(605 - 7)
    session.send(Redo())
    assert session.moves == "h2e2"


def test_nothing_is_taken_back_by_the_clock_against_the_computer(session: Session) -> None:
    session.new(HUMAN, COMPUTER, time=CLOCK)
    session.play("h2e2")
    session.send(TakeBack())
    assert session.state.question is None
    assert "timed_game" in session.said


def test_names_are_kept_for_the_next_evening(session: Session) -> None:
    session.send(NewGame(setup_from(session.state.settings)))
    session.new(ANNA, BEN)
    later = initial_state(session.state.settings)
    assert (later.draft.red.name, later.draft.black.name) == ("Anna", "Ben")

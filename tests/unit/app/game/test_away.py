"""What a game does while another page is shown: friendly clocks stop, rated ones run on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from app_session import COMPUTER, HUMAN, Session

from xiangqi.app.event import Tick
from xiangqi.app.exercises.asks import TrainingRead
from xiangqi.app.exercises.modes import Challenge
from xiangqi.app.exercises.state import Assignment
from xiangqi.app.game.search_effects import SearchDone
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.lessons.going_through import StartLesson
from xiangqi.app.session import turns
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.places import GoToPlace, Place, Waiting, waiting
from xiangqi.app.session.players import TIME, Player
from xiangqi.app.session.state import Panel
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.update import Answer
from xiangqi.board import START_FEN, Move
from xiangqi.core.constants import RED
from xiangqi.exercises.answering import SolvingTask
from xiangqi.exercises.pack import ExerciseKind
from xiangqi.lessons.lesson import load_lessons

MINUTE = TimeControl(60)
HANDICAP = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1"


def exercise(session: Session) -> None:
    task = SolvingTask(START_FEN, (Move.from_iccs("b2e2"),), ExerciseKind.WIN)
    assignment = Assignment(task, "lesson", "course", (), 1000)
    session.send(TrainingRead(TrainingRequest(ExerciseSet.MIXED), (assignment,), (None,)))


AWAY: tuple[Callable[[Session], object], ...] = (
    lambda session: session.send(GoToPlace(Place.HOME)),
    lambda session: session.send(GoToPlace(Place.ANALYSE), Answer(True)),
    lambda session: session.send(GoToPlace(Place.LEARN)),
    lambda session: session.send(GoToPlace(Place.GAMES)),
    lambda session: session.send(OpenPanel(Panel.SETTINGS)),
    lambda session: session.send(StartLesson(load_lessons()[0].key)),
    exercise,
)


def playing(fen: str = START_FEN, *, named: bool = False) -> Session:
    """Return a session with a minute for each side, the clock running for the person with Red."""
    session = Session(uses_help=False)
    session.send(Tick(100.0))
    if named:
        session.new(Player(name="Ann"), Player(name="Bo"), time=MINUTE)
        session.play("b2e2", "h9g7")
    else:
        session.new(HUMAN, COMPUTER, fen, time=MINUTE)
        session.play("b2e2")
        session.reply("h9g7")
    assert left(session) == 60.0
    return session


def left(session: Session) -> float:
    """Seconds that Red has left."""
    game = session.state.own_game
    assert game is not None
    assert game.play is not None
    assert game.play.clock is not None
    return game.play.clock.standing(session.state.now).left_s(RED)


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("away", AWAY)
def test_a_friendly_clock_stops_until_one_returns(away: Callable[[Session], object], named: bool) -> None:
    session = playing(START_FEN if named else HANDICAP, named=named)
    session.send(Tick(110.0))
    away(session)
    session.send(Tick(150.0), Tick(500.0))
    assert left(session) == 50.0
    session.send(GoToPlace(Place.PLAY), Tick(505.0))
    assert left(session) == 45.0
    assert not session.state.play.paused


@pytest.mark.parametrize("away", AWAY)
def test_a_rated_clock_runs_on_and_the_flag_falls(away: Callable[[Session], object]) -> None:
    session = playing()
    assert turns.is_rated(session.state.play)
    session.send(Tick(110.0))
    away(session)
    assert waiting(session.state) is not None
    session.send(Tick(120.0))
    assert left(session) == 40.0
    session.send(Tick(161.0))
    game = session.state.own_game
    assert game is not None
    assert game.play is not None
    assert game.play.end is not None
    assert game.play.end.reason == TIME
    assert session.state.document.id != game.id or session.state.panel is not None, "one stays where one is"


def test_a_pause_is_still_one_after_the_return() -> None:
    session = playing(HANDICAP)
    session.send(PauseGame(), GoToPlace(Place.HOME), GoToPlace(Place.PLAY), Tick(150.0))
    assert session.state.play.paused
    assert left(session) == 60.0


@pytest.mark.parametrize("fen", [START_FEN, HANDICAP])
@pytest.mark.parametrize("timed", [False, True])
def test_the_engine_answers_while_one_solves_an_exercise(fen: str, timed: bool) -> None:
    session = Session()
    session.send(Tick(100.0))
    session.new(HUMAN, COMPUTER, fen, **({"time": MINUTE} if timed else {}))
    session.play("b2e2")
    assert session.state.search is not None
    search = session.state.search.id
    exercise(session)
    said = waiting(session.state)
    assert said is not None
    assert not said.yours
    session.send(SearchDone(search, Move.from_iccs("h9g7")))
    assert session.state.mode(Challenge) is not None
    game = session.state.own_game
    assert game is not None
    assert game.play is not None
    assert [move.iccs for move in game.play.moves] == ["b2e2", "h9g7"]
    now = waiting(session.state)
    assert now is not None
    assert now.yours
    assert (now.clock is None) == (not timed)
    session.send(GoToPlace(Place.PLAY))
    session.play("h0g2")
    assert session.moves == "b2e2 h9g7 h0g2"


def test_nothing_waits_before_the_first_move_or_at_the_game() -> None:
    session = Session()
    session.new(HUMAN, COMPUTER)
    session.send(GoToPlace(Place.HOME))
    assert waiting(session.state) is None
    session.send(GoToPlace(Place.PLAY))
    session.play("h2e2")
    assert waiting(session.state) is None
    session.send(GoToPlace(Place.HOME))
    assert waiting(session.state) == Waiting(yours=False, clock=None)

"""A game that lay under something else goes on when it is on the board again: nobody is stuck in a pause."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from app_session import COMPUTER, ENGINE, HUMAN, Session

from xiangqi.app.board_input.moving import ClickSquare
from xiangqi.app.editor.setting_up import CloseEditor, OpenEditor
from xiangqi.app.event import Tick
from xiangqi.app.exercises.asks import TrainingRead
from xiangqi.app.exercises.practice import ContinueGame
from xiangqi.app.exercises.state import Assignment
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.search_effects import SearchFailed, StartSearch
from xiangqi.app.game.take_back import Redo, TakeBack
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.library.explorer import ToggleExplorer
from xiangqi.app.records.asks_reading import GamesRead
from xiangqi.app.records.loading import CloseRecord, OpenFile, ShowDocument
from xiangqi.app.session import view
from xiangqi.app.session.intents import ToggleAnalysis
from xiangqi.app.session.panels import ClosePanel, OpenPanel
from xiangqi.app.session.places import GoToPlace, Place
from xiangqi.app.session.players import Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.session.time_control import UNTIMED, TimeControl
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.update import Answer, Cancel
from xiangqi.board import START_FEN, Move, parse_square
from xiangqi.exercises.answering import SolvingTask
from xiangqi.exercises.pack import ExerciseKind
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import pack

TASK = SolvingTask(START_FEN, (Move.from_iccs("b2e2"),), ExerciseKind.WIN)


def exercise(session: Session) -> None:
    assignment = Assignment(TASK, "lesson", "course", (), 1000)
    session.send(TrainingRead(TrainingRequest(ExerciseSet.MIXED), (assignment,), (None,)))


def course_left(session: Session) -> None:
    session.send(OpenPanel(Panel.START), OpenPanel(Panel.COURSES))
    exercise(session)
    session.send(CloseRecord())
    assert session.state.panel is Panel.COURSES
    session.send(GoToPlace(Place.PLAY))


def course_left_and_gone_on(session: Session) -> None:
    exercise(session)
    session.send(CloseRecord(), ContinueGame())


def gone_on_from_the_course(session: Session) -> None:
    exercise(session)
    session.send(ContinueGame())


def record_looked_at(session: Session) -> None:
    session.send(OpenFile(Path("a.pgn")))
    assert session.state.loading is not None
    games = tuple(map(pack, read_bytes("1. 兵七进一 *".encode(), "text")))
    session.send(GamesRead(session.state.loading.id, "a.pgn", Path("a.pgn"), games, complete=True))
    session.send(CloseRecord())


def shown_from_the_course(session: Session) -> None:
    game = session.state.current_game.id
    exercise(session)
    session.send(ShowDocument(game), Cancel())


def panel_closed(session: Session) -> None:
    session.send(OpenPanel(Panel.START), ClosePanel())


def position_set_up(session: Session) -> None:
    session.send(OpenEditor(), CloseEditor())


def analysed_in_between(session: Session) -> None:
    session.send(ToggleAnalysis())
    course_left(session)
    session.send(ToggleExplorer(), Tick(0.5), GoToPlace(Place.PLAY))


WAYS: tuple[Callable[[Session], None], ...] = (
    course_left,
    course_left_and_gone_on,
    gone_on_from_the_course,
    record_looked_at,
    shown_from_the_course,
    panel_closed,
    position_set_up,
    analysed_in_between,
)


@pytest.mark.parametrize("away", WAYS)
def test_a_game_without_a_clock_goes_on_with_the_next_click(
    hot_seat: Session, away: Callable[..., None]
) -> None:
    hot_seat.play("h2e2")
    away(hot_seat)
    assert not hot_seat.state.play.paused
    hot_seat.send(ClickSquare(parse_square("h9")), ClickSquare(parse_square("g7")))
    assert hot_seat.moves == "h2e2 h9g7"
    assert hot_seat.said == []


def test_a_game_without_a_clock_is_not_in_a_pause_while_it_is_left(hot_seat: Session) -> None:
    hot_seat.play("h2e2")
    exercise(hot_seat)
    left = hot_seat.state.left_game
    assert left is not None
    assert left.play is not None
    assert not left.play.paused


@pytest.mark.parametrize("away", WAYS)
def test_the_engine_thinks_on_when_its_game_is_back(
    against_computer: Session, away: Callable[..., None]
) -> None:
    against_computer.play("h2e2")
    away(against_computer)
    assert view.status(against_computer.state) is view.Status.THINKING
    against_computer.reply("h9g7")
    assert against_computer.moves == "h2e2 h9g7"


@pytest.mark.parametrize("away", WAYS)
def test_a_game_by_the_clock_goes_on_with_a_click_at_the_latest(away: Callable[..., None]) -> None:
    session = Session()
    session.new(HUMAN, HUMAN, time=TimeControl(60))
    session.play("h2e2")
    away(session)
    was_paused = session.state.play.paused
    session.send(ClickSquare(parse_square("h9")))
    assert not session.state.play.paused
    assert (session.state.selection.selected is None) == was_paused, "a click resumes or picks up, not both"


def test_engines_that_were_paused_go_on_with_a_click_though_their_analysis_is_on_show() -> None:
    session = Session()
    session.new(COMPUTER, COMPUTER, time=UNTIMED)
    session.reply("h2e2")
    session.send(ToggleAnalysis(), PauseGame(), ClickSquare(parse_square("h9")))
    assert view.status(session.state) is view.Status.THINKING


@pytest.mark.parametrize("first", [Panel.START, Panel.WELCOME])
def test_an_engine_that_moves_first_begins_when_the_start_page_goes(first: Panel) -> None:
    session = Session()
    session.send(NewGame(Setup(COMPUTER, HUMAN), waits=True), OpenPanel(first))
    assert not session.found(StartSearch), "nothing plays by itself"
    session.send(ClosePanel())
    assert session.one(StartSearch)


def test_an_engine_that_failed_is_tried_again_with_a_click() -> None:
    session = Session()
    session.new(HUMAN, ENGINE)
    session.play("h2e2")
    for _ in range(2):
        assert session.state.search is not None
        session.send(SearchFailed(session.state.search.id, "died"))
    session.send(Answer(False))
    assert view.status(session.state) is view.Status.ENGINE_GONE
    session.send(OpenPanel(Panel.HELP), ClosePanel())
    assert not session.thinking, "only when the player asks for it"
    session.send(ClickSquare(parse_square("h9")))
    assert session.one(StartSearch).restart
    assert session.state.search is not None
    session.send(SearchFailed(session.state.search.id, "died again"))
    assert session.state.question is not None


def test_a_game_that_is_over_stays_over(hot_seat: Session) -> None:
    hot_seat.play("h2e2")
    hot_seat.send(Resign(), Answer(True))
    course_left(hot_seat)
    hot_seat.send(GoToPlace(Place.PLAY))  # its page has been given back to New game
    assert hot_seat.state.panel is None
    assert hot_seat.state.play.end is not None
    assert not view.can_take_back(hot_seat.state)
    hot_seat.send(TakeBack(), Redo())
    assert hot_seat.moves == "h2e2", "it was given up"
    assert hot_seat.said == ["nothing_to_take_back", "nothing_to_redo"]

"""Tests that reports are requested when a page is opened, and again after the games have changed."""

from __future__ import annotations

import pickle

import pytest
from app_session import Session
from running import until

from tests.unit.library.test_library import random_game
from xiangqi.app.event import Tick
from xiangqi.app.exercises.state import Training
from xiangqi.app.insights.asks import AskInsights, InsightsRead, InsightsReader, ListPlayers, PlayersListed
from xiangqi.app.insights.asks_reviews import GoOnReviewing, ReviewingStands
from xiangqi.app.insights.pages import (
    ChooseClaim,
    CountAllGames,
    ForgetWhatWasLearnt,
    LookAtPerson,
    NamePeople,
    OpenInsights,
    PickName,
    PractiseClaim,
)
from xiangqi.app.insights.state import InsightsPage, InsightsState, PlayerInsights
from xiangqi.app.runner import Runner
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.session.panels import ClosePanel, OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet
from xiangqi.app.update import Answer
from xiangqi.board import Board, Move
from xiangqi.core.constants import RED
from xiangqi.i18n.message import Message
from xiangqi.insights.claims import Claim, Insights
from xiangqi.insights.dimensions import DIMENSIONS
from xiangqi.insights.figures import Figures
from xiangqi.insights.moves import CountedMove, packed
from xiangqi.insights.reviews import terms_of
from xiangqi.library import CountedSide, Library, LibraryPlayer, Person, Played


def tick(session: Session) -> Session:
    session.send(Tick(session.state.now + 0.1))
    return session


@pytest.fixture
def named(hot_seat: Session) -> Session:
    hot_seat.send(NamePeople(("Mei; 梅",)))
    return hot_seat


def test_nothing_is_asked_before_the_page_is_open(named: Session) -> None:
    assert tick(named).found(AskInsights) == []
    named.send(OpenInsights())
    assert tick(named).one(AskInsights).person == Person(("Mei", "梅"), here=True)
    assert tick(named).found(AskInsights) == []


def test_the_names_of_the_library_are_asked_for_first(hot_seat: Session) -> None:
    hot_seat.send(OpenInsights())
    assert hot_seat.found(ListPlayers) == [ListPlayers()]
    assert tick(hot_seat).found(AskInsights) == []
    hot_seat.send(PickName("Mei"), PickName("Li"), PickName("Mei"))
    assert hot_seat.state.part(InsightsState).picked == ("Li",)


@pytest.mark.parametrize("change", ["reviewed", "library", "names", "all"])
def test_it_is_asked_again_when_it_has_changed(named: Session, change: str) -> None:
    named.send(OpenInsights())
    first = tick(named).one(AskInsights)
    named.send(Tick(named.state.now + 2))
    news = {
        "reviewed": ReviewingStands(named.state.part(InsightsState).reviews.id, 5, 3),
        "library": LibraryChanged(),
        "names": NamePeople(("Li",)),
        "all": CountAllGames(True),
    }
    named.send(news[change])  # type: ignore[arg-type]
    assert tick(named).one(AskInsights).ask_id > first.ask_id
    named.send(InsightsRead(first.ask_id, failure="old"))
    assert named.state.part(InsightsState).failure == "", "an answer to the earlier question"


def test_a_page_that_is_closed_is_not_asked_for(named: Session) -> None:
    named.send(OpenInsights(), ClosePanel(), LibraryChanged())
    assert tick(named).found(AskInsights) == []


def test_another_player_is_looked_at_without_names_of_ones_own(hot_seat: Session) -> None:
    hot_seat.send(OpenInsights(InsightsPage.OPENINGS, "吕钦"))
    assert tick(hot_seat).one(AskInsights).person == Person(("吕钦",))
    assert tick(hot_seat).found(GoOnReviewing) == []


def test_a_person_who_is_no_longer_there_is_not_looked_at(named: Session) -> None:
    named.send(NamePeople(("Mei", "Li")), LookAtPerson(1), NamePeople(("Mei",)))
    assert named.state.settings.person == 0


def claim_of(*loss: float) -> Claim:
    board = Board()
    better, played = Move.from_iccs("h2e2"), Move.from_iccs("a3a4")
    where = ("opening", "level", "C00", 1)
    moves = tuple(CountedMove(1, 1, RED, board.fen(), played, better, one, *where) for one in loss)
    fork = next(one for one in DIMENSIONS if one.key == "fork.horse")
    return Claim(fork, 0.1, 0.05, 0.15, 9, 30, 12, moves, Message("claim.no_moves"))


def test_a_claim_is_practised_from_its_positions_and_the_pack() -> None:
    with Runner() as runner:
        runner.send(PractiseClaim(claim_of(0.3, 0.2)))
        until(runner, lambda: runner.state.held(Training) is not None)
        training = runner.state.held(Training)
        assert training is not None
        assert training.request.exercise_set is ExerciseSet.WEAKNESS
        own = [one for one in training.assignments if one.played is not None]
        assert [one.task.solution for one in own] == [(Move.from_iccs("h2e2"),)] * 2
        others = training.assignments[2:]
        assert len(others) == 18
        assert all("fork" in one.themes or "double_threat" in one.themes for one in others)


def test_a_claim_that_is_gone_is_not_chosen(named: Session) -> None:
    named.send(OpenInsights(), ChooseClaim(2))
    ask = tick(named).one(AskInsights)
    named.send(InsightsRead(ask.ask_id))
    assert named.state.part(InsightsState).chosen == 0


def test_games_say_something_and_what_was_learnt_is_forgotten() -> None:
    with Library() as library:
        games = [random_game(seed, 8, Red="Player", Black="x", Date="2026.03.04") for seed in range(2)]
        for seed, game in enumerate(games):
            number = library.keep(game, Played(f"2026-03-0{seed + 4}", RED, black_level=3))
            move = CountedMove(
                number, 1, RED, Board().fen(), Move.from_iccs("a3a4"), None, 0.4, "opening", "level", "", 1
            )
            library.keep_counted(CountedSide(number, RED, terms_of(), "2026-03-05", packed([move])))
    with Runner() as runner:
        runner.send(NamePeople(("",)))
        runner.send(OpenInsights(InsightsPage.TIME))
        until(runner, lambda: runner.state.part(InsightsState).report is not None)
        report = runner.state.part(InsightsState).report
        assert report is not None
        assert (report.games, report.reviewed) == (2, 2)
        assert [(one.month, one.games, one.costly.value) for one in report.figures.months] == [
            ("2026-03", 2, 1.0)
        ]
        assert report.insights.claims == ()
        until(runner, lambda: runner.state.part(InsightsState).players is not None)
        assert runner.state.part(InsightsState).players == (LibraryPlayer("x", 2),)
        runner.send(ForgetWhatWasLearnt())
        assert runner.state.question is not None
        runner.send(Answer(True))
        until(
            runner,
            lambda: (
                runner.state.part(InsightsState).report
                and runner.state.part(InsightsState).report.reviewed == 0
            ),
        )
    with Library() as library:
        assert library.counted(library.games_of(Person((), here=True))) == []
        assert len(library.own_games()) == 2


def test_claims_with_their_positions_come_back_from_the_process() -> None:
    claim = claim_of(0.3)
    report = PlayerInsights(Insights(9, 30, 1400, (claim,), (), claim.text), Figures(), 9, 9)
    again = pickle.loads(pickle.dumps(InsightsRead(1, report)))
    assert again.report.insights.claims[0].positions == claim.positions
    assert again.report.insights.claims[0].dimension.test(claim.positions[0]) is False
    assert again.report.insights.text == claim.text
    assert again.report.insights.text.key == "claim.no_moves"


def test_a_process_that_ends_before_its_answer_is_told() -> None:
    with Runner() as runner:
        runner.send(NamePeople(("",)))
        runner.send(OpenInsights())
        runner.step(0.0)
        until(runner, lambda: runner._site.one(InsightsReader)._process._child is not None)
        child = runner._site.one(InsightsReader)._process._child
        assert child is not None
        child.kill()
        until(
            runner, lambda: runner.state.part(InsightsState).failure or runner.state.part(InsightsState).report
        )
        assert runner.state.part(InsightsState).failure


@pytest.mark.parametrize(
    ("names", "is_read"), [((), True), (("Computer, level 3",), True), (("吕钦", "Computer, level 3"), False)]
)
def test_who_has_only_played_here_need_not_say_whose_games_count(
    hot_seat: Session, names: tuple[str, ...], is_read: bool
) -> None:
    hot_seat.send(OpenPanel(Panel.RATING))
    hot_seat.one(ListPlayers)
    hot_seat.send(PlayersListed(tuple(LibraryPlayer(name, 1) for name in names)), Tick(1.0))
    assert bool(hot_seat.found(AskInsights)) is is_read

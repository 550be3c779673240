"""Tests of background reviews: they run only while the program is idle, and stop at once otherwise."""

from __future__ import annotations

import os
import sys
import threading
import time

import pytest
from app_session import COMPUTER, HUMAN, Session
from running import until

from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.event import Input, Tick
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.search_effects import StartSearch
from xiangqi.app.insights.asks_reviews import GoOnReviewing, PauseReviewing, ReviewingStands, ReviewService
from xiangqi.app.insights.background import REST_S, ReviewTheirGames, ToggleReviewing
from xiangqi.app.insights.background_work.review_process import PausedSearch
from xiangqi.app.insights.state import BackgroundReview, InsightsState
from xiangqi.app.library.asks import LibraryService
from xiangqi.app.runner import Runner
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.session.intents import Hint, ToggleAnalysis
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.players import Setup
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.board import Move
from xiangqi.coach.judge import EngineJudge
from xiangqi.core.constants import RED
from xiangqi.engine.common.types import Info
from xiangqi.insights.reviews import counted_moves
from xiangqi.library import Library, Person, Played
from xiangqi.line import Line
from xiangqi.records.tree import Game

NAMES = ("Mei; 梅",)


def tick(session: Session, seconds: float = REST_S + 0.1) -> Session:
    session.send(Tick(session.state.now + seconds))
    return session


@pytest.fixture
def reviewing(hot_seat: Session) -> Session:
    """Return a session with a game of two players, while games of the first player are reviewed."""
    hot_seat.send(ChangeSettings({"people": list(NAMES)}))
    tick(hot_seat)
    assert hot_seat.state.part(InsightsState).reviews.running
    return hot_seat


def test_nothing_is_reviewed_before_the_names_are_known(hot_seat: Session) -> None:
    assert tick(hot_seat).found(GoOnReviewing) == []
    hot_seat.send(ChangeSettings({"people": list(NAMES)}))
    order = tick(hot_seat).one(GoOnReviewing)
    assert (order.person, order.all_games) == (Person(("Mei", "梅"), here=True), False)
    assert tick(hot_seat).found(GoOnReviewing) == [], "it is asked once"


@pytest.mark.parametrize("wish", [ToggleAnalysis(), Hint(), ExplainPosition(), NewGame(Setup(COMPUTER, HUMAN))])
def test_it_makes_way_before_anything_else_begins(reviewing: Session, wish: Input) -> None:
    reviewing.new(HUMAN, COMPUTER)
    tick(reviewing)
    assert reviewing.state.part(InsightsState).reviews.running
    effects = reviewing.send(wish, Tick(reviewing.state.now + 0.01))
    kinds = [type(effect) for effect in effects]
    assert PauseReviewing in kinds
    if StartSearch in kinds:
        assert kinds.index(PauseReviewing) < kinds.index(StartSearch)
    assert not reviewing.state.part(InsightsState).reviews.running


def test_it_makes_way_while_the_computer_thinks_and_goes_on_when_the_player_does(reviewing: Session) -> None:
    reviewing.new(HUMAN, COMPUTER)
    tick(reviewing)
    effects = reviewing.play("h2e2")
    kinds = [type(effect) for effect in effects]
    assert kinds.index(PauseReviewing) < kinds.index(StartSearch)
    assert tick(reviewing).found(GoOnReviewing) == []
    reviewing.reply("h9g7")
    assert tick(reviewing, 0.1).found(GoOnReviewing) == [], "it rests first"
    order = tick(reviewing).one(GoOnReviewing)
    assert order.review_id == reviewing.state.part(InsightsState).reviews.id


def test_moves_of_two_people_do_not_disturb_it(reviewing: Session) -> None:
    reviewing.play("h2e2", "h9g7")
    assert reviewing.found(PauseReviewing) == []
    assert reviewing.state.part(InsightsState).reviews.running


def test_stop_and_go_is_a_choice_that_is_kept(reviewing: Session) -> None:
    assert reviewing.send(ToggleReviewing()) != ()
    assert not reviewing.one(SaveSettings).settings.reviewing
    tick(reviewing)
    assert reviewing.found(PauseReviewing) == [PauseReviewing()]
    assert tick(reviewing).effects == ()
    reviewing.send(ToggleReviewing())
    assert len(tick(reviewing).found(GoOnReviewing)) == 1


@pytest.mark.parametrize(
    "change",
    [
        LibraryChanged(),
        ChangeSettings({"people": ["Mei"]}),
        ChangeSettings({"person": 1}),
        ChangeSettings({"all_games": True}),
    ],
)
def test_other_games_are_looked_up_anew(reviewing: Session, change: Input) -> None:
    first = reviewing.state.part(InsightsState).reviews.id
    reviewing.send(ReviewingStands(first, 3, 0, 1))
    assert tick(reviewing).found(GoOnReviewing) == [], "all is done"
    reviewing.send(change)
    assert tick(reviewing).one(GoOnReviewing).review_id > first


def test_the_games_of_another_player_go_first_when_asked_for_and_then_ones_own_again(
    reviewing: Session,
) -> None:
    effects = reviewing.send(ReviewTheirGames("吕钦"))
    assert [type(effect) for effect in effects] == [PauseReviewing]
    order = tick(reviewing).one(GoOnReviewing)
    assert order.person == Person(("吕钦",))
    reviewing.send(ReviewingStands(order.review_id, counted=3, waiting=5))
    assert reviewing.state.part(InsightsState).reviews.wish == "吕钦"
    reviewing.send(ReviewingStands(order.review_id, counted=8, waiting=0))
    assert reviewing.state.part(InsightsState).stale, "what their games say is read anew"
    assert tick(reviewing).one(GoOnReviewing).person == Person(("Mei", "梅"), here=True)


def test_the_games_of_another_player_are_reviewed_without_ones_own_and_can_be_stopped(
    hot_seat: Session,
) -> None:
    hot_seat.send(ReviewTheirGames("吕钦"))
    assert tick(hot_seat).one(GoOnReviewing).person == Person(("吕钦",))
    assert PauseReviewing in [type(effect) for effect in hot_seat.send(ReviewTheirGames(""))]
    assert tick(hot_seat).found(GoOnReviewing) == []


def test_the_second_person_is_not_asked_for_games_without_a_name(hot_seat: Session) -> None:
    hot_seat.send(ChangeSettings({"people": ["Mei", "Li Wei; 李伟"], "person": 1}))
    assert tick(hot_seat).one(GoOnReviewing).person == Person(("Li Wei", "李伟"), here=False)


def test_reports_are_shown_and_those_of_earlier_orders_dropped(reviewing: Session) -> None:
    reviews = reviewing.state.part(InsightsState).reviews
    reviewing.send(ReviewingStands(reviews.id, 3, 2, 1))
    now = reviewing.state.part(InsightsState).reviews
    assert (now.counted, now.waiting, now.left_out, now.running) == (3, 2, 1, True)
    reviewing.send(ReviewingStands(reviews.id - 1, 9, 9, 9))
    assert reviewing.state.part(InsightsState).reviews == now


def test_a_failure_is_told_and_ends_the_reviews_until_one_goes_on(reviewing: Session) -> None:
    reviewing.send(ReviewingStands(reviewing.state.part(InsightsState).reviews.id, failure="locked"))
    assert reviewing.state.part(InsightsState).reviews.failure == "locked"
    assert tick(reviewing).found(GoOnReviewing) == []
    reviewing.send(LibraryChanged())
    assert len(tick(reviewing).found(GoOnReviewing)) == 1


# ---- The process ----


MOVES = ("h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "g3g4", "c6c5")
"""Sound ones, since a doubtful move is searched for a million positions, and of a busy machine the process,
which is humble, may have a hundredth."""

LONG, SHORT = 7, 2
"""Plies of the first game, if something happens during its review, and if it is only to be reviewed."""


def games_played(count: int, plies: int) -> None:
    with Library() as library:
        for seed in range(count):
            game = Game(headers={"Red": "Player", "Black": "Computer, level 3"})
            game.root.extend(map(Move.from_iccs, MOVES[: plies + seed]))
            library.keep(game, Played(f"2026-01-0{seed + 1}", RED, black_level=3))


def ready(count: int, plies: int = SHORT) -> Runner:
    games_played(count, plies)
    runner = Runner()
    runner.send(ChangeSettings({"people": [""]}))
    return runner


def test_games_are_reviewed_while_the_window_is_idle_and_only_once() -> None:
    with ready(2) as runner:
        until(runner, lambda: runner.state.part(InsightsState).reviews.waiting == 0)
        assert runner.state.part(InsightsState).reviews.counted == 2
    with Library() as library:
        games = library.games_of(Person((), here=True))
        found = counted_moves(library, games)
        assert {move.game for move in found} == {1, 2}
        made = [side.made for side in library.counted(games)]
    with Runner() as runner:
        until(runner, lambda: runner.state.part(InsightsState).reviews.waiting == 0)
    with Library() as library:
        assert [side.made for side in library.counted(games)] == made


def test_the_window_closes_in_the_middle_of_a_review_and_the_next_one_goes_on() -> None:
    runner = ready(2, LONG)
    service = runner._site.one(ReviewService)
    until(runner, lambda: runner.state.part(InsightsState).reviews.counted)
    assert service._thread.is_alive()
    runner.close()
    assert not service._thread.is_alive()
    with Runner() as runner:
        until(runner, lambda: runner.state.part(InsightsState).reviews.waiting == 0)
        assert runner.state.part(InsightsState).reviews.counted == 2


@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals there")
def test_a_process_that_is_killed_is_started_again() -> None:
    with ready(2, LONG) as runner:
        service = runner._site.one(ReviewService)
        until(runner, lambda: service._process._child is not None)
        child = service._process._child
        assert child is not None
        until(runner, lambda: os.getpriority(os.PRIO_PROCESS, child.pid) == 19)
        child.kill()
        until(runner, lambda: runner.state.part(InsightsState).reviews.waiting == 0)
        assert runner.state.part(InsightsState).reviews.counted == 2


def has_ended(reviews: BackgroundReview) -> bool:
    return reviews.waiting == 0 or bool(reviews.failure)


def test_a_deleted_game_is_no_fault() -> None:
    """Another program deletes it while it is reviewed: the last one comes first."""
    with ready(2, LONG) as runner:
        service = runner._site.one(ReviewService)
        until(runner, lambda: service._process._child is not None)
        runner._site.one(LibraryService).library().delete([2])
        until(runner, lambda: has_ended(runner.state.part(InsightsState).reviews))
        assert runner.state.part(InsightsState).reviews.failure == ""


def test_a_pause_stops_a_search_and_it_is_done_again_afterwards() -> None:
    judge, search = EngineJudge(3_000_000), PausedSearch()
    line = Line().then(Move.from_iccs("h2e2"))
    found: list[Info | None] = []
    worker = threading.Thread(target=lambda: found.append(search.by(judge)(line, 1)))
    worker.start()
    search.pause()
    judge.nodes = 2000  # for the repeated search
    time.sleep(0.3)
    assert found == []
    assert worker.is_alive()
    search.go()
    worker.join(300)
    [report] = found
    assert report is not None
    assert report.nodes >= 1000

"""The page of progress: each card leads to its games or exercises, or says what is missing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from insights_screens import about, few, insights, known, many
from screens import SUMMARY, no_rating, rating
from ui_session import Session

from xiangqi.action import Action
from xiangqi.app.event import Tick
from xiangqi.app.exercises.asks import PracticeRead
from xiangqi.app.exercises.practice import Train
from xiangqi.app.insights.asks import AskInsights
from xiangqi.app.insights.pages import ChooseClaim, OpenInsights, PractiseClaim
from xiangqi.app.insights.sparring import FindTheirGames
from xiangqi.app.insights.state import InsightsPage, InsightsState
from xiangqi.app.library.asks import ListOwnGames
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import LibraryPage
from xiangqi.app.openings.place import OpenRepertoire
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, PracticeSummary, TrainingRequest
from xiangqi.core.constants import RED
from xiangqi.ui.parts.rating_curve import RatingCurve
from xiangqi.ui.parts.result_table import ResultTable
from xiangqi.ui.toolkit.controls import Tabs
from xiangqi.ui.toolkit.widgets import Button, Label


def button(session: Session, key: str) -> Button:
    found = session.widget(key)
    assert isinstance(found, Button)
    return found


def words(session: Session, key: str) -> str:
    found = session.widget(key)
    assert isinstance(found, Label)
    return found.text


def gold(session: Session) -> list[Button]:
    return [one for one in session.screen.stage.widgets if isinstance(one, Button) and one.primary]


@pytest.fixture(scope="module")
def full() -> Session:
    session = Session((1366, 740))
    rating(session)
    session.draw()
    return session


@pytest.mark.parametrize(
    ("key", "action"),
    [
        ("progress.rating.link", OpenLibrary(LibraryPage.GAMES)),
        ("progress.losses.link", OpenInsights(InsightsPage.CLAIMS)),
        ("progress.results.link", OpenLibrary(LibraryPage.GAMES)),
        ("progress.exercises.link", OpenPanel(Panel.EXERCISES)),
        ("progress.openings.link", OpenRepertoire(RED)),
        ("progress.due", Train(TrainingRequest(ExerciseSet.DUE))),
        ("views.find", OpenInsights(InsightsPage.PLAYERS)),
    ],
)
def test_each_card_leads_to_its_games_or_exercises(full: Session, key: str, action: Action) -> None:
    assert button(full, key).action == action


def test_the_costliest_weakness_is_practised_by_the_gold_button(full: Session) -> None:
    [found] = gold(full)
    assert found.action == PractiseClaim(max(many().insights.claims, key=lambda claim: claim.faults))
    assert button(full, "progress.loss.0").label == "By allowing horse forks"
    assert [button(full, f"progress.loss.{place}").note for place in range(3)] == [  # type: ignore[attr-defined]
        "141 mistakes",
        "103 mistakes",
        "96 mistakes",
    ]


def test_the_most_frequent_weakness_stands_first_and_leads_to_its_own_positions() -> None:
    report = many()
    claims = tuple(reversed(report.insights.claims))  # the most certain is not the most frequent
    session = Session((1366, 740))
    insights(session, replace(report, insights=replace(report.insights, claims=claims)))
    session.send(PracticeRead(SUMMARY), OpenPanel(Panel.RATING))
    session.draw()
    [found] = gold(session)
    assert found.action == PractiseClaim(claims[-1])
    assert button(session, "progress.loss.0").action.actions[0] == ChooseClaim(len(claims) - 1)  # type: ignore[union-attr]


def test_the_rating_says_what_it_is_and_since_when_it_has_changed(full: Session) -> None:
    assert "level 1 is 800" in words(full, "progress.rating.note")
    assert words(full, "progress.change") == "−100 since 1 Jun 2025"


def in_period(place: int, *, today: str = "2026.10.20") -> Session:
    session = Session((1366, 740))
    rating(session)
    session.state = replace(session.state, today=today)
    session.draw()
    choice = session.widget("progress.period")
    assert isinstance(choice, Tabs)
    session.click(choice.cells()[place].center)
    session.draw()
    return session


@pytest.mark.parametrize(
    ("place", "ratings", "change", "games"),
    [
        (0, [1420, 1405], "−20 since 30 Sep", None),
        (1, [1430, 1380, 1420, 1405], "−30 since 24 Dec 2025", "4"),
        (2, [1500, 1430, 1380, 1420, 1405], "−100 since 1 Jun 2025", "4"),
    ],
)
def test_rating_and_results_are_those_of_the_period(
    place: int, ratings: list[int], change: str, games: str | None
) -> None:
    session = in_period(place)
    curve = session.widget("progress.curve")
    assert isinstance(curve, RatingCurve)
    assert [one.mean for one in curve.estimates] == ratings
    assert words(session, "progress.change") == change
    assert button(session, "progress.results.link").label == "all 4 games"
    if games is None:
        assert words(session, "progress.results.missing") == "You finished no games in this period."
    else:
        assert session.screen.stage.widget("progress.results.missing") is None


def test_a_period_without_games_says_so() -> None:
    session = in_period(0, today="2028.01.01")
    assert words(session, "progress.curve.missing") == "You finished no games in this period."
    assert session.screen.stage.widget("progress.change") is None


def test_the_exercises_tell_the_best_and_the_weakest_theme(full: Session) -> None:
    told = [words(full, f"progress.exercises.{place}") for place in range(4)]
    assert told == ["solved at the first try", "tried: 142", "best: Mate", "weak: Two chariots"]
    assert full.widget("progress.ring").text == "71%"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("reviewed", "missing"), [(3, "2 more reviewed games are"), (4, "1 more reviewed game is")]
)
def test_with_too_few_games_it_says_how_many_are_missing_and_what_counts(reviewed: int, missing: str) -> None:
    session = Session()
    insights(session, replace(few(), reviewed=reviewed))
    session.send(PracticeRead(replace(SUMMARY, due=0)), OpenPanel(Panel.RATING))
    session.draw()
    told = words(session, "progress.reviews.missing")
    assert told.startswith(missing)
    assert "starting position count" in told
    rated = words(session, "progress.rating.missing")
    assert "at least eight moves" in rated
    assert "resigned" in rated
    assert gold(session) == []


def test_mistakes_that_are_due_are_practised_while_nothing_is_claimed() -> None:
    session = Session()
    no_rating(session)
    session.draw()
    [found] = gold(session)
    assert (found.label, found.action) == ("Practise 4 mistakes", Train(TrainingRequest(ExerciseSet.DECK)))


def test_who_has_not_said_which_games_count_is_asked() -> None:
    session = Session()
    session.send(PracticeRead(PracticeSummary()), OpenPanel(Panel.RATING))
    session.draw()
    assert button(session, "progress.whose.go").action == OpenInsights(InsightsPage.CLAIMS)


def test_it_is_about_oneself_after_a_look_at_another_player_and_is_read_at_once() -> None:
    session = Session()
    insights(session, many())
    about(session, "吕钦", known())
    session.send(OpenPanel(Panel.RATING), Tick(session.now))
    assert session.state.part(InsightsState).name == ""
    asked = [effect for effect in session.effects if isinstance(effect, AskInsights)]
    assert asked[-1].name == ""
    assert any(isinstance(effect, ListOwnGames) for effect in session.effects)


def test_the_games_of_another_player_stand_by_year_and_are_listed_by_a_click() -> None:
    session = Session((1366, 740))
    about(session, "吕钦", known(), InsightsPage.GAMES)
    session.draw()
    years = session.widget("insights.years")
    assert isinstance(years, ResultTable)
    assert {row.name: row.action for row in years.rows}["1999"] == FindTheirGames("吕钦", year=1999)

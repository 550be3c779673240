"""The page of the sets of exercises."""

from __future__ import annotations

from dataclasses import replace

import pytest
from screens import SUMMARY
from ui_session import Session

from xiangqi.app.exercises.asks import PracticeRead, SolvedLoaded
from xiangqi.app.exercises.classics import OpenClassics
from xiangqi.app.exercises.practice import Train
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import LEVELS, ExerciseSet, PracticeSummary, TrainingRequest
from xiangqi.exercises.old_books import ClassicGoal
from xiangqi.ui.exercises.pips import Pips
from xiangqi.ui.toolkit.tiles import Tile
from xiangqi.ui.toolkit.widgets import Button


def shown(known: PracticeSummary, *solved: str) -> Session:
    session = Session()
    session.send(PracticeRead(known), SolvedLoaded(frozenset(solved)), OpenPanel(Panel.EXERCISES))
    session.draw()
    return session


def tile(session: Session, key: str) -> Tile:
    found = session.widget(key)
    assert isinstance(found, Tile)
    return found


@pytest.mark.parametrize(
    ("cards", "due", "detail", "badge", "usable"),
    [
        (0, 0, "None yet: reviews of your games collect them", "", False),
        (12, 0, "Nothing due", "", False),
        (12, 1, "1 position due", "1", True),
    ],
)
def test_own_mistakes_can_be_practised_alone(
    cards: int, due: int, detail: str, badge: str, usable: bool
) -> None:
    session = shown(replace(SUMMARY, cards=cards, due=due, lines=5, due_lines=5))
    deck = tile(session, "exercises.deck")
    assert (deck.detail, deck.badge, deck.enabled) == (detail, badge, usable)
    assert deck.action == Train(TrainingRequest(ExerciseSet.DECK))
    assert tile(session, "exercises.due").badge == str(due + 5)


def test_what_is_not_due_says_when_it_will_be() -> None:
    session = shown(replace(SUMMARY, cards=12, due=0, lines=0, due_lines=0, next_due="2026-11-29"))
    session.state = replace(session.state, today="2026-11-28")
    session.draw()
    for name in ("due", "deck"):
        found = tile(session, f"exercises.{name}")
        assert (found.detail, found.enabled) == ("Next: tomorrow", False)


@pytest.mark.parametrize(
    ("todays", "due", "label", "wanted"),
    [
        ((None,) * 10, 4, "Start today's ten", ExerciseSet.TODAY),
        ((True, False, *(None,) * 8), 4, "Continue today's ten", ExerciseSet.TODAY),
        ((True,) * 10, 4, "Practise 4 mistakes", ExerciseSet.DECK),
        ((True,) * 10, 0, "Mixed exercises", ExerciseSet.MIXED),
    ],
)
def test_the_gold_button_is_todays_ten_until_they_are_done(
    todays: tuple[bool | None, ...], due: int, label: str, wanted: ExerciseSet
) -> None:
    done = sum(result is not None for result in todays)
    session = shown(replace(SUMMARY, today=done, todays=todays, due=due))
    [gold] = [one for one in session.screen.stage.widgets if isinstance(one, Button) and one.primary]
    assert (gold.label, gold.action) == (label, Train(TrainingRequest(wanted)))
    squares = session.widget("exercises.squares")
    assert isinstance(squares, Pips)
    assert (squares.results, squares.place) == (todays, done if done < 10 else -1)


def test_every_theme_level_and_course_of_classics_is_a_tile() -> None:
    session = shown(SUMMARY)
    for theme, _count in SUMMARY.themes:
        assert tile(session, f"set.{theme}").action == Train(TrainingRequest(ExerciseSet.THEME, theme))
    for name, ratings in LEVELS.items():
        begin = Train(TrainingRequest(ExerciseSet.LEVEL, ratings=ratings))
        assert tile(session, f"set.{name}").action == begin
    for goal in ClassicGoal:
        assert tile(session, f"set.classics.{goal.value}").action == OpenClassics(goal.value)
    assert tile(session, "set.fork").detail == "9/12 solved · 120 in all"
    assert tile(session, "set.fork").picture is not None


def test_solved_classics_are_counted() -> None:
    classics = {"mate": frozenset("abc"), "win": frozenset("d")}
    session = shown(replace(SUMMARY, classics=classics), *"abx")
    mates = tile(session, "set.classics.mate")
    assert (mates.detail, mates.share) == ("Solved: 2 of 3", 2 / 3)
    assert tile(session, "set.classics.win").share == 0.0

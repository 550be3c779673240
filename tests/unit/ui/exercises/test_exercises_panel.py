"""The list of the kinds of exercises."""

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
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.exercises.old_books import ClassicGoal
from xiangqi.ui.toolkit.lists import ListBox


@pytest.mark.parametrize(
    ("cards", "due", "details"),
    [(0, 0, []), (12, 0, ["Nothing due"]), (12, 1, ["1 position due"])],
)
def test_own_mistakes_can_be_practised_alone(cards: int, due: int, details: list[str]) -> None:
    session = Session()
    session.send(PracticeRead(replace(SUMMARY, cards=cards, due=due, lines=5, due_lines=5)))
    session.send(OpenPanel(Panel.EXERCISES))
    session.draw()
    listed = session.widget("exercises")
    assert isinstance(listed, ListBox)
    deck = Train(TrainingRequest(ExerciseSet.DECK))
    assert [row.detail for row in listed.rows if row.action == deck] == details


def test_classics_are_listed_by_goal() -> None:
    session = Session()
    session.send(PracticeRead(SUMMARY))
    session.send(OpenPanel(Panel.EXERCISES))
    session.draw()
    listed = session.widget("exercises")
    assert isinstance(listed, ListBox)
    goals = [row.action.goal for row in listed.rows if isinstance(row.action, OpenClassics)]
    assert goals == [goal.value for goal in ClassicGoal]


def test_solved_classics_are_counted() -> None:
    session = Session()
    session.send(PracticeRead(replace(SUMMARY, classics={"mate": frozenset("abc"), "win": frozenset("d")})))
    session.send(SolvedLoaded(frozenset("abx")), OpenPanel(Panel.EXERCISES))
    session.draw()
    listed = session.widget("exercises")
    assert isinstance(listed, ListBox)
    mates, wins, draws = (row for row in listed.rows if isinstance(row.action, OpenClassics))
    assert (mates.detail, mates.share) == ("Solved: 2 of 3", 2 / 3)
    assert wins.share is None
    assert draws.share is None

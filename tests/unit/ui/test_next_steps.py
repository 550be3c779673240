"""What one most likely wants next: one gold button on a panel, and what fills an empty list."""

from __future__ import annotations

from dataclasses import replace

import pytest
from library_screens import with_own
from screens import COURSES, SCREENS, SUMMARY, prepared
from ui_session import Session

from xiangqi.app.exercises.asks import PracticeRead
from xiangqi.app.exercises.practice import ContinueGame, Train
from xiangqi.app.game.at_once import PlayComputer
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.library.state import LibraryPage
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.update import Answer
from xiangqi.ui.toolkit.widgets import Button, Label

NEW_GAME = OpenPanel(Panel.NEW_GAME)


def primary(session: Session) -> list[str]:
    widgets = session.screen.stage.widgets
    return [
        widget.key for widget in widgets if isinstance(widget, Button) and widget.primary and widget.enabled
    ]


def label_of(session: Session, key: str) -> str:
    widget = session.widget(key)
    assert isinstance(widget, Label)
    return widget.text


@pytest.mark.parametrize(
    "name",
    [
        *("welcome, answered", "new game", "engines", "engine", "no engine", "save", "export", "game list"),
        *(
            "list of puzzles",
            "practice, list",
            "start page",
            "home, newcomer",
            "home, club player",
            "exercises",
            "courses",
            "rating",
        ),
        *("search of the library", "editor", "rules"),
    ],
)
def test_one_button_is_gold(name: str) -> None:
    assert name in SCREENS
    gold = primary(prepared(name, (1366, 768), "en"))
    assert len(gold) == 1, gold


def test_home_leads_to_the_likeliest() -> None:
    session = prepared("start page", (1180, 900), "en")
    assert ContinueGame() in session.click_widget("home.likely")
    fresh = Session()
    fresh.settle(experience="often")
    fresh.send(Resign(), Answer(True), PracticeRead(SUMMARY), OpenPanel(Panel.START))
    fresh.draw()
    assert f"{SUMMARY.due} due" in label_of(fresh, "home.title")
    assert Train(TrainingRequest(ExerciseSet.DECK)) in fresh.click_widget("home.likely")
    mended = replace(SUMMARY, due=0)
    fresh.send(PracticeRead(mended), OpenPanel(Panel.START))
    fresh.draw()
    assert Train(TrainingRequest(ExerciseSet.TODAY)) in fresh.click_widget("home.likely")
    done = Session()
    done.settle(experience="often")
    done.send(
        Resign(), Answer(True), PracticeRead(replace(mended, today=SUMMARY.daily)), OpenPanel(Panel.START)
    )
    done.draw()
    assert PlayComputer() in done.click_widget("home.likely")


def test_courses_go_on_with_the_first_that_is_not_done() -> None:
    session = Session()
    done = COURSES[2]
    session.send(PracticeRead(replace(SUMMARY, courses=(done, COURSES[0]))), OpenPanel(Panel.COURSES))
    session.draw()
    lesson = Train(TrainingRequest(ExerciseSet.LESSON, COURSES[0].key))
    assert lesson in session.click_widget("courses.go_on")


@pytest.mark.parametrize(
    ("page", "button"),
    [(LibraryPage.GAMES, "games.fill"), (LibraryPage.FIGURES, "library.none.fill")],
)
def test_an_empty_library_leads_to_a_game(page: LibraryPage, button: str) -> None:
    session = Session()
    with_own(session, page)
    assert NEW_GAME in session.click_widget(button)
    full = prepared("library" if page is LibraryPage.GAMES else "figures", (1180, 900), "en")
    assert full.screen.stage.widget(button) is None

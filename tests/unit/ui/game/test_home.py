"""Home: what one can go on with and begin, in an order that follows from what one has done."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest
from screens import COURSES, SUMMARY, prepared
from ui_session import Session

from xiangqi.app.exercises.asks import PracticeRead
from xiangqi.app.exercises.practice import ContinueGame, Train
from xiangqi.app.game.play import NewGame, PlayFriend
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.lessons.asks import StarsKnown
from xiangqi.app.lessons.going_through import StartLesson
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.places import GoToPlace, Place
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, PracticeSummary, TrainingRequest
from xiangqi.app.update import Answer, Cancel, initial_state
from xiangqi.lessons.lesson import load_lessons
from xiangqi.storage.settings import Settings
from xiangqi.ui.game.start_panel import START_LIST
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.widgets import Button, Label

NOTHING_DONE = PracticeSummary(daily=10, courses=COURSES)


def at_home(summary: PracticeSummary) -> Session:
    session = Session()
    session.send(NewGame(Setup(Player(), Player(PlayerKind.COMPUTER, 3))), Answer(True))
    session.send(PracticeRead(summary), OpenPanel(Panel.START))
    session.draw()
    return session


def rows(session: Session) -> ListBox:
    widget = session.widget(START_LIST)
    assert isinstance(widget, ListBox)
    return widget


def headings(session: Session) -> list[str]:
    return [row.text for row in rows(session).rows if row.heading]


def test_who_is_new_finds_lessons_first_and_nothing_to_play_again() -> None:
    session = at_home(NOTHING_DONE)
    assert headings(session) == ["Lessons and courses", "Play", "Today", "Your games"]
    assert "Rematch" not in [row.text for row in rows(session).rows]
    first = load_lessons()[0].key
    assert StartLesson(first) in session.click_widget("start.likely")


def test_lessons_go_on_with_the_first_that_is_not_done() -> None:
    session = at_home(NOTHING_DONE)
    done, following = load_lessons()[:2]
    session.send(StarsKnown({task.key: 3 for task in done.tasks}))
    session.draw()
    assert StartLesson(following.key) in session.click_widget("start.likely")


def test_who_has_played_finds_playing_first() -> None:
    session = at_home(replace(NOTHING_DONE, days=1, streak=1))
    assert headings(session) == ["Play", "Lessons and courses", "Your games"], (
        "today's exercises are the likeliest"
    )
    session.send(NewGame(Setup(Player(), Player(PlayerKind.COMPUTER, 3))))
    session.play("h2e2")
    session.send(Resign(), Answer(True), OpenPanel(Panel.START))
    session.draw()
    again = rows(session).rows[1]
    assert (again.text, again.detail) == ("Rematch", "Red against Computer (level 3)")


@pytest.mark.parametrize(
    "summary", [NOTHING_DONE, SUMMARY, replace(SUMMARY, today=SUMMARY.daily)], ids=["new", "today", "done"]
)
@pytest.mark.parametrize("moves", ["", "h2e2"])
def test_nothing_is_offered_twice_at_home(summary: PracticeSummary, moves: str) -> None:
    session = at_home(summary)
    session.send(Cancel())
    session.play(moves)
    session.send(OpenPanel(Panel.START))
    session.draw()
    likely = session.widget("start.likely")
    assert isinstance(likely, Button)
    offered = [row.action for row in rows(session).rows if not row.heading] + [likely.action]
    assert all(offered.count(action) == 1 for action in offered)
    empty = [row for row, after in pairwise(rows(session).rows) if row.heading and after.heading]
    assert not empty, "no group without a row"
    told = session.widget("start.told")
    assert isinstance(told, Label)
    assert told.text, "what the button leads to"


@pytest.mark.parametrize(
    ("due", "told"),
    [
        ({"due": 1, "due_lines": 0}, "1 mistake"),
        ({"due": 0, "due_lines": 1}, "1 opening position"),
        ({"due": 2, "due_lines": 3}, "2 mistakes · 3 opening positions"),
        ({"next_due": "2026-12-01"}, "Next due: 1 Dec 2026"),
    ],
)
def test_mistakes_and_openings_that_are_due_are_one_row(due: dict[str, int], told: str) -> None:
    session = at_home(replace(NOTHING_DONE, days=1, lines=5, **due))  # type: ignore[arg-type]
    (row,) = (row for row in rows(session).rows if row.text == "Due today")
    assert (row.detail, row.action) == (told, Train(TrainingRequest(ExerciseSet.DUE)))


def test_the_game_that_is_not_over_is_the_likeliest() -> None:
    session = at_home(SUMMARY)
    session.send(GoToPlace(Place.PLAY))
    session.play("h2e2")
    session.send(OpenPanel(Panel.START))
    session.draw()
    assert ContinueGame() in session.click_widget("start.likely")


@pytest.mark.parametrize("name", ["playing", "analysis", "exercise", "rules", "settings", "library", "courses"])
def test_the_way_home_is_always_there(name: str) -> None:
    session = prepared(name, (1366, 768), "en")
    session.click_widget("rail.home")
    assert session.state.panel is Panel.START


def test_home_has_a_key() -> None:
    session = at_home(SUMMARY)
    session.key(pygame.K_ESCAPE)
    session.key(pygame.K_h, pygame.KMOD_CTRL)
    assert session.state.panel is Panel.START


def test_two_friends_are_asked_for_their_names_once() -> None:
    session = Session(state=initial_state(Settings(language="en")))
    session.send(PlayFriend())
    assert session.state.panel is Panel.NEW_GAME
    assert session.state.draft.is_hot_seat
    session.send(NewGame(Setup(Player(name="Ann"), Player(name="Bo"))))
    kept = [effect for effect in session.effects if isinstance(effect, SaveSettings)][-1]
    later = Session(state=initial_state(kept.settings))
    later.send(PlayFriend())
    assert later.state.panel is None
    assert (later.state.play.setup.red.name, later.state.play.setup.black.name) == ("Ann", "Bo")

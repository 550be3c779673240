"""Every list by keyboard alone and by mouse alone: each row can be reached, seen and chosen."""

from __future__ import annotations

import pygame
import pytest
from screens import prepared
from ui_session import Session

from xiangqi.action import Action
from xiangqi.ui.parts.actions import AskKey
from xiangqi.ui.parts.game_table import GameList
from xiangqi.ui.parts.result_table import ResultTable
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.widgets import HANDLED

LISTS = {
    "help, shortcuts": "help.keys",
    "open": "folder",
    "save": "folder",
    "export": "folder",
    "programs": "folder",
    "recent files": "recent",
    "game list": "games",
    "list of puzzles": "games",
    "practice, list": "games",
    "library": "games",
    "engines": "engines",
    "explorer": "explorer.moves",
}
"""Screens with the key of the list upon each."""

SIZE = (800, 600)


def listed(session: Session, key: str) -> ListBox | ResultTable:
    rows = session.widget(key)
    assert isinstance(rows, ListBox | ResultTable)
    return rows


def last_choice(rows: ListBox | ResultTable) -> tuple[int, Action]:
    """The last row that wants something done."""
    return next(
        (place, rows.rows[place].action)
        for place in reversed(range(len(rows.rows)))
        if rows.rows[place].action is not HANDLED
    )


def is_done(session: Session, action: Action, actions: list[Action]) -> bool:
    if isinstance(action, AskKey):
        return session.screen.memory.asking is not None and session.screen.memory.asking.name == action.name
    return action in actions


@pytest.mark.parametrize(("name", "key"), LISTS.items())
def test_the_last_row_is_chosen_by_keyboard_alone(name: str, key: str) -> None:
    session = prepared(name, SIZE, "en")
    goal = {key, listed(session, key).driver} - {""}
    for _ in session.screen.stage.focusable():
        if session.screen.memory.focus in goal:
            break
        session.key(pygame.K_TAB)
    assert session.screen.memory.focus in goal
    place, action = last_choice(listed(session, key))
    session.key(pygame.K_END)
    while session.screen.memory.rows[key] > place:
        session.key(pygame.K_UP)
    rows = listed(session, key)
    top = rows.rect.top + rows.top_of(place) - rows.offset(session.screen.memory)
    assert rows.rect.top <= top <= rows.rect.bottom - rows.row_height, "it has come in sight"
    assert is_done(session, action, session.key(pygame.K_RETURN))


@pytest.mark.parametrize(("name", "key"), LISTS.items())
def test_the_last_row_is_chosen_by_mouse_alone(name: str, key: str) -> None:
    session = prepared(name, SIZE, "en")
    place, action = last_choice(listed(session, key))
    session.move_mouse(listed(session, key).rect.center)
    session.post(pygame.MOUSEWHEEL, x=0, y=-1000, flipped=False)
    session.draw()
    rows = listed(session, key)
    top = rows.rect.top + rows.top_of(place) - rows.offset(session.screen.memory)
    at = (rows.rect.left + 40, top + rows.row_height // 2)
    assert rows.is_at(at), "it can be seen"
    actions = session.click(at)
    if isinstance(rows, GameList) and not rows.at_once:
        actions += session.click(at)  # the second one of a double click
    assert is_done(session, action, actions)

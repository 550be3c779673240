"""What stands still: strips and actions have the same boxes in all states of a screen; nothing covers them."""

from __future__ import annotations

import pygame
import pytest
from screens import prepared
from ui_session import Session

from xiangqi.ui.toolkit.widgets import Veil, Widget
from xiangqi.ui.window.interface import Interface

STATES = {
    "game": (
        "playing",
        "over",
        "lost",
        "looking back",
        "question",
        "refused",
        "warned",
        "in check",
        "guide",
        "film",
    ),
    "timed game": ("timed", "paused"),
    "record": ("record", "judged record", "unsaved"),
    "analysis": ("analysis", "analysis of five lines", "line shown"),
    "review, all moves": ("reviewed", "mistake"),
    "story": ("story", "story, a moment", "story, a moment, shown", "story, the end", "story, under way"),
}
"""The states of each screen."""

SIZES = [(800, 600), (1180, 900), (1366, 740), (1920, 1050), (2560, 1410), (3840, 2110), (900, 1400)]


def stage(session: Session, size: tuple[int, int]) -> Interface:
    """The screen as it is laid out in a window of a size, without drawing it."""
    session.screen._lay_out(pygame.Surface(size, depth=8), session.state)
    return session.screen.stage


def fixed(shown: Interface) -> dict[str, tuple[int, int, int, int]]:
    """The boxes of the players and of what stands in the row of actions, by key."""
    row = shown.frame.actions
    found = [one for one in shown.widgets if one.key.startswith("player.") or row.contains(one.rect)]
    return {one.key: tuple(one.rect) for one in found if not one.key.startswith(("tooltip", "toast"))}


def over(shown: Interface, slot: pygame.Rect) -> list[str]:
    """The keys of what covers a slot, the veil of a question aside."""
    widgets: list[Widget] = [one for one in shown.widgets if not isinstance(one, Veil)]
    own = ("player.", "taken.")
    hits = [one for one in widgets if one.rect.colliderect(slot) and not slot.contains(one.rect)]
    return [one.key for one in hits if not one.key.startswith(own)]


@pytest.mark.parametrize("name", STATES)
def test_strips_and_actions_stand_still_in_all_states_at_all_sizes(name: str) -> None:
    sessions = {state: prepared(state, (1366, 740), "en") for state in STATES[name]}
    for size in SIZES:
        shown = {state: stage(session, size) for state, session in sessions.items()}
        places = {state: fixed(one) for state, one in shown.items()}
        first = places[STATES[name][0]]
        assert len(first) >= 4, size
        different = [state for state, boxes in places.items() if boxes != first]
        assert different == [], (size, first, [places[state] for state in different])
        for state, one in shown.items():
            frame, keys = one.frame, [widget.key for widget in one.widgets]
            assert [key for key in set(keys) if keys.count(key) > 1] == [], (size, state)
            for slot in (frame.upper_strip, frame.actions, frame.lower_strip):
                assert over(one, slot) == [], (size, state)


def test_what_cannot_be_used_is_dimmed_and_not_left_out() -> None:
    row = ["game.take_back", "game.hint", "game.flip", "game.draw", "game.resign"]
    for state in ("playing", "over", "lost", "timed"):
        shown = stage(prepared(state, (1366, 740), "en"), (1366, 740))
        assert [one.key for one in shown.widgets if shown.frame.actions.contains(one.rect)] == row


@pytest.mark.parametrize("size", [(800, 600), (1366, 740), (1920, 1050)])
@pytest.mark.parametrize("asked", ["question", "two people, a take-back"])
def test_a_question_stands_beside_the_row_that_asks_it(size: tuple[int, int], asked: str) -> None:
    session = prepared(asked, size, "en")
    areas = session.screen.stage.frame
    card, yes = session.widget("question").rect, session.widget("question.yes").rect
    assert not card.colliderect(areas.actions)
    assert 0 < areas.actions.top - yes.bottom < 60

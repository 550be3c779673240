"""A key that is held down counts again, one that was released while the window was busy does not."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest

from xiangqi.app.runner import Runner
from xiangqi.ui.window.held_key import AGAIN_S, FIRST_S, HeldKey
from xiangqi.ui.window.window import Window


def pressed(key: int, mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")


def released(key: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYUP, key=key, mod=0)


def test_a_held_arrow_counts_again_and_again_until_it_is_released() -> None:
    held, left = HeldKey(), pressed(pygame.K_LEFT)
    held.note(left, 0.0)
    times = [step * AGAIN_S / 2 for step in range(100)]
    counted = [time for time in times if held.repeated(time) is left]
    assert counted[0] == pytest.approx(FIRST_S, abs=AGAIN_S)
    assert all(after - before > AGAIN_S - 1e-6 for before, after in pairwise(counted))
    assert len(counted) > 15
    held.note(released(pygame.K_LEFT), 10.0)
    assert held.repeated(20.0) is None


def test_a_key_released_while_the_window_was_busy_counts_once() -> None:
    held = HeldKey()
    for event in (pressed(pygame.K_LEFT), released(pygame.K_LEFT)):
        held.note(event, 5.0)  # both have waited for seconds
    assert held.repeated(5.0) is None


@pytest.mark.parametrize(
    ("key", "mod"),
    [
        (pygame.K_F11, 0),
        (pygame.K_SPACE, 0),
        (pygame.K_RETURN, 0),
        (pygame.K_ESCAPE, 0),
        (pygame.K_p, pygame.KMOD_LCTRL),
        (pygame.K_z, 0),
        (pygame.K_LEFT, pygame.KMOD_LALT),
    ],
)
def test_what_switches_asks_or_leads_away_counts_once(key: int, mod: int) -> None:
    held = HeldKey()
    held.note(pressed(key, mod), 0.0)
    assert held.repeated(10.0) is None


def test_taking_back_repeats_and_the_last_key_that_went_down_is_the_held_one() -> None:
    held, undo = HeldKey(), pressed(pygame.K_z, pygame.KMOD_LCTRL)
    held.note(undo, 0.0)
    assert held.repeated(1.0) is undo
    held.note(pressed(pygame.K_F11), 1.0)
    assert held.repeated(9.0) is None


def test_another_window_takes_the_key_away() -> None:
    held = HeldKey()
    held.note(pressed(pygame.K_DOWN), 0.0)
    held.note(pygame.event.Event(pygame.WINDOWFOCUSLOST), 0.1)
    assert held.repeated(9.0) is None


def test_the_window_handles_a_held_key_again(monkeypatch: pytest.MonkeyPatch) -> None:
    handled: list[int] = []
    with Runner() as runner:
        window = Window(runner)
        monkeypatch.setattr(window, "_handle", lambda event: handled.append(event.type))
        now_s = [1.0]
        monkeypatch.setattr("time.monotonic", lambda: now_s[0])
        pygame.event.clear()
        pygame.event.post(pressed(pygame.K_LEFT))
        for now_s[0] in (1.0, 1.0 + FIRST_S, 1.0 + FIRST_S + AGAIN_S):
            window._take_events()
        pygame.event.post(released(pygame.K_LEFT))
        now_s[0] = 9.0
        window._take_events()
    assert handled == [*[pygame.KEYDOWN] * 3, pygame.KEYUP]

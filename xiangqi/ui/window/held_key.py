"""Repeats a key that is held down, if it acts in steps.

pygame would repeat it by a timer until it learns that the key was released. A window that is busy just then,
say with its first frame at a new size, finds this out late: a key pressed once would count several
times, and F11 might leave full screen again.
"""

from __future__ import annotations

from typing import Final

import pygame

FIRST_S: Final = 0.35
AGAIN_S: Final = 0.04
"""The time from the press to the first repetition, and between repetitions."""

_STEPS: Final = frozenset(
    (
        *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN),
        *(pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN),
        *(pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_TAB),
    )
)
_STEPS_WITH_CTRL: Final = frozenset((pygame.K_y, pygame.K_z))
_OTHER_MODIFIERS: Final = pygame.KMOD_ALT | pygame.KMOD_GUI
_CTRL: Final = pygame.KMOD_CTRL | pygame.KMOD_META


def _repeats(event: pygame.event.Event) -> bool:
    """Return whether a held key repeats; one that opens, switches or answers something counts only once."""
    if event.key in _STEPS_WITH_CTRL:
        return bool(event.mod & _CTRL)
    return event.key in _STEPS and not event.mod & _OTHER_MODIFIERS


class HeldKey:
    """The key that is down, and when it counts again."""

    def __init__(self) -> None:
        self._event: pygame.event.Event | None = None
        self._next_s = 0.0

    def note(self, event: pygame.event.Event, now_s: float) -> None:
        """Note an event: a key that was pressed or released, or the loss of the focus to another window."""
        if event.type == pygame.KEYDOWN:
            self._event = event if _repeats(event) else None
            self._next_s = now_s + FIRST_S
        elif event.type in (pygame.KEYUP, pygame.WINDOWFOCUSLOST):
            self._event = None

    def repeated(self, now_s: float) -> pygame.event.Event | None:
        """Return the event of the held key if it is due to repeat now, else None.

        All events must have been noted before.
        """
        if self._event is None or now_s < self._next_s:
            return None
        self._next_s = now_s + AGAIN_S
        return self._event

"""The story of the game on the board in words, for features that do not know who tells it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from xiangqi.app.session.state import AppState
from xiangqi.coach.wording import Wording

Teller = Callable[[AppState, Wording], list[str]]
"""Returns the sentences of the story, without advice to the player; none before it can be told."""

_TELLERS: Final[list[Teller]] = []


def tells_story(teller: Teller) -> Teller:
    """Register a teller of the story, and return it unchanged."""
    _TELLERS.append(teller)
    return teller


def story_told(state: AppState, words: Wording) -> list[str]:
    """Return the sentences of the story; none before it can be told."""
    return [sentence for teller in _TELLERS for sentence in teller(state, words)]

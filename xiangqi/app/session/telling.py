"""The story of the game on the board in words, for features that do not know who tells it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from xiangqi.app.session.state import AppState
from xiangqi.coach.wording import Wording

Teller = Callable[[AppState, Wording], list[str]]
"""A function that returns the sentences of the story, without advice; none before the story can be told."""

_TELLERS: Final[list[Teller]] = []


def tells_story(teller: Teller) -> Teller:
    """Register a function that tells the story, and return it unchanged."""
    _TELLERS.append(teller)
    return teller


def story_told(state: AppState, words: Wording) -> list[str]:
    """Return the sentences of the story; none before it can be told."""
    return [sentence for teller in _TELLERS for sentence in teller(state, words)]

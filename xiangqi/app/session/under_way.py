"""Determines whether work that an intent asked for is in progress; features answer for their own intents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from xiangqi.action import Action
from xiangqi.app.intent import Intent
from xiangqi.app.session.state import AppState

Answer = Callable[[AppState], bool]

_ANSWERS: Final[dict[type[Action], Answer]] = {}


def under_way(intent: type[Intent]) -> Callable[[Answer], Answer]:
    """Return a decorator that registers a function that returns whether an intent's work is being done."""

    def register(answer: Answer) -> Answer:
        _ANSWERS[intent] = answer
        return answer

    return register


def is_under_way(state: AppState, action: Action | None) -> bool:
    """Return whether an action's work is being done; False for actions that are done at once."""
    answer = None if action is None else _ANSWERS.get(type(action))
    return answer is not None and answer(state)

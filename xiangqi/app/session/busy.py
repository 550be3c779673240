"""Determines whether the player is using an engine or the library; each feature answers for itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from xiangqi.app.session.state import AppState

Answer = Callable[[AppState], bool]

_ANSWERS: Final[list[Answer]] = []


def busy_when(answer: Answer) -> Answer:
    """Register, and return, a function that returns whether its feature needs an engine or the library."""
    _ANSWERS.append(answer)
    return answer


def is_busy(state: AppState) -> bool:
    """Return whether an engine or the library is needed, so that nothing should be done in idle time."""
    return any(answer(state) for answer in _ANSWERS)

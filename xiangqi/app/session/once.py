"""Caches the last result of a pure function of the state, for functions that one drawing calls many times."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from xiangqi.app.session.state import AppState

T = TypeVar("T")


def once_a_state(function: Callable[[AppState], T]) -> Callable[[AppState], T]:
    """Wrap a pure function of the state, so that it is called again only for a different state."""
    kept: list[tuple[AppState, T]] = []

    @wraps(function)
    def remembering(state: AppState) -> T:
        if not kept or kept[0][0] is not state:
            kept[:] = [(state, function(state))]
        return kept[0][1]

    return remembering

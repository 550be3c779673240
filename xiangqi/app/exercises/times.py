"""The displayed times: clocks, the time spent on an exercise, and an engine's thinking time."""

from __future__ import annotations

from xiangqi.app.exercises.modes import Challenge
from xiangqi.app.exercises.state import Training
from xiangqi.app.session import view
from xiangqi.app.session.state import AppState
from xiangqi.core.constants import BLACK, RED


def times(state: AppState) -> tuple[str, ...]:
    """Return the displayed times as texts, to detect changes."""
    shown = (view.reading(state, side) for side in (RED, BLACK))
    clocks = tuple(clock.text for clock in shown if clock is not None)
    return (*clocks, time) if (time := exercise_time(state)) else clocks


def exercise_time(state: AppState) -> str:
    """Return the time spent on the exercise on the board; "" if it is hidden or there is no exercise."""
    challenge, training = state.mode(Challenge), state.held(Training)
    if challenge is None or training is None or not training.timed:
        return ""
    seconds = int(state.now - challenge.asked_at if challenge.took_s is None else challenge.took_s)
    return f"{seconds // 60}:{seconds % 60:02}"


def thinking_time(state: AppState) -> str:
    """Return the search time as minutes and seconds; "" in its first two seconds or without a search."""
    seconds = int(state.now - state.search.started) if state.search is not None else 0
    return f"{seconds // 60}:{seconds % 60:02}" if seconds >= 2 else ""

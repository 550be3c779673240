"""The player's activities by day."""

from __future__ import annotations

from xiangqi.app.library.state import LibraryState
from xiangqi.app.session.habits import Days, days_of
from xiangqi.app.session.state import AppState
from xiangqi.app.session.training import PracticeSummary


def days_done(state: AppState) -> Days:
    """Return the activities of each day: lessons and practice, mistakes corrected, games that ended."""
    practice = state.practice or PracticeSummary()
    games = state.part(LibraryState).own.games
    return days_of(
        {
            "practice": (*state.settings.lesson_days, *practice.practised),
            "mistake": practice.mended,
            "game": (game.played.ended for game in games if game.result != "*"),
        }
    )

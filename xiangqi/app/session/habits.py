"""The days on which the player met goals: the week, the three small goals of a day, the streak."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Final

GOALS: Final = ("practice", "mistake", "game")
"""The three small goals of a day: a lesson or exercises, one of one's own mistakes, a game."""

LONG_AWAY: Final = 7
"""The number of idle days after which a player is welcomed back."""

Days = Mapping[date, frozenset[str]]
"""The `GOALS` met on each day; days without any are missing."""


def day_of(written: str) -> date | None:
    """Return the day of a date in ISO 8601 or in a record's form, whatever follows it; None for no date."""
    try:
        return date.fromisoformat(written[:10].replace(".", "-"))
    except ValueError:
        return None


def days_of(done: Mapping[str, Iterable[str]]) -> Days:
    """Return the goals met on each day.

    Args:
        done: for each of `GOALS`, the dates on which it was done, as `day_of` reads them; others are left out.
    """
    found: defaultdict[date, set[str]] = defaultdict(set)
    for goal, written in done.items():
        for day in map(day_of, written):
            if day is not None:
                found[day].add(goal)
    return {day: frozenset(goals) for day, goals in found.items()}


def week_of(today: date) -> tuple[date, ...]:
    """Return the days of a day's week, Monday to Sunday."""
    monday = today - timedelta(days=today.weekday())
    return tuple(monday + timedelta(days=place) for place in range(7))


def streak(days: Days, today: date) -> int:
    """Return the number of days in a row with a goal met, up to today or, if none is met today, yesterday."""
    day = today if today in days else today - timedelta(days=1)
    count = 0
    while day in days:
        count += 1
        day -= timedelta(days=1)
    return count


def days_away(days: Days, today: date) -> int:
    """Return the number of days since the last one with a goal met; 0 if there is none in the past."""
    past = [day for day in days if day <= today]
    return (today - max(past)).days if past else 0

"""Dates as people say them: today, yesterday, Thursday, 23 Nov, 24 Dec 2022, 1997."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from xiangqi.i18n.message import Message
from xiangqi.library.dates import date_number

_TIME: Final = re.compile(r"\d[T ](\d{2}:\d{2})")
_NEAR: Final = {0: "date.today", 1: "date.yesterday", -1: "date.tomorrow"}
_WEEK: Final = 7  # days ago from which a day of the week could be either of two

day_number: Final = lru_cache(maxsize=4096)(date_number)
"""Dates as numbers that can be compared; the games of a list share few."""


def said_date(written: str, today: str, *, timed: bool = False) -> str:
    """Return a date as people say it: "today", "Thursday", "11 Mar", "2 Jan 2020", "Jan 2020", "2020".

    Args:
        written: the date in a record, however it is written there, or in ISO 8601. Of an impossible date, the
            possible parts are said. A text without a date is returned unchanged.
        today: today's date. Days of the same year are said without the year, the last days by their names.
            "" if it is not known: then every day is said with its year.
        timed: whether the time of day, if it is known, is said with days that are said by a name.
    """
    year, month, day = _parts(written)
    if not year:
        return written
    if not month:
        return Message("date.year", year=str(year))
    name = Message(f"date.month.{month}")
    if not day:
        return Message("date.month", month=name, year=str(year))
    this_year, *rest = _parts(today)
    if all(rest):
        near = _near(date(year, month, day), date(this_year, *rest))
        time = _TIME.search(written) if timed else None
        if near is not None:
            return near if time is None else Message("date.at", day=near, time=time[1])
    if year == this_year:
        return Message("date.day", day=day, month=name)
    return Message("date.full", day=day, month=name, year=str(year))


def _near(day: date, today: date) -> Message | None:
    """Return the name of today, tomorrow or one of the six days before, None for any other day."""
    days_ago = (today - day) // timedelta(days=1)
    if days_ago in _NEAR:
        return Message(_NEAR[days_ago])
    return Message(f"date.weekday.{day.isoweekday()}") if 0 < days_ago < _WEEK else None


def _parts(written: str) -> tuple[int, int, int]:
    """Return the year, month and day of a date, with 0 for missing or impossible parts."""
    number = day_number(written)
    year, month, day = number // 10000, number // 100 % 100, number % 100
    try:
        date(year or 1, month or 1, day or 1)
    except ValueError:
        day = 0
    return year, month, day

"""Dates in everyday words."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from xiangqi.ui.parts.i18n import Texts

_DATE: Final = re.compile(r"(\d{4})(?:[.-](\d{2}))?(?:[.-](\d{2}))?(?:T(\d{2}:\d{2}))?")


def day_words(texts: Texts, written: str, today: str) -> str:
    """Return a date in everyday words: "today, 20:15", "11 Mar", "2 Jan 2020", "Jan 2020".

    Args:
        texts: the texts of the language.
        written: the date in a record or in ISO 8601, with dots or dashes; unknown parts are missing or ``??``.
            The time of day is included for today and yesterday. Any text but a date is returned unchanged.
        today: today's date in the same form; the year is left out of days in the same year.
    """
    year, month, day, time = _parts(written)
    if not year:
        return written.replace(".??", "")
    this_year, this_month, this_day, _ = _parts(today)
    if not month:
        return texts("date.year", year=year)
    name = texts(f"date.month.{month}")
    if not day:
        return texts("date.month", month=name, year=year)
    near = {}
    if this_day:
        now = date(this_year, this_month, this_day)
        near = {now: "date.today", now - timedelta(days=1): "date.yesterday"}
    if (key := near.get(date(year, month, day))) is not None:
        return texts("date.at", day=texts(key), time=time) if time else texts(key)
    return texts("date.day" if year == this_year else "date.full", day=day, month=name, year=year)


def _parts(written: str) -> tuple[int, int, int, str]:
    """Return the year, month, day and time of day of a date, with 0 and "" for missing parts."""
    found = _DATE.match(written)
    if found is None:
        return 0, 0, 0, ""
    year, month, day = (int(part or 0) for part in found.groups()[:3])
    try:
        date(year, month or 1, day or 1)
    except ValueError:
        return 0, 0, 0, ""
    return year, month, day, found[4] or ""

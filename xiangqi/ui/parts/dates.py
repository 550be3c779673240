"""Dates in the player's language."""

from __future__ import annotations

from xiangqi.library.said_dates import said_date
from xiangqi.ui.parts.i18n import Texts


def day_words(texts: Texts, written: str, today: str, *, timed: bool = False) -> str:
    """Return a date in everyday words of the player's language; see `said_date`."""
    return texts.tell(said_date(written, today, timed=timed))

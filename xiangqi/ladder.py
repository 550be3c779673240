"""The number of playing levels, and the conversion of tags written when there were fewer of them.

engine.common.levels defines the levels.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FULL_STRENGTH: Final = 16
"""The highest level."""

_DIGITS: Final = 10  # a number with this many digits is invalid

FORMER_FULL_STRENGTHS: Final = (10, 12)
"""The highest level of earlier versions; the first is meant if a file does not record the number of levels."""


def of_today(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the tags of a game with earlier numbers for full strength replaced with the current one.

    >>> of_today({"Red": "Computer, level 10", "RedLevel": "10"})
    {'Red': 'Computer, level 16', 'RedLevel': '16', 'Levels': '16'}
    """
    told = dict(headers)
    highest = _number(told.get("Levels", ""), FORMER_FULL_STRENGTHS[0])
    for side in ("Red", "Black"):
        if _number(told.get(f"{side}Level", ""), 0) >= highest:
            told |= {f"{side}Level": str(FULL_STRENGTH), "Levels": str(FULL_STRENGTH)}
            before, found, after = told.get(side, "").rpartition(f"level {highest}")
            if found and not after:
                told[side] = f"{before}level {FULL_STRENGTH}"
    return told


def renamed(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the tags converted by `of_today` if a player's name has the current level, else unchanged."""
    highest = headers.get("Levels", str(FORMER_FULL_STRENGTHS[0]))
    sides = [side for side in ("Red", "Black") if headers.get(f"{side}Level") == highest]
    if any(headers.get(side, "").endswith(f"level {FULL_STRENGTH}") for side in sides):
        return of_today(headers)
    return dict(headers)


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < _DIGITS else otherwise

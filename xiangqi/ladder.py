"""The number of playing levels; engine.common.levels defines them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FULL_STRENGTH: Final = 12
"""The highest level."""

_DIGITS: Final = 10  # of the largest valid number

FORMER_FULL_STRENGTH: Final = 10
"""The highest level in files that do not record the number of levels."""


def of_today(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the tags of a game with the current level of full strength; other versions had a different one.

    >>> of_today({"Red": "Computer, level 10", "RedLevel": "10"})
    {'Red': 'Computer, level 12', 'RedLevel': '12', 'Levels': '12'}
    """
    told = dict(headers)
    highest = _number(told.get("Levels", ""), FORMER_FULL_STRENGTH)
    for side in ("Red", "Black"):
        if _number(told.get(f"{side}Level", ""), 0) >= highest:
            told |= {f"{side}Level": str(FULL_STRENGTH), "Levels": str(FULL_STRENGTH)}
            before, found, after = told.get(side, "").rpartition(f"level {highest}")
            if found and not after:
                told[side] = f"{before}level {FULL_STRENGTH}"
    return told


def renamed(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the tags of a game in which only a player's name has the current level of full strength so far."""
    sides = [side for side in ("Red", "Black") if headers.get(f"{side}Level") == str(FORMER_FULL_STRENGTH)]
    is_former = "Levels" not in headers
    if is_former and any(headers.get(side, "").endswith(f"level {FULL_STRENGTH}") for side in sides):
        return of_today(headers)
    return dict(headers)


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < _DIGITS else otherwise

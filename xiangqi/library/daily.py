"""The masters' games of the day: a few games with one of the given openings, different ones every day."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

from xiangqi.library.library import Library
from xiangqi.library.query import Query
from xiangqi.openings import ancestors

MOST: Final = 5
"""The number of games for a day."""

_LEAST: Final = 20  # games of an opening; with fewer, those of the opening that it belongs to are taken


class DailyChoice(NamedTuple):
    """The games of a day."""

    opening: str  # the code of the opening that they play
    numbers: tuple[int, ...]  # in the library


def games_of_day(masters: Library, codes: Sequence[str], day: str) -> DailyChoice | None:
    """Return the games of a day, the same all day.

    The result is None if none of the openings, nor of those that they belong to, has at least _LEAST games.

    Args:
        masters: the library of masters' games.
        codes: the openings to choose from, at least one.
        day: the date, as text.

    Raises:
        LibraryError: the library cannot be read.
    """
    ordered = sorted(set(codes))
    random.Random(day).shuffle(ordered)
    for wanted in ordered:
        for code in ancestors(wanted):
            numbers = [number for number, _ in masters.places(Query(opening=code))]
            if len(numbers) >= _LEAST:
                chosen = random.Random(f"{day} {code}").sample(numbers, MOST)
                return DailyChoice(code, tuple(sorted(chosen)))
    return None

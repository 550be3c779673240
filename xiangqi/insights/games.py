"""A player's games in a library, with everything that is known without a review."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.levels import RATINGS
from xiangqi.errors import LibraryError
from xiangqi.library import Library, PlayerGame
from xiangqi.library.dates import date_number
from xiangqi.line import Moves
from xiangqi.openings import family_of
from xiangqi.records.tree import known

_NAMES: Final = {RED: "Red", BLACK: "Black"}
_SCORES: Final = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
_LEVEL: Final = re.compile(r"Computer, level (\d{1,2})")
_RATING: Final = re.compile(r"\d{3,4}")


@dataclass(frozen=True)
class PlayedGame:
    """One game of a player."""

    number: int  # in the library
    side: int  # RED or BLACK, the player's
    year: int  # 0 if unknown
    month: int  # 1 to 12, or 0 if unknown
    score: float | None  # 1.0 for a win, 0.5 for a draw, 0.0 for a loss, None without a result
    opening: str  # one of openings.CODES, or ""
    opponent: str  # "" if unknown
    opponent_rating: int | None
    moves: Moves  # of the main line
    day: int = 0  # 1 to 31, or 0 if unknown

    @property
    def family(self) -> str:
        """The first code of the opening's family, or ""."""
        return family_of(self.opening) if self.opening else ""


def games_in(library: Library, games: Iterable[PlayerGame]) -> Iterator[PlayedGame]:
    """Yield some games of a library, leaving out those that cannot be read."""
    for one in games:
        try:
            hit, moves = library.describe(one.number), library.load(one.number, bare=True).main_line()
        except LibraryError:
            continue
        other = _NAMES[one.side ^ (RED | BLACK)]
        date = date_number(hit.headers.get("Date", ""))
        red_score = _SCORES.get(hit.result)
        yield PlayedGame(
            one.number,
            one.side,
            date // 10000,
            date // 100 % 100,
            red_score if red_score is None or one.side == RED else 1.0 - red_score,
            hit.opening or "",
            known(hit.headers, other),
            _rating(hit.headers.get(f"{other}Elo", ""), hit.headers.get(other, "")),
            tuple(moves),
            date % 100,
        )


def _rating(tag: str, name: str) -> int | None:
    """Return the rating given in a record's tag, or that of this program's level with this name, or None."""
    if _RATING.fullmatch(tag.strip()):
        return int(tag)
    level = _LEVEL.fullmatch(name)
    return RATINGS.get(int(level[1])) if level else None

"""Finds the games of a file that match the typed query, and sorts them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from xiangqi.folding import folded, mentions, phrases
from xiangqi.openings import codes_called
from xiangqi.records.packed import PackedGame

_LAST: Final = "\U0010ffff"  # sorts after everything in a record


def _key(first: str, second: str, third: str) -> str:
    """Return the sort key of a game as one string, since strings compare ten times as fast as tuples."""
    return f"{first or _LAST}\0{second or _LAST}\0{third or _LAST}"


ORDERS: Final[dict[str, Callable[[PackedGame], str] | None]] = {
    "file": None,
    "players": lambda game: _key(game.red, game.black, game.date),
    "date": lambda game: _key(game.date, game.event, game.red),
    "event": lambda game: _key(game.event, game.date, game.red),
}
"""The orders in which games can be sorted: name -> sort key, None for the order of the file."""


class Finder:
    """Finds games and caches the last result, so that a file that is still being read is searched only once."""

    def __init__(self) -> None:
        self._games: tuple[PackedGame, ...] = ()
        self._query = ""
        self._order = ""
        self._found: list[int] = []
        self._sorted: list[int] = []

    def find(
        self, games: tuple[PackedGame, ...], query: str, order: str, name_of: Callable[[str], str] = str
    ) -> list[int]:
        """Return the indices of games that mention every phrase of a query; the list must not be changed.

        Args:
            games: the games of the file read so far.
            query: the typed text.
            order: one of ORDERS; games that lack the data to be ordered by come last.
            name_of: returns the name of an opening by its code, which is searched as well, as are other names.
        """
        if games is self._games and (query, order) == (self._query, self._order):
            return self._sorted
        known = len(self._games)
        grown = query == self._query and self._games == games[:known]
        if not grown:
            known, self._found = 0, []
        wanted = phrases(query)
        names = {key: folded(name_of(key)) for key in {game.opening_code for game in games} if wanted}
        called = {part: codes_called(part) for part in wanted}
        self._found += [
            place
            for place, game in enumerate(games[known:], known)
            if all(
                mentions(game.words, part)
                or mentions(names[game.opening_code], part)
                or game.opening_code in called[part]
                for part in wanted
            )
        ]
        self._games, self._query, self._order = games, query, order
        key = ORDERS[order]
        self._sorted = self._found
        if key is not None:
            self._sorted = sorted(self._found, key=lambda place: key(games[place]))
        return self._sorted

"""Finds the games of a list that match the typed query, and sorts them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from xiangqi.folding import folded, mentions, phrases
from xiangqi.library.said_dates import day_number
from xiangqi.openings import codes_called
from xiangqi.records.tree import RESULTS
from xiangqi.ui.toolkit.widgets import Memory

COLUMNS: Final = ("result", "red", "black", "opening", "moves", "date")
"""The columns of a table of games, by which it can be sorted."""

LATEST_FIRST: Final = ("moves", "date")
"""The columns that are first sorted from the greatest to the least."""


class Order(NamedTuple):
    """The order of a list."""

    column: str = ""  # one of COLUMNS, "" for the order of the list's source
    descending: bool = False

    @classmethod
    def of(cls, key: str, memory: Memory) -> Order:
        """Return the order of the list with a key."""
        held = memory.rows.get(f"{key}.order", 0)
        return cls(COLUMNS[abs(held) - 1], held < 0) if held else cls()

    def keep(self, key: str, memory: Memory) -> None:
        """Sort the list with a key in this order from now on, and choose its first row."""
        held = COLUMNS.index(self.column) + 1 if self.column else 0
        memory.rows[f"{key}.order"] = -held if self.descending else held
        memory.rows.pop(f"{key}.ply", None)
        memory.rows[key] = 0

    def next(self, column: str, usual: Order | None = None) -> Order:
        """Return the order after a click on a heading: one way, then the other, then the order of the source.

        Args:
            column: the column.
            usual: the order of the source, if the source is sorted by a column.
        """
        first = Order(column, column in LATEST_FIRST)
        other = Order(column, not first.descending)
        shown = usual if usual is not None and not self.column else self
        after = {first: other, other: Order()}.get(shown, first)
        return Order() if after == usual else after


class Listed(Protocol):
    """A game that can be sorted among others."""

    @property
    def red(self) -> str:
        """Red's name, or "" if it is unknown; the same goes for Black's."""

    @property
    def black(self) -> str: ...

    @property
    def result(self) -> str:
        """One of records.tree.RESULTS."""

    @property
    def opening_code(self) -> str:
        """One of openings.CODES, "" for none."""

    @property
    def plies(self) -> int:
        """The length of the main line."""

    @property
    def date(self) -> str:
        """The date as it is written in the record."""


G = TypeVar("G", bound=Listed)


def _date_key(game: Listed) -> str:
    """Return a text that sorts by date and time; "" if the date is unknown."""
    number = day_number(game.date)
    return f"{number:08}{game.date}" if number else ""


_KEYS: Final[dict[str, Callable[[Listed], Any]]] = {
    "result": lambda game: RESULTS.index(game.result) + 1 if game.result in RESULTS else 0,
    "red": attrgetter("red"),
    "black": attrgetter("black"),
    "opening": attrgetter("opening_code"),
    "moves": attrgetter("plies"),
    "date": _date_key,
}
"""Column -> what its games are sorted by; games for which that is "" or 0 come last, whichever way."""


class Finder:
    """Finds games and caches the last result, so that a file that is still being read is searched only once."""

    def __init__(self) -> None:
        self._games: Sequence[Listed] = ()
        self._asked: tuple[str, str] = ("", "")
        self._order = Order()
        self._found: list[int] = []
        self._sorted: list[int] = []

    def find(
        self,
        games: tuple[G, ...],
        query: str,
        order: Order,
        words_of: Callable[[G], str] = attrgetter("words"),
        name_of: Callable[[str], str] = str,
        language: str = "",
    ) -> list[int]:
        """Return the indices of games that mention every phrase of a query; the list must not be changed.

        Args:
            games: the games read so far.
            query: the typed text.
            order: the order in which they are returned.
            words_of: returns the text of a game that is searched, as joined by folding.as_fields.
            name_of: returns the name of an opening by its code, which is searched as well, as are other names.
            language: the language of the texts and names.
        """
        asked = (query, language)
        if games is self._games and (asked, order) == (self._asked, self._order):
            return self._sorted
        known = len(self._games)
        grown = asked == self._asked and self._games == games[:known]
        if not grown:
            known, self._found = 0, []
        wanted = phrases(query)
        names = {key: folded(name_of(key)) for key in {game.opening_code for game in games} if wanted}
        called = {part: codes_called(part) for part in wanted}
        self._found += [
            place
            for place, game in enumerate(games[known:], known)
            if all(
                mentions(words_of(game), part)
                or mentions(names[game.opening_code], part)
                or game.opening_code in called[part]
                for part in wanted
            )
        ]
        self._games, self._asked, self._order = games, asked, order
        self._sorted = _in_order(games, self._found, order)
        return self._sorted


def _in_order(games: Sequence[Listed], found: list[int], order: Order) -> list[int]:
    """Return indices of games in an order; games that lack the value sorted by come last."""
    if not order.column:
        return found
    key = _KEYS[order.column]
    keys = {place: key(games[place]) for place in found}
    known = sorted((place for place in found if keys[place]), key=keys.__getitem__, reverse=order.descending)
    return [*known, *(place for place in found if not keys[place])]

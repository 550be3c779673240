"""Findings of reviews about players' moves, stored with the engine and limits so that no review is repeated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from xiangqi.library.chunks import SIDE_NAMES
from xiangqi.library.players import PlayerGame
from xiangqi.library.schema import translated
from xiangqi.library.store import Store


@dataclass(frozen=True)
class ReviewLimits:
    """The engine and the limits of a review."""

    engine: str  # its name and version
    limits: str  # such as "50000 nodes"


@dataclass(frozen=True)
class CountedSide:
    """The findings of a review about one side's moves in a game."""

    number: int  # the game's number in the library
    side: int  # RED or BLACK
    terms: ReviewLimits
    made: str  # date and time in ISO 8601, local
    moves: bytes  # the side's moves, as packed by the counter


def keep_counted(store: Store, found: CountedSide) -> None:
    """Store findings, replacing earlier ones of a review with the same limits.

    Raises:
        LibraryError: there is no such game, or the library cannot be written.
    """
    store.row(found.number)
    terms, side = found.terms, SIDE_NAMES[found.side]
    with store.writing():
        store.database.execute(
            "INSERT OR REPLACE INTO counted (game, side, engine, limits, made, moves)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (found.number, side, terms.engine, terms.limits, found.made, found.moves),
        )


def uncounted(store: Store, games: Iterable[PlayerGame], terms: ReviewLimits) -> list[PlayerGame]:
    """Return the games of two or more plies not yet reviewed by this engine with these limits, newest first.

    Raises:
        LibraryError: the library cannot be read.
    """
    with translated(store.path):
        rows = store.database.execute(
            "SELECT game, side FROM counted WHERE engine = ? AND limits = ?", (terms.engine, terms.limits)
        )
        known = set(rows.fetchall())
    waiting = [game for game in games if (game.number, SIDE_NAMES[game.side]) not in known and game.plies > 1]
    return sorted(waiting, key=lambda game: -game.number)


def counted_in(store: Store, games: Iterable[PlayerGame]) -> list[CountedSide]:
    """Return the latest findings about each of the games, unless it has none or they are damaged.

    Raises:
        LibraryError: the library cannot be read.
    """
    with translated(store.path):
        rows = store.database.execute(
            "SELECT game, side, engine, limits, made, moves FROM counted ORDER BY made, id"
        ).fetchall()
    latest = {(row[0], row[1]): row for row in rows}
    wanted = ((game, latest.get((game.number, SIDE_NAMES[game.side]))) for game in games)
    read = (_read(game.side, row) for game, row in wanted if row is not None)
    return [found for found in read if found is not None]


def _read(side: int, row: tuple[Any, ...]) -> CountedSide | None:
    number, _, engine, limits, made, moves = row
    if not isinstance(moves, bytes):
        return None
    return CountedSide(int(number), side, ReviewLimits(str(engine), str(limits)), str(made), moves)


def forget_counted(store: Store, games: Iterable[PlayerGame]) -> int:
    """Delete all findings about the games, and return their number: one for each side and set of limits.

    Raises:
        LibraryError: the library cannot be written.
    """
    with store.writing():
        rows = [(game.number, SIDE_NAMES[game.side]) for game in games]
        before = store.database.total_changes
        store.database.executemany("DELETE FROM counted WHERE game = ? AND side = ?", rows)
        return store.database.total_changes - before

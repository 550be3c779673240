"""Finds the games of a person under all of their names, and the players of a library.

Names are compared by `name_key`, which ignores differences of script, case, width and spaces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import LibraryError
from xiangqi.folding import folded
from xiangqi.library.chunks import DELETED, SIDE_NAMES, TWIN, UNCODED, Chunk, Columns
from xiangqi.library.schema import translated
from xiangqi.library.store import Store
from xiangqi.records.tree import known

Mask = npt.NDArray[np.bool_]

NAMELESS: Final = "Player"
"""The name that this program uses for a person without a name."""

HELPED: Final = "helped"
SET_UP: Final = "set up"
"""The reasons for leaving out a game: help or take-backs, or a start from another position."""

_UNRATED: Final = "Unrated"  # the tag for the help that a player has had
_SIDES: Final = (RED, BLACK)


@dataclass(frozen=True)
class Person:
    """A person whose games are searched for."""

    names: tuple[str, ...]  # all of their names
    # whether games played in this program without a name are theirs
    here: bool = False


@dataclass(frozen=True)
class PlayerGame:
    """A game of a person."""

    number: int  # the number of the game in the library
    side: int  # RED or BLACK, the side that the person played
    plies: int  # length of the main line
    left_out: str = ""  # HELPED or SET_UP; "" for a game that counts


@dataclass(frozen=True)
class LibraryPlayer:
    """A player of a library."""

    name: str  # in its most frequent spelling
    games: int  # under any spelling of the name


def name_key(name: str) -> str:
    """Return the form of a name that is compared, which is equal for all of its spellings.

    >>> name_key("吕钦 ") == name_key("呂欽"), name_key("Wang  Tianyi") == name_key("WANG TIANYI")
    (True, True)
    """
    return " ".join(folded(name).split())


def games_of(store: Store, person: Person | None) -> list[PlayerGame]:
    """Return a person's games in the order they were added, without duplicates and unreadable ones.

    None means everybody: each game is included once for each side.

    Raises:
        LibraryError: the library cannot be read.
    """
    chunks = store.chunks()
    if person is None:
        return [
            game for chunk in chunks for game in _found_in(store, chunk, dict.fromkeys(_SIDES, _counts(chunk)))
        ]
    ids = ids_of(store, person.names)
    here = _played_here(store) if person.here else {}
    return [game for chunk in chunks for game in _games_in(store, chunk, ids, here)]


def against_others(games: Iterable[PlayerGame]) -> list[PlayerGame]:
    """Return those of a player's games that were played against somebody else.

    A record that names the same player on both sides, usually by mistake, says nothing about the player.
    """
    games = list(games)
    sides = Counter(game.number for game in games)
    return [game for game in games if sides[game.number] == 1]


def ids_of(store: Store, names: Iterable[str]) -> list[int]:
    """Return the ids of whole names in the library, in all of their spellings.

    Raises:
        LibraryError: the library cannot be read.
    """
    keys = {name_key(name) for name in names} - {""}
    with translated(store.path):
        rows = store.database.execute("SELECT id, text FROM name").fetchall()
    return [int(number) for number, text in rows if name_key(str(text)) in keys]


def _played_here(store: Store) -> dict[int, int]:
    """Return the person's side in each game that a single person has played here, by the game's number."""
    sides = {SIDE_NAMES[side]: side for side in _SIDES}
    with translated(store.path):
        rows = store.database.execute("SELECT game, side FROM played").fetchall()
    return {int(number): sides[side] for number, side in rows if side in sides}


def _counts(chunk: Chunk) -> Mask:
    counts: Mask = chunk.columns["flags"] & (DELETED | TWIN | UNCODED) == 0
    return counts


def _games_in(store: Store, chunk: Chunk, ids: list[int], here: dict[int, int]) -> Iterator[PlayerGame]:
    columns, counts = chunk.columns, _counts(chunk)
    theirs = {side: np.isin(columns[SIDE_NAMES[side]], ids) & counts for side in _SIDES}
    for number, side in here.items():
        place = number - chunk.first_id
        if 0 <= place < len(columns) and counts[place] and _is_nameless(store, columns, place, side):
            theirs[side][place] = True
    yield from _found_in(store, chunk, theirs)


def _found_in(store: Store, chunk: Chunk, theirs: Mapping[int, Mask]) -> Iterator[PlayerGame]:
    for place in np.flatnonzero(theirs[RED] | theirs[BLACK]).tolist():
        plies, why = int(chunk.columns["plies"][place]), _left_out(store, chunk, place)
        for side in _SIDES:
            if theirs[side][place]:
                yield PlayerGame(chunk.first_id + place, side, plies, why)


def _is_nameless(store: Store, columns: Columns, place: int, side: int) -> bool:
    return (store.name(int(columns[SIDE_NAMES[side]][place])) or NAMELESS) == NAMELESS


def _left_out(store: Store, chunk: Chunk, place: int) -> str:
    if chunk.columns["start"][place] != 0:
        return SET_UP
    try:
        return HELPED if store.header(chunk.first_id + place).headers.get(_UNRATED) else ""
    except LibraryError:
        return ""


def players_in(store: Store) -> list[LibraryPlayer]:
    """Return the players of a library, except nameless ones: those with the most games first, then by name.

    All spellings of a name are one player. Games count as in `games_of`, those against oneself not at all.

    Raises:
        LibraryError: the library cannot be read.
    """
    games: Counter[tuple[int, int]] = Counter()  # by the numbers of both names
    for chunk in store.chunks():
        kept = chunk.columns[_counts(chunk)]
        games.update(zip(*(kept[SIDE_NAMES[side]].tolist() for side in _SIDES), strict=True))
    names = {number: _shown_name(store, number) for pair in games for number in pair}
    keys = {number: name_key(name) for number, name in names.items() if name}
    spelt: dict[str, Counter[str]] = {}
    for pair, count in games.items():
        players = [(keys[number], names[number]) for number in pair if number in keys]
        for key, name in players if len({key for key, _ in players}) == len(players) else ():
            spelt.setdefault(key, Counter())[name] += count
    found = [LibraryPlayer(names.most_common(1)[0][0], sum(names.values())) for names in spelt.values()]
    return sorted(found, key=lambda one: (-one.games, one.name))


def _shown_name(store: Store, number: int) -> str:
    """Return a player's name by its number; "" for nobody, and for a person without a name."""
    name = known({"name": store.name(number) or ""}, "name")
    return "" if name == NAMELESS else name

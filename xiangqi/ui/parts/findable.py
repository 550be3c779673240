"""Items that the palette finds by their words; each feature registers the function that lists its own.

For example::

    @finds
    def pages() -> Iterator[Findable]: ...

The names are messages, so that an item is found by its name in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Final

from xiangqi.action import Action
from xiangqi.app.session.state import AppState

Act = Callable[[AppState], Action | None]
"""Returns the action of an item in a state; None if it is impossible now, so that the item is not listed."""


class FindableKind(IntEnum):
    """The kinds of findable things, the likelier first; the text ``palette.kind_<name>`` names one."""

    PLACE = 0
    PLAYER = 1
    GAME = 2
    LESSON = 3
    OPENING = 4
    SETTING = 5
    COMMAND = 6


@dataclass(frozen=True)
class Findable:
    """An item that can be found in the palette."""

    kind: FindableKind
    name: str  # its name, as a rule a Message
    act: Act
    icon: str
    group: str = ""  # what it belongs to, such as the setting of a value; "" for nothing but its kind
    more: tuple[str, ...] = ()  # other words by which it is found
    first: bool = False  # whether it comes before all others while nothing is typed
    keys: str = ""  # the name of the command of which this is the key; "" for none


Listing = Callable[[], Iterable[Findable]]
SessionListing = Callable[[AppState], Iterable[Findable]]

_LISTINGS: Final[list[Listing]] = []
_SESSION_LISTINGS: Final[list[SessionListing]] = []


def finds(listing: Listing) -> Listing:
    """Register, and return, a function that lists items found in any state."""
    _LISTINGS.append(listing)
    all_findables.cache_clear()
    return listing


def finds_in_session(listing: SessionListing) -> SessionListing:
    """Register, and return, a function that lists a worker's findings for the text now in the palette."""
    _SESSION_LISTINGS.append(listing)
    return listing


@lru_cache(maxsize=1)
def all_findables() -> tuple[Findable, ...]:
    """Return everything that can be found in any state."""
    return tuple(one for listing in _LISTINGS for one in listing())


def found_in_session(state: AppState) -> list[Findable]:
    """Return the workers' findings for the text in the palette, in the order of the listings."""
    return [one for listing in _SESSION_LISTINGS for one in listing(state)]

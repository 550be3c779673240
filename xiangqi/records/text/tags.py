"""Names of the tags of PGN, in whatever letters files write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

OTHER_NAMES: Final = {"White": "Red", "WhiteTeam": "RedTeam", "WhiteElo": "RedElo", "WhiteTitle": "RedTitle"}
"""Tags of chess -> those that mean the same here."""
_NOT_KEPT: Final = ("FEN", "Format", "Result", "SetUp")
_NAMES: Final = (
    "Game Event Site Date Round Table Title Red RedTeam RedElo RedTitle RedTime Black BlackTeam BlackElo"
    " BlackTitle BlackTime ECCO Opening Variation Variant TimeControl Termination Annotator Author"
)
_CANONICAL: Final = {name.lower(): name for name in (*_NAMES.split(), *OTHER_NAMES, *_NOT_KEPT)}

KNOWN_NAMES: Final = (*_CANONICAL,)
"""Names of tags that mean something here, in small letters."""


def canonical(name: str) -> str:
    """A tag's name as PGN writes it; one that is not known stays as it is."""
    return _CANONICAL.get(name.lower(), name)


def keeps_its_name(name: str) -> bool:
    """Whether a header comes back under its name when it is written as a tag."""
    return canonical(name) == name and name not in OTHER_NAMES and name not in _NOT_KEPT


def enter_headers(headers: dict[str, str], tags: Mapping[str, str]) -> None:
    """Enter tags with canonical names into the headers of a game, White's as Red's, the first of two counts."""
    for name, value in tags.items():
        if name not in _NOT_KEPT:
            headers.setdefault(OTHER_NAMES.get(name, name), value)

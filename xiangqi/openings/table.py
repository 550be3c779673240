"""The shipped table of openings: each code's parents, and the moves that lead to it."""

from __future__ import annotations

import json
import lzma
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from xiangqi.errors import ResourceError
from xiangqi.resources import DAMAGE, asset_bytes

ASSET: Final = "openings.xz"
FORM: Final = 1  # file format version; others are rejected


@dataclass(frozen=True)
class Table:
    """The data that the classifier needs."""

    parents: dict[str, str]  # the parent of each code but A00
    # moves to a position at which a code begins, the code, and the codes that it may follow there
    entries: tuple[tuple[tuple[str, ...], str, tuple[str, ...]], ...]
    # moves of both sides that define a code in any order, as ``"h2e2"`` for Red and ``"-h9g7"`` for Black; the
    # sets with precedence come first
    sets: tuple[tuple[frozenset[str], str], ...]


def packed(table: Table) -> bytes:
    """Return the content of the asset that stores a table."""
    content = {
        "form": FORM,
        "parents": table.parents,
        "entries": [["".join(moves), code, " ".join(after)] for moves, code, after in table.entries],
        "sets": [[" ".join(sorted(moves)), code] for moves, code in table.sets],
    }
    return lzma.compress(json.dumps(content, separators=(",", ":")).encode(), preset=9 | lzma.PRESET_EXTREME)


def unpacked(data: bytes) -> Table:
    """Return the table stored in the content of the asset.

    Raises:
        ResourceError: the content is damaged or of another version.
    """
    try:
        content: Any = json.loads(lzma.decompress(data))
        if content["form"] != FORM:
            raise ValueError(content["form"])
        return Table(
            dict(content["parents"]),
            tuple(
                (
                    tuple(moves[place : place + 4] for place in range(0, len(moves), 4)),
                    code,
                    tuple(after.split()),
                )
                for moves, code, after in content["entries"]
            ),
            tuple((frozenset(moves.split()), code) for moves, code in content["sets"]),
        )
    except (lzma.LZMAError, *DAMAGE) as error:
        raise ResourceError(f"asset {ASSET}: {error}") from error


@lru_cache(maxsize=1)
def table() -> Table:
    """Return the shipped table, which is read only once.

    Raises:
        ResourceError: the table is missing or damaged.
    """
    return unpacked(asset_bytes(ASSET))

"""Other names of openings, as players say them: 当头炮 for 中炮, 夹炮屏风 for what was later called 反宫马.

Each line of the asset has a name, the codes that it means, and the classification's word for it, if there is
one; such a name may also be part of a longer one. Codes do not include their descendants.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from xiangqi.errors import ResourceError
from xiangqi.folding import folded
from xiangqi.resources import asset_text

ASSET: Final = "opening_names.txt"


@dataclass(frozen=True)
class Alias:
    """The meaning of another name."""

    codes: tuple[str, ...]  # codes and ranges of codes, as "A20" and "A20-A26"
    word: str = ""  # the classification's word for the same, "" if there is none

    def means(self, code: str) -> bool:
        """Return whether the name means a code."""
        return any(first <= code <= last for first, _, last in map(_bounds, self.codes))


def _bounds(codes: str) -> tuple[str, str, str]:
    first, dash, last = codes.partition("-")
    return first, dash, last or first


def as_wished(text: str) -> str:
    """Return a text normalised for searching names; 仕 and 士 count as the same character."""
    return folded(text).replace("仕", "士")


@lru_cache(maxsize=1)
def aliases() -> dict[str, Alias]:
    """Return the other names, normalised by `as_wished`, with their meaning.

    Raises:
        ResourceError: the asset is missing or damaged.
    """
    found = dict[str, Alias]()
    for line in asset_text(ASSET).splitlines():
        if line and not line.startswith("#"):
            try:
                name, codes, word = line.split("\t")
            except ValueError:
                raise ResourceError(f"asset {ASSET}: {line!r}") from None
            found[as_wished(name)] = Alias(tuple(codes.split()), word)
    return found


def in_usual_words(wanted: str) -> str:
    """Return a search, normalised by `as_wished`, with the classification's words instead of synonyms.

    >>> in_usual_words(as_wished("当头炮")) == as_wished("中炮")
    True
    """
    return _other_words().sub(lambda found: as_wished(aliases()[found[0]].word), wanted)


@lru_cache(maxsize=1)
def _other_words() -> re.Pattern[str]:
    words = [name for name, alias in aliases().items() if alias.word]
    return re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True))))

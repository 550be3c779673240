"""Normalisation of texts for searching: names, events, comments, and the program's own words.

Case, width, and simplified or traditional characters do not matter. If several traditional characters were
merged into one simplified character (發 and 髮, 裏 and 裡), each of them matches any other.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from xiangqi.resources import asset_text

VARIANTS: Final = "variants.txt"
"""The name of the asset with a line for each set of equivalent characters."""

_SHORT: Final = 3  # digits of a number that is meaningless without the word beside it; years have more


def folded(text: str) -> str:
    """Return a text normalised for comparison, without leading and trailing spaces."""
    if text.isascii():
        return text.lower().strip()
    return unicodedata.normalize("NFKC", text).casefold().translate(_one_of_each()).strip()


@lru_cache(maxsize=1)
def _one_of_each() -> dict[int, str]:
    """Return a mapping from each character that has variants to the one that represents them.

    Raises:
        ResourceError: the asset is missing or damaged.
    """
    lines = asset_text(VARIANTS).splitlines()
    return {ord(variant): line[0] for line in lines if not line.startswith("#") for variant in line[1:]}


def without_accents(text: str) -> str:
    """Return a text in lower case with no accents, each letter in its place: "Đi lại" becomes "di lai"."""
    letters = unicodedata.normalize("NFC", text).lower().replace("đ", "d")
    return "".join(unicodedata.normalize("NFD", one)[0] for one in letters)


def is_traditional(text: str) -> bool | None:
    """Return whether most telling characters of a text are traditional; None if they balance or there are none.

    Characters that only Big5 has are traditional, those that only GB 2312 has are simplified.
    """
    votes = sum(_is_in("big5", char) - _is_in("gb2312", char) for char in text)
    return None if votes == 0 else votes > 0


def _is_in(encoding: str, character: str) -> bool:
    try:
        return bool(character.encode(encoding))
    except UnicodeEncodeError:
        return False


def phrases(query: str) -> list[str]:
    """Split a query into phrases: its words, with short numbers joined to the word beside them.

    >>> phrases("Level 6 Hu 1995")
    ['level 6', 'hu', '1995']
    """
    found: list[str] = []
    for word in folded(query).split():
        if found and (_is_short_number(word) or _is_short_number(found[-1])):
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def _is_short_number(word: str) -> bool:
    return word.isdecimal() and len(word) <= _SHORT


def mentions(text: str, phrase: str) -> bool:
    """Return whether a folded text contains a phrase; its numbers must not be part of longer ones there."""
    place = text.find(phrase)
    while place >= 0:
        end = place + len(phrase)
        begins_within = phrase[:1].isdecimal() and text[:place][-1:].isdecimal()
        ends_within = phrase[-1:].isdecimal() and text[end : end + 1].isdecimal()
        if not (begins_within or ends_within):
            return True
        place = text.find(phrase, place + 1)
    return False


def as_fields(fields: Sequence[str]) -> str:
    """Join folded texts such that no phrase matches across two of them."""
    return "\n".join(map(folded, fields))

"""Texts as they are compared when something is looked for: names, events, comments, words of the program.

Capitals, full width, and simplified or traditional characters make no difference. Where several traditional
characters have become one simplified (發 and 髮, 裏 and 裡), each of them is found by any other.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from xiangqi.resources import asset

VARIANTS: Final = "variants.txt"
"""The asset: a line for each set of characters that are one when compared."""

_SHORT: Final = 3  # digits of a number that says nothing without the word beside it; years have more


def folded(text: str) -> str:
    """A text as it is compared; blanks at its ends are gone."""
    if text.isascii():
        return text.lower().strip()
    return unicodedata.normalize("NFKC", text).casefold().translate(_one_of_each()).strip()


@lru_cache(maxsize=1)
def _one_of_each() -> dict[int, str]:
    """Which character stands for each that has variants."""
    lines = asset(VARIANTS).read_text(encoding="utf-8").splitlines()
    return {ord(variant): line[0] for line in lines if not line.startswith("#") for variant in line[1:]}


def phrases(query: str) -> list[str]:
    """What has to be found of a query: its words, and short numbers together with the word beside them.

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
    """Whether a folded text has a phrase in it, of which a number is no part of a longer one."""
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
    """Several texts as one to look in, where no phrase reaches from one into the next."""
    return "\n".join(map(folded, fields))

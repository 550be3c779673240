"""Chinese words by their sounds: a typed ``fp``, ``fup`` or ``fupan`` begins 复盘.

A character may have several readings, and each of them counts: 车 is both *ju* and *che*. Tones are not typed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from xiangqi.resources import asset

ASSET: Final = "pinyin.txt"
"""The name of the asset with a line for each syllable: the syllable, the characters usually read so, and, after
another space, those sometimes read so.
"""


@lru_cache(maxsize=1)
def readings() -> dict[str, tuple[str, ...]]:
    """Return the syllables of each character in the table, the usual one first, without tones; *ü* is *v*.

    Raises:
        ResourceError: the asset is missing.
    """
    often_read: dict[str, tuple[str, ...]] = {}
    also: dict[str, tuple[str, ...]] = {}
    for line in asset(ASSET).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            syllable, often, sometimes = line.split(" ")
            often_read |= dict.fromkeys(often, (syllable,))
            for character in sometimes:
                also[character] = (*also.get(character, ()), syllable)
    return {character: (*first, *also.get(character, ())) for character, first in often_read.items()}


def sounds(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the readings of a text's Chinese characters, in order; others are left out."""
    known = readings()
    return tuple(known[character] for character in text if character in known)


def usual(syllables: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """Return the usual reading of each character alone."""
    return tuple(readings[:1] for readings in syllables)


def begins(syllables: tuple[tuple[str, ...], ...], typed: str) -> bool:
    """Return whether the typed letters are the beginning of a word's sounds.

    Each syllable may be typed whole or as its first letter, the last one also in part.

    Args:
        syllables: a word as `sounds` returns it.
        typed: small letters; at least one.
    """
    if not typed:
        return True
    if not syllables:
        return False
    for syllable in syllables[0]:
        if syllable.startswith(typed):
            return True
        for length in (1, len(syllable)):
            if typed.startswith(syllable[:length]) and begins(syllables[1:], typed[length:]):
                return True
    return False


def spells(syllables: tuple[tuple[str, ...], ...], typed: str) -> bool:
    """Return whether the typed letters spell consecutive syllables of a text, the last perhaps incomplete.

    Args:
        syllables: the text as `sounds` returns it.
        typed: small letters, at least one; *ü* may be *v* or *u*.
    """
    return any(_goes_on(syllables[place:], typed) for place in range(len(syllables)))


def _goes_on(syllables: tuple[tuple[str, ...], ...], typed: str) -> bool:
    if not typed:
        return True
    forms = {form for one in syllables[0] for form in (one, one.replace("v", "u"))} if syllables else set()
    return any(
        form.startswith(typed) or (typed.startswith(form) and _goes_on(syllables[1:], typed[len(form) :]))
        for form in forms
    )


def letters_of(query: str) -> str:
    """Return a folded query as the letters of syllables, without spaces and apostrophes; "" if it is none."""
    letters = query.replace(" ", "").replace("'", "")
    return letters if letters.isascii() and letters.isalpha() else ""

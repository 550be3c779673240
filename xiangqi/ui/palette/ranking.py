"""The ranking of everything that can be found by how well it fits a typed text: a pure function of words.

The name in the player's language counts first, then names in other languages and other words, then the sounds
of Chinese names, whole or as initials. Simplified and traditional characters, case and width do not matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from xiangqi.folding import folded, phrases
from xiangqi.i18n.languages import language_named
from xiangqi.i18n.message import LANGUAGES, catalogue
from xiangqi.pinyin import begins, sounds, usual
from xiangqi.ui.parts.findable import Findable, all_findables


class Fit(IntEnum):
    """The grades of how well a word fits, the best first."""

    WHOLE = 0  # it is the name
    BEGINNING = 1  # the name begins with it
    WORD = 2  # a word of the name begins with it
    OTHER_BEGINNING = 3  # the same in another language, or among other words
    SOUND = 4  # the name's sounds begin with it
    RARE_SOUND = 5  # so they do if characters are read as they sometimes are
    OTHER_WORD = 6
    SOUND_WITHIN = 7  # the sounds of the rest of the name begin with it
    WITHIN = 8  # it is somewhere in the name
    OTHER_WITHIN = 9
    NOT = 10


Rank = tuple[int, int, int, int]
"""An item's grade of fit, its kind, the length of its name, and its place among all others."""


@dataclass(frozen=True)
class _Entry:
    """An item that can be found, with its words in the form in which they are compared."""

    findable: Findable
    name: str
    others: tuple[str, ...]
    sounds: tuple[tuple[str, ...], ...]


def likeliest(text: str, language: str, found: Iterable[Findable], count: int) -> list[Findable]:
    """Return the items that fit a text, the likeliest first.

    Args:
        text: the typed text; with nothing typed, places come first, those of the rail before all others.
        language: the player's language.
        found: the workers' findings for the text, which follow all items that fit better.
        count: the largest number of items to return.
    """
    ranked = list(_ranked(text, language))
    for place, findable in enumerate(found):
        ranked.append(((Fit.WORD, findable.kind, 0, place), findable))
    ranked.sort(key=lambda one: one[0])
    return [findable for _, findable in ranked[:count]]


@lru_cache(maxsize=32)
def _ranked(text: str, language: str) -> tuple[tuple[Rank, Findable], ...]:
    """Return the items that fit a text, with their ranks; cached, since each drawing of the window asks."""
    wanted = phrases(_bare(text))
    ranked: list[tuple[Rank, Findable]] = []
    for place, entry in enumerate(_entries(language)):
        fit = max((_fit(entry, word) for word in wanted), default=Fit.WHOLE)
        if fit is not Fit.NOT:
            length = len(entry.name) if wanted else int(not entry.findable.first)
            ranked.append(((fit, entry.findable.kind, length, place), entry.findable))
    return tuple(ranked)


def _fit(entry: _Entry, word: str) -> Fit:
    """Return how well a folded word fits an item."""
    own = _within(entry.name, word)
    if own is not None and own <= Fit.WORD:
        return own
    others = [fit for other in entry.others if (fit := _within(other, word)) is not None]
    other = min(others, default=None)
    if other is not None and other <= Fit.BEGINNING:
        return Fit.OTHER_BEGINNING
    heard = _heard(entry.sounds, word)
    if heard in (Fit.SOUND, Fit.RARE_SOUND):
        return heard
    if other is Fit.WORD:
        return Fit.OTHER_WORD
    return heard or own or (Fit.NOT if other is None else Fit.OTHER_WITHIN)


def _within(name: str, word: str) -> Fit | None:
    """Return how well a word fits a folded name: WHOLE, BEGINNING, WORD or WITHIN; None if not at all."""
    place = name.find(word)
    if place <= 0:
        return None if place < 0 else Fit.WHOLE if name == word else Fit.BEGINNING
    while place > 0:
        if not (name[place - 1].isalnum() and name[place].isascii()):
            return Fit.WORD
        place = name.find(word, place + 1)
    return Fit.WITHIN


def _heard(syllables: tuple[tuple[str, ...], ...], word: str) -> Fit | None:
    """Return how well letters fit the sounds of a name, at its beginning or later on; None if not at all."""
    if not syllables or not (word.isascii() and word.isalpha()):
        return None
    if begins(syllables, word):
        return Fit.SOUND if begins(usual(syllables), word) else Fit.RARE_SOUND
    starts = range(1, len(syllables)) if len(word) > 1 else ()
    return Fit.SOUND_WITHIN if any(begins(syllables[start:], word) for start in starts) else None


def _bare(name: str) -> str:
    """Return a folded name without "the" at its beginning."""
    return folded(name).removeprefix("the ")


@lru_cache(maxsize=len(LANGUAGES))
def _entries(language: str) -> tuple[_Entry, ...]:
    """Return an entry for everything that can be found in any state; only Chinese names have sounds."""
    own = catalogue(language)
    rest = [catalogue(other) for other in LANGUAGES if other != language]
    heard = language_named(language).reads_characters
    entries = []
    for findable in all_findables():
        name, named = own.tell(findable.name), (findable.name, findable.group)
        others = {folded(words.tell(text)) for words in rest for text in named}
        others |= {folded(own.tell(text)) for text in (*findable.more, findable.group)}
        syllables = sounds(name) if heard else ()
        entries.append(_Entry(findable, _bare(name), tuple(sorted(others - {"", folded(name)})), syllables))
    return tuple(entries)

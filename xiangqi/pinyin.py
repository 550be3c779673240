"""Chinese words by their sounds: a typed ``fp``, ``fup`` or ``fupan`` begins 复盘.

A character may have several readings, and each of them counts: 车 is both *ju* and *che*. Tones are not typed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from xiangqi.errors import ResourceError

ASSET: Final = "pinyin.txt"
"""The name of the asset with a line for each syllable: the syllable, the characters usually read so, and, after
another space, those sometimes read so.
"""


@lru_cache(maxsize=1)
def readings() -> dict[str, tuple[str, ...]]:
    """Return the syllables of each character in the table, the usual one first, without tones; *ü* is *v*.

    Raises:
        ResourceError: the asset is missing or damaged.
    """
    often_read: dict[str, tuple[str, ...]] = {}
    also: dict[str, tuple[str, ...]] = {}
    from xiangqi.resources import asset_text

    for line in asset_text(ASSET).splitlines():
        if not line.startswith("#"):
            try:
                syllable, often, sometimes = line.split(" ")
            except ValueError:
                raise ResourceError(f"asset {ASSET}: {line!r}") from None
            often_read |= dict.fromkeys(often, (syllable,))
            for character in sometimes:
                also[character] = (*also.get(character, ()), syllable)
    return {character: (*first, *also.get(character, ())) for character, first in often_read.items()}


def sounds(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the readings of a text's Chinese characters, in order; other characters are left out."""
    known = readings()
    return tuple(known[character] for character in text if character in known)


def usual(syllables: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """Return only the usual reading of each character."""
    return tuple(readings[:1] for readings in syllables)


def begins(syllables: tuple[tuple[str, ...], ...], typed: str) -> bool:
    """Return whether the typed letters are the beginning of a word's sounds.

    Each syllable may be typed whole or as its first letter, the last one also in part.

    Args:
        syllables: a word as `sounds` returns it.
        typed: lower-case letters; "" begins every word.
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
        typed: lower-case letters, at least one; *ü* may be *v* or *u*.
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
    """Return a folded query without spaces and apostrophes; "" unless only ASCII letters are left."""
    letters = query.replace(" ", "").replace("'", "")
    return letters if letters.isascii() and letters.isalpha() else ""


# ---- Names of people ----

_COMPOUND: Final = {
    "欧阳": ("ou", "yang"),
    "歐陽": ("ou", "yang"),
    "上官": ("shang", "guan"),
    "尉迟": ("yu", "chi"),
    "尉遲": ("yu", "chi"),
    "司马": ("si", "ma"),
    "司馬": ("si", "ma"),
    "诸葛": ("zhu", "ge"),
    "諸葛": ("zhu", "ge"),
    "东方": ("dong", "fang"),
    "東方": ("dong", "fang"),
    "皇甫": ("huang", "fu"),
    "夏侯": ("xia", "hou"),
    "令狐": ("ling", "hu"),
    "公孙": ("gong", "sun"),
    "公孫": ("gong", "sun"),
    "慕容": ("mu", "rong"),
    "司徒": ("si", "tu"),
    "宇文": ("yu", "wen"),
    "长孙": ("zhang", "sun"),
    "長孫": ("zhang", "sun"),
    "万俟": ("mo", "qi"),
    "萬俟": ("mo", "qi"),
}
"""Surnames of two characters, with their readings."""

_SURNAMES: Final = {
    **dict.fromkeys("单單", "shan"),
    **dict.fromkeys("仇", "qiu"),
    **dict.fromkeys("曾", "zeng"),
    **dict.fromkeys("解", "xie"),
    **dict.fromkeys("区區", "ou"),
    **dict.fromkeys("查", "zha"),
    **dict.fromkeys("葛", "ge"),
    **dict.fromkeys("卜", "bu"),
    **dict.fromkeys("薄", "bo"),
    **dict.fromkeys("那", "na"),
    **dict.fromkeys("覃", "qin"),
    **dict.fromkeys("缪繆", "miao"),
    **dict.fromkeys("翟", "zhai"),
    **dict.fromkeys("朴", "piao"),
    **dict.fromkeys("召", "shao"),
    **dict.fromkeys("员員", "yun"),
    **dict.fromkeys("种", "chong"),
    **dict.fromkeys("折", "she"),
    **dict.fromkeys("秘", "bi"),
    **dict.fromkeys("乐樂", "yue"),
    **dict.fromkeys("盖蓋", "gai"),
    **dict.fromkeys("任", "ren"),
    **dict.fromkeys("宁寧", "ning"),
    **dict.fromkeys("纪紀", "ji"),
    **dict.fromkeys("洗冼", "xian"),
    **dict.fromkeys("尉", "wei"),
    **dict.fromkeys("石", "shi"),
    **dict.fromkeys("车車", "che"),
}
"""Characters with a special reading as surnames."""

_GIVEN: Final = {**dict.fromkeys("长長", "chang"), **dict.fromkeys("曾", "zeng"), **dict.fromkeys("佛", "fo")}
"""Characters with a special reading in given names."""

_LONGEST_NAME: Final = 4  # characters; what is longer names a team, or is no Chinese name


@lru_cache(maxsize=8192)
def name_in_letters(name: str) -> str:
    """Return a Chinese name as it is written in English, the surname first; any other text unchanged.

    A name with an unknown character, or one too long for a person, is also returned unchanged.

    >>> name_in_letters("胡荣华"), name_in_letters("欧阳琦琳"), name_in_letters("Computer")
    ('Hu Ronghua', 'Ouyang Qilin', 'Computer')
    """
    compound = _COMPOUND.get(name[:2]) if len(name) > 2 else None
    if not 2 <= len(name) <= _LONGEST_NAME or (compound is None and len(name) == _LONGEST_NAME):
        return name
    known, first = readings(), 2 if compound else 1
    spoken = [*(compound or (_SURNAMES.get(name[0]) or _usual(known, name[0]),))]
    spoken += [_GIVEN.get(character) or _usual(known, character) for character in name[first:]]
    if not all(spoken):
        return name
    return f"{_word(spoken[:first])} {_word(spoken[first:])}"


def _usual(known: Mapping[str, tuple[str, ...]], character: str) -> str:
    return known.get(character, ("",))[0]


def _word(syllables: Sequence[str]) -> str:
    """Return syllables as one word, with an apostrophe before one that begins with a vowel."""
    parts = [one.replace("v", "ü") for one in syllables]
    joined = parts[0] + "".join(f"'{one}" if one[0] in "aeo" else one for one in parts[1:])
    return joined[:1].upper() + joined[1:]

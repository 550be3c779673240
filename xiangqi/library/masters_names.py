"""Finds masters by their names: in characters of either script, in letters, or by the first letters."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import Final

from xiangqi.folding import folded, mentions
from xiangqi.library.masters import Script
from xiangqi.library.masters_asset import shipped, unpacked
from xiangqi.pinyin import begins, letters_of, name_in_letters, sounds, spells

_FAMILIAR: Final = 2_000  # masters that are looked for, those with the most games; others have hardly any


def masters_called(text: str, script: Script, most: int) -> list[str]:
    """Return the masters whose names contain a text or sound like it, those with the most games first.

    Only the masters with the most games, fewer than _FAMILIAR, are searched.

    Args:
        text: part of a name, in characters or letters.
        script: how the names are written.
        most: the largest number to return.

    Raises:
        ResourceError: the shipped games are missing or damaged.
    """
    wanted = folded(text)
    letters = letters_of(wanted)
    return list(islice((name for name in _names(script) if is_called(name, wanted, letters)), most))


def is_called(name: str, wanted: str, letters: str) -> bool:
    """Return whether a name contains a folded text, is written so in letters, or sounds like its letters."""
    if mentions(folded(name), wanted) or mentions(folded(name_in_letters(name)), wanted):
        return True
    heard = sounds(name)
    return bool(letters) and (spells(heard, letters) or begins(heard, letters))


def sounding_like(names: Iterable[str], text: str) -> list[str]:
    """Return the Chinese names, in their order, that are pronounced exactly as a text in letters."""
    wanted = _sound(text)
    return [name for name in names if name_in_letters(name) != name and _sound(name_in_letters(name)) == wanted]


def _sound(text: str) -> str:
    """Return a name in letters for comparison: without spaces and apostrophes, *ü* as *u*."""
    plain = folded(text).replace("ü", "u").replace("lv", "lu").replace("nv", "nu")
    return "".join(filter(str.isalpha, plain))


@lru_cache(maxsize=2)
def _names(script: Script) -> tuple[str, ...]:
    masters = unpacked(shipped())
    forms = str.maketrans(dict(masters.simplified)) if script is Script.SIMPLIFIED else {}
    return tuple(name.translate(forms) for name in masters.names[1:_FAMILIAR])

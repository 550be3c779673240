"""Write `assets/pinyin.txt`: how the Chinese characters of the program's own words are read.

    python -m tools.build_pinyin

The readings are those of pypinyin, without tones. The table has the characters of the catalogues, of the names
of openings and of the masters' games, and the usual ones of both scripts, since other people have names too;
`tests/unit/test_pinyin.py` fails if one is missing.
"""

from __future__ import annotations

import unicodedata
from importlib.metadata import version
from pathlib import Path
from typing import Final

from pypinyin import Style, pinyin

from xiangqi.library.masters_asset import shipped, unpacked
from xiangqi.pinyin import ASSET

ASSETS: Final = Path(__file__).parents[1] / "assets"
SOURCES: Final = ("i18n/zh-Hans.po", "i18n/zh-Hant.po", "opening_names.txt")
"""The files, below the assets, whose characters the table has."""

_USUAL: Final = {"gb2312": (0xB0, 0xD8), "big5": (0xA4, 0xC7)}
"""Old encodings, and the first bytes, from and to, of their usual characters."""

_HEAD: Final = """\
# How Chinese characters are read, without tones: usually and sometimes, a syllable a line. Made by
# tools/build_pinyin.py from pypinyin {version}
# (https://github.com/mozillazg/python-pinyin), MIT License: pinyin-LICENSE.txt.
"""


def characters() -> list[str]:
    """Return all Chinese characters of the sources, each once, in order."""
    masters = unpacked(shipped())
    simplified = str.maketrans(dict(masters.simplified))
    named = "".join((*masters.names, *masters.events))
    texts = [(ASSETS / name).read_text(encoding="utf-8") for name in SOURCES]
    texts += [named, named.translate(simplified), *map(_usual, _USUAL)]
    return sorted({one for one in "".join(texts) if unicodedata.name(one, "").startswith("CJK UNIFIED")})


def _usual(encoding: str) -> str:
    """Return the characters in the usual part of an old encoding, which lists them in two parts."""
    first, last = _USUAL[encoding]
    pairs = (bytes((high, low)) for high in range(first, last) for low in range(0x40, 0xFF))
    return "".join(pair.decode(encoding, "ignore") for pair in pairs)


def table() -> dict[str, tuple[str, str]]:
    """Return the characters by syllable: those usually read with it, and those sometimes read with it."""
    found: dict[str, tuple[str, str]] = {}
    for character in characters():
        (read,) = pinyin(character, style=Style.NORMAL, heteronym=True, v_to_u=False)
        for place, syllable in enumerate(read):
            if syllable != character:
                often, sometimes = found.get(syllable, ("", ""))
                found[syllable] = (often, sometimes + character) if place else (often + character, sometimes)
    return dict(sorted(found.items()))


def main() -> None:
    """Write the asset."""
    lines = [f"{syllable} {often} {sometimes}\n" for syllable, (often, sometimes) in table().items()]
    (ASSETS / ASSET).write_text(_HEAD.format(version=version("pypinyin")) + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()

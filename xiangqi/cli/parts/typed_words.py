"""Words that players type after a command: numbers in any script, sides in any language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from xiangqi.core.constants import RED
from xiangqi.spoken.named import named_side
from xiangqi.storage.settings import SIDES

_MOST_DIGITS: Final = 9
_DIGITS: Final = dict(zip("零〇一二三四五六七八九两兩", "0012345678922", strict=True))
_TENS: Final = {"十": 10, "百": 100}
_AROUND: Final = "第", "局回合步级級号號个個盘盤"
"""Characters that may stand before a number, and after it: 第3局, 3级."""


def whole_number(words: Sequence[str]) -> int | None:
    """Return the number that words denote, in digits of any script or as 二十一; None for other words."""
    text = unicodedata.normalize("NFKC", "".join(words)).removeprefix(_AROUND[0]).rstrip(_AROUND[1])
    if not text or len(text) > _MOST_DIGITS:
        return None
    if any(one in _TENS for one in text):
        return _with_tens(text)
    text = "".join(_DIGITS.get(one, one) for one in text)
    return int(text) if text.isdecimal() else None


def _with_tens(text: str) -> int | None:
    """Return the value of a number such as 十, 二十一 or 一百零五; None for other texts."""
    total, ones = 0, ""
    for one in text:
        if one in _TENS:
            if total and total % (10 * _TENS[one]) != 0:
                return None
            total, ones = total + (int(ones) if ones else 1) * _TENS[one], ""
        elif one in _DIGITS and ones in ("", "0"):
            ones = _DIGITS[one]
        else:
            return None
    return total + (int(ones) if ones else 0)


LEVEL_WORDS: Final = ("level", "cấp", "级", "級", "等级", "等級")
"""Words that may stand before a level."""

_BOTH: Final = ("双方", "雙方", "两人", "兩人", "hai người")
_JOINED: Final = re.compile(r"^([红紅黑]方?|[双雙]方|[两兩]人)(?=[0-9０-９一二三四五六七八九十等级級])")
_NONE: Final = ("无", "無", "không")


def with_sides(words: Sequence[str]) -> list[str]:
    """Return words in which each side's name is one word: "hai người" is now "both", 红3级 is 红 and 3级."""
    text = " ".join(_JOINED.sub(r"\1 ", word) for word in words)
    for name in (name for name in _BOTH if " " in name):
        text = text.replace(name, "both")
    return text.split()


def side_typed(word: str) -> str | None:
    """Return the value of the setting for the player's side that a word denotes, or None."""
    if word.casefold() in SIDES:
        return word.casefold()
    if word in _BOTH or word in _NONE:
        return "both" if word in _BOTH else "none"
    side = named_side(word)
    return None if not side else "red" if side == RED else "black"

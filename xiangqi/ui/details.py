"""Finds what lower layers say of a fault, in English, among the texts of the window.

Readers, notation and protocols raise and list their faults as English sentences, which the command line prints.
Their wording stands in the English texts under ``detail.…``, with gaps; the same key in another language tells
it to the player. A sentence that is not there stays as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from xiangqi.core.constants import PIECE_NAMES
from xiangqi.ui.strings import load

_GAP: Final = re.compile(r"\{(\w+)\}")
_PIECE: Final = "|".join(PIECE_NAMES[1:])
_GAPS: Final = {
    "side": "red|black|Red|Black",
    "other_side": "red|black",
    "piece": _PIECE,
    "pieces": f"(?:{_PIECE})s",
    "place": "[a-i][0-9]",
    "text": "'[^']*'|\"[^\"]*\"",
    **dict.fromkeys(("byte", "code", "count", "line", "most", "number", "ply"), "[0-9]+"),
}
"""What stands in gaps of a name; in others anything may."""


def find_detail(sentence: str) -> tuple[str, dict[str, str]] | None:
    """The key of a sentence of a lower layer and what stands in its gaps, None for one that is not known."""
    for key, pattern in _patterns():
        if found := pattern.fullmatch(sentence):
            return key, found.groupdict()
    return None


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Keys and what their sentences look like, those with most words first: others may fit the same."""
    wordings = [(key, text) for key, text in load("en").items() if key.startswith("detail.")]
    wordings.sort(key=lambda wording: len(_GAP.sub("", wording[1])), reverse=True)
    return tuple((key, re.compile(_pattern(text), re.DOTALL)) for key, text in wordings)


def _pattern(text: str) -> str:
    parts = _GAP.split(text)
    parts[::2] = map(re.escape, parts[::2])
    parts[1::2] = [f"(?P<{name}>{_GAPS.get(name, '.+?')})" for name in parts[1::2]]
    return "".join(parts)

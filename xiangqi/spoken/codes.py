"""Turns moves written as codes in a text, such as ``h2e2`` and ``C5+4``, into words to be heard."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from xiangqi.core.constants import RED
from xiangqi.notation import Style, letters
from xiangqi.notation.vertical import VerticalMove
from xiangqi.spoken.teller import Teller

_ALONE: Final = r"(?<![\w/`+.=-]){}(?![\w/`]|[-+=.][\w])"
"""The pattern of a code that stands alone: not in a word, a file name, a position or a command in backticks."""

_POINTS: Final = re.compile(_ALONE.format(r"([a-i][0-9])-?([a-i][0-9])"), re.ASCII)
_LETTERS: Final = re.compile(_ALONE.format(r"[-+.=]?[KABNRCPHEGS][-+.=a-e]?[1-9]?[-+.=][1-9]"), re.ASCII)
_VIETNAMESE: Final = re.compile(_ALONE.format(r"(?:Tg|[STVMXPBC])[tgs]?[1-9]?[-.+/=][1-9]"), re.ASCII)

_MINUS: Final = re.compile(r"−(\d+)")
_SCORE: Final = re.compile(r"\+(\d+) =(\d+) −(\d+)")
"""Games won, drawn and lost."""

_Read = Callable[[str], Sequence[VerticalMove]]
_FILES: Final[Mapping[Style, tuple[re.Pattern[str], _Read]]] = {
    Style.WXF: (_LETTERS, letters.read_wxf),
    Style.VIETNAMESE: (_VIETNAMESE, letters.read_vietnamese),
}
"""The patterns and readers of moves coded by files, in the notations that do so."""


def without_codes(teller: Teller, text: str) -> str:
    """Return a text in which moves written as codes are replaced by words.

    Coordinates are always replaced; moves by files only if they are in the teller's own notation. A minus sign
    and a score of games are also put into words, since screen readers leave them out.
    """
    text = _SCORE.sub(lambda found: teller("spoken.score", won=found[1], drawn=found[2], lost=found[3]), text)
    text = _MINUS.sub(lambda found: teller("spoken.minus", number=found[1]), text)
    text = _POINTS.sub(lambda found: teller("reader.arrow", start=found[1], end=found[2]), text)
    if teller.style not in _FILES:
        return text
    code, read = _FILES[teller.style]

    def told(found: re.Match[str]) -> str:
        meanings = read(found[0])
        return teller.by_files(meanings[0], RED) if meanings else found[0]

    return code.sub(told, text)

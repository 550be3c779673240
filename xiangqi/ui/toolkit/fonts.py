"""The bundled fonts: text at pixel sizes, cached, and truncated to fit."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import Final

import pygame

from xiangqi.resources import asset
from xiangqi.ui.toolkit.roles import Colour


class Face(str, Enum):
    """A typeface of the program; the value is its file in assets/fonts."""

    TEXT = "text.otf"
    BOLD = "text-bold.otf"
    BOARD = "board.ttf"  # brush script: pieces, river, titles; a few hundred characters only


@lru_cache(maxsize=64)
def font(px: int, face: Face = Face.TEXT) -> pygame.font.Font:
    """Return a font whose em is ``px`` pixels high.

    Raises:
        ResourceError: the font file is missing.
    """
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(str(asset(f"fonts/{face.value}")), max(1, px))


_LOW_ELLIPSIS: Final = re.compile(r"(?<=[\x20-\u024f])…|…(?=[\x20-\u024f])|^…$")


def _drawable(words: str) -> str:
    """Return a text that fonts can render: null characters and lone surrogates are replaced.

    An ellipsis alone or beside letters or digits becomes three dots, since the fonts' own is centred
    vertically.
    """
    sound = words.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    return _LOW_ELLIPSIS.sub("...", sound) if "…" in sound else sound


@lru_cache(maxsize=2048)
def text(words: str, px: int, colour: Colour, face: Face = Face.TEXT) -> pygame.Surface:
    """Return words rendered on a transparent surface, which callers share: do not paint on it."""
    drawn = _drawable(words) if text_size(words, px, face)[0] else ""  # some characters have no width
    return font(px, face).render(drawn, True, colour)


@lru_cache(maxsize=4096)
def text_size(words: str, px: int, face: Face = Face.TEXT) -> tuple[int, int]:
    """Return the width and height in px of rendered words."""
    return font(px, face).size(_drawable(words))


def width(words: str, px: int, face: Face = Face.TEXT) -> int:
    """Return the width of rendered words in px; uncached, for texts that are measured piece by piece."""
    return font(px, face).size(_drawable(words))[0]


@lru_cache(maxsize=2048)
def fitted(words: str, px: int, room: int, face: Face = Face.TEXT) -> str:
    """Return the words, truncated with an ellipsis to ``room`` pixels if necessary; "" if nothing fits."""
    if text_size(words, px, face)[0] <= room:
        return words
    shortest, longest = 0, len(words)
    while shortest < longest:  # find how many characters fit together with the ellipsis
        middle = (shortest + longest + 1) // 2
        if width(words[:middle].rstrip() + "…", px, face) <= room:
            shortest = middle
        else:
            longest = middle - 1
    return words[:shortest].rstrip() + "…" if shortest else ""

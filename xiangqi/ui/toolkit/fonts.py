"""The shipped fonts: text at pixel sizes, cached, and cut where there is no room."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

import pygame

from xiangqi.resources import asset
from xiangqi.ui.toolkit.theme import Colour


class Face(str, Enum):
    """A typeface of the program; the value is its file in assets/fonts."""

    TEXT = "text.otf"
    BOLD = "text-bold.otf"
    BOARD = "board.ttf"  # brush script: pieces, river, titles; a few hundred characters only


@lru_cache(maxsize=64)
def font(px: int, face: Face = Face.TEXT) -> pygame.font.Font:
    """A font whose em is ``px`` pixels high.

    Raises:
        ResourceError: the font file is missing.
    """
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(str(asset(f"fonts/{face.value}")), max(1, px))


@lru_cache(maxsize=2048)
def text(words: str, px: int, colour: Colour, face: Face = Face.TEXT) -> pygame.Surface:
    """Rendered words on a transparent surface, shared between callers: blit it, do not paint on it."""
    return font(px, face).render(words, True, colour)


@lru_cache(maxsize=4096)
def text_size(words: str, px: int, face: Face = Face.TEXT) -> tuple[int, int]:
    """Width and height in pixels that rendered words take."""
    return font(px, face).size(words)


@lru_cache(maxsize=2048)
def fitted(words: str, px: int, width: int, face: Face = Face.TEXT) -> str:
    """The words, or as many as have ``width`` pixels of room together with an ellipsis; "" if none has."""
    if text_size(words, px, face)[0] <= width:
        return words
    shortest, longest = 0, len(words)
    while shortest < longest:  # the most characters that fit together with the ellipsis
        middle = (shortest + longest + 1) // 2
        if font(px, face).size(words[:middle].rstrip() + "…")[0] <= width:
            shortest = middle
        else:
            longest = middle - 1
    return words[:shortest].rstrip() + "…" if shortest else ""

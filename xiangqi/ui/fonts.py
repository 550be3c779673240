"""The shipped fonts: text at pixel sizes, cached, and a check that no character would draw as a blank."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

import pygame
import pygame.freetype

from xiangqi.resources import asset


class Face(str, Enum):
    """A typeface of the program; the value is its file in assets/fonts."""

    TEXT = "text.otf"
    BOLD = "text-bold.otf"
    BOARD = "board.ttf"  # brush script: pieces, river, titles; a few hundred characters only


@lru_cache(maxsize=64)
def font(px: int, face: Face) -> pygame.font.Font:
    """A font whose em is ``px`` pixels high.

    Raises:
        ResourceError: the font file is missing.
    """
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(str(asset(f"fonts/{face.value}")), max(1, px))


def text_font(px: int, bold: bool = False) -> pygame.font.Font:
    """The font for ordinary text, or its bold companion."""
    return font(px, Face.BOLD if bold else Face.TEXT)


def missing_glyphs(words: str, face: Face = Face.TEXT) -> str:
    """The characters of a text that a face cannot draw, each once, in order; line breaks and tabs do not count.

    ``pygame.font`` draws the blank of the font for them without a word; ``pygame.freetype`` tells.
    """
    if not pygame.freetype.get_init():
        pygame.freetype.init()
    known = pygame.freetype.Font(str(asset(f"fonts/{face.value}")), 16)
    wanted = [character for character in dict.fromkeys(words) if character not in "\n\r\t"]
    return "".join(character for character in wanted if known.get_metrics(character)[0] is None)

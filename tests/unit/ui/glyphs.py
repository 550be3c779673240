"""What a font of the program can draw."""

from __future__ import annotations

import pygame
import pygame.freetype

from xiangqi.resources import asset
from xiangqi.ui.toolkit.fonts import Face


def missing_glyphs(words: str, face: Face = Face.TEXT) -> str:
    """The characters of a text that a face cannot draw, each once, in order; line breaks and tabs do not count.

    ``pygame.font`` draws the blank of the font for them without a word; ``pygame.freetype`` tells.
    """
    if not pygame.freetype.get_init():
        pygame.freetype.init()
    known = pygame.freetype.Font(str(asset(f"fonts/{face.value}")), 16)
    wanted = [character for character in dict.fromkeys(words) if character not in "\n\r\t"]
    return "".join(character for character in wanted if known.get_metrics(character)[0] is None)

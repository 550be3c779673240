"""Makes the window's icon from the program's own pieces.

    python tools/build_art.py

The board and the pieces themselves are not stored as pictures: the program draws them in the size needed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pygame

from xiangqi.core.constants import KING, RED
from xiangqi.ui.board.pieces import piece, shadow
from xiangqi.ui.toolkit.theme import PIECES

TARGET: Final = Path(__file__).resolve().parent.parent / "assets"
SIZE: Final = 256


def icon() -> pygame.Surface:
    """Return Red's king with its shadow on a transparent background, SIZE pixels square."""
    picture = pygame.Surface((SIZE, SIZE), pygame.SRCALPHA)
    diameter = round(SIZE * 0.93)
    middle = (SIZE // 2, round(SIZE * 0.48))
    for part in (shadow(diameter), piece(PIECES["traditional"], RED | KING, diameter)):
        picture.blit(part, part.get_rect(center=middle))
    return picture


if __name__ == "__main__":
    pygame.image.save(icon(), TARGET / "icon.png")

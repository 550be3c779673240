"""Pictures without a Xiangqi board, each with a lattice that could be taken for one."""

from __future__ import annotations

from typing import Final

import numpy as np
from PIL import Image

from tools.train_recognition import no_boards
from tools.train_recognition.data import NO_BOARD
from tools.train_recognition.paint import Random, chance, spoiled
from tools.train_recognition.scenes import Scene
from xiangqi.recognition import finding
from xiangqi.recognition.rectify import Homography

HELD_OUT: Final = ("shogi", "sudoku", "calendar", "portrait", "icons", "chart", "counters")
"""Kinds that training never sees, so that measurements with them tell how well unknown kinds are rejected."""

_TRAINED: Final = (
    *(kind for kind in no_boards.KINDS if kind not in HELD_OUT),
    "janggi",
    "janggi",
    "part_of_go",
)
"""The kinds for training; those that are most like a Xiangqi board occur more often."""
_MOST: Final = 700


def scene(random: Random, fonts: list[str]) -> Scene:
    """Return a picture of a random kind as a scene whose points are all `NO_BOARD`, in one of the fonts."""
    kind = _TRAINED[int(random.integers(len(_TRAINED)))]
    no_boards.use_fonts([fonts[int(random.integers(len(fonts)))]])
    image = no_boards.KINDS[kind](random)
    image.thumbnail((_MOST, _MOST))
    image = spoiled(image, random, float(random.choice([0.0, 0.3, 1.0])))
    return Scene(image, _mistaken(image, random), np.full((10, 9), NO_BOARD, np.uint8), False, "nothing")


def _mistaken(image: Image.Image, random: Random) -> Homography:
    """Return the lattice that the current reader takes for a board, or one at random if it takes none."""
    found = finding.found(image, lambda: None) if chance(random, 0.7) else []
    if found:
        return found[int(random.integers(min(3, len(found))))].homography
    cell = min(image.width / 10, image.height / 11) * random.uniform(0.6, 1.0)
    left, top = random.uniform(0, image.width - 9 * cell), random.uniform(0, image.height - 10 * cell)
    return np.array([[cell, 0, left + cell / 2], [0, cell, top + cell / 2], [0, 0, 1.0]])

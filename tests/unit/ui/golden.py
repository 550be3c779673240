"""Stored pictures of every screen, and how near a drawing is to them.

``python tests/unit/ui/golden.py`` draws them anew, after a change that is meant to be seen, or only the
screens that are named; with ``--large FOLDER`` in full size, too, to be looked at. A picture is kept as the
mean colours of its blocks, with all languages and sizes of a screen on one sheet: small, and hardly touched by
how letters are smoothed.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from PIL import Image

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOLDER: Final = Path(__file__).with_name("golden")

BLOCKS: Final = {(800, 600): 5, (1600, 1000): 8}
"""Sizes of the window, and into which blocks each is divided, px."""

_LEVELS: Final = 8  # stored colours are multiples of this
_ALIKE: Final = 16  # by how much a block's mean may differ
_SPECKS: Final = 1  # so many blocks may differ by more


def blocks_of(pixels: NDArray[np.uint8], block: int) -> NDArray[np.uint8]:
    """Mean colours of the blocks of a picture, columns first as pygame has it."""
    width, height = pixels.shape[0] // block, pixels.shape[1] // block
    columns = pixels.reshape(width, block, height * block * 3).sum(axis=1, dtype=np.uint16)  # fast, being whole
    means = columns.reshape(width, height, block, 3).sum(axis=2, dtype=np.uint16) / block**2
    return np.minimum(np.rint(means / _LEVELS) * _LEVELS, 255).astype(np.uint8)


def differing(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which blocks are not alike."""
    return np.asarray(np.abs(one.astype(int) - other.astype(int)).max(axis=2) > _ALIKE)


def alike(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    """Whether two pictures are the same but for how letters are smoothed."""
    return int(differing(one, other).sum()) <= _SPECKS


def path_of(name: str) -> Path:
    """Where the sheet of a screen lies."""
    return FOLDER / f"{name.replace(',', '').replace(' ', '_')}.png"


def stored(name: str, size: tuple[int, int], language: int) -> NDArray[np.uint8]:
    """The blocks of a screen, from its sheet: a column for each language, a row for each size."""
    left, top, width, height = _place(size, language)
    with Image.open(path_of(name)) as sheet:
        tile = sheet.convert("RGB").crop((left, top, left + width, top + height))
    return np.asarray(tile).swapaxes(0, 1)


def _place(size: tuple[int, int], language: int) -> tuple[int, int, int, int]:
    """Left, top, width and height of a picture on its sheet."""
    tiles = [(width // block, height // block) for (width, height), block in BLOCKS.items()]
    row = list(BLOCKS).index(size)
    pitch = max(width for width, _ in tiles)
    return language * pitch, sum(height for _, height in tiles[:row]), *tiles[row]


def _drawings(name: str) -> Iterator[tuple[tuple[int, int], int, NDArray[np.uint8]]]:
    """A screen in every size and language, in full."""
    import pygame
    from screens import prepared

    from xiangqi.i18n.message import LANGUAGES

    for size in BLOCKS:
        for number, language in enumerate(LANGUAGES):
            yield size, number, pygame.surfarray.array3d(prepared(name, size, language).surface)


def _store(name: str, large: Path | None) -> None:
    """Draw a screen and write its sheet, and its pictures in full size where they are wanted."""
    places = {}
    for size, language, pixels in _drawings(name):
        places[_place(size, language)] = blocks_of(pixels, BLOCKS[size]).swapaxes(0, 1)
        if large is not None:
            file = large / f"{path_of(name).stem}-{size[0]}-{language}.png"
            Image.fromarray(pixels.swapaxes(0, 1)).save(file)
    right = max(left + width for left, _, width, _ in places)
    bottom = max(top + height for _, top, _, height in places)
    sheet = Image.new("RGB", (right, bottom))
    for (left, top, _, _), tile in places.items():
        sheet.paste(Image.fromarray(tile), (left, top))
    sheet.save(path_of(name), optimize=True)


def main() -> None:
    """Draw the screens and replace their stored pictures."""
    parser = argparse.ArgumentParser(description="Draws the stored pictures of screens anew.")
    parser.add_argument(
        "screens", nargs="*", help="their names, as in screens.py; all of them if none is named"
    )
    parser.add_argument("--large", type=Path, help="also write them in full size into this folder")
    arguments = parser.parse_args()
    large: Path | None = arguments.large
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    import pygame
    from screens import SCREENS

    pygame.display.init()
    pygame.display.set_mode((800, 600))
    FOLDER.mkdir(exist_ok=True)
    wanted = set(map(path_of, SCREENS))
    for old in FOLDER.glob("*.png"):
        if old not in wanted:
            old.unlink()
    for name in arguments.screens or SCREENS:
        _store(name, large)


if __name__ == "__main__":
    main()

"""A display in memory for the tests of the window's parts, and boards that are made once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache

import pytest

BOARDS = 40
"""How many bare boards are kept: more than there are sizes of board on all screens of a test."""


@pytest.fixture(autouse=True, scope="session")
def memory_display() -> Iterator[None]:
    """pygame on drivers that draw and sound nowhere."""
    before = {name: os.environ.get(name) for name in ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER")}
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    import xiangqi.ui  # noqa: F401 (sets what pygame reads when it is first loaded)

    pygame = pytest.importorskip("pygame")
    pygame.display.init()
    pygame.display.set_mode((800, 600))
    yield
    pygame.quit()
    for name, value in before.items():
        os.environ.pop(name) if value is None else os.environ.update({name: value})


@pytest.fixture(autouse=True, scope="session")
def kept_boards(memory_display: None) -> None:  # noqa: ARG001 (first)
    """Wood takes longer to draw than everything on it; a window keeps two sizes of it, the tests need many."""
    from xiangqi.ui.board import pieces, wood

    for module, name in ((wood, "_bare"), (wood, "_master"), (pieces, "_master"), (pieces, "_sheet")):
        made = getattr(module, name).__wrapped__
        setattr(module, name, lru_cache(maxsize=BOARDS if module is wood else 10 * BOARDS)(made))

"""A display in memory for the tests of the window's parts."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest


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

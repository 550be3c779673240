"""Random events in a window that goes through all modes, with answers that come late, in part or never.

``XIANGQI_MONKEY_POKES`` makes them as many as one likes; the seeds make them the same each time. What must hold
is checked after each of them (`tools.reliability.window_monkey`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pygame
import pytest

from tools.reliability import window_monkey

POKES = int(os.environ.get("XIANGQI_MONKEY_POKES", "150"))


@pytest.fixture(autouse=True)
def same_window() -> Iterator[None]:
    """Leave the display to other tests as large as it was."""
    size = pygame.display.get_window_size()
    yield
    pygame.display.set_mode(size)


@pytest.mark.parametrize("seed", [1, 2, 3, 12])
def test_random_input_breaks_nothing(seed: int) -> None:
    assert window_monkey.run(POKES, seed) == POKES

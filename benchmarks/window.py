"""Speed of the window: ``python benchmarks/window.py``.

Prints the time that a new process takes to its first picture of the board, and then, for windows of several
sizes, the times of the first drawing (wood and pieces are made for the size) and of redrawing everything from
caches. Draws in memory, so the time that a display needs to show a picture is not included.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

SIZES = ((800, 600), (1180, 900), (2360, 1800), (3840, 2160))

FIRST_BOARD = """
import pygame
from xiangqi.app.update import initial_state
from xiangqi.storage.settings import Settings
from xiangqi.ui.window.screen import Screen

size = (1180, 900)
pygame.display.init()
surface = pygame.display.set_mode(size)
Screen(size).draw(surface, initial_state(Settings()), 0.0)
pygame.display.flip()
"""


def first_board() -> float:
    """Return the seconds from the start of a process to the first picture of the board."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", FIRST_BOARD], check=True)
    return time.perf_counter() - began


def drawing(size: tuple[int, int], runs: int) -> tuple[float, float]:
    """Return the ms of the first drawing at a size, and the median processor time, ms, of those that follow."""
    import pygame

    from xiangqi.app.update import initial_state
    from xiangqi.storage.settings import Settings
    from xiangqi.ui.window.screen import Screen

    surface = pygame.display.set_mode(size)
    state = initial_state(Settings())
    screen = Screen(size)
    began = time.perf_counter()
    screen.draw(surface, state, 0.0)
    first = time.perf_counter() - began
    spent = []
    for frame in range(runs):
        began = time.process_time()
        screen.draw(surface, state, frame / 60)
        spent.append(time.process_time() - began)
    return first * 1e3, statistics.median(spent) * 1e3


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=100, help="drawings of each size")
    arguments = parser.parse_args()
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    with tempfile.TemporaryDirectory() as home:
        os.environ["XIANGQI_HOME"] = home  # keeps the player's own settings and game untouched
        print(f"first board {first_board():6.2f} s")
        print(f"\n{'window':<14}{'first ms':>10}{'redraw ms':>12}")
        for size in SIZES:
            first, redraw = drawing(size, arguments.runs)
            print(f"{f'{size[0]}x{size[1]}':<14}{first:>10.1f}{redraw:>12.2f}")


if __name__ == "__main__":
    main()

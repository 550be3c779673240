"""Redrawing every screen: ``python -m benchmarks.screens 3840x2160``.

Prints, for each size of a window, the median processor time of redrawing the slowest screens and the median
one in English, and of the frames in which a piece slides. Draws in memory what tests/unit/ui/screens.py lists.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import Protocol

import pygame

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.session.state import AppState
from xiangqi.ui.window.screen import Screen

TESTS = Path(__file__).parents[1] / "tests"
SLOWEST = 5
FRAMES = 12  # of a slide


class Session(Protocol):
    """The window of tests/unit/ui/ui_session.py."""

    now: float
    state: AppState
    surface: pygame.Surface
    screen: Screen


def spent_ms(session: Session, later_s: float) -> float:
    """Return the processor time, ms, of drawing a session after some time."""
    session.now += later_s
    began = time.process_time()
    session.screen.draw(session.surface, session.state, session.now)
    return (time.process_time() - began) * 1e3


def measure(size: tuple[int, int], runs: int) -> None:
    """Print the figures of one size."""
    screens = import_module("screens")
    redraws = {}
    for name in screens.SCREENS:
        session = screens.prepared(name, size, "en")
        redraws[name] = statistics.median(spent_ms(session, 1.0) for _ in range(runs))
    print(f"{size[0]}x{size[1]}: median of {len(redraws)} screens {statistics.median(redraws.values()):.1f} ms")
    for name in sorted(redraws, key=redraws.__getitem__, reverse=True)[:SLOWEST]:
        print(f"  {redraws[name]:5.1f} ms  {name}")
    session = import_module("ui_session").Session(size)
    session.play("h2e2 h9g7")
    session.send(PlayText("h0g2"))
    slides = [spent_ms(session, 1 / 60) for _ in range(FRAMES)]
    print(f"  {statistics.median(slides):5.1f} ms  a frame of a slide, at most {max(slides):.1f}")


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("sizes", nargs="+", metavar="WxH", help="size of a window, px")
    parser.add_argument("--runs", type=int, default=9, help="drawings of each screen")
    arguments = parser.parse_args()
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    sys.path[:0] = [str(TESTS), str(TESTS / "unit"), str(TESTS / "unit" / "ui")]
    with tempfile.TemporaryDirectory() as home:
        os.environ["XIANGQI_HOME"] = home
        pygame.display.init()
        pygame.display.set_mode((800, 600))
        for size in arguments.sizes:
            width, height = map(int, size.split("x"))
            measure((width, height), arguments.runs)


if __name__ == "__main__":
    main()

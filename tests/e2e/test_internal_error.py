"""An internal error in a window that was started without a terminal: the window says what was kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from window_driver import Display, near, wait_for

from xiangqi.records.files import read_games
from xiangqi.ui.toolkit.roles import palette

ROOT = Path(__file__).parents[2]

# As from a menu: no standard streams. The third drawn frame with a move on the board fails.
STARTED = """
import os, sys
for stream in range(3):
    os.close(stream)
sys.stdin = sys.stdout = sys.stderr = None
from xiangqi.app.board_input.moving import PlayText
from xiangqi.cli import main
from xiangqi.ui.window.window import Window
draw, drawn = Window._draw, []
def failing(self, now):
    drawn.append(now)
    if len(drawn) == 2:
        self._runner.send(PlayText("h2e2"))
    draw(self, now)
    if len(drawn) > 4:
        raise IndexError("tuple index out of range")
    self._stale = True
Window._draw = failing
sys.exit(main(["--side", "both", "--language", sys.argv[1]]))
"""


def is_told(display: Display, path: Path) -> bool:
    """Return whether the screen shows text and a golden button on an empty ground, and no board."""
    picture, colours = display.screenshot(path), palette(dark=True)
    seen = [picture.get_at((x, y)) for x in range(0, 1280, 8) for y in range(0, 1000, 8)]
    gold, text = (sum(near(colour, wanted, 4) for colour in seen) for wanted in (colours.gold, colours.text))
    ground = sum(near(colour, colours.background, 4) for colour in seen)
    return gold > 50 and text > 20 and ground > len(seen) / 2


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_an_error_without_a_terminal_ends_in_a_window_that_says_so(
    display: Display, tmp_path: Path, language: str
) -> None:
    environment = os.environ | {
        "DISPLAY": display.name,
        "XIANGQI_HOME": str(tmp_path),
        "SDL_AUDIODRIVER": "dummy",
    }
    environment.pop("SDL_VIDEODRIVER", None)
    process = subprocess.Popen([sys.executable, "-c", STARTED, language], env=environment, cwd=ROOT)
    try:
        report = tmp_path / "internal-error.txt"
        wait_for("the report", report.exists)
        told = report.read_text(encoding="utf-8")
        assert "IndexError: tuple index out of range" in told
        assert "h2e2" not in told, "nothing of the game"
        assert process.poll() is None, "the window stays until it is closed"
        (kept,) = read_games(tmp_path / "journal.pgn")
        assert [move.iccs for move in kept.main_line()] == ["h2e2"]
        wait_for("the last window", lambda: is_told(display, tmp_path / "shown.png"))
        subprocess.run(["xdotool", "key", "Return"], env=environment, check=True)
        assert process.wait(60) != 0
    finally:
        process.kill()
        process.wait()

"""Random clicks, drags, keys, wheels, resizes and drops in a real window: nothing breaks, and no game is lost.

``XIANGQI_MONKEY_EVENTS`` makes them as many as one likes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from window_driver import Display

ROOT = Path(__file__).parents[2]
EVENTS = os.environ.get("XIANGQI_MONKEY_EVENTS", "110")


def test_a_monkey_breaks_nothing(display: Display) -> None:
    command = [sys.executable, "-m", "tools.reliability.monkey", "--events", EVENTS, "--seed", "7"]
    environment = os.environ | {"DISPLAY": display.name}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{EVENTS} events" in done.stdout
    assert "wrong: 0" in done.stdout

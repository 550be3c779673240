"""The tools behind docs/reliability.md, run small: the damage is real, the numbers are few."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def run_tool(name: str, *words: str) -> str:
    """What a tool prints; it must have found nothing wrong."""
    command = [sys.executable, "-m", f"tools.reliability.{name}", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks and reads /proc")
def test_killed_programs_lose_no_move_that_was_shown() -> None:
    assert "lost: 0" in run_tool("kills", "--kills", "5", "--seed", "3")


def test_damaged_files_are_told_and_what_can_be_read_is_kept() -> None:
    pytest.importorskip("pygame")
    assert "wrong: 0" in run_tool("damage", "--cases", "12", "--seed", "5")

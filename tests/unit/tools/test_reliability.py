"""The tools behind docs/reliability.md, run small: the damage is real, the numbers are few."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("pygame")

from tools.reliability.soak import Sample, report, slope

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


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks and reads /proc")
def test_killed_programs_lose_no_edit_that_was_shown() -> None:
    assert "lost: 0" in run_tool("kills", "--edits", "--kills", "4", "--seed", "3")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_clocks_are_right_through_an_hour_that_passes_in_seconds() -> None:
    assert "wrong: 0" in run_tool("day", "--hours", "1")


def test_damaged_files_are_told_and_what_can_be_read_is_kept() -> None:
    assert "wrong: 0" in run_tool("damage", "--cases", "12", "--seed", "5")


def test_what_grows_from_game_to_game_is_seen(capsys: pytest.CaptureFixture[str]) -> None:
    assert slope([3.0, 5.0, 7.0]) == 2.0
    first = Sample(
        80, 5.0, memory_kib=200_000, engine_kib=100_000, files=20, threads=5, frame_ms=9.0, slow_ms=20.0
    )
    assert report([first] * 12)
    assert report([replace(first, memory_kib=200_000 + 9000 * min(n, 5)) for n in range(12)])  # caches fill
    assert not report([replace(first, memory_kib=200_000 + 300 * n) for n in range(12)])
    assert not report([replace(first, files=20 + n) for n in range(12)])
    assert "+300.000" in capsys.readouterr().out

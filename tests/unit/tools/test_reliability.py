"""Short runs of the tools behind docs/lab/reliability.md, with real damage."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("pygame")

from tools.reliability.cut_disk import make_disk, mounted
from tools.reliability.cut_programs import Told
from tools.reliability.durability_cost import measure
from tools.reliability.each_write import Doing, fill
from tools.reliability.power_cuts import Found
from tools.reliability.soak import Sample, report, slope

ROOT = Path(__file__).parents[3]


def run_tool(name: str, *words: str) -> str:
    """Return what a tool prints; it must have found nothing wrong."""
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


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mounts a disk")
def test_a_power_cut_loses_nothing_that_was_told(tmp_path: Path) -> None:
    try:
        make_disk(tmp_path / "disk.img")
        with mounted(tmp_path / "disk.img", tmp_path / "disk"):
            pass
    except OSError as error:
        pytest.skip(f"no disk can be mounted: {error}")
    log, count, told = tmp_path / "cuts.jsonl", 0, False
    while count < 4 or (not told and count < 100):  # on a busy machine the power fails before anything is done
        count += 2
        said = run_tool("power_cuts", "--cuts", "2", "--seed", f"{count}", "--log", str(log))
        assert "2 cuts" in said
        assert f"in the log: {count} cuts, 0 of them lost something" in said
        told = any(json.loads(line)["told"] for line in log.read_text().splitlines())
    assert told


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is missing")
def test_a_disk_full_or_cut_at_each_write_leaves_settings_whole(tmp_path: Path) -> None:
    try:
        make_disk(tmp_path / "disk.img")
        with mounted(tmp_path / "disk.img", tmp_path / "disk"):
            pass
    except OSError as error:
        pytest.skip(f"no disk can be mounted: {error}")
    assert run_tool("each_write", "--only", "settings").startswith("settings: full at 3 writes, cut at ")


def _in_two_steps(folder: Path) -> None:
    """Write a file that is incomplete after its first half, and say nothing of faults."""
    with contextlib.suppress(OSError), (folder / "file").open("wb", buffering=0) as file:
        file.write(b"half ")
        os.fsync(file.fileno())
        file.write(b"whole")
        os.fsync(file.fileno())


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is missing")
def test_what_is_left_half_written_is_found(tmp_path: Path) -> None:
    def prepare(folder: Path) -> None:
        (folder / "file").write_bytes(b"before")

    full = fill(
        Doing("two steps", prepare, _in_two_steps, lambda folder: (folder / "file").read_bytes()), tmp_path
    )
    assert full.writes == 4
    assert [fault.partition(":")[0] for fault in full.faults] == ["write 1", "write 2", "fsync 1"]


def test_what_was_told_and_is_not_there_is_lost() -> None:
    found = Found(games={("h2e2 h9g7", "0-1")}, things={Told("card", "fen")}, volume=3)
    there = (Told("game", "h2e2"), Told("game", "h2e2 h9g7", "0-1"), Told("card", "fen"), Told("setting", "3"))
    gone = (
        Told("game", "h2e2 h9g7 h0g2"),
        Told("game", "h2e2", "0-1"),
        Told("game", "h2e2 h9g7", "1-0"),
        Told("card", "another"),
        Told("attempt", "fen"),
        Told("setting", "4"),
    )
    assert [told for told in (*there, *gone) if found.lacks(told)] == list(gone)


def test_both_ways_of_committing_are_measured() -> None:
    taken = measure(1, seed=1, imported=(1,))
    assert set(taken) == {
        (name, flushed) for name in ("a game kept", "an attempt", "import of 1") for flushed in (False, True)
    }


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

"""Tests that the benchmarks run and print their figures; speed is not tested."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.parametrize(
    ("script", "arguments", "heading", "row"),
    [
        ("perft.py", ("--depth", "2", "--runs", "1"), r"position +bulk +nodes", r"start +no +1,920 "),
        ("search.py", ("--seconds", "0.3", "--hash", "1"), r"position +depth +nodes", r"endgame +\d+ +[\d,]+ "),
        (
            "engine_process.py",
            ("--runs", "1", "--stops", "2", "--games", "1", "--plies", "4"),
            r" +count +least",
            r"memory, MB +1 +[\d.]+",
        ),
        (
            "real_window.py",
            ("redraw", "--seconds", "0.1"),
            r"plain loop",
            r"redraw +[\d.]+ ms wall",
        ),
        ("tables.py", ("1",), r"worth +unpacked first", r"distance +unpacked before +[\d.]+ on average"),
        ("window.py", ("--runs", "1"), r"window +first ms", r"2360x1800 +[\d.]+ +[\d.]+$"),
    ],
)
def test_a_benchmark_prints_its_rows(
    script: str, arguments: tuple[str, ...], heading: str, row: str, tmp_path: Path
) -> None:
    command = [sys.executable, str(FOLDER / script), *arguments]
    unseen = os.environ | {"SDL_VIDEODRIVER": "dummy"}
    done = subprocess.run(command, cwd=tmp_path, env=unseen, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(f"^{heading}", done.stdout, re.MULTILINE)
    assert re.search(f"^{row}", done.stdout, re.MULTILINE), done.stdout


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="Dask is not installed")
def test_long_work_comes_to_the_same_on_processes_and_on_a_cluster_that_loses_a_worker(tmp_path: Path) -> None:
    amount = ("match", "8", "--nodes", "20", "--workers", "2", "--pairs", "1", "--kill", "1")
    command = [sys.executable, "-m", "benchmarks.cluster", *amount]
    path = os.environ | {"PYTHONPATH": str(FOLDER.parent)}
    done = subprocess.run(command, cwd=tmp_path, env=path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    hashes = re.findall(r"^(?:processes|cluster|1 killed) +([0-9a-f]{16})", done.stdout, re.MULTILINE)
    assert len(hashes) == 3
    assert len(set(hashes)) == 1
    assert re.search(r"^processor: cluster / processes \d+\.\d+ ", done.stdout, re.MULTILINE)
    assert done.stdout.endswith("all results are equal\n")

"""Runs what a release has for the system at hand: it counts positions and nodes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Final

from tools.release.distributions import ReleaseError

PERFT_4: Final = "3290240"


def try_wheel(wheel: Path, *python: str, site: Path | None = None) -> str:
    """Run the program of a wheel, away from the checkout; the nodes of `bench`.

    Args:
        wheel: for the system of the Python.
        python: how a Python is started, this one by default; perhaps in an emulator.
        site: a folder with what the program needs, of that Python's kind.
    """
    with tempfile.TemporaryDirectory(prefix="xiangqi-wheel-") as folder:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        path = os.pathsep.join([folder, *([str(site)] if site else [])])
        return _try(
            [*(python or (sys.executable,)), str(Path(folder, "xiangqi", "__main__.py"))], PYTHONPATH=path
        )


def try_program(program: Path) -> str:
    """Run a program that brings its own Python; the nodes of `bench`."""
    return _try([str(program)])


def _try(command: list[str], **variables: str) -> str:
    """Have a program count.

    Raises:
        ReleaseError: it counts otherwise, or without its kernels.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA", "XIANGQI"))}
    said = {}
    with tempfile.TemporaryDirectory(prefix="xiangqi-home-") as home:
        for words in (("perft", "4"), ("bench",)):
            environment = kept | {"XIANGQI_HOME": home} | variables
            done = subprocess.run(
                [*command, *words],
                cwd=home,
                env=environment,
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
            if done.returncode or "interpreted" in done.stderr:
                raise ReleaseError(f"{' '.join(words)}: {done.stderr.strip() or done.stdout.strip()}")
            said[words[0]] = done.stdout.strip()
    if said["perft"] != PERFT_4:
        raise ReleaseError(f"perft 4 is {said['perft']}, not {PERFT_4}")
    return "perft 4 right, " + next(line for line in said["bench"].splitlines() if line.startswith("nodes "))

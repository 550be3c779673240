"""Runs the parts of a release that fit this system: they count positions and nodes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Final

from tools.release.distributions import ReleaseError

PERFT_4: Final = "3290240"
EMULATOR: Final = "qemu-aarch64-static"


def try_wheel(wheel: Path) -> str:
    """Run the program of a wheel for this system, away from the checkout; return the counts in words.

    Raises:
        ReleaseError: the counts differ, or the program lacks its kernels.
    """
    return _try_unpacked(wheel, [sys.executable])


def try_on_arm64(wheel: Path, debian: Path) -> str:
    """Run the program of a wheel for Linux on arm64 in an emulator; return the counts in words.

    Args:
        wheel: the wheel for such processors.
        debian: a folder with an arm64 Debian and its `/usr/bin/python3`, and in `/site` the program's
            requirements.

    Raises:
        ReleaseError: the counts differ, the program lacks its kernels, or `qemu-aarch64-static` is missing.
    """
    if shutil.which(EMULATOR) is None:
        raise ReleaseError(f"{EMULATOR} is missing, which Debian's qemu-user-static has")
    python = [EMULATOR, "-L", str(debian), str((debian / "usr" / "bin" / "python3").resolve())]
    return _try_unpacked(wheel, python, debian / "site")


def _try_unpacked(wheel: Path, python: list[str], *sites: Path) -> str:
    with tempfile.TemporaryDirectory(prefix="xiangqi-wheel-") as folder:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        path = os.pathsep.join([folder, *map(str, sites)])
        return _try([*python, str(Path(folder, "xiangqi", "__main__.py"))], PYTHONPATH=path)


def try_program(program: Path) -> str:
    """Run a program that contains its own Python; return the counts in words.

    Raises:
        ReleaseError: the counts differ, or the program lacks its kernels.
    """
    return _try([str(program)])


def _try(command: list[str], **variables: str) -> str:
    """Have a program count positions and nodes, and return both results in words.

    Raises:
        ReleaseError: the counts differ, or the program lacks its kernels.
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

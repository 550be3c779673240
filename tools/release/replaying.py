"""Replays recorded kernel calls in libraries built for another system, and compares the results."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.release.distributions import KERNELS, ReleaseError
from tools.release.steady import ROOT
from xiangqi.core.compiler.loader import KernelLibrary

_REPLAY: Final = Path(__file__).with_name("replay.c")


@dataclass(frozen=True)
class Emulator:
    """A program that runs programs for another system.

    Attributes:
        command: the name of the emulator's executable.
        package: its Debian package.
        target: Zig's name of the other system.
    """

    command: str
    package: str
    target: str

    def is_there(self) -> bool:
        """Return whether the emulator is installed."""
        return shutil.which(self.command) is not None


EMULATORS: Final = {
    "linux-aarch64": Emulator("qemu-aarch64-static", "qemu-user-static", "aarch64-linux-musl"),
    "win32-x86_64": Emulator("wine", "wine", "x86_64-windows-gnu"),
}
"""Emulators by the names of systems. There is none for macOS."""


def try_emulated(wheel: Path, emulator: Emulator) -> str:
    """Replay recorded calls in the libraries of a wheel for another system; return what was tried.

    A library for processors with instructions that this processor lacks is left out.

    Raises:
        ReleaseError: a program fails, or a library's results differ from the recorded ones.
    """
    with tempfile.TemporaryDirectory(prefix="xiangqi-replay-", ignore_cleanup_errors=True) as name:
        folder, tried = Path(name), []
        recording = folder / "recording"
        calls = _said([sys.executable, "-m", "tools.release.recording", str(recording)], ROOT).splitlines()[-1]
        zig = [sys.executable, "-m", "ziglang", "cc", "-target", emulator.target]
        _said([*zig, "-static", "-O1", "-o", "replay.exe", str(_REPLAY)], folder)
        with zipfile.ZipFile(wheel) as archive:
            for entry in json.loads(archive.read(KERNELS))["libraries"]:
                if entry["level"] <= KernelLibrary().level:
                    tried.append(entry["file"])
                    (folder / tried[-1]).write_bytes(archive.read(f"xiangqi/kernels/{tried[-1]}"))
                    _said([emulator.command, "replay.exe", tried[-1], recording.name], folder)
    return f"{calls} repeated by {' and '.join(tried)} in {emulator.command} without difference"


def _said(command: list[str], folder: Path) -> str:
    """Return what a program prints.

    Raises:
        ReleaseError: the program fails.
    """
    own = {"WINEPREFIX": str(folder / "wine"), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}
    done = subprocess.run(
        command, cwd=folder, env=os.environ | own, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise ReleaseError(f"{' '.join(command)}: {done.stdout.strip() or done.stderr.strip()}")
    return done.stdout

"""The clipboard of the tests' display, owned by a program that says what it is asked for."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

Held = Mapping[str, Path]
"""The types of what is in the clipboard, and the files with their bytes."""


class Owner:
    """A program of its own, since the owner answers by itself."""

    def __init__(self, held: Held, wait_s: float, display: str) -> None:
        """Start it; the clipboard is its own on return."""
        program = Path(__file__).with_name("clipboard_owner.py")
        words = [sys.executable, str(program), str(wait_s), *(f"{kind}={path}" for kind, path in held.items())]
        self._process = subprocess.Popen(words, env={"DISPLAY": display}, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n"

    def asked(self) -> list[str]:
        """Return the types that it was asked for; "lost" where another became the owner. It ends."""
        return [line.removeprefix("asked ") for line in self.close().splitlines()]

    def close(self) -> str:
        """End it, and return what else it has said."""
        self._process.kill()
        with self._process as process:
            return process.stdout.read() if process.stdout and not process.stdout.closed else ""


OwnClipboard = Callable[..., Owner]
"""Called with what is to be held and, if the owner is slow, ``wait_s``."""

"""Starts processes of the program itself, each running one of its commands, such as `uci` or `film`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

NO_WINDOW: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""The creation flag that prevents a console window on Windows; 0 elsewhere."""


def start_own(
    *words: str, stdin: int | None = None, stdout: int | None = None, stderr: int | None = None
) -> subprocess.Popen[bytes]:
    """Start a process that runs a command of this program.

    Args:
        words: the command and its arguments.
        stdin, stdout, stderr: as in Popen: PIPE, DEVNULL, or None to inherit the stream.

    Raises:
        OSError: the process cannot be started.
    """
    command = own_command(*words)
    return subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=stderr, creationflags=NO_WINDOW)


def own_command(*words: str) -> list[str]:
    """Return the command line that runs a command of this program, however the program is installed.

    Python is given the path of a file rather than ``-m xiangqi``, which would search the current folder first
    and run a ``pickle.py`` or a ``xiangqi/`` found there.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, *words]
    return [sys.executable, str(Path(__file__).resolve().with_name("__main__.py")), *words]

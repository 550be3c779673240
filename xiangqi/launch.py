"""How the program starts processes of its own: each is one of its commands, such as `uci` or `film`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

NO_WINDOW: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""A flag for Windows, which opens a console otherwise; 0 elsewhere."""


def start_own(
    *words: str, stdin: int | None = None, stdout: int | None = None, stderr: int | None = None
) -> subprocess.Popen[bytes]:
    """Start a command of this program.

    Args:
        words: the command and its arguments.
        stdin, stdout, stderr: as of Popen: PIPE, DEVNULL, or None for that of this process.

    Raises:
        OSError: no process can be started.
    """
    command = own_command(*words)
    return subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=stderr, creationflags=NO_WINDOW)


def own_command(*words: str) -> list[str]:
    """The command line of a command of this program, from a checkout, an installation or a frozen program.

    Python is given the path of a file, not ``-m xiangqi``, which would look for modules in the current folder
    first and run a ``pickle.py`` or a ``xiangqi/`` that lies there.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, *words]
    return [sys.executable, str(Path(__file__).resolve().with_name("__main__.py")), *words]

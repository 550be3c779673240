"""How the program starts processes of its own: each is one of its commands, such as `uci` or `film`."""

from __future__ import annotations

import sys
from pathlib import Path


def own_command(*words: str) -> list[str]:
    """The command line of a command of this program, from a checkout, an installation or a frozen program.

    Python is given the path of a file, not ``-m xiangqi``, which would look for modules in the current folder
    first and run a ``pickle.py`` or a ``xiangqi/`` that lies there.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, *words]
    return [sys.executable, str(Path(__file__).resolve().with_name("__main__.py")), *words]

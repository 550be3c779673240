"""Runs the program as its users do: a process with its arguments, input and exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass

ENGLISH = {"LC_ALL": "C", "LANG": "C", "SDL_VIDEODRIVER": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}


@dataclass(frozen=True)
class Outcome:
    """What a run left behind."""

    code: int
    out: str
    err: str


def run(*arguments: str, text: str = "", **environment: str) -> Outcome:
    """Run ``python -m xiangqi`` to its end, its input being `text`."""
    result = subprocess.run(
        [sys.executable, "-m", "xiangqi", *arguments],
        input=text.encode(),
        capture_output=True,
        timeout=180,
        env={**os.environ, **ENGLISH, **environment},
        check=False,
    )
    return Outcome(result.returncode, result.stdout.decode(), result.stderr.decode())


def start(*arguments: str) -> subprocess.Popen[str]:
    """Start ``python -m xiangqi`` with all pipes open."""
    return subprocess.Popen(
        [sys.executable, "-m", "xiangqi", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, **ENGLISH},
    )

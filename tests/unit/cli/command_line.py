"""Runs the program as its users do: arguments, input, exit code, in a process of its own or in this one."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO
from unittest.mock import patch

import xiangqi.ui  # noqa: F401 (sets, for good, what pygame reads when it is first loaded)
from xiangqi.cli import main

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
        timeout=300,
        env={**os.environ, **ENGLISH, **environment},
        check=False,
    )
    return Outcome(result.returncode, result.stdout.decode(), result.stderr.decode())


def called(*arguments: str, text: str = "", **environment: str) -> Outcome:
    """Run a command in this process, on other descriptors: a process takes a third of a second more."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(text.encode())
        given.seek(0)
        with _descriptors(given, out, err), patch.dict(os.environ, {**ENGLISH, **environment}):
            try:
                code = main(list(arguments))
            except SystemExit as ended:
                code = int(ended.code or 0)
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read().decode())
    return Outcome(code, *texts)


@contextmanager
def _descriptors(*files: IO[bytes]) -> Iterator[None]:
    """Have files as standard input, output and error, for Python and for what it starts."""
    kept = [os.dup(number) for number in range(len(files))]
    streams = sys.stdin, sys.stdout, sys.stderr
    for number, file in enumerate(files):
        os.dup2(file.fileno(), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 (a descriptor)
    sys.stdout, sys.stderr = (
        open(number, "w", encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115
        for number in (1, 2)
    )
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr, sys.stdin):
            stream.close()
        sys.stdin, sys.stdout, sys.stderr = streams
        for number, descriptor in enumerate(kept):
            os.dup2(descriptor, number)
            os.close(descriptor)


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

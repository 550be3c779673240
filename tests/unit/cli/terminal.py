"""Runs the program on a real terminal, as far as it can tell: a pseudo-terminal of its own."""

from __future__ import annotations

import os
import select
import subprocess
import time

from command_line import ENGLISH

from xiangqi.launch import own_command

END_OF_INPUT = "\x04"
_PATIENCE_S = 300.0


class Terminal:
    """A command with standard input, output and error on a terminal."""

    def __init__(self, *words: str, **environment: str) -> None:
        self._ours, theirs = os.openpty()
        self._process = subprocess.Popen(
            own_command(*words),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env={**os.environ, **ENGLISH, "TERM": "xterm", **environment},
        )
        os.close(theirs)
        self.shown = ""

    @property
    def process_id(self) -> int:
        """The number of the process."""
        return self._process.pid

    def type(self, text: str) -> None:
        """Type some keys."""
        os.write(self._ours, text.encode())

    def read_until(self, text: str) -> str:
        """Return all that is shown up to some text, from where the last call ended."""
        start = len(self.shown)
        until = time.monotonic() + _PATIENCE_S
        while text not in self.shown[start:]:
            assert self._read(until), f"never shown: {text!r}; shown: {self.shown!r}"
        return self.shown[start:]

    def finish(self) -> int:
        """Read on until the program has ended, and return its exit code."""
        until = time.monotonic() + _PATIENCE_S
        while self._read(until):
            pass
        os.close(self._ours)
        return self._process.wait(_PATIENCE_S)

    def _read(self, until: float) -> bool:
        """Take what is there; False when there will be nothing more, or nothing in time."""
        ready, _, _ = select.select([self._ours], [], [], max(0.0, until - time.monotonic()))
        try:
            data = os.read(self._ours, 1 << 16) if ready else b""
        except OSError:  # the program has ended
            return False
        self.shown += data.decode("utf-8", "replace")
        return bool(data)

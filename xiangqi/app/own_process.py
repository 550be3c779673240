"""Runs a command of the program in a separate process, which delays no frame and can be ended."""

from __future__ import annotations

import contextlib
import subprocess
import threading
from collections.abc import Callable, Sequence

from xiangqi.i18n.message import Message
from xiangqi.launch import start_own


class OwnProcess:
    """A subcommand of this program, run once in a child process; `run` blocks until it ends.

    Attributes:
        is_ended: whether the command is no longer wanted.
    """

    def __init__(self, words: Sequence[str], given: bytes) -> None:
        """Create the command without starting it.

        Args:
            words: the command and its arguments.
            given: its standard input.
        """
        self.is_ended = False
        self._words = words
        self._given = given
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, told: Callable[[str], None]) -> str:
        """Run the command to its end.

        Args:
            told: called with each line of its standard output.

        Returns:
            The error message, or "" if the command succeeded.

        Raises:
            OSError: it cannot be started.
        """
        pipe = subprocess.PIPE
        with start_own(*self._words, stdin=pipe, stdout=pipe, stderr=pipe) as process:
            with self._lock:
                self._process = process
                if self.is_ended:
                    process.kill()
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(self._given)
                process.stdin.close()
            for line in process.stdout:
                told(line.decode(errors="replace"))
            lines = process.stderr.read().decode(errors="replace").strip().splitlines()
        complaint = lines[-1].removeprefix(f"xiangqi {self._words[0]}: ") if lines else ""
        return (complaint or Message("detail.job.ended", code=process.returncode)) if process.returncode else ""

    def end(self) -> None:
        """End the command, or keep it from starting."""
        with self._lock:
            self.is_ended = True
            if self._process is not None:
                self._process.kill()

"""Runs a command of the program in a separate process, which delays no frame and can be stopped."""

from __future__ import annotations

import contextlib
import subprocess
import threading
from collections.abc import Generator, Sequence

from xiangqi.i18n.message import Message
from xiangqi.launch import start_own


class OwnProcess:
    """A subcommand of this program, run once in a child process.

    Attributes:
        is_ended: whether `end` has been called, so that the outcome no longer matters.
        failure: the error message once it has run, or "" if it succeeded.
    """

    def __init__(self, words: Sequence[str], given: bytes) -> None:
        """Create the command without starting it.

        Args:
            words: the command and its arguments.
            given: its standard input.
        """
        self.is_ended = False
        self.failure = ""
        self._words = words
        self._given = given
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def lines(self) -> Generator[str, None, None]:
        """Run the command to its end, and yield each line of its standard output.

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
                yield line.decode(errors="replace")
            lines = process.stderr.read().decode(errors="replace").strip().splitlines()
        complaint = lines[-1].removeprefix(f"xiangqi {self._words[0]}: ") if lines else ""
        if process.returncode:
            self.failure = complaint or Message("detail.job.ended", code=process.returncode)

    def end(self) -> None:
        """Stop the command, or keep it from starting."""
        with self._lock:
            self.is_ended = True
            if self._process is not None:
                self._process.kill()

"""A child process that reads and writes lines. Whatever the child does, the caller is never blocked.

Three threads serve the pipes: one writes, so that a child that does not read cannot block the caller; one reads
lines into a short queue and pauses when it is full, so that a flood stays in the pipe; one drains standard
error, so that a talkative child is not blocked by it.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import IO

from xiangqi.errors import ProtocolError
from xiangqi.i18n.message import Message, system_reason

LONGEST_LINE = 1 << 14
"""The most bytes that are kept of a line; the rest of a longer one is dropped."""

_QUEUED_LINES = 400
_CHUNK = 1 << 16
_ERROR_TAIL = 1 << 11
_GRACE_S = 1.0  # between `quit` and the kill
_REMAINS_S = 0.1  # for the exit code and the remaining errors of a child that has ended
_LAST_WORDS_S = 0.5  # for the end of the output after a death, since a grandchild may keep it open


class LineSplitter:
    """Splits a stream of bytes into lines, buffering at most LONGEST_LINE bytes of an unfinished one."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        """Take more bytes and return the lines that they complete, cut to LONGEST_LINE, without line breaks."""
        *lines, rest = data.split(b"\n")
        if lines:
            lines[0] = self._rest + lines[0]
            self._rest = b""
        self._rest = (self._rest + rest)[:LONGEST_LINE]
        return [line[:LONGEST_LINE].rstrip(b"\r") for line in lines]

    def finish(self) -> list[bytes]:
        """Return the unfinished line at the end of the stream, if there is one."""
        rest, self._rest = self._rest, b""
        return [rest] if rest else []


class LineProcess:
    """A running child process. Not thread-safe."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start a program in its own process group, without a shell.

        Raises:
            ProtocolError: the program cannot be started.
        """
        if not command:
            raise ProtocolError(Message("detail.empty_command"))
        try:
            self._process = _spawn(command)
        except (OSError, ValueError) as error:
            reason = system_reason(error) if isinstance(error, OSError) else str(error)
            raise ProtocolError(
                Message("detail.cannot_be_started", name=repr(command[0]), reason=reason)
            ) from None
        self._outbox: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._inbox: deque[bytes] = deque()
        self._changed = threading.Condition()
        self._closing = False
        self._at_end = False
        self._errors = b""
        self._died_at: float | None = None
        self._guard = _guard(self._process.pid)
        atexit.register(self._kill)
        _in_background(self._write)
        _in_background(self._read)
        self._error_drain = _in_background(self._drain_errors)

    @property
    def pid(self) -> int:
        """The process id, which is also the id of the process group on systems that have these."""
        return self._process.pid

    def send(self, line: str) -> None:
        """Queue a line for the child."""
        self._outbox.put(line)

    def take_lines(self, most: int) -> list[str]:
        """Return at most `most` lines that have arrived, perhaps none."""
        with self._changed:
            lines = [self._inbox.popleft() for _ in range(min(most, len(self._inbox)))]
            if lines:
                self._changed.notify_all()
        return [_decode(line) for line in lines]

    def wait(self, seconds: float) -> None:
        """Block until there are lines to take, the output has ended, or `seconds` have passed."""
        with self._changed:
            self._changed.wait_for(lambda: bool(self._inbox) or self._at_end, seconds)

    @property
    def has_ended(self) -> bool:
        """Whether the child has ended and all its output has been taken."""
        with self._changed:
            if self._inbox:
                return False
            if self._at_end or self._process.poll() is None:
                return self._at_end
        self._died_at = self._died_at or time.monotonic()
        return time.monotonic() - self._died_at > _LAST_WORDS_S

    def obituary(self, name: str) -> Message:
        """Return a message that tells why the child ended; has_ended must be true.

        Args:
            name: the child's name in the message.
        """
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_REMAINS_S)
        self._error_drain.join(_REMAINS_S)
        code = self._process.returncode
        lines = _decode(self._errors).split("\n")
        last = next((line.strip()[:200] for line in reversed(lines) if line.strip()), "")
        ended = Message("detail.closed_output", name=name)
        if code is not None:
            ended = Message("detail.ended_with", name=name, code=code)
        if code is not None and code < 0:
            with contextlib.suppress(ValueError):
                ended = Message("detail.ended_by", name=name, signal=signal.Signals(-code).name)
        return Message("detail.last_words", reason=ended, words=last) if last else ended

    def close(self, parting_words: Sequence[str] = ()) -> None:
        """Send any parting words and give the child a second to act on them; then kill it and its children.

        Returns at once; a thread does the rest, and the program does not end before it has finished. Further
        calls do nothing.
        """
        with self._changed:
            if self._closing:
                return
            self._closing = True
            self._changed.notify_all()
        for line in parting_words:
            self._outbox.put(line)
        self._outbox.put(None)
        grace_s = _GRACE_S if parting_words else 0.0
        threading.Thread(target=self._bury, args=(grace_s,), name="engine_bury").start()

    def _bury(self, grace_s: float) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(grace_s)
        self._kill()
        self._process.wait()
        atexit.unregister(self._kill)
        if self._guard is not None:
            self._guard.communicate(b"\n")

    def _kill(self) -> None:
        """Kill the child and, on systems with process groups, all others in its group."""
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)

    def _write(self) -> None:
        stdin = _pipe(self._process.stdin)
        with contextlib.suppress(OSError), stdin:
            while (line := self._outbox.get()) is not None:
                data = line.encode() + b"\n"
                while data:
                    data = data[os.write(stdin.fileno(), data) :]

    def _read(self) -> None:
        stdout = _pipe(self._process.stdout)
        splitter = LineSplitter()
        with contextlib.suppress(OSError), stdout:
            while data := os.read(stdout.fileno(), _CHUNK):
                self._put(splitter.feed(data))
        self._put(splitter.finish())
        with self._changed:
            self._at_end = True
            self._changed.notify_all()

    def _put(self, lines: list[bytes]) -> None:
        """Queue lines, waiting for space; after `close` they are dropped."""
        for line in lines:
            with self._changed:
                self._changed.wait_for(lambda: self._closing or len(self._inbox) < _QUEUED_LINES)
                if self._closing:
                    return
                self._inbox.append(line)
                self._changed.notify_all()

    def _drain_errors(self) -> None:
        stderr = _pipe(self._process.stderr)
        with contextlib.suppress(OSError), stderr:
            while data := os.read(stderr.fileno(), _CHUNK):
                self._errors = (self._errors + data)[-_ERROR_TAIL:]


def _spawn(command: Sequence[str]) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, creationflags=flags)
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True)


def _guard(group: int) -> subprocess.Popen[bytes] | None:
    """Start a process that kills a process group if this program ends, even if it is killed.

    It waits for a line, on which it ends, or for the end of its input, which means that this program has ended.
    Without it, an engine that ignores its input would run forever. The result is None if no such process can be
    started, as on systems without process groups.
    """
    if sys.platform == "win32":
        return None
    script = 'read -r line || kill -s KILL -- "-$0"'
    nothing = subprocess.DEVNULL
    try:
        return subprocess.Popen(
            ["/bin/sh", "-c", script, str(group)],
            stdin=subprocess.PIPE,
            stdout=nothing,
            stderr=nothing,
            start_new_session=True,
        )
    except OSError:
        return None


def _in_background(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True, name=f"engine{work.__name__}")
    thread.start()
    return thread


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None  # all three streams are pipes
    return stream


def _decode(line: bytes) -> str:
    """Decode a line as UTF-8 or, failing that, as the GB18030 of older Chinese programs."""
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        return line.decode("gb18030", errors="replace")

"""Lines of a child process: cut right, bounded, decoded."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangqi.errors import ProtocolError
from xiangqi.protocol.process import LONGEST_LINE, LineProcess, LineSplitter


@given(
    st.lists(st.binary(max_size=20).filter(lambda line: b"\n" not in line and not line.endswith(b"\r"))),
    st.data(),
)
def test_lines_come_out_whole_however_they_are_cut(lines: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(line + b"\n" for line in lines)
    splitter = LineSplitter()
    found = []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        found += splitter.feed(stream[:size])
        stream = stream[size:]
    assert found == lines
    assert splitter.finish() == []


def test_a_line_without_end_is_cut_short() -> None:
    splitter = LineSplitter()
    for _ in range(10):
        assert splitter.feed(b"x" * LONGEST_LINE) == []
    assert splitter.feed(b"tail\r\nnext\r\nrest") == [b"x" * LONGEST_LINE, b"next"]
    assert splitter.finish() == [b"rest"]


def read_all(script: str) -> tuple[list[str], str]:
    process = LineProcess([sys.executable, "-S", "-E", "-c", script])
    lines: list[str] = []
    deadline = time.monotonic() + 300
    while not process.has_ended and time.monotonic() < deadline:
        lines += process.take_lines(3)
        time.sleep(0.002)
    process.close()
    return lines, process.obituary("it")


def test_lines_and_last_words() -> None:
    script = "import sys; print(*range(2000), sep='\\n'); print('half', end=''); sys.exit('bad\\nluck\\n')"
    lines, obituary = read_all(script)
    assert lines == [*map(str, range(2000)), "half"]
    assert obituary == "it ended with exit code 1: luck"


def test_names_in_older_encodings() -> None:
    script = (
        "import sys; sys.stdout.buffer.write('id name 象眼\\n'.encode('gb18030') + 'id name 象眼\\n'.encode())"
    )
    lines, _ = read_all(script)
    assert lines == ["id name 象眼"] * 2


def test_a_byte_order_mark_before_the_first_line() -> None:
    lines, _ = read_all(r"import sys; sys.stdout.buffer.write(b'\xef\xbb\xbfid name \xe8\xb1\xa1\n')")
    assert lines == ["id name 象"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_signal_is_named() -> None:
    _, obituary = read_all("import os; os.kill(os.getpid(), 9)")
    assert obituary == "it was ended by SIGKILL"


@pytest.mark.parametrize("command", [[], [""], ["no-such-program-anywhere"], ["a\0b"]])
def test_what_cannot_be_started(command: list[str]) -> None:
    with pytest.raises(ProtocolError, match="cannot be started"):
        LineProcess(command)


STUBBORN = """
import signal, subprocess, sys, time
print(subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(600)"]).pid, flush=True)
while True:
    time.sleep(600)
"""

WINDOW = """
import os, sys, time
from xiangqi.protocol.process import LineProcess
engine = LineProcess([sys.executable, "-S", "-E", "-c", sys.argv[1]])
while not (lines := engine.take_lines(1)):
    engine.wait(1.0)
print(engine.pid, lines[0], flush=True)
time.sleep(600)
"""


def is_running(pid: int) -> bool:
    """Return whether a process is there and not yet dead, waiting for its parent to notice."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")
def test_an_engine_that_does_not_listen_ends_with_a_program_that_is_killed() -> None:
    """And so does what it has started."""
    window = subprocess.Popen([sys.executable, "-c", WINDOW, STUBBORN], stdout=subprocess.PIPE, text=True)
    assert window.stdout is not None
    pids = [int(word) for word in window.stdout.readline().split()]
    assert len(pids) == 2
    assert all(map(is_running, pids))
    window.kill()
    window.communicate()
    deadline = time.monotonic() + 300
    while any(map(is_running, pids)):
        assert time.monotonic() < deadline, "the engine goes on"
        time.sleep(0.01)


def test_an_engine_that_is_let_go_takes_its_guard_along() -> None:
    process = LineProcess([sys.executable, "-S", "-E", "-c", "print(input())"])
    guard = process._guard
    process.send("bye")
    process.close(["more"])
    deadline = time.monotonic() + 300
    while guard is not None and guard.returncode is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert guard is None or guard.returncode == 0

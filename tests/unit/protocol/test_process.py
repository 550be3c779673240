"""Lines of a child process: cut right, bounded, decoded."""

from __future__ import annotations

import sys
import time

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
    deadline = time.monotonic() + 30
    while not process.has_ended and time.monotonic() < deadline:
        lines += process.take_lines(3)
        time.sleep(0.002)
    process.close()
    return lines, process.obituary()


def test_lines_and_last_words() -> None:
    script = "import sys; print(*range(2000), sep='\\n'); print('half', end=''); sys.exit('bad\\nluck\\n')"
    lines, obituary = read_all(script)
    assert lines == [*map(str, range(2000)), "half"]
    assert obituary == "ended with exit code 1: luck"


def test_names_in_older_encodings() -> None:
    script = (
        "import sys; sys.stdout.buffer.write('id name 象眼\\n'.encode('gb18030') + 'id name 象眼\\n'.encode())"
    )
    lines, _ = read_all(script)
    assert lines == ["id name 象眼"] * 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_signal_is_named() -> None:
    _, obituary = read_all("import os; os.kill(os.getpid(), 9)")
    assert obituary == "was ended by SIGKILL"


@pytest.mark.parametrize("command", [[], [""], ["no-such-program-anywhere"], ["a\0b"]])
def test_what_cannot_be_started(command: list[str]) -> None:
    with pytest.raises(ProtocolError, match="cannot be started"):
        LineProcess(command)

"""Files are read in batches, large ones by a process of their own, with the same outcome."""

from __future__ import annotations

import os
import signal
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from xiangqi.app.messages.effects import LoadFile
from xiangqi.app.messages.events import GamesRead
from xiangqi.app.messages.record_intents import OpenFile
from xiangqi.app.runtime.background import FileReader, Outbox
from xiangqi.app.runtime.reading import SMALL_BYTES, Batch, batches_of_file, batches_of_text
from xiangqi.app.update import initial_state, update
from xiangqi.errors import RecordError
from xiangqi.records.files import MAX_BYTES
from xiangqi.storage.settings import Settings

GAME = '[Red "甲"]\n[Round "{}"]\n\n1. 炮二平五 马８进７ *\n\n'
MANY = "".join(map(GAME.format, range(1500)))


def rounds(batches: list[Batch]) -> list[str]:
    return [game.unpack().headers["Round"] for batch in batches for game in batch.games]


def children() -> list[int]:
    """The processes that read for this one."""
    command = ["ps", "-ww", "-o", "pid=", "-o", "args=", "--ppid", str(os.getpid())]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return [int(line.split()[0]) for line in found.stdout.splitlines() if " read " in line]


def test_a_large_file_is_read_apart(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_text(MANY, encoding="utf-8")
    assert path.stat().st_size > SMALL_BYTES
    batches = list(batches_of_file(path))
    assert rounds(batches) == [str(number) for number in range(1500)]
    assert len(batches[0].games) == 1, "the first game is shown at once"
    shares = [batch.share for batch in batches]
    assert shares == sorted(shares)
    assert (0 < shares[0] < 0.01, shares[-1]) == (True, 1.0)
    assert children() == []


def test_a_large_text_too() -> None:
    assert len(rounds(list(batches_of_text(MANY.encode())))) == 1500
    assert len(rounds(list(batches_of_text(GAME.format(1).encode())))) == 1


def test_reading_ends_when_nobody_waits_for_it(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_text(MANY, encoding="utf-8")
    batches = batches_of_file(path)
    assert next(batches).games
    assert len(children()) == 1
    batches.close()
    assert children() == []


def test_errors_come_from_there_as_well(tmp_path: Path) -> None:
    path = tmp_path / "noise.bin"
    path.write_bytes(bytes(range(256)) * 1000)
    with pytest.raises(RecordError, match="byte 0: not a known record format"):
        list(batches_of_file(path))
    with pytest.raises(RecordError, match="cannot be opened"):
        list(batches_of_file(tmp_path / "none.pgn"))
    with path.open("wb") as stream:
        stream.truncate(MAX_BYTES + 1)
    with pytest.raises(RecordError, match="too large"):
        list(batches_of_file(path))


def test_a_process_that_dies_is_told(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_text(MANY * 20, encoding="utf-8")
    batches = batches_of_file(path)
    next(batches)
    (pid,) = children()
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(RecordError, match="ended too early"):
        list(batches)


def test_the_game_that_is_shown_first_comes_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_text(MANY, encoding="utf-8")
    outbox: Outbox = Outbox()
    FileReader(outbox).load_file(LoadFile(1, path))
    state, _ = update(initial_state(Settings()), OpenFile(path))
    shown = None
    while state.document.play is not None or not state.document.collection.complete:
        message = outbox.get(timeout=60)
        assert isinstance(message, GamesRead)
        assert (message.first is None) == (shown is not None)
        shown = shown or message.first
        assert state.loading is not None
        state, _ = update(state, replace(message, load_id=state.loading.id))
    assert state.document.game is shown
    assert (shown.headers["Round"], len(state.document.games)) == ("0", 1500)

"""Files are read in batches, large ones by a process of their own, with the same outcome."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from running import until

from xiangqi.app.game.play import NewGame
from xiangqi.app.outbox import Outbox
from xiangqi.app.records import asks_reading
from xiangqi.app.records.asks_reading import (
    FileReader,
    FolderListed,
    GamesRead,
    ListFolder,
    LoadFile,
    LoadFound,
)
from xiangqi.app.records.background_work.folders import list_folder
from xiangqi.app.records.background_work.reading import (
    SMALL_BYTES,
    Batches,
    GamesBatch,
    batches_of_file,
    batches_of_text,
)
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.records.saving import SaveFile
from xiangqi.app.runner import Runner
from xiangqi.app.session.files import FolderEntry
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.update import initial_state, update
from xiangqi.errors import RecordError
from xiangqi.i18n.message import LANGUAGES
from xiangqi.records.files import MAX_BYTES
from xiangqi.storage.settings import Settings
from xiangqi.ui.parts.i18n import Texts

GAME = '[Red "甲"]\n[Round "{}"]\n\n1. 炮二平五 马８进７ *\n\n'


def no_library(_order: LoadFound) -> Batches:
    raise AssertionError("nothing is asked of the library")


MANY = "".join(map(GAME.format, range(1500)))


def rounds(batches: list[GamesBatch]) -> list[str]:
    return [game.unpack().headers["Round"] for batch in batches for game in batch.games]


def reading() -> set[int]:
    """Return the processes that read for this one."""
    command = ["ps", "-ww", "-o", "pid=", "-o", "args=", "--ppid", str(os.getpid())]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return {
        int(line.split()[0]) for line in found.stdout.splitlines() if f" answer {GamesBatch.__module__}" in line
    }


@pytest.fixture
def readers() -> Callable[[], set[int]]:
    """Tells which processes read for a test; one of a test before may be about to end."""
    of_others = reading()
    return lambda: reading() - of_others


def test_a_large_file_is_read_apart(tmp_path: Path, readers: Callable[[], set[int]]) -> None:
    path = tmp_path / "many.pgn"
    path.write_text(MANY, encoding="utf-8")
    assert path.stat().st_size > SMALL_BYTES
    batches = list(batches_of_file(path))
    assert rounds(batches) == [str(number) for number in range(1500)]
    assert len(batches[0].games) == 1, "the first game is shown at once"
    shares = [batch.share for batch in batches]
    assert shares == sorted(shares)
    assert (0 < shares[0] < 0.01, shares[-1]) == (True, 1.0)
    assert readers() == set()


def test_a_large_text_too() -> None:
    assert len(rounds(list(batches_of_text(MANY.encode())))) == 1500
    assert len(rounds(list(batches_of_text(GAME.format(1).encode())))) == 1


def test_reading_ends_when_nobody_waits_for_it(tmp_path: Path, readers: Callable[[], set[int]]) -> None:
    path = tmp_path / "many.pgn"
    path.write_text(MANY, encoding="utf-8")
    batches = batches_of_file(path)
    assert next(batches).games
    assert len(readers()) == 1
    batches.close()
    assert readers() == set()


def test_errors_come_from_there_as_well(tmp_path: Path) -> None:
    path = tmp_path / "noise.bin"
    path.write_bytes(bytes(range(256)) * 1000)
    with pytest.raises(RecordError, match="byte 0: not a known game record format"):
        list(batches_of_file(path))
    with pytest.raises(RecordError, match="cannot be opened"):
        list(batches_of_file(tmp_path / "none.pgn"))
    with path.open("wb") as stream:
        stream.truncate(MAX_BYTES + 1)
    with pytest.raises(RecordError, match="too large"):
        list(batches_of_file(path))


def test_a_process_that_dies_is_told(tmp_path: Path, readers: Callable[[], set[int]]) -> None:
    path = tmp_path / "many.pgn"
    path.write_text(MANY * 20, encoding="utf-8")
    batches = batches_of_file(path)
    next(batches)
    (pid,) = readers()
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(RecordError, match="ended unexpectedly"):
        list(batches)


def test_the_game_that_is_shown_first_comes_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_text(MANY, encoding="utf-8")
    outbox: Outbox = Outbox()
    FileReader(outbox, no_library).load_file(LoadFile(1, path))
    state, _ = update(initial_state(Settings()), OpenFile(path))
    shown = None
    while state.document.play is not None or not state.document.collection.complete:
        message = outbox.get(timeout=300)
        assert isinstance(message, GamesRead)
        assert (message.first is None) == (shown is not None)
        shown = shown or message.first
        assert state.loading is not None
        state, _ = update(state, replace(message, load_id=state.loading.id))
    assert state.document.original is shown
    assert (shown.headers["Round"], len(state.document.games)) == ("0", 1500)


@pytest.mark.parametrize("given", ["a.pgn", "recs/../a.pgn", "./a.pgn"])
def test_a_file_is_known_by_its_whole_path(given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "recs").mkdir()
    (tmp_path / "a.pgn").write_text("1. h2e2 *", "utf-8")
    monkeypatch.chdir(tmp_path)
    with Runner() as runner:
        runner.send(OpenFile(Path(given)))
        monkeypatch.chdir("/")
        until(runner, lambda: bool(runner.state.settings.recent_files))
        (recent,) = runner.state.settings.recent_files
        assert Path(recent).is_absolute()
        assert Path(recent).samefile(tmp_path / "a.pgn")
        assert Path(runner.state.settings.last_folder).samefile(tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_file_cannot_be_opened_or_saved_is_said_once(language: str, tmp_path: Path) -> None:
    runner, texts = Runner(), Texts(language)
    try:
        runner.send(OpenFile(tmp_path / "gone.pgn"))
        until(runner, lambda: bool(runner.state.toasts))
        words = texts.say(runner.state.toasts[-1].message)
        assert words.count("gone.pgn") == 1
        assert (
            len(re.findall("cannot be opened|打不开|无法打开|無法開啟|無法打開|打不開|Không mở được", words))
            == 1
        )
        (tmp_path / "file").write_text("")
        runner.send(NewGame(Setup(Player(), Player())))
        runner.send(SaveFile(tmp_path / "file" / "mine.pgn"))
        until(runner, lambda: runner.state.toasts[-1].message.key == "toast.cannot_save")
        words = texts.say(runner.state.toasts[-1].message)
        assert words.count("mine.pgn") == 1
    finally:
        runner.close()


def test_a_listing_that_comes_late_does_not_replace_a_newer_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "slow").mkdir()
    (tmp_path / "quick").mkdir()
    ready, slow = threading.Event(), queue.SimpleQueue[threading.Thread]()

    def listing(path: Path | None, programs: bool) -> tuple[Path, tuple[FolderEntry, ...], str]:
        if path == tmp_path / "slow":
            slow.put(threading.current_thread())
            ready.wait(300)
        return list_folder(path, programs)

    monkeypatch.setattr(asks_reading, "list_folder", listing)
    outbox: Outbox = Outbox()
    reader = FileReader(outbox, no_library)
    reader.list_folder(ListFolder(tmp_path / "slow"))
    late = slow.get(timeout=300)
    reader.list_folder(ListFolder(tmp_path / "quick"))
    message = outbox.get(timeout=300)
    assert isinstance(message, FolderListed)
    assert message.path == tmp_path / "quick"
    ready.set()
    late.join()
    assert outbox.empty()

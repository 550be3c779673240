"""Tests that a library can be read without writing anything, and that a full disk is named as the reason."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.reliability.kept_things import few_masters
from xiangqi.board import Move
from xiangqi.core.constants import RED
from xiangqi.errors import LibraryError
from xiangqi.library import Library, Played, Query, masters
from xiangqi.library.salvage import salvage
from xiangqi.records.tree import Game
from xiangqi.repertoire.lines import Repertoire, moves_of_line
from xiangqi.repertoire.store import RepertoireStore

if sys.platform == "win32":
    pytest.skip("Windows has no limit on the size of files", allow_module_level=True)

import resource

LINE = tuple(map(Move.from_iccs, ["h2e2", "h9g7", "h0g2"]))
PLAYED = Played("2026-01-01", RED)


def game_of(*moves: Move) -> Game:
    game = Game()
    game.root.extend(moves)
    return game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A library with a game and a repertoire, which nobody has open."""
    found = tmp_path / "library.db"
    with Library(found) as library, RepertoireStore(found) as store:
        library.keep(game_of(*LINE), PLAYED)
        store.put(Repertoire(RED).with_moves(moves_of_line(LINE, RED)))
    return found


@contextlib.contextmanager
def no_room() -> Iterator[None]:
    """Let no file grow, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_without_room_everything_is_read_and_the_next_change_is_kept(path: Path) -> None:
    with no_room(), pytest.raises(sqlite3.OperationalError), contextlib.closing(sqlite3.connect(path)) as usual:
        usual.execute("SELECT * FROM chunk").fetchall()
    with no_room():
        library, store = Library(path), RepertoireStore(path)
        assert len(list(library.search(Query()))) == 1
        assert len(store.cards(RED)) == 2
        with pytest.raises(LibraryError):
            library.keep(game_of(*LINE[:2]), PLAYED)
        assert len(library) == 1
        with pytest.raises(LibraryError):
            store.put(Repertoire(RED))
        assert len(store.cards(RED)) == 2
    library.keep(game_of(*LINE[:2]), PLAYED)
    store.put(Repertoire(RED))
    library.close()
    store.close()
    with Library(path) as library, RepertoireStore(path) as store:
        assert (len(library), store.cards(RED)) == (2, [])


def test_without_room_changes_that_wait_in_the_wal_are_read(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    with Library(path) as library:
        library.keep(game_of(*LINE[:2]), PLAYED)
        for name in ("library.db", "library.db-wal"):  # as after a power cut
            (copy / name).write_bytes((tmp_path / name).read_bytes())
    assert (copy / "library.db-wal").stat().st_size
    with no_room(), Library(copy / "library.db") as library:
        assert len(library) == 2


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """An empty file system of a megabyte in memory."""
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", str(disk)]
    mounted = subprocess.run(command, capture_output=True, text=True, check=False)
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted: {mounted.stderr.strip()}")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


@pytest.fixture
def full_disk(small_disk: Path) -> Path:
    """A file system in memory, with a library and no room at all."""
    with Library(small_disk / "library.db") as library:
        library.keep(game_of(*LINE), PLAYED)
    with contextlib.suppress(OSError), (small_disk / "rubbish").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    return small_disk


def test_a_full_disk_is_read_and_named(full_disk: Path, tmp_path: Path) -> None:
    path = full_disk / "library.db"
    with Library(path) as library:
        assert len(library) == 1
        with pytest.raises(LibraryError, match=r"No space left|disk is full"):
            library.keep(game_of(*LINE[:2]), PLAYED)
        assert len(library) == 1
    with pytest.raises(LibraryError, match=r"No space left|disk is full"):
        Library(full_disk / "new.db")
    (full_disk / "library.db-shm").unlink(missing_ok=True)
    assert salvage(path, tmp_path / "saved.db") == (1, [])


def test_wherever_the_room_ends_a_salvage_is_whole_or_nothing(small_disk: Path, path: Path) -> None:
    """It may last for the changes, and end when they are moved into the library as that is closed."""
    saved, rubbish, made = small_disk / "saved.db", small_disk / "rubbish", []
    for room_kib in range(64, 1024, 48):
        rubbish.write_bytes(bytes((1024 - room_kib) << 10))
        try:
            salvage(path, saved)
        except LibraryError:
            assert [file.name for file in small_disk.iterdir()] == ["rubbish"], room_kib
            made.append(False)
            continue
        rubbish.unlink()
        with Library(saved) as library:
            assert (len(library), library.damage()) == (1, []), room_kib
        saved.unlink()
        made.append(True)
    assert made == sorted(made)
    assert set(made) == {False, True}


def test_wherever_the_room_ends_masters_games_are_whole_or_told(
    small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XIANGQI_HOME", str(small_disk))
    monkeypatch.setattr(masters, "shipped", few_masters)
    made = []
    for room_kib in range(64, 1024, 96):
        (small_disk / "rubbish").write_bytes(bytes((1024 - room_kib) << 10))
        try:
            masters.open_masters(masters.Script.SIMPLIFIED).close()
        except LibraryError:
            assert list((small_disk / "cache").glob("masters*")) == [], room_kib
            made.append(False)
            continue
        (small_disk / "rubbish").unlink()
        with Library(masters.masters_path(masters.Script.SIMPLIFIED)) as library:
            assert (len(library), library.damage()) == (2, []), room_kib
        library.path.unlink()
        made.append(True)
    assert set(made) == {False, True}

"""Files that are wholly old or wholly new."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from xiangqi.errors import StorageError
from xiangqi.storage.atomic import remove_leftovers, set_aside, write_atomically


def test_creates_folders_and_replaces(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "file.txt"
    write_atomically(path, b"one")
    write_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_keeps_the_permissions(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    write_atomically(path, b"one")
    assert path.stat().st_mode & 0o777 == 0o644
    path.chmod(0o600)
    write_atomically(path, b"two")
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_failure_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "taken"
    path.mkdir()
    (path / "inside").write_text("x")
    with pytest.raises(StorageError, match="taken"):
        write_atomically(path, b"data")
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_in_place_of_a_folder_is_told(tmp_path: Path) -> None:
    blocker = tmp_path / "blocker"
    blocker.write_text("x")
    with pytest.raises(StorageError, match="blocker"):
        write_atomically(blocker / "file.txt", b"data")


def test_the_data_is_flushed_before_the_rename(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []
    real = os.fsync
    path = tmp_path / "file.txt"

    def watched(handle: int) -> None:
        seen.append(path.exists())
        real(handle)

    monkeypatch.setattr(os, "fsync", watched)
    write_atomically(path, b"data")
    assert seen[0] is False


def test_set_aside_never_takes_an_existing_name(tmp_path: Path) -> None:
    names = set()
    for number in range(3):
        path = tmp_path / "settings.json"
        path.write_text(str(number))
        aside = set_aside(path, "damaged")
        assert aside is not None
        assert aside.name.startswith("settings-damaged-")
        assert aside.suffix == ".json"
        names.add(aside.read_text())
    assert names == {"0", "1", "2"}
    assert set_aside(tmp_path / "missing", "damaged") is None


def test_leftovers_of_one_file_are_removed(tmp_path: Path) -> None:
    (tmp_path / ".journal.pgn.abc.tmp").write_text("half")
    (tmp_path / ".settings.json.abc.tmp").write_text("half")
    remove_leftovers(tmp_path / "journal.pgn")
    assert [path.name for path in tmp_path.iterdir()] == [".settings.json.abc.tmp"]

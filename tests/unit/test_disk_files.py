"""Tests that files are completely old or completely new, and of paths that are not regular files."""

from __future__ import annotations

import errno
import os
import re
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from xiangqi.disk import (
    flush,
    is_folder,
    is_there,
    make_folder,
    open_to_append,
    read_file,
    remove,
    remove_leftovers,
    rename,
    set_aside,
    write_atomically,
    write_output,
    written_path,
)
from xiangqi.errors import RecordError, StorageError
from xiangqi.i18n.message import system_reason
from xiangqi.library import Library
from xiangqi.lock import FileLock
from xiangqi.resources import data_folder

ROOT = Path(__file__).parents[2]


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


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be flushed there")
def test_folders_are_flushed_after_names_in_them_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    real = os.fsync

    def watched(handle: int) -> None:
        seen.append(os.fstat(handle).st_ino)
        real(handle)

    def flushed(doing: Callable[[], object]) -> list[int]:
        seen.clear()
        doing()
        return seen[:]

    monkeypatch.setattr(os, "fsync", watched)
    deep, here = tmp_path / "a" / "b", tmp_path.stat().st_ino
    assert flushed(lambda: make_folder(deep)) == [here, deep.parent.stat().st_ino]
    assert flushed(lambda: make_folder(deep)) == []
    assert flushed(lambda: write_atomically(tmp_path / "c" / "file", b"1"))[0] == here
    path = tmp_path / "file.txt"
    write_atomically(path, b"1")
    for doing in (
        lambda: rename(path, tmp_path / "other.txt"),
        lambda: set_aside(tmp_path / "other.txt", "old"),
        lambda: remove(next(tmp_path.glob("other-old-*"))),
        lambda: open_to_append(tmp_path / "games.pgn").close(),
        lambda: FileLock(tmp_path / "d" / "lock").acquire(),
        lambda: Library(tmp_path / "e" / "library.db").close(),
    ):
        assert here in flushed(doing)


def test_a_disk_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_handle: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(StorageError):
        write_atomically(tmp_path / "file.txt", b"1")
    with pytest.raises(OSError, match="Input/output error"):
        open_to_append(tmp_path / "games.pgn")
    with pytest.raises(OSError, match="Input/output error"), (tmp_path / "file.txt").open("wb") as file:
        flush(file)


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


def test_a_folder_that_cannot_be_flushed_is_written_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.fsync
    folders: list[int] = []

    def refuse_folders(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            folders.append(handle)
            raise OSError(errno.EINVAL, "as of some networks")
        real(handle)

    monkeypatch.setattr(os, "fsync", refuse_folders)
    write_atomically(tmp_path / "file.txt", b"data")
    assert (tmp_path / "file.txt").read_bytes() == b"data"
    assert folders or sys.platform == "win32"


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


def test_the_longest_name_that_a_system_takes_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / f"{'棋' * 84}.md"  # 255 bytes
    write_atomically(path, b"first")
    write_atomically(path, b"second")
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {path.name: b"second"}


def test_leftovers_of_names_that_are_long_or_like_patterns_are_removed(tmp_path: Path) -> None:
    for name in ("[a]*?.pgn", f"{'棋' * 84}.md"):
        path = tmp_path / name
        with pytest.raises(RuntimeError, match="half"):
            write_atomically(path, _failing(tmp_path))
        remove_leftovers(path)
        assert list(tmp_path.iterdir()) == []


def _failing(folder: Path) -> Iterator[bytes]:
    """Yield a piece, then a killed program: its temporary file is kept under another name of the same kind."""
    yield b"half"
    (left,) = folder.iterdir()
    left.with_name(left.name.replace(left.name[-12:-4], "00000000")).write_bytes(b"half")
    raise RuntimeError("half")


# ---- What is read ----


def test_a_plain_file_is_read_up_to_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 1000)
    assert read_file(path, 1000) == b"x" * 1000
    with pytest.raises(OSError, match="too large"):
        read_file(path, 999)
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "missing", 10)
    with pytest.raises(OSError, match="not a valid file name"):
        read_file(Path("nul\0name"), 10)


def _is_open(path: Path) -> bool:
    """Return whether a descriptor of this process leads to the file; those of other tests come and go."""
    wanted = path.stat()
    for descriptor in Path("/dev/fd").iterdir():
        with suppress(OSError):  # the descriptor of the listing itself is closed by now
            if os.path.samestat(os.fstat(int(descriptor.name)), wanted):
                return True
    return False


@pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX")
@pytest.mark.parametrize("kind", ["pipe", "socket", "device", "folder", "link"])
def test_what_is_no_plain_file_is_refused_at_once(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "strange"
    listener = socket.socket(socket.AF_UNIX)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        listener.bind(str(path))
    elif kind == "folder":
        path.mkdir()
    elif kind == "device":
        path = Path("/dev/zero")
    else:
        path.symlink_to("/dev/zero")
    with listener:
        for _ in range(3):
            with pytest.raises(OSError, match=r"not a file|directory") as refused:
                read_file(path, 1 << 20)
        assert not _is_open(path), "nothing stays open"
    assert refused.value.filename == str(path)
    assert re.search("not a file|it is a folder", system_reason(refused.value))
    if kind != "folder":
        with pytest.raises(StorageError, match="not a file"):
            write_atomically(path, b"data")


@pytest.mark.skipif(not Path("/proc/version").exists(), reason="needs Linux's /proc")
def test_a_file_is_read_whatever_size_it_tells() -> None:
    assert Path("/proc/version").stat().st_size == 0
    assert b"Linux" in read_file(Path("/proc/version"), 1 << 16)


# ---- Where output goes ----

unix = pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX")


@unix
@pytest.mark.parametrize("write", [write_atomically, write_output])
def test_links_are_followed(tmp_path: Path, write: Callable[[Path, bytes], None]) -> None:
    target = tmp_path / "folder" / "target"
    target.parent.mkdir()
    link, chain = tmp_path / "link", tmp_path / "chain"
    link.symlink_to(Path("folder") / "target")  # relative, to a file that is not there yet
    chain.symlink_to(link)
    write(chain, b"one")
    assert target.read_bytes() == b"one"
    assert link.is_symlink()
    assert chain.is_symlink()
    assert list(target.parent.iterdir()) == [target]
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(StorageError, match="loop"):
        write(loop, b"one")


@unix
def test_devices_and_pipes_are_written_to(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="the disk is full"):
        write_output(Path("/dev/full"), b"data")
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)
    write_output(Path("/dev/null"), [b"da", b"ta"])
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_output(pipe, [b"da", b"ta"])
    reader.join()
    assert got == [b"data"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


WRITE = "import sys; from pathlib import Path; from xiangqi.disk import write_output; "
WRITE += "write_output(Path(sys.argv[1]), b'between\\n')"


@unix
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"])
def test_standard_output_by_name(tmp_path: Path, name: str) -> None:
    """Redirected to a file it goes on where that is, and the file stays the same; a pipe takes it as well."""
    if name == "link":
        (tmp_path / name).symlink_to("/dev/stdout")
    command = [sys.executable, "-c", WRITE, name]
    path = tmp_path / "out"
    with path.open("wb") as file:
        file.write(b"before\n")
        file.flush()
        subprocess.run(
            command, stdout=file, check=True, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}
        )
        file.write(b"after\n")
    assert path.read_bytes() == b"before\nbetween\nafter\n"
    piped = subprocess.run(
        command, capture_output=True, check=True, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    assert piped.stdout == b"between\n"


@unix
def test_output_goes_to_no_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="no such file or folder"):
        write_output(tmp_path / "missing" / "file", b"data")
    with pytest.raises(StorageError, match="it is a folder"):
        write_output(tmp_path, b"data")


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can become another user")
def test_a_file_in_a_folder_that_takes_no_other_is_written_in_place() -> None:
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    try:
        path = folder / "file"
        path.write_bytes(b"longer than before")
        os.chown(path, 12_345, 12_345)
        folder.chmod(0o755)
        code = WRITE.replace("; write", "; import os; os.setgid(12345); os.setuid(12345); write")
        done = subprocess.run(
            [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}", str(path)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert path.read_bytes() == b"between\n"
        path.chmod(0o640)
        write_output(path, b"by root")
        assert path.stat().st_uid == 12_345
        assert path.stat().st_mode & 0o777 == 0o640
    finally:
        shutil.rmtree(folder)


def test_a_failing_source_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def content() -> Iterator[bytes]:
        yield b"new"
        raise RecordError("of the source")

    with pytest.raises(RecordError, match="of the source"):
        write_output(path, content())
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["a" * 5000, "a\0b"], ids=["long", "null"])
def test_a_name_that_no_system_takes_is_no_folder_and_told_when_it_is_opened(name: str) -> None:
    assert not is_folder(Path(name))
    with pytest.raises(OSError, match="name"):
        read_file(Path(name), 1)


def test_what_is_there(tmp_path: Path) -> None:
    assert is_folder(tmp_path)
    assert is_there(tmp_path)
    assert is_there(tmp_path / ("a" * 5000))  # nobody knows: opening it will tell
    assert not is_there(tmp_path / "a")
    assert not is_folder(tmp_path / "a")


def test_homes_are_found_where_there_are_any(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert written_path("~/a") == tmp_path / "a"
    assert written_path("~nobody of that name/a") == Path("~nobody of that name/a")


@pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX")
def test_the_home_may_be_called_anything(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for name, folder in (("~nobody of that name/a", tmp_path / "~nobody of that name/a"), (str(loop), loop)):
        monkeypatch.setenv("XIANGQI_HOME", name)
        assert data_folder() == folder


def test_a_dash_is_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_output(Path("-"), b"moves\n")
    assert capfd.readouterr().out == "moves\n"
    assert not list(tmp_path.iterdir())

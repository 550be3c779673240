"""Files read whole and bounded, and written so that they are wholly old or wholly new whatever happens.

What has been written, renamed or made by a function of this module survives a power cut from its return on, as
far as the disk does what it is told: files are flushed, and so are the folders that name them.

Files come from others, so only plain ones are read: a pipe could keep the reader waiting, a device never end.
"""

from __future__ import annotations

import contextlib
import errno
import glob
import os
import secrets
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from io import FileIO
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from xiangqi.errors import StorageError
from xiangqi.i18n.message import Message, system_reason

if sys.platform == "darwin":
    import fcntl

_CHUNK: Final = 1 << 20
_LARGEST_ASIDE: Final = 64 << 20  # bytes; a draft may be as large as the largest record that is read
_TEMPORARY_END: Final = ".tmp"
_LONGEST_START: Final = 240  # bytes of a file's name in that of a temporary one; systems take 255 in all
_MOST_LINKS: Final = 40  # as many as the system itself follows
_KINDS: Final = (
    (stat.S_ISFIFO, "detail.kind.pipe"),
    (stat.S_ISSOCK, "detail.kind.socket"),
    (stat.S_ISCHR, "detail.kind.device"),
    (stat.S_ISBLK, "detail.kind.device"),
)
_DISK_FAULTS: Final = (errno.EIO, errno.ENOSPC, errno.EDQUOT)
"""What flushing raises where data is lost; other errors say that nothing of that kind can be flushed."""

_DESCRIPTORS: Final = frozenset({"/dev/fd", "/proc/self/fd", f"/proc/{os.getpid()}/fd"})

Content = bytes | Iterable[bytes]


# ---- Names ----


def written_path(text: str) -> Path:
    """A path as somebody has written it: ``~`` is a home, where there is one."""
    with contextlib.suppress(RuntimeError):  # nobody has that name
        return Path(text).expanduser()
    return Path(text)


def is_folder(path: Path) -> bool:
    """Whether a path leads to a folder; no where it is a name that no system takes, or may not be followed."""
    with contextlib.suppress(OSError, ValueError):
        return path.is_dir()
    return False


def is_there(path: Path) -> bool:
    """Whether a path leads to anything; yes where that cannot be told: opening it will say why."""
    with contextlib.suppress(OSError, ValueError):
        return path.exists()
    return True


def is_in_the_way(path: Path) -> bool:
    """Whether a file is there that would be replaced.

    Raises:
        OSError: a folder is, or nothing can be told of it.
        ValueError: it is a name that no system takes.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return path.exists()


class FileStamp(NamedTuple):
    """What tells whether somebody has written to a file, or put another one in its place."""

    device: int
    inode: int
    size: int
    modified_ns: int


def stamp_of(path: Path) -> FileStamp | None:
    """The stamp of a file as it is now, links followed; None where there is none.

    Raises:
        OSError: nothing can be told of it.
    """
    found = _status(path)
    return found and FileStamp(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


# ---- Reading ----


def read_file(path: Path, most: int) -> bytes:
    """The whole content of a plain file.

    Args:
        path: links are followed.
        most: bytes; what is larger is refused.

    Raises:
        OSError: as from `open_plain`, or it is too large; `strerror` says what.
    """
    with open_plain(path) as file:
        data = bytearray()
        while chunk := file.read(min(_CHUNK, most + 1 - len(data))):
            data += chunk
    if len(data) > most:
        raise OSError(errno.EFBIG, Message("detail.too_large", size=_size(most)), str(path))
    return bytes(data)


def open_plain(path: Path) -> FileIO:
    """A plain file to read from, unbuffered; links are followed, and nothing is waited for.

    Raises:
        OSError: it is missing, cannot be read, or is a folder, pipe, socket or device; `strerror` says what.
    """
    _status(path)  # a name that no file can have
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)
    try:
        handle = os.open(path, flags)
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise _not_plain("detail.kind.socket", path) from None
        raise
    file = os.fdopen(handle, "rb", buffering=0)
    try:
        _insist_on_plain(os.fstat(handle).st_mode, path)
    except OSError:
        file.close()
        raise
    return file


def _size(count: int) -> str:
    return f"{count >> 20} MiB" if count >= 1 << 20 else f"{count >> 10} KiB"


def _insist_on_plain(mode: int, path: Path) -> None:
    """Let nothing but plain files pass.

    Raises:
        OSError: it is something else.
    """
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    for is_kind, key in _KINDS:
        if is_kind(mode):
            raise _not_plain(key, path)


def _not_plain(key: str, path: Path) -> OSError:
    return OSError(errno.EINVAL, Message("detail.no_plain_file", kind=Message(key)), str(path))


# ---- Writing ----


def write_atomically(path: Path, content: Content, check: Callable[[], object] | None = None) -> None:
    """Replace a file's content durably: a temporary file beside it, flushed to the disk, then renamed.

    Links are followed, folders on the way are created.

    Args:
        path: of a plain file, or of none.
        content: the bytes, whole or in pieces; what making a piece raises goes on to the caller.
        check: called at the last moment before the file is replaced; what it raises goes on to the caller,
            and the file stays as it is.

    Raises:
        StorageError: it cannot be written; an existing file is unchanged and nothing is left behind.
    """
    with _told(path):
        found = _status(path)
        if found is not None:
            _insist_on_plain(found.st_mode, path)
        target = Path(os.path.realpath(path))
        make_folder(target.parent)
        temporary = target.with_name(f"{_temporary_start(target)}{secrets.token_hex(4)}{_TEMPORARY_END}")
        try:
            with temporary.open("xb") as file:
                _keep_owner_and_mode(temporary, found)
                file.writelines(_pieces(content))
                flush(file)
            if check is not None:
                check()
            temporary.replace(target)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
        sync_folder(target.parent)


def write_output(path: Path, content: Content) -> None:
    """Write what a command was told to write, all or nothing where that is possible.

    A device, a pipe or an open descriptor (``/dev/stdout``) is written to as it is, and so is a file in a
    folder that takes no other.

    Raises:
        StorageError: it cannot be written.
    """
    with _told(path):
        file = _opened_as_it_is(path)
        if file is not None:
            with file:
                file.writelines(_pieces(content))
                flush(file)
            return
        if not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.parent))
    write_atomically(path, content)


def open_to_append(path: Path) -> BinaryIO:
    """A file to which games are added, begun on a line of its own; what is in it stays.

    A device, a pipe or an open descriptor is written to as it is.

    Raises:
        OSError: it cannot be opened.
    """
    found = _status(path)
    if _descriptor(path) is not None or (found is not None and not stat.S_ISREG(found.st_mode)):
        return _opened_as_it_is(path) or path.open("ab")
    path.open("ab").close()
    sync_folder(path.parent)  # it may be new
    file = path.open("ab+")
    if file.tell():
        file.seek(-1, os.SEEK_END)
        file.write(b"" if file.read(1) == b"\n" else b"\n\n")
    return file


def _opened_as_it_is(path: Path) -> BinaryIO | None:
    """What cannot be replaced by another file, opened for writing; None for what can."""
    found = _status(path)
    descriptor = _descriptor(path)
    if descriptor is not None:
        return os.fdopen(os.dup(descriptor), "wb")
    if found is None or stat.S_ISDIR(found.st_mode):
        return None
    folder = Path(os.path.realpath(path)).parent
    if stat.S_ISREG(found.st_mode) and os.access(folder, os.W_OK):
        return None
    return path.open("wb")


def _descriptor(path: Path) -> int | None:
    """The number of the open file that a path such as ``/dev/stdout`` stands for."""
    for _ in range(_MOST_LINKS):
        folder = path.parent if str(path.parent) in _DESCRIPTORS else Path(os.path.realpath(path.parent))
        if str(folder) in _DESCRIPTORS and path.name.isdecimal():
            return int(path.name)
        try:
            path = folder / path.readlink()
        except OSError:  # no link
            return None
    return None


def _pieces(content: Content) -> Iterable[bytes]:
    return (content,) if isinstance(content, bytes) else content


def _status(path: Path) -> os.stat_result | None:
    """What the system knows of a file, links followed; None where there is none."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise OSError(errno.EINVAL, Message("detail.no_file_name", reason=str(error)), str(path)) from None


def _keep_owner_and_mode(path: Path, old: os.stat_result | None) -> None:
    """Give a new file what the one that it replaces had; one that replaces none is as any new file."""
    if old is None:
        return
    if hasattr(os, "chown") and (old.st_uid, old.st_gid) != (os.geteuid(), os.getegid()):
        with contextlib.suppress(OSError):  # only root can give files away
            os.chown(path, old.st_uid, old.st_gid)
    path.chmod(old.st_mode & 0o777)


def cannot_be_read(path: Path, error: OSError) -> Message:
    """That a file cannot be read, and why."""
    return Message(
        "detail.of_file", file=str(path), reason=Message("detail.unread", reason=system_reason(error))
    )


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Let faults of the disk become a StorageError that names the file."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise StorageError(
            Message("detail.of_file_unwritten", file=str(path), reason=system_reason(error))
        ) from error


def flush(file: BinaryIO) -> None:
    """Bring what was written to a file to the disk; a pipe or a device just gets it.

    Raises:
        OSError: the disk does not take it.
    """
    file.flush()
    _sync(file.fileno())


def _sync(handle: int) -> None:
    """Flush what a descriptor stands for, where the system can.

    Raises:
        OSError: the disk does not take it.
    """
    try:
        if sys.platform == "darwin":  # there fsync leaves data in the disk's own memory
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
        else:
            os.fsync(handle)
    except OSError as error:
        if error.errno in _DISK_FAULTS:
            raise


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable where that can be done: not on Windows, nor in all network folders.

    Raises:
        OSError: the disk does not take them.
    """
    if sys.platform == "win32":
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # one may write into it, but not read it
        return
    try:
        _sync(handle)
    finally:
        os.close(handle)


# ---- Folders and names ----


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Make a folder, and those on the way to it, unless it is there.

    Args:
        path: of the folder.
        mode: permissions of those that are made, as far as the system's mask lets them be.

    Raises:
        OSError: it cannot be made.
    """
    if path.is_dir():
        return
    make_folder(path.parent, mode)
    path.mkdir(mode, exist_ok=True)
    sync_folder(path.parent)


def rename(path: Path, target: Path) -> None:
    """Give a file another name in its folder; one of that name is replaced.

    Raises:
        OSError: it cannot be renamed.
    """
    path.replace(target)
    sync_folder(target.parent)


def remove(path: Path) -> None:
    """Delete a file, if there is one.

    Raises:
        StorageError: it cannot be removed.
    """
    try:
        path.unlink(missing_ok=True)
        sync_folder(path.parent)
    except OSError as error:
        reason = system_reason(error)
        raise StorageError(Message("detail.not_removed", path=str(path), reason=reason)) from error


# ---- Putting aside ----


def set_aside(path: Path, why: str) -> Path | None:
    """Rename a file to ``name-why-20260131-174500.ext`` so that it can be looked at later.

    Returns:
        The new path, or None when the file could not be renamed.
    """
    target = name_aside(path, why)
    try:
        rename(path, target)
    except OSError:
        return None
    return target


def copy_aside(path: Path, why: str) -> Path | None:
    """Write a file once more, durably, under a name as `set_aside` gives it.

    Returns:
        The new path, or None when the file could not be read or written.
    """
    target = name_aside(path, why)
    try:
        write_atomically(target, read_file(path, _LARGEST_ASIDE))
    except (OSError, StorageError):
        return None
    return target


def name_aside(path: Path, why: str) -> Path:
    """A name of the form ``name-why-20260131-174500.ext`` that no file has yet."""
    return free_name(path.with_stem(f"{path.stem}-{why}-{time.strftime('%Y%m%d-%H%M%S')}"))


def free_name(path: Path) -> Path:
    """A path, or if there is a file, the first of ``name-2.ext``, ``name-3.ext`` and so on that is free."""
    target, count = path, 1
    while target.exists():
        count += 1
        target = path.with_stem(f"{path.stem}-{count}")
    return target


def remove_leftovers(path: Path) -> None:
    """Delete the temporary files that a killed program left beside a file which nobody else writes now."""
    path = Path(os.path.realpath(path))
    with contextlib.suppress(OSError):
        for leftover in path.parent.glob(f"{glob.escape(_temporary_start(path))}*{_TEMPORARY_END}"):
            leftover.unlink(missing_ok=True)


def _temporary_start(path: Path) -> str:
    """What the names of a file's temporary files begin with: its own name, as far as there is room for it."""
    name = path.name
    while len(os.fsencode(name)) > _LONGEST_START:
        name = name[:-1]
    return f".{name}."

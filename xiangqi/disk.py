"""Bounded reading of whole files, and atomic and durable writing.

Everything written, renamed or created by a function of this module survives a power cut after its return,
provided that the disk does not ignore flushing: files are flushed, and so are the folders that contain them.

Since files may come from others, only regular ones are read: a pipe could block the reader, and a device may
never end.
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
from xiangqi.terminal import visible_bytes

if sys.platform == "darwin":
    import fcntl

_CHUNK: Final = 1 << 20
_LARGEST_ASIDE: Final = 64 << 20  # bytes; a draft may be as large as the largest record
_TEMPORARY_END: Final = ".tmp"
_LONGEST_START: Final = (
    240  # bytes of a file's name in the name of its temporary file; systems allow 255 in all
)
_STANDARD_OUTPUT: Final = "-"  # as a file's name
_MOST_LINKS: Final = 40  # as many as operating systems follow
_KINDS: Final = (
    (stat.S_ISFIFO, "detail.kind.pipe"),
    (stat.S_ISSOCK, "detail.kind.socket"),
    (stat.S_ISCHR, "detail.kind.device"),
    (stat.S_ISBLK, "detail.kind.device"),
)
_DISK_FAULTS: Final = (errno.EIO, errno.ENOSPC, errno.EDQUOT)
"""Errors of flushing that mean a loss of data; any other means that this kind of file cannot be flushed."""

_DESCRIPTORS: Final = frozenset({"/dev/fd", "/proc/self/fd", f"/proc/{os.getpid()}/fd"})

Content = bytes | Iterable[bytes]


# ---- Names ----


def written_path(text: str) -> Path:
    """Return the path for a text entered by the user, with ``~`` expanded if possible."""
    with contextlib.suppress(RuntimeError):  # there is no such user
        return Path(text).expanduser()
    return Path(text)


def typed_place(text: str) -> tuple[Path, str] | None:
    """Return the folder of a typed absolute path and the beginning of the name in it; None for other texts.

    The disk is not accessed. If the text ends in a separator, all of it is the folder, and the name is empty.
    """
    text = text.strip()
    path = written_path(text)
    if not path.is_absolute():
        return None
    return (path, "") if text.endswith(("/", os.sep)) else (path.parent, path.name)


def is_folder(path: Path) -> bool:
    """Return whether a path leads to a folder; False if the name is invalid or may not be followed."""
    with contextlib.suppress(OSError, ValueError):
        return path.is_dir()
    return False


def is_there(path: Path) -> bool:
    """Return whether a path exists; True if that cannot be determined, so that opening it reports why."""
    with contextlib.suppress(OSError, ValueError):
        return path.exists()
    return True


def is_in_the_way(path: Path) -> bool:
    """Return whether a file exists that would be replaced.

    Raises:
        OSError: the path is a folder, or its status cannot be read.
        ValueError: the name is invalid.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return path.exists()


class FileStamp(NamedTuple):
    """The status by which a modification or replacement of a file is detected."""

    device: int
    inode: int
    size: int
    modified_ns: int


def stamp_of(path: Path) -> FileStamp | None:
    """Return the current stamp of a file, following links; None if it does not exist.

    Raises:
        OSError: the file's status cannot be read.
    """
    found = _status(path)
    return found and FileStamp(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


# ---- Reading ----


def read_file(path: Path, most: int) -> bytes:
    """Return the whole content of a regular file.

    Args:
        path: the file; links are followed.
        most: the largest size in bytes.

    Raises:
        OSError: the file cannot be opened by `open_plain`, or is too large; `strerror` has the reason.
    """
    with open_plain(path) as file:
        data = bytearray()
        while chunk := file.read(min(_CHUNK, most + 1 - len(data))):
            data += chunk
    if len(data) > most:
        raise OSError(errno.EFBIG, Message("detail.too_large", size=_size(most)), str(path))
    return bytes(data)


def open_plain(path: Path) -> FileIO:
    """Open a regular file for reading, unbuffered; links are followed, and the call never blocks.

    Raises:
        OSError: the file is missing, unreadable, or a folder, pipe, socket or device; `strerror` has the
            reason.
    """
    _status(path)  # reports invalid names
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)
    try:
        handle = os.open(path, flags)
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise _not_plain("detail.kind.socket", path) from None
        raise
    try:
        _insist_on_plain(os.fstat(handle).st_mode, path)
        return os.fdopen(handle, "rb", buffering=0)
    except OSError:
        os.close(handle)
        raise


def _size(count: int) -> str:
    return f"{count >> 20} MiB" if count >= 1 << 20 else f"{count >> 10} KiB"


def _insist_on_plain(mode: int, path: Path) -> None:
    """Check that a file is a regular one.

    Raises:
        OSError: the file is not a regular one.
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
    """Replace a file's content durably: write a temporary file beside it, flush it to the disk, and rename it.

    Links are followed, and missing parent folders are created.

    Args:
        path: the file, which must be a regular one if it exists.
        content: the bytes, whole or in pieces; exceptions raised while they are produced are passed on.
        check: called just before the file is replaced; an exception is passed on and leaves the file unchanged.

    Raises:
        StorageError: the file cannot be written; an existing file is unchanged and nothing is left behind. Only
            if the folder cannot be flushed at the end is the new content there, though not yet durable.
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
    """Write the output of a command, atomically if possible. A BrokenPipeError is passed on.

    A device, a pipe or an open descriptor (``/dev/stdout``; ``-`` is standard output) is written to directly,
    and so is an existing file in a folder where no other file can be created. On a terminal, control characters
    are escaped.

    Raises:
        StorageError: the output cannot be written.
    """
    with _told(path):
        file = _opened_as_it_is(path)
        if file is not None:
            with file:
                pieces = _pieces(content)
                file.writelines(visible_bytes(pieces) if file.isatty() else pieces)
                flush(file)
            return
        if not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.parent))
    write_atomically(path, content)


def open_to_append(path: Path) -> BinaryIO:
    """Open a file for appending games, creating it if necessary and starting on a new line.

    A device, a pipe or an open descriptor is written to directly.

    Raises:
        OSError: the file cannot be opened.
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
    """Open a file for direct writing if it cannot be replaced; return None for one that can."""
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
    """Return the open descriptor that a path such as ``/dev/stdout`` or ``-`` refers to, or None."""
    if str(path) == _STANDARD_OUTPUT:
        return 1
    for _ in range(_MOST_LINKS):
        folder = path.parent if str(path.parent) in _DESCRIPTORS else Path(os.path.realpath(path.parent))
        if str(folder) in _DESCRIPTORS and path.name.isdecimal():
            return int(path.name)
        try:
            path = folder / path.readlink()
        except OSError:  # not a link
            return None
    return None


def _pieces(content: Content) -> Iterable[bytes]:
    return (content,) if isinstance(content, bytes) else content


def _status(path: Path) -> os.stat_result | None:
    """Return a file's status, following links; None if it does not exist.

    Raises:
        OSError: the name is invalid, or the status cannot be read.
    """
    try:
        return path.stat()
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise OSError(errno.EINVAL, Message("detail.no_file_name", reason=str(error)), str(path)) from None


def _keep_owner_and_mode(path: Path, old: os.stat_result | None) -> None:
    """Give a new file the owner and mode of the one it replaces, if any."""
    if old is None:
        return
    if hasattr(os, "chown") and (old.st_uid, old.st_gid) != (os.geteuid(), os.getegid()):
        with contextlib.suppress(OSError):  # only root can give files away
            os.chown(path, old.st_uid, old.st_gid)
    path.chmod(old.st_mode & 0o777)


def cannot_be_read(path: Path, error: OSError) -> Message:
    """Return the message that a file cannot be read, with the reason."""
    return Message(
        "detail.of_file", file=str(path), reason=Message("detail.unread", reason=system_reason(error))
    )


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Convert an OSError raised in the block, except a BrokenPipeError, to a StorageError naming the file."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise StorageError(
            Message("detail.of_file_unwritten", file=str(path), reason=system_reason(error))
        ) from error


def flush(file: BinaryIO) -> None:
    """Flush a file to the disk; a pipe or a device is only flushed to the system.

    Raises:
        OSError: the data cannot be written to the disk.
    """
    file.flush()
    _sync(file.fileno())


def _sync(handle: int) -> None:
    """Flush a descriptor to the disk, if the system can.

    Raises:
        OSError: the data cannot be written to the disk.
    """
    try:
        if sys.platform == "darwin":  # where fsync leaves data in the disk's cache
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
        else:
            os.fsync(handle)
    except OSError as error:
        if error.errno in _DISK_FAULTS:
            raise


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable where possible: not on Windows, nor in all network folders.

    Raises:
        OSError: the names cannot be written to the disk.
    """
    if sys.platform == "win32":
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # the folder may be writable but not readable
        return
    try:
        _sync(handle)
    finally:
        os.close(handle)


# ---- Folders and names ----


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Create a folder and its missing parents durably.

    Args:
        path: the folder.
        mode: the permissions of created folders, reduced by the system's mask.

    Raises:
        OSError: the folder cannot be created.
    """
    if path.is_dir():
        return
    make_folder(path.parent, mode)
    path.mkdir(mode, exist_ok=True)
    sync_folder(path.parent)


def rename(path: Path, target: Path) -> None:
    """Rename a file within its folder durably, replacing any file that has the new name.

    Raises:
        OSError: the file cannot be renamed.
    """
    path.replace(target)
    sync_folder(target.parent)


def remove(path: Path) -> None:
    """Delete a file durably, if it exists.

    Raises:
        StorageError: the file cannot be removed.
    """
    try:
        path.unlink(missing_ok=True)
        sync_folder(path.parent)
    except OSError as error:
        reason = system_reason(error)
        raise StorageError(Message("detail.not_removed", path=str(path), reason=reason)) from error


# ---- Putting aside ----


def set_aside(path: Path, why: str) -> Path | None:
    """Rename a file to ``name-why-20260131-174500.ext`` for later inspection.

    Returns:
        The new path, or None if the file could not be renamed.
    """
    target = name_aside(path, why)
    try:
        rename(path, target)
    except OSError:
        return None
    return target


def copy_aside(path: Path, why: str) -> Path | None:
    """Copy a file durably, under a name like that of `set_aside`.

    Returns:
        The new path, or None if the file could not be read or written.
    """
    target = name_aside(path, why)
    try:
        write_atomically(target, read_file(path, _LARGEST_ASIDE))
    except (OSError, StorageError):
        return None
    return target


def name_aside(path: Path, why: str) -> Path:
    """Return a name of the form ``name-why-20260131-174500.ext`` that no file has yet."""
    return free_name(path.with_stem(f"{path.stem}-{why}-{time.strftime('%Y%m%d-%H%M%S')}"))


def free_name(path: Path) -> Path:
    """Return a path if it is free, otherwise the first free one of ``name-2.ext``, ``name-3.ext`` and so on."""
    target, count = path, 1
    while target.exists():
        count += 1
        target = path.with_stem(f"{path.stem}-{count}")
    return target


def remove_leftovers(path: Path) -> None:
    """Delete the temporary files that killed programs have left beside a file that is not being written."""
    path = Path(os.path.realpath(path))
    with contextlib.suppress(OSError):
        for leftover in path.parent.glob(f"{glob.escape(_temporary_start(path))}*{_TEMPORARY_END}"):
            leftover.unlink(missing_ok=True)


def _temporary_start(path: Path) -> str:
    """Return the beginning of the names of a file's temporary files: its own name, shortened if necessary."""
    name = path.name
    while len(os.fsencode(name)) > _LONGEST_START:
        name = name[:-1]
    return f".{name}."

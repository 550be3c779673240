"""Files that are either wholly old or wholly new, whatever happens while they are written."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from pathlib import Path

from xiangqi.errors import StorageError


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file's content durably: a temporary file beside it, flushed to the disk, then renamed.

    Folders on the way are created. When this returns, the content survives a power cut.

    Raises:
        StorageError: it cannot be written; an existing file is unchanged and nothing is left behind.
    """
    temporary: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(_usual_mode(path))
        temporary.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
        raise StorageError(f"{path} cannot be written: {error.strerror or error}") from error


def _usual_mode(path: Path) -> int:
    """The permissions an existing file has, or those of a plain new one (mkstemp makes private files)."""
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:
        return 0o644


def _sync_folder(folder: Path) -> None:
    """Make a rename durable; Windows has no such thing and does without."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def set_aside(path: Path, why: str) -> Path | None:
    """Rename a file to ``name-why-20260131-174500.ext`` so that it can be looked at later.

    Returns:
        The new path, or None when the file could not be renamed.
    """
    target = _name_aside(path, why)
    try:
        path.rename(target)
    except OSError:
        return None
    return target


def copy_aside(path: Path, why: str) -> Path | None:
    """Write a file once more, durably, under a name as `set_aside` gives it.

    Returns:
        The new path, or None when the file could not be read or written.
    """
    target = _name_aside(path, why)
    try:
        write_atomically(target, path.read_bytes())
    except (OSError, StorageError):
        return None
    return target


def _name_aside(path: Path, why: str) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    target = path.with_name(f"{path.stem}-{why}-{stamp}{path.suffix}")
    count = 1
    while target.exists():
        count += 1
        target = path.with_name(f"{path.stem}-{why}-{stamp}-{count}{path.suffix}")
    return target


def remove_leftovers(path: Path) -> None:
    """Delete the temporary files that a killed program left beside a file which nobody else writes now."""
    with contextlib.suppress(OSError):
        for leftover in path.parent.glob(f".{path.name}.*.tmp"):
            leftover.unlink(missing_ok=True)

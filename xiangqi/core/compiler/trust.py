"""Which files nobody but this user, and root, can have written: machine code is loaded from these alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

_MOST_LINKS: Final = 40  # as many as the system itself follows
_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH
_SYSTEM_KNOWS_OWNERS: Final = hasattr(os, "getuid")  # Windows keeps a user's folders to the user by other means


def is_trusted(path: Path) -> bool:
    """Whether nobody else can change a file or folder, or put another in its place.

    All folders on the way are looked at, and where links lead. Others may write to a folder only if they cannot
    rename what is ours in it (the sticky bit of ``/tmp``). What is not there yet counts as trusted.
    """
    if not _SYSTEM_KNOWS_OWNERS:
        return True
    seen = Path("/")
    to_go = [part for part in reversed(Path(os.path.abspath(path)).parts) if part != "/"]  # noqa: PTH100 - no links
    links = 0
    try:
        if not _is_ours(os.lstat(seen)):
            return False
        while to_go:
            part = to_go.pop()
            if part == "..":
                seen = seen.parent
                continue
            status = os.lstat(seen / part)
            if not _is_ours(status):
                return False
            if not stat.S_ISLNK(status.st_mode):
                seen = seen / part
                continue
            links += 1
            if links > _MOST_LINKS:
                return False
            target = (seen / part).readlink()
            seen = Path("/") if target.is_absolute() else seen
            to_go += [part for part in reversed(target.parts) if part != "/"]
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _is_ours(status: os.stat_result) -> bool:
    """Whether this user or root owns it, and no other can write to it."""
    mode = status.st_mode
    if status.st_uid not in (os.geteuid(), 0):
        return False
    if stat.S_ISLNK(mode):  # its permissions mean nothing
        return True
    return not mode & _OTHERS_WRITE or bool(stat.S_ISDIR(mode) and mode & stat.S_ISVTX)


def read_trusted(path: Path) -> bytes | None:
    """The content of a file that is trusted, None for any other.

    What was looked at is what is read: the file is opened before its folders are judged, and none but its owner
    could exchange it afterwards.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(path, flags)
    except OSError:
        return None
    status = os.fstat(handle)
    ours = not _SYSTEM_KNOWS_OWNERS or (_is_ours(status) and is_trusted(path))
    if not stat.S_ISREG(status.st_mode) or not ours:
        os.close(handle)
        return None
    with os.fdopen(handle, "rb") as file:
        return file.read()

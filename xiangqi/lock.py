"""A lock between processes that the system itself opens when its holder ends, however it ends."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from xiangqi.errors import StorageError
from xiangqi.i18n.message import Message, system_reason

if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    _HELD: tuple[type[OSError], ...] = (PermissionError,)
else:
    import fcntl

    def _try_lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    _HELD = (BlockingIOError,)


_GLANCE_S: Final = 0.02


class FileLock:
    """Held from a successful acquire() until release() or the end of the process."""

    def __init__(self, path: Path) -> None:
        """Prepare a lock; the file is created by acquire() and stays, empty.

        Args:
            path: a file of its own, used for nothing else.
        """
        self._path = path
        self._handle: int | None = None

    def acquire(self) -> bool:
        """Take the lock if nobody else has it; True when it is held.

        On a file system that knows no locks it counts as taken.

        Raises:
            StorageError: the file cannot be created.
        """
        if self._handle is not None:
            return True
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise StorageError(
                Message("detail.of_file_unwritten", file=str(self._path), reason=system_reason(error))
            ) from error
        try:
            _try_lock(handle)
        except _HELD:
            os.close(handle)
            return False
        except OSError:  # this file system knows no locks
            pass
        self._handle = handle
        return True

    @contextlib.contextmanager
    def held(self, patience_s: float) -> Iterator[None]:
        """Hold the lock for a block of code, without it if its holder keeps it for longer than that.

        Raises:
            StorageError: the file cannot be created.
        """
        until = time.monotonic() + patience_s
        while not self.acquire() and time.monotonic() < until:
            time.sleep(_GLANCE_S)
        try:
            yield
        finally:
            self.release()

    def release(self) -> None:
        """Give the lock back."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

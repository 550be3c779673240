"""A lock between processes that the system releases when its holder ends, however it ends.

The `filelock` package will not do: on a file system without locks it falls back to marker files, which the
system does not remove when their holder dies, whereas callers here must know that there can be no lock.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from xiangqi.disk import make_folder
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
    """A lock that is held from a successful acquire() until release() or the end of the process."""

    def __init__(self, path: Path) -> None:
        """Prepare a lock; acquire() creates an empty file for it, which is never removed.

        Args:
            path: the lock's file, used for nothing else.
        """
        self._path = path
        self._handle: int | None = None

    def acquire(self) -> bool:
        """Take the lock if it is free, and return whether it is held now.

        Raises:
            StorageError: its file cannot be opened, or the file system has no locks.
        """
        if self._handle is not None:
            return True
        try:
            make_folder(self._path.parent)
            handle = self._opened()
        except OSError as error:
            raise self._fault(error) from error
        try:
            _try_lock(handle)
        except _HELD:
            os.close(handle)
            return False
        except OSError as error:
            os.close(handle)
            raise self._fault(error) from error
        self._handle = handle
        return True

    def _opened(self) -> int:
        """Open or create the lock's file; a read-only one, such as another user's, can be locked as well."""
        try:
            return os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            with contextlib.suppress(OSError):
                return os.open(self._path, os.O_RDONLY)
            raise error from None

    def _fault(self, error: OSError) -> StorageError:
        reason = system_reason(error)
        return StorageError(Message("detail.of_file_unwritten", file=str(self._path), reason=reason))

    @contextlib.contextmanager
    def held(self, patience_s: float) -> Iterator[None]:
        """Hold the lock during the block, which runs without it if there can be no lock.

        Raises:
            StorageError: the lock did not become free in `patience_s` seconds.
        """
        until = time.monotonic() + patience_s
        while not self._is_ours_or_none():
            if time.monotonic() > until:
                raise self._fault(BlockingIOError(errno.EAGAIN, Message("detail.library_locked")))
            time.sleep(_GLANCE_S)
        try:
            yield
        finally:
            self.release()

    def _is_ours_or_none(self) -> bool:
        try:
            return self.acquire()
        except StorageError:
            return True

    def release(self) -> None:
        """Release the lock if it is held."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

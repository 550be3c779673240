"""Access to a library's file for other features, which have their own tables in it."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from xiangqi.library.library import default_path
from xiangqi.library.schema import WAIT_SECONDS, connect

_File = TypeVar("_File", bound="SharedFile")


class SharedFile:
    """An open library. Threads may share one; several programs may open the same file."""

    def __init__(self, path: Path | None = None, patience_s: float = WAIT_SECONDS) -> None:
        """Open a library, creating it if necessary.

        Args:
            path: the library's file; defaults to this user's library.
            patience_s: how long to wait for another program that has locked it.

        Raises:
            LibraryError: the library cannot be opened.
        """
        self.path = path or default_path()
        self._database = connect(self.path, patience_s)
        self._turn = threading.RLock()

    def __enter__(self: _File) -> _File:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with self._turn:
            self._database.close()

    def hurry(self, seconds: float) -> None:
        """Limit all waiting for other programs to `seconds` from now."""
        self._database.patient_until = time.monotonic() + seconds

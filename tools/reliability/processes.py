"""The resources that a process uses and the processes that it has started. Linux only."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def children() -> list[int]:
    """Return the ids of the child processes of this process that still run."""
    running = []
    for thread in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # the thread has ended in the meantime
            running += [int(word) for word in (thread / "children").read_text(encoding="ascii").split()]
    return running


def memory_kib(process: int) -> int:
    """Return the resident memory of a process, KiB."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


def open_files() -> int:
    """Return the number of files this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def threads() -> int:
    """Return the number of this process's threads."""
    return len(list(Path("/proc/self/task").iterdir()))

"""What a process holds and what it has started. It needs Linux."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def children() -> list[int]:
    """Process ids of what this process has started and what still runs."""
    running = []
    for thread in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # the thread has ended meanwhile
            running += [int(word) for word in (thread / "children").read_text(encoding="ascii").split()]
    return running


def memory_kib(process: int) -> int:
    """Memory that a process holds, resident."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


def open_files() -> int:
    """Return how many files this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def threads() -> int:
    """Return how many threads this process has."""
    return len(list(Path("/proc/self/task").iterdir()))

"""Opening workers: processes of this machine."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from xiangqi.jobs.processes import LocalProcesses
from xiangqi.jobs.workers import Workers


@contextlib.contextmanager
def open_workers(processes: int) -> Iterator[Workers]:
    """Workers for a block of code. Left by an exception, Ctrl+C included, it breaks off what they do.

    Args:
        processes: of this machine, from 1.
    """
    workers = LocalProcesses(processes)
    try:
        yield workers
    except BaseException:
        workers.shutdown(wait=False, cancel_futures=True)
        raise
    workers.shutdown(cancel_futures=True)

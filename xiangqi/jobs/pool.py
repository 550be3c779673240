"""Opens workers: processes on this machine, or workers of a cluster."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator

from xiangqi.jobs.cluster import Access, Demands, connected
from xiangqi.jobs.processes import LocalProcesses
from xiangqi.jobs.workers import Workers


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


@contextlib.contextmanager
def open_workers(
    processes: int,
    cluster: str | None = None,
    demands: Demands = Demands(),  # noqa: B008 - frozen
    told: Callable[[str], None] = _tell,
    access: Access = Access(),  # noqa: B008 - frozen
) -> Iterator[Workers]:
    """Open workers for the block; jobs that are not done when it ends, also by Ctrl+C, are cancelled.

    Args:
        processes: the number of processes on this machine, at least 1; ignored for a cluster.
        cluster: ``tcp://HOST:PORT`` of a Dask scheduler or ``local:N``; None for this machine.
        demands: the requirements for workers of a cluster.
        told: called with messages about rejected workers and the address of a dashboard.
        access: how to connect to a cluster.

    Raises:
        JobError: the cluster cannot be used; the message says why.
    """
    with contextlib.ExitStack() as stack:
        workers: Workers
        if cluster is None:
            workers = LocalProcesses(processes)
        else:
            workers = stack.enter_context(connected(cluster, demands, told, access))
        try:
            yield workers
        finally:
            workers.shutdown(wait=False, cancel_futures=True)

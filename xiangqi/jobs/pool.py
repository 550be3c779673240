"""Opening workers: processes of this machine, or those of a cluster."""

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
    """Workers for a block of code. Left by an exception, Ctrl+C included, it breaks off what they do.

    Args:
        processes: of this machine, from 1; without meaning for a cluster.
        cluster: ``tcp://HOST:PORT`` of a Dask scheduler or ``local:N``; None for this machine.
        demands: what workers of a cluster must be like.
        told: hears of workers that are not, and where a dashboard is.
        access: how a cluster is reached.

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

"""Where long work is done: on this machine or a cluster; shared by commands and tools."""

from __future__ import annotations

import argparse
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from xiangqi.jobs.cluster import Demands
from xiangqi.jobs.crew import open_workers
from xiangqi.jobs.workers import Workers

_CHECK: Final = "xiangqi.engine.bench:mark"
_PACKAGES: Final = ("xiangqi",)
TOOLS: Final = ("xiangqi", "tools")
"""The packages that jobs of tools come from."""


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Add the option."""
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="let a Dask cluster work instead of this machine: tcp://HOST:PORT of its scheduler, or local:N",
    )


def add_resume(parser: argparse.ArgumentParser) -> None:
    """Add the option."""
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="keep what is done in this file, so that the same command goes on after a stop",
    )


def workers_for(
    cluster: str | None, processes: int, packages: tuple[str, ...] = _PACKAGES, alike: bool = False
) -> AbstractContextManager[Workers]:
    """Workers that come to the same results as this process.

    Args:
        cluster: what `add_cluster` has read.
        processes: of this machine, where no cluster is named.
        packages: that jobs come from.
        alike: whether all machines must be of one kind.

    Raises:
        JobError: on entering, when the cluster cannot be used.
    """
    return open_workers(processes, cluster, Demands(packages, _CHECK, alike))

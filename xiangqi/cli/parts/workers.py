"""Where long work is done: on this machine or a cluster; shared by commands and tools."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from xiangqi.cli.parts import language
from xiangqi.i18n.message import Message
from xiangqi.jobs.cluster import PLAIN, Access, Demands
from xiangqi.jobs.pool import open_workers
from xiangqi.jobs.work import Headway
from xiangqi.jobs.workers import Workers
from xiangqi.terminal import ProgressLine

_CHECK: Final = "xiangqi.engine.bench:mark"
_PACKAGES: Final = ("xiangqi",)
_SELDOM_S: Final = 30.0
TOOLS: Final = ("xiangqi", "tools")
"""The packages that jobs of tools come from."""


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--cluster", metavar="ADDRESS", help=Message("option.cluster"))
    parser.add_argument(
        "--cluster-tls",
        nargs=3,
        type=Path,
        metavar=("CA", "CERT", "KEY"),
        help=Message("option.cluster_tls"),
    )
    parser.add_argument("--cluster-dashboard", action="store_true", help=Message("option.cluster_dashboard"))


def add_resume(parser: argparse.ArgumentParser) -> None:
    """Add the option."""
    parser.add_argument("--resume", type=Path, metavar="FILE", help=Message("option.resume"))


def workers_for(
    args: argparse.Namespace, processes: int, packages: tuple[str, ...] = _PACKAGES, alike: bool = False
) -> AbstractContextManager[Workers]:
    """Workers that come to the same results as this process.

    Args:
        args: with what the options of `add_cluster` have read.
        processes: of this machine, where no cluster is named.
        packages: that jobs come from.
        alike: whether all machines must be of one kind.

    Raises:
        JobError: on entering, when the cluster cannot be used.
    """
    tls = args.cluster_tls and tuple(args.cluster_tls)
    if args.cluster is not None and args.cluster.startswith(PLAIN) and tls is None:
        language.remark("cli.cluster_plain", address=args.cluster)
    access = Access(tls, args.cluster_dashboard)
    return open_workers(processes, args.cluster, Demands(packages, _CHECK, alike), language.repeat, access)


class HeadwayLine:
    """Says on stderr how far some work is: on a terminal in one line, else now and then in a new one."""

    def __init__(self, name: str) -> None:
        """Begin.

        Args:
            name: of the work, which each line begins with.
        """
        self._name = name
        self._line = ProgressLine()
        self._told = time.monotonic()

    def __call__(self, headway: Headway) -> None:
        """Tell."""
        text = f"{self._name}: {language.tell(str(headway))}"
        if sys.stderr.isatty():
            self._line.show(text)
        elif time.monotonic() - self._told >= _SELDOM_S:
            self._told = time.monotonic()
            print(text, file=sys.stderr, flush=True)

    def note(self, text: str) -> None:
        """Print another line."""
        self.end()
        print(text, file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave what the line says, and go on below."""
        self._line.end()

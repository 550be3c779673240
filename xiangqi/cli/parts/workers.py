"""The options that choose the workers of long jobs, this machine or a cluster, and the display of progress."""

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
"""The packages whose functions the tools' jobs call."""


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Add the options of a cluster."""
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
    """Add the option that names a checkpoint."""
    parser.add_argument("--resume", type=Path, metavar="FILE", help=Message("option.resume"))


def workers_for(
    args: argparse.Namespace, processes: int, packages: tuple[str, ...] = _PACKAGES, alike: bool = False
) -> AbstractContextManager[Workers]:
    """Open workers whose results are the same as those of this process.

    Args:
        args: the arguments, including the options of `add_cluster`.
        processes: the number of processes on this machine, if there is no cluster.
        packages: the packages whose functions the jobs call.
        alike: whether all machines must be of the same kind.

    Raises:
        JobError: the cluster cannot be used; raised on entering.
    """
    tls = args.cluster_tls and tuple(args.cluster_tls)
    if args.cluster is not None and args.cluster.startswith(PLAIN) and tls is None:
        language.remark("cli.cluster_plain", address=args.cluster)
    access = Access(tls, args.cluster_dashboard)
    return open_workers(processes, args.cluster, Demands(packages, _CHECK, alike), language.repeat, access)


class HeadwayLine:
    """Shows the progress of some work on stderr: on one line of a terminal, or else on occasional new lines."""

    def __init__(self, name: str) -> None:
        """Begin the display.

        Args:
            name: the beginning of each line.
        """
        self._name = name
        self._line = ProgressLine()
        self._printed_at = time.monotonic()

    def __call__(self, headway: Headway) -> None:
        """Show the progress."""
        text = f"{self._name}: {language.tell(str(headway))}"
        if sys.stderr.isatty():
            self._line.show(text)
        elif time.monotonic() - self._printed_at >= _SELDOM_S:
            self._printed_at = time.monotonic()
            print(text, file=sys.stderr, flush=True)

    def note(self, text: str) -> None:
        """Print a separate line."""
        self.end()
        print(text, file=sys.stderr, flush=True)

    def end(self) -> None:
        """Keep the line and continue on the next one."""
        self._line.end()

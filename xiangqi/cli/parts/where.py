"""Where long work is done: on this machine or a cluster; shared by commands and tools."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from xiangqi.cli.parts import speech
from xiangqi.i18n.message import Message
from xiangqi.jobs.cluster import Demands
from xiangqi.jobs.crew import open_workers
from xiangqi.jobs.work import Headway
from xiangqi.jobs.workers import Workers
from xiangqi.terminal import ProgressLine

_CHECK: Final = "xiangqi.engine.bench:mark"
_PACKAGES: Final = ("xiangqi",)
_SELDOM_S: Final = 30.0
TOOLS: Final = ("xiangqi", "tools")
"""The packages that jobs of tools come from."""


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Add the option."""
    parser.add_argument("--cluster", metavar="ADDRESS", help=Message("option.cluster"))


def add_resume(parser: argparse.ArgumentParser) -> None:
    """Add the option."""
    parser.add_argument("--resume", type=Path, metavar="FILE", help=Message("option.resume"))


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
    return open_workers(processes, cluster, Demands(packages, _CHECK, alike), speech.repeat)


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
        text = f"{self._name}: {speech.tell(str(headway))}"
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

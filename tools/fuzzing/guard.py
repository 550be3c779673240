"""Runs one input within limits of time and memory."""

from __future__ import annotations

import resource
import signal
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Final

CPU_SECONDS: Final = 10
"""The limit for one input."""

MEMORY_BYTES: Final = 250 << 20
"""The memory that an input may take in addition to what the process already uses."""


@dataclass(frozen=True)
class Failure:
    """The failure of an input.

    Attributes:
        kind: the same for inputs that fail alike: the exception and the line that raised it.
        report: the traceback.
    """

    kind: str
    report: str


class OutOfTimeError(BaseException):
    """The input takes too long; no handler of ordinary errors should stop it."""


def watch_time() -> None:
    """Let the process's timer raise OutOfTimeError from now on."""

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise OutOfTimeError(f"more than {CPU_SECONDS} seconds")

    signal.signal(signal.SIGPROF, ring)


def limit_memory(limited: bool) -> None:
    """Limit allocations to the present use plus MEMORY_BYTES, or lift the limit."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = pages * resource.getpagesize() + MEMORY_BYTES if limited else hard
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def run(target: Callable[[bytes], None], data: bytes) -> Failure | None:
    """Feed an input to a target; return None if it returns in time without raising."""
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
    try:
        target(data)
    except (Exception, OutOfTimeError) as error:
        signal.setitimer(signal.ITIMER_PROF, 0)
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = (
            ""
            if isinstance(error, (OutOfTimeError, MemoryError))
            else f" in {Path(place.filename).name}:{place.lineno}"
        )
        return Failure(f"{type(error).__name__}{where}", traceback.format_exc(limit=-12))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return None

"""A log of long work, one JSON line per finished chunk, from which an interrupted run is resumed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from xiangqi.cli.parts.workers import HeadwayLine
from xiangqi.jobs.work import run_chunks
from xiangqi.jobs.workers import Workers


class Named(Protocol):
    """A chunk with a name."""

    @property
    def name(self) -> str:
        """The name that is given in messages about errors."""


C = TypeVar("C", bound=Named)
R = TypeVar("R")


def run_logged(
    workers: Workers,
    function: Callable[[C], R],
    chunks: Sequence[C],
    log: Path,
    entry: Callable[[C, R], Mapping[str, object]],
) -> None:
    """Do chunks of work and append a line to the log for each when it is done; errors are shown, not logged.

    Args:
        workers: the workers.
        function: as in ChunkWork.
        chunks: the chunks.
        log: the file.
        entry: returns the JSON object to log for a chunk and its result.
    """
    told = HeadwayLine(log.name)
    with log.open("a", encoding="utf-8") as stream:
        for back in run_chunks(workers, function, chunks, told, len(chunks)):
            if back.error is not None:
                told.note(f"{back.chunk.name}: {back.error}")
                continue
            stream.write(json.dumps(entry(back.chunk, back.value())) + "\n")
            stream.flush()


def entries(log: Path) -> Iterator[dict[str, Any]]:
    """Yield the JSON values in the lines of a log, none if there is no file; truncated lines are skipped."""
    for line in log.read_text(encoding="utf-8").splitlines() if log.exists() else ():
        try:
            yield json.loads(line)
        except ValueError:
            continue

"""What is handed to a worker at once: a chunk, or several short ones, so that handing out costs little."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from xiangqi.errors import JobError

C = TypeVar("C")
R = TypeVar("R")


@dataclass(frozen=True)
class Batch(Generic[C, R]):
    """A function of a module and the chunks to call it with, one after the other."""

    function: Callable[[C], R]
    chunks: tuple[C, ...]


@dataclass(frozen=True)
class ChunkResult(Generic[R]):
    """What a chunk came to: a result or an error."""

    result: R | None
    error: Exception | None


@dataclass(frozen=True)
class BatchResult(Generic[R]):
    """What comes back of a batch."""

    answers: tuple[ChunkResult[R], ...]  # one for each chunk
    seconds: float  # that all of it took


def work_on(batch: Batch[C, R]) -> BatchResult[R]:
    """Do the chunks of a batch; one that fails leaves the others be."""
    began = time.monotonic()
    answers = tuple(_answer(batch.function, chunk) for chunk in batch.chunks)
    return BatchResult(answers, time.monotonic() - began)


def _answer(function: Callable[[C], R], chunk: C) -> ChunkResult[R]:
    try:
        return ChunkResult(function(chunk), None)
    except Exception as error:
        return ChunkResult(None, portable(error))


def portable(error: Exception) -> Exception:
    """An error that survives pickling; one whose class does not is told in words."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return JobError(f"{type(error).__name__}: {error}")
    return error

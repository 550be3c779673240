"""Batches of short chunks, which are handed to a worker together to reduce overhead."""

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
    """A function of a module and the chunks to call it with, one after another."""

    function: Callable[[C], R]
    chunks: tuple[C, ...]


@dataclass(frozen=True)
class ChunkResult(Generic[R]):
    """The outcome of a chunk: a result or an error."""

    result: R | None
    error: Exception | None


@dataclass(frozen=True)
class BatchResult(Generic[R]):
    """The outcome of a batch."""

    answers: tuple[ChunkResult[R], ...]  # one for each chunk
    seconds: float  # time taken by the whole batch


def work_on(batch: Batch[C, R]) -> BatchResult[R]:
    """Process the chunks of a batch; an error in one does not affect the others."""
    began = time.monotonic()
    answers = tuple(_answer(batch.function, chunk) for chunk in batch.chunks)
    return BatchResult(answers, time.monotonic() - began)


def _answer(function: Callable[[C], R], chunk: C) -> ChunkResult[R]:
    try:
        return ChunkResult(function(chunk), None)
    except Exception as error:
        return ChunkResult(None, portable(error))


def portable(error: Exception) -> Exception:
    """Return an error that can be pickled: the error itself, or a JobError with its message."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return JobError(f"{type(error).__name__}: {error}")
    return error

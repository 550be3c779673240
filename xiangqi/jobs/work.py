"""Work in chunks: distribution, retries, progress, cancellation, with the same results on any workers.

A chunk is a small argument of a pure function that takes seconds, so that little is lost when a worker dies and
the overhead does not matter. Shorter chunks are handed out in batches if the overhead is larger.

    with open_workers(processes=2) as workers:
        for returned in in_order(run_chunks(workers, review_one, games)):
            print(returned.value())
"""

from __future__ import annotations

import pickle
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from xiangqi.errors import JobError
from xiangqi.i18n.message import Message
from xiangqi.jobs.workers import Workers

C = TypeVar("C")
R = TypeVar("R")

_TRIES: Final = 2
_MOST_IN_BATCH: Final = 256
_GLANCE_S: Final = 0.2  # delay of Ctrl+C on systems where it does not end waiting, and of work for new workers


# ---- Batches: units of work for a worker ----


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


# ---- Distribution ----


class ResultStore(Protocol[R]):
    """A store of results by chunk number, from one run of a command to the next."""

    def __contains__(self, number: int) -> bool:
        """Return whether the chunk with this number is done."""

    def __getitem__(self, number: int) -> R:
        """Return the result of a chunk that is done."""

    def add(self, number: int, result: R) -> None:
        """Store the result of a chunk."""


@dataclass(frozen=True)
class Returned(Generic[C, R]):
    """A chunk that is done or has failed twice."""

    number: int  # the chunk's place in the order of submission, from 0
    chunk: C
    result: R | None  # the function's result; None if it failed
    error: Exception | None  # the error of the second attempt; None if the chunk succeeded

    def value(self) -> R:
        """Return the result.

        Raises:
            Exception: the error of the second attempt.
        """
        if self.error is not None:
            raise self.error
        return self.result  # type: ignore[return-value]  # R may have None itself


@dataclass(frozen=True)
class Headway:
    """The progress of the whole work."""

    done: int  # finished chunks, including failed ones
    failed: int
    of: int | None  # all chunks except those done by earlier runs; None if unknown
    seconds: float  # the time since the beginning
    workers: int

    @property
    def rate(self) -> float:
        """The number of chunks finished per second."""
        return self.done / max(self.seconds, 1e-9)

    @property
    def seconds_left(self) -> float | None:
        """The remaining time at this rate; None if unknown."""
        if self.of is None or not self.done:
            return None
        return (self.of - self.done) / self.rate

    def __str__(self) -> str:
        text = str(self.done)
        if self.of is not None:
            text = Message("headway.of", done=text, of=self.of)
        if self.done:
            text = Message("headway.rate", done=text, rate=f"{self.rate:.3g}")
        else:
            text = Message("headway.after", done=text, time=_duration(self.seconds))
        if self.seconds_left is not None:
            text = Message("headway.left", done=text, time=_duration(self.seconds_left))
        return Message("headway.failed", done=text, failed=self.failed) if self.failed else text


def _duration(seconds: float) -> Message:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return Message("headway.hours", hours=hours, minutes=minutes)
    if minutes:
        return Message("headway.minutes", minutes=minutes, rest=rest)
    return Message("headway.seconds", rest=rest)


@dataclass(frozen=True)
class _Task(Generic[C]):
    """A chunk in progress, with its number and the number of attempts."""

    number: int
    chunk: C
    tries: int


class ChunkWork(Generic[C, R]):
    """Chunks in progress, with at most one batch per worker. Not thread-safe."""

    def __init__(self, workers: Workers, function: Callable[[C], R]) -> None:
        """Create the work without any chunks.

        Args:
            workers: the workers.
            function: a function of a module, not of the running script; equal chunks must have equal results.

        Raises:
            ValueError: the function belongs to the running script.
        """
        if function.__module__ == "__main__":
            raise ValueError(f"{function.__name__} belongs to a script, where no other process can find it")
        self._workers = workers
        self._function = function
        self._waiting: deque[_Task[C]] = deque()
        self._running: dict[Future[BatchResult[R]], list[_Task[C]]] = {}
        self._seconds = 0.0  # the recent time per chunk; 0 before the first result
        self.left: int | None = None
        """The number of chunks without a result, if it is known."""

    def __len__(self) -> int:
        """Return the number of chunks that are not finished."""
        return len(self._waiting) + sum(map(len, self._running.values()))

    @property
    def has_room(self) -> bool:
        """Whether a further chunk would be worked on at once, alone or in a batch."""
        return len(self._waiting) < self._size() * (self._workers.count - len(self._running))

    def _size(self) -> int:
        """Return the number of chunks per batch, which decreases towards the end to keep all workers busy."""
        if not self._seconds:
            return 1
        most = max(1, min(_MOST_IN_BATCH, int(self._workers.batch_s / self._seconds)))
        return most if self.left is None else min(most, -(-self.left // (2 * max(1, self._workers.count))))

    def add(self, number: int, chunk: C) -> None:
        """Add a chunk under a number, which identifies it when it is returned."""
        self._waiting.append(_Task(number, chunk, 0))

    def _submit(self) -> None:
        count = max(1, self._workers.count)
        while self._waiting and len(self._running) < count:
            share = -(-len(self._waiting) // (count - len(self._running)))
            tasks = [self._waiting.popleft()]
            most = 1 if tasks[0].tries else min(share, self._size())
            while self._waiting and len(tasks) < most and not self._waiting[0].tries:
                tasks.append(self._waiting.popleft())
            batch = Batch(self._function, tuple(task.chunk for task in tasks))
            self._running[self._workers.submit(work_on, batch)] = tasks

    def returned(self) -> list[Returned[C, R]]:
        """Return the chunks finished since the last call, perhaps none; failed ones are retried once, alone."""
        self._submit()
        finished, _ = wait(self._running, timeout=_GLANCE_S, return_when=FIRST_COMPLETED)
        back = []
        for future in finished:
            tasks = self._running.pop(future)
            for task, answer in zip(tasks, self._answers(future, len(tasks)), strict=True):
                if answer.error is not None and task.tries + 1 < _TRIES:
                    self._waiting.append(_Task(task.number, task.chunk, task.tries + 1))
                else:
                    back.append(Returned(task.number, task.chunk, answer.result, answer.error))
        self._submit()
        return back

    def _answers(self, future: Future[BatchResult[R]], count: int) -> tuple[ChunkResult[R], ...]:
        """Return the outcomes of a batch of `count` chunks; if the batch failed, all have its error."""
        error = _error_of(future)
        if error is not None:
            return (ChunkResult[R](None, error),) * count
        done = future.result()
        each = done.seconds / count
        self._seconds = max(1e-6, (self._seconds + each) / 2 if self._seconds else each)
        return done.answers

    def cancel(self) -> None:
        """Cancel all unfinished chunks."""
        self._waiting.clear()
        for future in self._running:
            future.cancel()
        self._running.clear()


def _error_of(future: Future[R]) -> Exception | None:
    """Return the error with which a future has finished, or None."""
    if future.cancelled():
        return JobError(Message("detail.job.cancelled"))
    error = future.exception()
    if error is None or isinstance(error, Exception):
        return error
    raise error


def run_chunks(
    workers: Workers,
    function: Callable[[C], R],
    chunks: Iterable[C],
    told: Callable[[Headway], None] | None = None,
    of: int | None = None,
    kept: ResultStore[R] | None = None,
) -> Iterator[Returned[C, R]]:
    """Process chunks and yield the results; closing the generator cancels the rest.

    Args:
        workers: the workers.
        function: as in ChunkWork.
        chunks: the chunks, consumed as workers become free; they may be infinite.
        told: called with the progress several times a second.
        of: the number of chunks, from which the remaining time is estimated.
        kept: stores results, and provides those of an earlier run.

    Yields:
        Each chunk when it is finished, in no particular order.
    """
    work = ChunkWork(workers, function)
    source = enumerate(chunks)
    began = time.monotonic()
    done = failed = known = 0
    more = True
    try:
        while more or len(work):
            while more and work.has_room:
                try:
                    number, chunk = next(source)
                except StopIteration:
                    more = False
                    break
                if kept is not None and number in kept:
                    known += 1
                    yield Returned(number, chunk, kept[number], None)
                else:
                    work.add(number, chunk)
            work.left = None if of is None else of - known - done
            back = work.returned()
            done += len(back)
            failed += sum(one.error is not None for one in back)
            if told is not None:
                left = None if of is None else of - known
                told(Headway(done, failed, left, time.monotonic() - began, workers.count))
            for one in back:
                if kept is not None and one.error is None:
                    kept.add(one.number, one.value())
                yield one
    finally:
        work.cancel()


def in_order(returned: Iterable[Returned[C, R]]) -> Iterator[Returned[C, R]]:
    """Yield the same chunks in the order of submission, so that the workers' speed does not matter."""
    early: dict[int, Returned[C, R]] = {}
    due = 0
    for one in returned:
        early[one.number] = one
        while due in early:
            yield early.pop(due)
            due += 1

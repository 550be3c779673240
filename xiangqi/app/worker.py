"""The base classes of workers, which perform effects outside the session, most of them in a thread.

A feature keeps a worker with its questions (effects) and answers (events) in one module, `asks`.
"""

from __future__ import annotations

import contextlib
import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from types import FunctionType
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, TypeVar

from xiangqi.app.effect import Effect, ViewEffect
from xiangqi.app.event import Event, Notify, Tone
from xiangqi.app.job_thread import LAST_JOBS_S, JobThread
from xiangqi.app.outbox import Outbox
from xiangqi.app.performers import Performers
from xiangqi.i18n.message import Message

if TYPE_CHECKING:
    from xiangqi.protocol.client import Patience

Answers = Generator[Event | ViewEffect, None, None]
"""The answers of a worker to a question, each reported as soon as it is yielded."""

Q = TypeVar("Q", bound=Effect)
S = TypeVar("S", bound="Service")
T = TypeVar("T")
W = TypeVar("W", bound="Worker")


class Closing(Enum):
    """The ways in which a worker ends with the program."""

    AT_ONCE = "at once"  # what it is doing is dropped
    WRITES = "writes"  # what is queued is still written, within a time limit


@dataclass(frozen=True)
class Site:
    """The resources that the workers of a session are built with, and share."""

    outbox: Outbox
    writer: JobThread  # the thread that writes to the player's files
    clock: Callable[[], datetime]  # returns the time with its zone
    patience: Patience | None = None  # how long to wait for engines; None for the defaults
    for_this_run: Mapping[str, str] = field(default_factory=dict)  # settings that override the player's
    workers: list[Service] = field(default_factory=list)  # all of them, once they are built

    def one(self, kind: type[T]) -> T:
        """Return the only worker of a class, which may be a base that another feature's worker implements.

        Use it only once all workers are built.
        """
        (found,) = (worker for worker in self.workers if isinstance(worker, kind))
        return found


_PERFORMED: Final[dict[object, type[Effect]]] = {}
"""The methods that perform effects at once, and the kinds."""


def performs(effect: type[Q]) -> Callable[[Callable[[S, Q], None]], Callable[[S, Q], None]]:
    """Return a decorator for the method of a `Service` that performs a kind of effect.

    It is called in the thread of the session, and must not block.
    """

    def mark(method: Callable[[S, Q], None]) -> Callable[[S, Q], None]:
        _PERFORMED[method] = effect
        return method

    return mark


class Service(ABC):
    """The interface of a worker for the runner. Only `close` may block."""

    closing: ClassVar[Closing] = Closing.AT_ONCE

    @classmethod
    @abstractmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""

    def declare(self, performers: Performers) -> None:
        """Declare all effects with a method that `performs` them."""
        for method, effect in _marked(type(self), _PERFORMED):
            performers.declare(effect, method.__get__(self))

    def begun(self) -> list[Event]:
        """Return the events for the start of the session, such as data kept by earlier runs."""
        return []

    def poll(self) -> list[Event]:
        """Return the events since the last call that do not come through the outbox."""
        return []

    def retry(self, now: float) -> None:  # noqa: B027 - most have nothing to do
        """Retry, at intervals, writes that have failed.

        Args:
            now: seconds of ``time.monotonic``.
        """

    def hurry(self, seconds: float) -> None:  # noqa: B027 - most have nothing to do
        """Limit further waiting for other programs' writes to `seconds` from now."""

    def close(self, seconds: float = LAST_JOBS_S) -> None:  # noqa: B027 - most have nothing to do
        """Stop; a worker that writes finishes what is queued, taking at most `seconds`."""


class _Kind(NamedTuple):
    """A kind of question, and the treatment of earlier ones: see `answers`."""

    question: type[Effect]
    newest: bool
    alone: bool


_ANSWERED: Final[dict[object, _Kind]] = {}
"""The methods that answer questions, and the kinds."""


def answers(
    question: type[Q], *, newest: bool = False, alone: bool = False
) -> Callable[[Callable[[W, Q], Answers]], Callable[[W, Q], Answers]]:
    """Return a decorator for the generator method of a `Worker` that answers a kind of question in its thread.

    Args:
        question: the kind.
        newest: whether a question that still waits is dropped for a newer one of its kind.
        alone: whether all earlier questions are dropped, even the one being answered.
    """

    def mark(method: Callable[[W, Q], Answers]) -> Callable[[W, Q], Answers]:
        _ANSWERED[method] = _Kind(question, newest, alone)
        return method

    return mark


def _marked(kind: type[Service], marks: Mapping[object, T]) -> list[tuple[FunctionType, T]]:
    """Return the methods of a class that have been marked, with their marks."""
    methods = inspect.getmembers(kind, inspect.isfunction)
    return [(method, marks[method]) for _name, method in methods if method in marks]


class Worker(Service):
    """Answers questions one after another in a thread, which starts with the first.

    Attributes:
        name: the name of the thread.
        failure: the key of the toast that reports an error, if `failed` answers with one.
    """

    name: ClassVar[str]
    failure: ClassVar[str]

    def __init__(self, outbox: Outbox, thread: JobThread | None = None) -> None:
        """Create the worker, which reports to the outbox.

        Args:
            outbox: receives the answers.
            thread: a shared thread, which its owner closes; None for a thread of its own.
        """
        self._outbox = outbox
        self._owns_thread = thread is None
        self._thread = thread or JobThread(self.name)
        self._drops = 0  # the number of times that questions have been dropped
        self._answers_after = 0  # that number when the current question was asked
        self._latest: dict[type[Effect], Effect] = {}  # by kind, the newest of those of which only that matters

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox)

    def declare(self, performers: Performers) -> None:
        """Declare all questions with a method that `answers` them, and all effects performed at once."""
        super().declare(performers)
        for method, kind in _marked(type(self), _ANSWERED):
            performers.declare(kind.question, self._asked(method.__get__(self), kind))

    def _asked(self, answer: Callable[[Effect], Answers], kind: _Kind) -> Callable[[Effect], None]:
        def ask(question: Effect) -> None:
            if kind.newest:
                self._latest[kind.question] = question
            if kind.alone:
                self.drop()
            name = kind.question.__name__ if kind.newest else ""
            self._submit(lambda: answer(question), lambda detail: self.failed(question, detail), name)

        return ask

    def _submit(self, answer: Callable[[], Answers], failed: Callable[[str], Answers], kind: str = "") -> None:
        """Have the thread report answers; if there is an error, also those of `failed`.

        A waiting job of the same kind is replaced; "" replaces none.
        """
        asked_after = self._drops

        def job() -> None:
            self._answers_after = asked_after
            self._report(answer())

        self._thread.submit(job, lambda detail: self._report(failed(detail)), kind)

    def _report(self, told: Answers) -> None:
        with contextlib.closing(told):
            if self.is_dropped:
                return
            for answer in told:
                if self.is_dropped:
                    return
                self._outbox.put(answer)

    @property
    def is_dropped(self) -> bool:
        """Whether the question being answered has been dropped."""
        return self._answers_after != self._drops

    def is_overtaken(self, question: Effect) -> bool:
        """Return whether a newer question of its kind, of which only the newest counts, has been asked."""
        return self._latest.get(type(question), question) is not question

    def drop(self) -> None:
        """Drop all questions asked so far: report no more answers, and leave waiting ones unanswered."""
        self._drops += 1

    def failed(self, _question: Effect, detail: str) -> Answers:
        """Answer a question whose answer has raised an error; called in the thread."""
        yield from self.complaint(detail)

    def complaint(self, detail: str) -> Answers:
        """Answer with the toast that reports an error."""
        yield Notify(Message(self.failure, detail=detail), Tone.ERROR)

    @property
    def is_idle(self) -> bool:
        """Whether all questions have been answered."""
        return self._thread.is_idle

    def finish(self) -> None:
        """Release what the worker has opened; called last, in its own thread."""

    def close(self, seconds: float = LAST_JOBS_S) -> None:
        """Answer the questions that wait, taking at most `seconds`, and stop; leave a shared thread alone.

        A worker that ends at once drops them.
        """
        if self.closing is Closing.AT_ONCE:
            self.drop()
        if self._owns_thread:
            self._thread.submit(self.finish, lambda _detail: None)
            self._thread.close(seconds)

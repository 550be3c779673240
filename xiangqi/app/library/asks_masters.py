"""Orders to make the library of masters' games, their answers, and the process that makes it.

It is a process, since seconds of Python in a thread would hold up the window.
"""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.process_worker import ProcessWorker
from xiangqi.app.worker import Answers, Closing, answers, performs
from xiangqi.i18n.message import Message
from xiangqi.library.masters import Script, made_masters, making_masters, remove_attempts


@dataclass(frozen=True)
class MastersMaking(Event):
    """The library of masters' games is being made."""

    make_id: int  # the order
    share: float  # the share that is done, 0 to 1


@dataclass(frozen=True)
class MastersMade(Event):
    """The library of masters' games exists now, or could not be made."""

    make_id: int  # the order
    failure: str = ""  # why it could not be made; "" if it is there


@dataclass(frozen=True)
class MakeMasters(Effect):
    """Make the library of masters' games in a separate process, unless it exists."""

    make_id: int  # identifies the answers
    script: Script  # how names are written


@dataclass(frozen=True)
class LookForMasters(Effect):
    """Find out whether the library of masters' games has been made before; nothing is made."""

    script: Script  # how names are written


@dataclass(frozen=True)
class MastersFound(Event):
    """The library of masters' games exists."""

    script: Script  # as in the question


@dataclass(frozen=True)
class StopMasters(Effect):
    """Stop making the library of masters' games, and leave nothing of it behind."""


class MastersMaker(ProcessWorker):
    """Makes the file when a session first asks for it, unless it exists already."""

    name, failure = "masters", "toast.masters_failed"
    module = "xiangqi.app.library.asks_masters"
    closing = Closing.AT_ONCE

    @answers(LookForMasters)
    def look(self, question: LookForMasters) -> Answers:
        """Answer only if the file exists."""
        known = made_masters(question.script)
        if known is not None:
            known.close()
            yield MastersFound(question.script)

    @answers(MakeMasters)
    def make(self, order: MakeMasters) -> Answers:
        """Make the file unless it exists, and report the progress and, at the end, that it exists."""
        known = made_masters(order.script)
        if known is not None:
            known.close()
        else:
            try:
                yield from self.in_process(order)
            finally:
                remove_attempts()  # only one that was killed has left something
        yield MastersMade(order.make_id)

    @performs(StopMasters)
    def stop(self, _order: StopMasters) -> None:
        """Kill the process."""
        self.drop()

    def failed(self, question: Effect, detail: str) -> Answers:
        """Answer that the file could not be made; do nothing if it was only looked for."""
        if isinstance(question, MakeMasters):
            yield MastersMade(question.make_id, detail or Message("detail.process_ended"))


def answer(order: MakeMasters) -> Answers:
    """Make the library of masters' games in the worker's process, yielding the progress.

    Raises:
        XiangqiError: it cannot be made.
    """
    yield from (MastersMaking(order.make_id, share) for share in making_masters(order.script))

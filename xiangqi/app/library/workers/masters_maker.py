"""Makes the library of masters' games in a separate process, as seconds of Python would hold up the window."""

from __future__ import annotations

from xiangqi.app.effect import Effect
from xiangqi.app.library.effects import MakeMasters, MastersMade, MastersMaking, StopMasters
from xiangqi.app.process_worker import ProcessWorker
from xiangqi.app.worker import Answers, Closing, answers, performs
from xiangqi.i18n.message import Message
from xiangqi.library.masters import made_masters, making_masters, remove_attempts


class MastersMaker(ProcessWorker):
    """Makes the file at the first wish of a session, if it is not there."""

    name, failure = "masters", "toast.masters_failed"
    module = "xiangqi.app.library.workers.masters_maker"
    closing = Closing.AT_ONCE

    @answers(MakeMasters)
    def make(self, order: MakeMasters) -> Answers:
        """Tell the progress, and at the end that the file is there."""
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
        """Answer that the file could not be made."""
        assert isinstance(question, MakeMasters)
        yield MastersMade(question.make_id, detail or Message("detail.reader_ended"))


def answer(order: MakeMasters) -> Answers:
    """Make the file in the process.

    Raises:
        XiangqiError: it cannot be made.
    """
    yield from (MastersMaking(order.make_id, share) for share in making_masters(order.script))

"""Reads and keeps how well the tasks of the first lessons were done."""

from __future__ import annotations

from xiangqi.app.event import Event, Notify, Tone
from xiangqi.app.job_thread import JobThread
from xiangqi.app.lessons.effects import KeepStars, StarsKnown
from xiangqi.app.outbox import Outbox
from xiangqi.app.performers import Performers
from xiangqi.errors import StorageError
from xiangqi.i18n.message import Message
from xiangqi.storage.lesson_progress import keep_progress, load_progress


class ProgressService:
    """Writes the stars in the writer's thread."""

    def __init__(self, outbox: Outbox, writer: JobThread) -> None:
        """Write nothing yet.

        Args:
            outbox: receives what goes wrong, and what other windows have added.
            writer: the thread that writes.
        """
        self._outbox = outbox
        self._writer = writer

    def declare(self, performers: Performers) -> None:
        """Declare the effect that this worker performs."""
        performers.declare(KeepStars, self.keep)

    def keep(self, order: KeepStars) -> None:
        """Keep the stars."""

        def job() -> None:
            self._outbox.put(StarsKnown(keep_progress(order.stars)))

        self._writer.submit(job, lambda detail: self._outbox.put(_failed(detail)), "lessons")

    @staticmethod
    def known() -> list[Event]:
        """Return what earlier runs have kept, and what is wrong with its file."""
        try:
            stars, aside = load_progress()
        except StorageError as error:
            return [_failed(str(error))]
        known: list[Event] = [StarsKnown(stars)]
        if aside is not None:
            known.append(Notify(Message("toast.lessons_damaged", name=str(aside)), Tone.ERROR))
        return known


def _failed(detail: str) -> Notify:
    return Notify(Message("toast.lessons_unwritable", detail=detail), Tone.ERROR)

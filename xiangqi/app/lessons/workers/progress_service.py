"""Reads and saves the stars earned in the tasks of the first lessons."""

from __future__ import annotations

from xiangqi.app.event import Event, Notify, Tone
from xiangqi.app.job_thread import JobThread
from xiangqi.app.lessons.effects import KeepStars, StarsKnown
from xiangqi.app.outbox import Outbox
from xiangqi.app.performers import Performers
from xiangqi.app.worker import Closing, Service, Site
from xiangqi.errors import StorageError
from xiangqi.i18n.message import Message
from xiangqi.storage.lesson_progress import keep_progress, load_progress


class ProgressService(Service):
    """Saves the stars in the writer's thread."""

    closing = Closing.WRITES

    def __init__(self, outbox: Outbox, writer: JobThread) -> None:
        """Create the service; nothing is written yet.

        Args:
            outbox: receives reports of failures, and the stars that other windows have added.
            writer: the thread that writes.
        """
        self._outbox = outbox
        self._writer = writer

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox, site.writer)

    def declare(self, performers: Performers) -> None:
        """Declare the effect that this worker performs."""
        performers.declare(KeepStars, self.keep)

    def keep(self, order: KeepStars) -> None:
        """Save the stars."""

        def job() -> None:
            self._outbox.put(StarsKnown(keep_progress(order.stars)))

        self._writer.submit(job, lambda detail: self._outbox.put(_failed(detail)), "lessons")

    def begun(self) -> list[Event]:
        """Return events with the stars saved by earlier runs, and with any problem of their file."""
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

"""The stars earned in the tasks of the first lessons: saving them, and what is known of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event, Notify, Tone
from xiangqi.app.worker import Answers, Closing, Service, Site, Worker, answers
from xiangqi.errors import StorageError
from xiangqi.i18n.message import Message
from xiangqi.storage.lesson_progress import keep_progress, load_progress


@dataclass(frozen=True)
class KeepStars(Effect):
    """Save the stars of each task."""

    stars: Mapping[str, int]


@dataclass(frozen=True)
class StarsKnown(Event):
    """The stars of each task are known, including those earned in other windows."""

    stars: Mapping[str, int]  # 1 to 3, by task


class ProgressKeeper(Worker):
    """Reads the stars at the start, and saves them in the writer's thread."""

    name, failure = "lessons", "toast.lessons_unwritable"
    closing = Closing.WRITES

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox, site.writer)

    def begun(self) -> list[Event]:
        """Return events with the stars saved by earlier runs, and with any problem of their file."""
        try:
            stars, aside = load_progress()
        except StorageError as error:
            return [Notify(Message(self.failure, detail=str(error)), Tone.ERROR)]
        known: list[Event] = [StarsKnown(stars)]
        if aside is not None:
            known.append(Notify(Message("toast.lessons_damaged", name=str(aside)), Tone.ERROR))
        return known

    @answers(KeepStars, newest=True)
    def keep(self, question: KeepStars) -> Answers:
        """Save the stars."""
        yield StarsKnown(keep_progress(question.stars))

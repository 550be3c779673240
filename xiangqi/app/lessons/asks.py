"""The stars earned in the tasks of the first lessons, and the worker that reads and saves them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.file_keeper import FileKeeper
from xiangqi.app.worker import Answers, answers
from xiangqi.storage.star_file import LESSONS


@dataclass(frozen=True)
class KeepStars(Effect):
    """Save the stars of each task."""

    stars: Mapping[str, int]


@dataclass(frozen=True)
class StarsKnown(Event):
    """The stars of each task are known, including those earned in other windows."""

    stars: Mapping[str, int]  # 1 to 3, by task


class ProgressKeeper(FileKeeper):
    """Reads the stars at the start, and saves them in the writer's thread."""

    name, failure, damaged = "lessons", "toast.lessons_unwritable", "toast.lessons_damaged"

    def read(self) -> tuple[Event, Path | None]:
        """Return an event with the stars saved by earlier runs, and the new path of a damaged file or None."""
        stars, aside = LESSONS.load()
        return StarsKnown(stars), aside

    @answers(KeepStars, newest=True)
    def keep(self, question: KeepStars) -> Answers:
        """Save the stars."""
        yield StarsKnown(LESSONS.keep(question.stars))

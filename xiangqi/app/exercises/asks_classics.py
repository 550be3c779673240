"""The stars of the classics, and the worker that reads and saves them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.file_keeper import FileKeeper
from xiangqi.app.worker import Answers, answers
from xiangqi.storage.star_file import CLASSICS


@dataclass(frozen=True)
class KeepClassicStars(Effect):
    """Save the stars of levels."""

    stars: Mapping[str, int]


@dataclass(frozen=True)
class ClassicStarsKnown(Event):
    """The stars of levels are known, including those earned in other windows."""

    stars: Mapping[str, int]  # 1 to 3, by the keys of levels


class ClassicStarsKeeper(FileKeeper):
    """Reads the stars at the start, and saves them in the writer's thread."""

    name, failure, damaged = "classics", "toast.classics_unwritable", "toast.classics_damaged"

    def read(self) -> tuple[Event, Path | None]:
        """Return an event with the stars saved by earlier runs, and the new path of a damaged file or None."""
        stars, aside = CLASSICS.load()
        return ClassicStarsKnown(stars), aside

    @answers(KeepClassicStars, newest=True)
    def keep(self, question: KeepClassicStars) -> Answers:
        """Save the stars."""
        yield ClassicStarsKnown(CLASSICS.keep(question.stars))

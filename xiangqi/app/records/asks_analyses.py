"""Keeps the latest analyses, and reads those of earlier runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.file_keeper import FileKeeper
from xiangqi.app.worker import Answers, answers
from xiangqi.records.revision import Revision
from xiangqi.records.tree import Game
from xiangqi.storage.analyses import keep_analyses, load_analyses


@dataclass(frozen=True)
class KeepAnalyses(Effect):
    """Save analyses, the one changed last at the end; earlier ones stay, up to a total number."""

    analyses: tuple[tuple[str, Revision], ...]  # each with its key


@dataclass(frozen=True)
class AnalysesKnown(Event):
    """The analyses of earlier runs have been read."""

    run: str  # begins the keys of this run's analyses, which differ from those of all others
    games: tuple[tuple[str, Game], ...]  # each with its key, the one changed last at the end


class AnalysisKeeper(FileKeeper):
    """Reads the analyses at the start, and writes them in the writer's thread."""

    name, failure, damaged = "analyses", "toast.analyses_unwritable", "toast.analyses_damaged"

    def read(self) -> tuple[Event, Path | None]:
        """Return an event with the analyses of earlier runs, and the new path of a damaged file or None."""
        games, aside = load_analyses()
        return AnalysesKnown(uuid4().hex[:12], tuple(games.items())), aside

    @answers(KeepAnalyses, newest=True)
    def keep(self, question: KeepAnalyses) -> Answers:
        """Write the analyses."""
        keep_analyses({key: revision.to_game() for key, revision in question.analyses})
        yield from ()

"""Keeps the latest analyses, and reads those of earlier runs."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import uuid4

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event, Notify, Tone
from xiangqi.app.worker import Answers, Closing, Service, Site, Worker, answers
from xiangqi.errors import StorageError
from xiangqi.i18n.message import Message
from xiangqi.records.revision import Revision
from xiangqi.records.tree import Game
from xiangqi.storage.analyses import keep_analyses, load_analyses


@dataclass(frozen=True)
class KeepAnalyses(Effect):
    """Keep analyses, the one changed last at the end; others that are kept stay, up to a number."""

    analyses: tuple[tuple[str, Revision], ...]  # each with its key


@dataclass(frozen=True)
class AnalysesKnown(Event):
    """The analyses of earlier runs have been read."""

    run: str  # begins the keys of this run's analyses, which differ from those of all others
    games: tuple[tuple[str, Game], ...]  # each with its key, the one changed last at the end


class AnalysisKeeper(Worker):
    """Reads the analyses at the start, and writes them in the writer's thread."""

    name, failure = "analyses", "toast.analyses_unwritable"
    closing = Closing.WRITES

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox, site.writer)

    def begun(self) -> list[Event]:
        """Return events with the analyses of earlier runs, and with any problem of their file."""
        try:
            games, aside = load_analyses()
        except StorageError as error:
            return [Notify(Message(self.failure, detail=str(error)), Tone.ERROR)]
        known: list[Event] = [AnalysesKnown(uuid4().hex[:12], tuple(games.items()))]
        if aside is not None:
            known.append(Notify(Message("toast.analyses_damaged", name=str(aside)), Tone.ERROR))
        return known

    @answers(KeepAnalyses, newest=True)
    def keep(self, question: KeepAnalyses) -> Answers:
        """Write the analyses."""
        keep_analyses({key: revision.to_game() for key, revision in question.analyses})
        yield from ()

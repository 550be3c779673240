"""Keeps the latest analyses, and reads those of earlier runs."""

from __future__ import annotations

from uuid import uuid4

from xiangqi.app.event import Event, Notify, Tone
from xiangqi.app.records.effects import AnalysesKnown, KeepAnalyses
from xiangqi.app.worker import Answers, Closing, Service, Site, Worker, answers
from xiangqi.errors import StorageError
from xiangqi.i18n.message import Message
from xiangqi.storage.analyses import keep_analyses, load_analyses


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

"""The base class of workers that each keep a small file, read at the start and written in another thread."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import ClassVar

from xiangqi.app.event import Event, Notify, Tone
from xiangqi.app.worker import Closing, Service, Site, Worker
from xiangqi.errors import StorageError
from xiangqi.i18n.message import Message


class FileKeeper(Worker):
    """Reads its file at the start, and reports any problem with it."""

    closing = Closing.WRITES
    damaged: ClassVar[str]
    """Key of the message that the file was damaged; its argument is the new name."""

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox, site.writer)

    @abstractmethod
    def read(self) -> tuple[Event, Path | None]:
        """Return an event with the data of earlier runs, and the new path of a damaged file or None.

        Raises:
            StorageError: the file exists but cannot be read.
        """

    def begun(self) -> list[Event]:
        """Return events with the data of earlier runs, and with any problem of the file."""
        try:
            known, aside = self.read()
        except StorageError as error:
            return [Notify(Message(self.failure, detail=str(error)), Tone.ERROR)]
        if aside is None:
            return [known]
        return [known, Notify(Message(self.damaged, name=str(aside)), Tone.ERROR)]

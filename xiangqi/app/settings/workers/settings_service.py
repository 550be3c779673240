"""Reads and writes the player's settings."""

from __future__ import annotations

from collections.abc import Mapping

from xiangqi.app.event import Event, Notify, Tone
from xiangqi.app.job_thread import JobThread
from xiangqi.app.outbox import Outbox
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.worker import Closing, Service, Site, performs
from xiangqi.errors import StorageError
from xiangqi.i18n.message import Message
from xiangqi.storage.settings import (
    Settings,
    first_settings,
    for_one_run,
    load_settings,
    save_settings,
    with_values,
)


class SettingsService(Service):
    """Saves settings in the writer's thread, except those for this run alone."""

    closing = Closing.WRITES

    def __init__(self, outbox: Outbox, writer: JobThread, for_this_run: Mapping[str, str]) -> None:
        """Read the settings.

        Args:
            outbox: receives reports of later failures.
            writer: the thread that writes.
            for_this_run: settings that override the player's and are saved only if they are changed.
        """
        self._outbox = outbox
        self._writer = writer
        self._saved, self._troubles = _loaded()
        self._for_this_run = for_one_run(self._saved, for_this_run)
        self.settings: Settings = with_values(self._saved, self._for_this_run)

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox, site.writer, site.for_this_run)

    def begun(self) -> list[Event]:
        """Return events for any problem of the file."""
        return self._troubles

    @performs(SaveSettings)
    def save(self, order: SaveSettings) -> None:
        """Save the settings."""

        def job() -> None:
            settings, saved = order.settings, self._saved
            passing = {
                name: getattr(saved, name)
                for name, value in self._for_this_run.items()
                if getattr(settings, name) == value
            }
            settings = with_values(settings, passing)
            save_settings(settings, base=saved)
            self._saved = settings

        self._writer.submit(job, lambda detail: self._outbox.put(_failed(detail)), "settings")


def _loaded() -> tuple[Settings, list[Event]]:
    """Return the settings, and events for any problem of their file."""
    try:
        settings, set_aside = load_settings()
    except StorageError as error:
        return first_settings(), [Notify(Message("toast.settings_unreadable", detail=str(error)), Tone.ERROR)]
    if set_aside is None:
        return settings, []
    return settings, [Notify(Message("toast.settings_damaged", name=str(set_aside)), Tone.ERROR)]


def _failed(detail: str) -> Notify:
    return Notify(Message("toast.settings_unwritable", detail=detail), Tone.ERROR)

"""The worker that reads and saves the settings; `SaveSettings` is among the effects of the session."""

from __future__ import annotations

from collections.abc import Mapping

from xiangqi.app.event import Event, Notify, Tone
from xiangqi.app.job_thread import JobThread
from xiangqi.app.outbox import Outbox
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.worker import Answers, Closing, Service, Site, Worker, answers
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


class SettingsService(Worker):
    """Saves settings in the writer's thread, except those for this run alone."""

    name, failure = "settings", "toast.settings_unwritable"
    closing = Closing.WRITES

    def __init__(self, outbox: Outbox, writer: JobThread, for_this_run: Mapping[str, str]) -> None:
        """Read the settings.

        Args:
            outbox: receives reports of later failures.
            writer: the thread that writes.
            for_this_run: settings that override the player's and are saved only if they are changed.
        """
        super().__init__(outbox, writer)
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

    @answers(SaveSettings, newest=True)
    def save(self, question: SaveSettings) -> Answers:
        """Save the settings, except unchanged ones for this run alone; nothing is answered."""
        settings, saved = question.settings, self._saved
        passing = {
            name: getattr(saved, name)
            for name, value in self._for_this_run.items()
            if getattr(settings, name) == value
        }
        settings = with_values(settings, passing)
        save_settings(settings, base=saved)
        self._saved = settings
        yield from ()


def _loaded() -> tuple[Settings, list[Event]]:
    """Return the settings, and events for any problem of their file."""
    try:
        settings, set_aside = load_settings()
    except StorageError as error:
        return first_settings(), [Notify(Message("toast.settings_unreadable", detail=str(error)), Tone.ERROR)]
    if set_aside is None:
        return settings, []
    return settings, [Notify(Message("toast.settings_damaged", name=str(set_aside)), Tone.ERROR)]

"""Runs a session: receives inputs, changes the state with `update`, and has workers perform the effects."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from xiangqi.app.effect import CopyText, Effect, PlaySound, TakePicture, ViewEffect
from xiangqi.app.event import DayBegan, Event, Input, Notify, Tick, Tone
from xiangqi.app.game.asks import DraftRecovered, JournalService
from xiangqi.app.job_thread import LAST_JOBS_S, JobThread
from xiangqi.app.performers import Performers
from xiangqi.app.records.asks_writing import KeepPicture
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.session.state import AppState
from xiangqi.app.settings.asks import SettingsService
from xiangqi.app.update import initial_state, update
from xiangqi.app.worker import Closing, Service, Site
from xiangqi.app.workers import WORKERS
from xiangqi.core import jit
from xiangqi.i18n.message import Message
from xiangqi.local_time import local, utc_now
from xiangqi.protocol.client import Patience

_VIEW_EFFECTS: Final = (PlaySound, CopyText, TakePicture)

_LAST_WAIT_S: Final = 2.0
"""The longest time in seconds that the program, as it ends, waits for another one to write to the library."""


class Runner:
    """A running session. Use it in a single thread, in a ``with`` block or with `close` at the end.

    Attributes:
        state: the current session; replaced, never changed.
    """

    def __init__(
        self,
        patience: Patience | None = None,
        for_this_run: Mapping[str, str] | None = None,
        clock: Callable[[], datetime] | None = None,
    ) -> None:
        """Read settings and journal; the first state offers the unfinished game of an earlier run.

        Args:
            patience: how long to wait for engines; None for the defaults.
            for_this_run: settings that override the player's and are saved only if they are changed.
            clock: returns the date and time that games and exercises use, with its zone; None for the system's.
        """
        self._view_effects: list[ViewEffect] = []
        self._clock = clock or utc_now
        writer = JobThread("writer")
        self._site = Site(queue.SimpleQueue(), writer, self._clock, patience, for_this_run or {})
        self._workers = self._site.workers
        self._performers = Performers()
        for kind in WORKERS:
            worker = kind.at(self._site)
            worker.declare(self._performers)
            self._workers.append(worker)
        self._performers.declare(PlaySound, self._view_effects.append)
        self._performers.declare(CopyText, self._view_effects.append)
        self._performers.declare(TakePicture, self._view_effects.append)
        self._journal = self._site.one(JournalService)
        self.state: AppState = initial_state(
            self._site.one(SettingsService).settings, self._today(), begun=False
        )
        # Before anything is timed: a toast at the start, or a search that begins before the first step.
        self.send(Tick(time.monotonic()))
        if not (jit.COMPILED or jit.is_interpreted()):
            self.send(Notify(Message("toast.runs_interpreted"), Tone.ERROR))
        for message in [event for worker in self._workers for event in worker.begun()]:
            self.send(message)

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    # ---- The loop ----

    def send(self, message: Input) -> None:
        """Update the state with an input, and start performing the resulting effects."""
        self.state, orders = update(self.state, message)
        for order in orders:
            self._perform(order)

    def _perform(self, order: Effect) -> None:
        self._performers.perform(order)

    def step(self, now: float) -> bool:
        """Process the events that have arrived and the time that has passed since the last call.

        Args:
            now: seconds of ``time.monotonic``.

        Returns:
            Whether anything visible has changed.
        """
        before = self.state
        self.send(Tick(now))
        if self._today() != self.state.today:
            self.send(DayBegan(self._today()))
        for message in self._arrived():
            if isinstance(message, _VIEW_EFFECTS):
                self._view_effects.append(message)
            else:
                self.send(message)
        for worker in self._workers:
            worker.retry(now)
        for event in [event for worker in self._workers for event in worker.poll()]:
            self.send(event)
        return self.state != before

    def _today(self) -> str:
        return f"{local(self._clock()):%Y.%m.%d}"

    def _arrived(self) -> list[Event | ViewEffect]:
        """Return the events and effects that are in the outbox at the time of the call."""
        outbox = self._site.outbox
        return [outbox.get() for _ in range(outbox.qsize())]

    def take_view_effects(self) -> list[ViewEffect]:
        """Return the effects that the window must perform, oldest first, each only once."""
        taken = self._view_effects[:]
        self._view_effects.clear()
        return taken

    def keep_picture(self, size: tuple[int, int], pixels: bytes) -> None:
        """Write a picture (red, green and blue of each pixel, row by row) to the folder of pictures."""
        self._perform(KeepPicture(size, pixels))

    def await_journal(self) -> bool:
        """Wait briefly until the last move, or change to a record, is on disk.

        Call this before showing it, so that everything the player has seen survives a crash.

        Returns:
            Whether it may be shown: it is on disk, or the disk took too long.
        """
        return self._journal.may_show(self.send)

    @property
    def is_writing(self) -> bool:
        """Whether something, such as the last move, is still waiting to be written to disk."""
        return not self._site.writer.is_idle

    def close(self) -> None:
        """Shut down the workers: engines at once, and others after they have written what is queued.

        If another program has locked the library, the wait is short, and games that are not stored stay in
        files.
        """
        for worker in self._closed(Closing.AT_ONCE):
            worker.close(0.0)
        for worker in self._closed(Closing.WRITES):
            worker.hurry(_LAST_WAIT_S)
        until = time.monotonic() + LAST_JOBS_S
        self._site.writer.close(LAST_JOBS_S)
        for worker in self._closed(Closing.WRITES):
            worker.close(max(0.0, until - time.monotonic()))

    def _closed(self, how: Closing) -> list[Service]:
        return [worker for worker in self._workers if worker.closing is how]

    def recover_drafts(self, show: bool) -> None:
        """Rename or copy the drafts of earlier runs, and report their new paths.

        Args:
            show: whether to open the last of them.
        """
        found = self._journal.recover_drafts()
        for path in found:
            self.send(DraftRecovered(path))
        if found and show:
            self.send(OpenFile(found[-1]))

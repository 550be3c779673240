"""Runs a session: receives inputs, changes the state with `update`, and has workers perform the effects."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from xiangqi.app.coach.workers.coach_service import CoachService
from xiangqi.app.effect import CopyText, Effect, PlaySound, TakePicture, ViewEffect
from xiangqi.app.engines.workers.engine_service import EngineService
from xiangqi.app.engines.workers.probe import Prober
from xiangqi.app.event import DayBegan, Event, Input, Notify, Tick, Tone
from xiangqi.app.exercises.effects import SolvedLoaded
from xiangqi.app.exercises.workers.exercise_service import ExerciseService
from xiangqi.app.game.workers.journal_service import JournalService
from xiangqi.app.insights.workers.insights_service import InsightsService
from xiangqi.app.insights.workers.review_service import ReviewService
from xiangqi.app.job_thread import LAST_JOBS_S, JobThread
from xiangqi.app.lessons.workers.progress_service import ProgressService
from xiangqi.app.library.workers.game_keeper import GameKeeper
from xiangqi.app.library.workers.import_service import ImportService
from xiangqi.app.library.workers.library_service import LibraryService
from xiangqi.app.openings.workers.repertoire_service import RepertoireService
from xiangqi.app.outbox import Outbox
from xiangqi.app.performers import Performers
from xiangqi.app.recognition.workers.picture_service import PictureService
from xiangqi.app.records.effects import DraftRecovered
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.records.workers.files import FileReader, RecordWriter
from xiangqi.app.records.workers.films import FilmService
from xiangqi.app.session.state import AppState
from xiangqi.app.settings.workers.settings_service import SettingsService
from xiangqi.app.share.workers.share_service import ShareService
from xiangqi.app.update import initial_state, update
from xiangqi.core import jit
from xiangqi.errors import StorageError
from xiangqi.i18n.message import Message
from xiangqi.local_time import local, utc_now
from xiangqi.protocol.client import Patience
from xiangqi.storage.solved import load_solved

_VIEW_EFFECTS: Final = (PlaySound, CopyText, TakePicture)

_LAST_WAIT_S: Final = 2.0
"""How many seconds the program waits before it ends for another one that is writing to the library."""


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
        self._outbox: Outbox = queue.SimpleQueue()
        self._view_effects: list[ViewEffect] = []
        self._clock = clock or utc_now
        self._writer = JobThread("writer")
        self._engines = EngineService(patience)
        self._prober = Prober()
        self._films = FilmService(self._outbox)
        self._share = ShareService(self._outbox)
        self._pictures = PictureService(self._outbox)
        self._exercises = ExerciseService(self._outbox, clock)
        self._coach = CoachService(self._outbox)
        self._library = LibraryService(self._outbox)
        self._imports = ImportService(self._outbox)
        self._repertoire = RepertoireService(self._outbox, clock)
        self._reviews = ReviewService(self._outbox, self._library.library)
        self._insights = InsightsService(self._outbox, self._library.library)
        self._keeper = GameKeeper(self._outbox, self._library.library, self._exercises.weigh)
        self._reader = FileReader(self._outbox, self._library.batches)
        self._records = RecordWriter(self._outbox, self._writer)
        self._journal = JournalService(self._outbox, self._writer, self._keeper.let_go)
        lessons = ProgressService(self._outbox, self._writer)
        settings = SettingsService(self._outbox, self._writer, for_this_run or {})
        self.state: AppState = initial_state(settings.settings, self._today())
        self._performers = Performers()
        for worker in (
            self._engines,
            self._prober,
            self._films,
            self._share,
            self._pictures,
            self._exercises,
            self._coach,
            self._library,
            self._imports,
            self._reviews,
            self._insights,
            self._repertoire,
            self._keeper,
            self._reader,
            self._records,
            self._journal,
            lessons,
            settings,
        ):
            worker.declare(self._performers)
        self._performers.declare(PlaySound, self._view_effects.append)
        self._performers.declare(CopyText, self._view_effects.append)
        self._performers.declare(TakePicture, self._view_effects.append)
        # Before anything is timed: a toast at the start, or a search that begins before the first step.
        self.send(Tick(time.monotonic()))
        if not (jit.COMPILED or jit.is_interpreted()):
            self.send(Notify(Message("toast.runs_interpreted"), Tone.ERROR))
        known = (*settings.troubles, *_load_solved(), *lessons.known())
        for message in (*known, *self._journal.find(self._keeper.take_in)):
            self.send(message)
        self._exercises.take_over_solved(self.state.solved)

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
        self._keeper.retry(now)
        self._exercises.retry(now)
        for event in (*self._engines.poll(), *self._prober.poll()):
            self.send(event)
        return self.state != before

    def _today(self) -> str:
        return f"{local(self._clock()):%Y.%m.%d}"

    def _arrived(self) -> list[Event | ViewEffect]:
        """Return what the threads have put into the outbox by the time of the call."""
        return [self._outbox.get() for _ in range(self._outbox.qsize())]

    def take_view_effects(self) -> list[ViewEffect]:
        """Return the effects that the window must perform, oldest first, each only once."""
        taken = self._view_effects[:]
        self._view_effects.clear()
        return taken

    def keep_picture(self, size: tuple[int, int], pixels: bytes) -> None:
        """Write a picture (red, green and blue of each pixel, row by row) to the folder of pictures."""
        self._records.keep_picture(size, pixels)

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
        return not self._writer.is_idle

    def close(self) -> None:
        """Shut down engines and threads after writing what is queued.

        If another program has locked the library, the wait is short: games that are not stored stay in files.
        """
        self._engines.close()
        self._prober.close()
        self._reader.close()
        self._films.close()
        self._share.close()
        self._pictures.close()
        self._coach.close()
        self._library.hurry(_LAST_WAIT_S)
        self._exercises.hurry(_LAST_WAIT_S)
        self._repertoire.hurry(_LAST_WAIT_S)
        until = time.monotonic() + LAST_JOBS_S
        for worker in (
            self._writer,
            self._imports,
            self._reviews,
            self._insights,
            self._keeper,
            self._exercises,
            self._repertoire,
            self._library,
        ):
            worker.close(max(0.0, until - time.monotonic()))
        self._journal.close()

    def recover_drafts(self, show: bool) -> None:
        """Rename the drafts of earlier runs, and report where they are.

        Args:
            show: whether to open the last of them.
        """
        found = self._journal.recover_drafts()
        for path in found:
            self.send(DraftRecovered(path))
        if found and show:
            self.send(OpenFile(found[-1]))


def _load_solved() -> list[Event]:
    """Return events with the solved puzzles, and with any problem of their file."""
    try:
        positions, aside = load_solved()
    except StorageError as error:
        return [Notify(Message("toast.solved_unwritable", detail=str(error)), Tone.ERROR)]
    loaded: list[Event] = [SolvedLoaded(positions)]
    if aside is not None:
        loaded.append(Notify(Message("toast.solved_damaged", name=str(aside)), Tone.ERROR))
    return loaded

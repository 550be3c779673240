"""Runs the session: holds the state, feeds it messages, performs the effects with real engines and files.

Nothing here blocks: engines are processes that are looked at once a frame, files are read and written by
threads. Effects that need the display or the sound card are left for the window to fetch.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final, TypeVar

from xiangqi.app.messages import effects, events, library_effects
from xiangqi.app.messages.effects import CopyText, Effect, PlaySound, TakePicture, ViewEffect
from xiangqi.app.messages.events import Event, Message
from xiangqi.app.messages.record_intents import OpenFile
from xiangqi.app.model.game.transcript import from_journal
from xiangqi.app.model.state import AppState
from xiangqi.app.runtime.background import FileReader, Outbox, RecordWriter
from xiangqi.app.runtime.coach_room import CoachRoom
from xiangqi.app.runtime.engine_room import EngineRoom
from xiangqi.app.runtime.exercise_room import ExerciseRoom
from xiangqi.app.runtime.film_room import FilmRoom, keep_picture
from xiangqi.app.runtime.game_keeper import GameKeeper
from xiangqi.app.runtime.import_room import ImportRoom
from xiangqi.app.runtime.job_thread import LAST_JOBS_S, JobThread
from xiangqi.app.runtime.library_room import LibraryRoom
from xiangqi.app.runtime.probe import Prober
from xiangqi.app.update import initial_state, update
from xiangqi.core import jit
from xiangqi.errors import StorageError
from xiangqi.local_time import local, utc_now
from xiangqi.notation import Style
from xiangqi.protocol.client import Patience
from xiangqi.records.files import WRITERS
from xiangqi.resources import pictures_folder
from xiangqi.storage.journal import Journal
from xiangqi.storage.settings import (
    Settings,
    first_settings,
    for_one_run,
    load_settings,
    save_settings,
    with_values,
)
from xiangqi.storage.solved import load_solved

E = TypeVar("E")

_JOURNAL: Final = "journal"
_DRAFT: Final = "draft"
_JOURNAL_GLANCE_S: Final = 0.01
"""How long a frame waits for the journal, which takes a few milliseconds on a quiet machine."""

_LAST_WAIT_S: Final = 2.0
"""How long the end of the program waits for another one that writes into the library."""

_JOURNAL_PATIENCE: Final = 120
"""For so many frames a move, or a change to a record, may go unseen until it is kept: two seconds on a quiet
machine. While the program is stopped, or gets no time to run, the disk is not being waited for."""


class Runner:
    """A running session. Use it from one thread; close it at the end.

    Attributes:
        state: the session now; replaced, never changed.
    """

    def __init__(
        self,
        patience: Patience | None = None,
        for_this_run: Mapping[str, str] | None = None,
        clock: Callable[[], datetime] | None = None,
    ) -> None:
        """Read settings and journal; an unfinished game of an earlier run is on offer in the first state.

        Args:
            patience: how long engines are waited for, None for the usual.
            for_this_run: settings that are not those of the player, and are kept only where they are changed.
            clock: tells the date and time that games and exercises go by, with its zone; None for that of the
                system.
        """
        self._outbox: Outbox = queue.SimpleQueue()
        self._view_effects: list[ViewEffect] = []
        self._clock = clock or utc_now
        self._engines = EngineRoom(patience)
        self._prober = Prober()
        self._reader = FileReader(self._outbox)
        self._writer = JobThread("writer")
        self._records = RecordWriter()
        self._films = FilmRoom(self._outbox)
        self._exercises = ExerciseRoom(self._outbox, clock)
        self._coach = CoachRoom(self._outbox)
        self._library = LibraryRoom(self._outbox)
        self._imports = ImportRoom(self._outbox)
        self._keeper = GameKeeper(self._outbox, self._library.library, self._exercises.weigh)
        self._journal = Journal()
        self._journalled: int | None = None  # the document whose game this run has put there last
        self._patience = dict.fromkeys((_JOURNAL, _DRAFT), 0)  # frames that may still be waited
        settings, troubles = _load_settings()
        self._saved_settings = settings
        self._for_this_run = for_one_run(settings, for_this_run or {})
        settings = with_values(settings, self._for_this_run)
        self.state: AppState = initial_state(settings, self._today())
        self._performers: Final[dict[type[object], Callable[[Effect], None]]] = {}
        self._register()
        # Before anything is timed: a toast of the start, or a search that begins before the first step.
        self.send(events.Tick(time.monotonic()))
        if not (jit.COMPILED or jit.is_interpreted()):
            self.send(events.RunsInterpreted())
        for message in (*troubles, *_load_solved(), *self._find_journal()):
            self.send(message)
        self._exercises.take_over_solved(self.state.solved)

    def _register(self) -> None:
        """Who performs which effect."""
        self._on(effects.StartSearch, self._engines.start)
        self._on(effects.StopSearch, self._engines.stop)
        self._on(effects.PrepareEngines, self._engines.prepare)
        self._on(effects.ProbeEngine, self._prober.start)
        self._on(effects.DropProbe, lambda _order: self._prober.close())
        self._on(effects.PressEngineButton, self._engines.press)
        self._on(effects.WriteJournal, self._write_journal)
        self._on(effects.DeleteJournal, self._delete_journal)
        self._on(effects.KeepJournal, self._keep_journal)
        self._on(effects.WriteDraft, self._write_draft)
        self._on(effects.DeleteDraft, self._delete_draft)
        self._on(effects.LoadFile, self._reader.load_file)
        self._on(effects.LoadText, self._reader.load_text)
        self._on(library_effects.AskExplorer, self._library.explore)
        self._on(library_effects.ListOwnGames, self._library.list_own_games)
        self._on(library_effects.StartImport, self._imports.start)
        self._on(library_effects.CancelImport, lambda _order: self._imports.cancel())
        self._on(library_effects.LoadReview, self._library.load_review)
        self._on(library_effects.KeepReview, self._keeper.keep_review)
        self._on(library_effects.DeleteStored, self._library.delete)
        self._on(library_effects.ExportStored, self._library.export)
        self._on(library_effects.LoadFound, self._load_found)
        self._on(effects.AbandonLoad, self._reader.abandon)
        self._on(effects.SaveSolved, self._exercises.keep_solved)
        self._on(effects.ListFolder, self._reader.list_folder)
        self._on(effects.WriteRecord, self._write_record)
        self._on(effects.CopyRecord, self._copy_record)
        self._on(effects.SaveSettings, self._save_settings)
        self._on(effects.PlaySound, self._view_effects.append)
        self._on(effects.CopyText, self._view_effects.append)
        self._on(effects.TakePicture, self._view_effects.append)
        self._on(effects.MakeFilm, self._films.start)
        self._on(effects.StopFilm, self._films.stop)
        self._on(effects.LoadPractice, self._exercises.load_practice)
        self._on(effects.LoadTraining, self._exercises.load_training)
        self._on(effects.JudgeAnswer, self._exercises.judge)
        self._on(effects.KeepSolving, self._exercises.keep)
        self._on(effects.KeepSlips, self._exercises.keep_slips)
        self._on(effects.DropCard, self._exercises.drop_card)
        self._on(effects.AskCoach, self._coach.ask)
        self._on(effects.KeepGame, self._keeper.keep)

    def _on(self, kind: type[E], perform: Callable[[E], None]) -> None:
        def checked(order: Effect) -> None:
            assert isinstance(order, kind)
            perform(order)

        self._performers[kind] = checked

    # ---- The loop ----

    def send(self, message: Message) -> None:
        """Let a message change the state now, and begin what it asks for."""
        self.state, orders = update(self.state, message)
        for order in orders:
            self._perform(order)

    def step(self, now: float) -> bool:
        """Take in what has happened since the last call.

        Args:
            now: seconds of ``time.monotonic``.

        Returns:
            Whether anything that can be seen has changed.
        """
        before = self.state
        self.send(events.Tick(now))
        if self._today() != self.state.today:
            self.send(events.DayBegan(self._today()))
        for message in self._arrived():
            if isinstance(message, (PlaySound, CopyText, TakePicture)):
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
        """What the threads have put out; no more than was there when it was asked for."""
        return [self._outbox.get() for _ in range(self._outbox.qsize())]

    def take_view_effects(self) -> list[ViewEffect]:
        """What the window has to do, oldest first; each is handed out once."""
        taken = self._view_effects[:]
        self._view_effects.clear()
        return taken

    def keep_picture(self, size: tuple[int, int], pixels: bytes) -> None:
        """Write a picture (red, green, blue of each pixel, row by row) into the folder of pictures."""
        self._write(
            "",
            lambda: self._outbox.put(keep_picture(size, pixels)),
            lambda detail: events.PictureDone(0, pictures_folder(), detail),
        )

    def await_journal(self) -> bool:
        """Wait a moment for the last move, or change to a record, to be on the disk.

        To be asked before it is shown, so that what the player has seen is there again after a crash.

        Returns:
            Whether it may be shown: it is on the disk, or the disk has had its time, which is told.
        """
        for kind, left in self._patience.items():
            if left and not self._writer.wait(kind, _JOURNAL_GLANCE_S):
                self._patience[kind] = left - 1
                if left == 1:
                    self.send(events.JournalDelayed())
                return False
        return True

    @property
    def is_writing(self) -> bool:
        """Whether something, such as the last move, is still on its way to the disk."""
        return not self._writer.is_idle

    def close(self) -> None:
        """End engines and threads; what was to be written is written first.

        Another program that has the library is waited for only a little: games that it keeps out are in files.
        """
        self._engines.close()
        self._prober.close()
        self._reader.close()
        self._films.stop()
        self._coach.close()
        self._library.hurry(_LAST_WAIT_S)
        self._exercises.hurry(_LAST_WAIT_S)
        until = time.monotonic() + LAST_JOBS_S
        for room in (self._writer, self._imports, self._keeper, self._exercises, self._library):
            room.close(max(0.0, until - time.monotonic()))
        self._journal.close()

    def recover_drafts(self, show: bool) -> None:
        """Give what earlier runs had not saved of records names of their own, and tell.

        Args:
            show: open the last of them.
        """
        found = self._journal.recover_drafts()
        for path in found:
            self.send(events.DraftRecovered(path))
        if found and show:
            self.send(OpenFile(found[-1]))

    # ---- Effects ----

    def _perform(self, order: Effect) -> None:
        self._performers[type(order)](order)

    def _find_journal(self) -> list[Event]:
        found = self._journal.find()
        others: list[Event] = [events.JournalKept(path) for path in self._journal.keep_others()]
        for path in self._journal.unstored():
            self._keeper.take_in(path)
        if found is None:
            return others
        if found.game is None:
            return [*others, events.JournalDamaged(found.set_aside)]
        return [*others, events.JournalFound(from_journal(found.game, found.damaged), found.set_aside)]

    def _write_journal(self, order: effects.WriteJournal) -> None:
        self._let_wait(_JOURNAL)
        if self._journalled not in (None, order.document_id):  # one that was over goes on
            self._leave_journal(is_last=False)
        self._journalled = order.document_id
        self._with_journal(_JOURNAL, lambda: self._journal.write(order.game.to_game()))

    def _delete_journal(self, _order: effects.DeleteJournal) -> None:
        self._leave_journal(is_last=self.state.quitting)

    def _leave_journal(self, *, is_last: bool) -> None:
        """Free the journal's place for another game; the file goes once the library has what it holds."""
        journalled = self._journalled

        def leave() -> None:
            path = self._journal.path if is_last else self._journal.leave()
            self._keeper.let_go(journalled, path)

        self._with_journal("", leave)

    def _keep_journal(self, _order: effects.KeepJournal) -> None:
        def keep() -> None:
            path = self._journal.keep()
            if path is not None:
                self._outbox.put(events.JournalKept(path))

        self._with_journal("keep", keep)

    def _write_draft(self, order: effects.WriteDraft) -> None:
        if order.awaited:
            self._let_wait(_DRAFT)
        self._with_journal(_DRAFT, lambda: self._journal.write_draft([game.to_game() for game in order.games]))

    def _delete_draft(self, _order: effects.DeleteDraft) -> None:
        self._with_journal(_DRAFT, self._journal.delete_draft)

    def _load_found(self, order: library_effects.LoadFound) -> None:
        self._reader.load_games(order.load_id, lambda: self._library.batches(order))

    def _let_wait(self, kind: str) -> None:
        """What is shown from now on waits for a job of this kind."""
        self._patience[kind] = _JOURNAL_PATIENCE

    def _with_journal(self, kind: str, work: Callable[[], None]) -> None:
        self._write(kind, work, events.JournalFailed)

    def _write(self, kind: str, work: Callable[[], object], failed: Callable[[str], Event]) -> None:
        """Have the writer do something; whatever goes wrong with it becomes an event."""
        self._writer.submit(work, lambda detail: self._outbox.put(failed(detail)), kind)

    def _write_record(self, order: effects.WriteRecord) -> None:
        self._write(
            f"record {order.path}",
            lambda: self._outbox.put(self._records.write(order)),
            lambda detail: events.SaveFailed(order.path, detail),
        )

    def _copy_record(self, order: effects.CopyRecord) -> None:
        def job() -> None:
            content = WRITERS[order.form].write(order.game.to_game(), Style(order.notation), "utf-8")
            self._outbox.put(CopyText(content.decode("utf-8")))

        self._write("copy", job, lambda _detail: events.ClipboardFailed())

    def _save_settings(self, order: effects.SaveSettings) -> None:
        def save() -> None:
            settings, saved = order.settings, self._saved_settings
            passing = {
                name: getattr(saved, name)
                for name, value in self._for_this_run.items()
                if getattr(settings, name) == value
            }
            settings = with_values(settings, passing)
            save_settings(settings, base=saved)
            self._saved_settings = settings

        self._write("settings", save, events.SettingsFailed)


def _load_solved() -> list[Event]:
    """The puzzles that have been solved, and what is wrong with their file."""
    try:
        positions, aside = load_solved()
    except StorageError as error:
        return [events.SolvedFailed(str(error))]
    loaded: list[Event] = [events.SolvedLoaded(positions)]
    return loaded if aside is None else [*loaded, events.SolvedDamaged(aside)]


def _load_settings() -> tuple[Settings, list[Event]]:
    """The settings, and what was wrong with their file."""
    try:
        settings, set_aside = load_settings()
    except StorageError as error:
        return first_settings(), [events.SettingsFailed(str(error))]
    return settings, [] if set_aside is None else [events.SettingsDamaged(set_aside)]

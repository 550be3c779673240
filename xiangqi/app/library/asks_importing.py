"""Orders to import files, their reports, and the worker, whose process reads the files."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.outbox import Outbox
from xiangqi.app.process_worker import ProcessWorker
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.worker import Answers, Closing, performs
from xiangqi.errors import XiangqiError
from xiangqi.library import Filter, ImportReport, Library


@dataclass(frozen=True)
class StartImport(Effect):
    """Import files into the library in a separate process."""

    import_id: int  # identifies the reports
    paths: tuple[Path, ...]  # files and folders
    wanted: Filter  # the games to import


@dataclass(frozen=True)
class CancelImport(Effect):
    """Stop importing."""


@dataclass(frozen=True)
class ImportProgress(Event):
    """The progress or the end of an import."""

    import_id: int  # the import
    report: ImportReport  # the result so far
    file: str = ""  # the file being imported
    share: float = 0.0  # the share that is done, up to 1
    over: bool = False  # whether the import has ended
    failure: str = ""  # why it stopped early, or ""


_TOLD_FAULTS: Final = 500
"""The largest number of refused files and faults in a report in the window."""


class ImportService(ProcessWorker):
    """Has a process run one import at a time, since reading files would hold the GIL for minutes."""

    name = "import"
    closing = Closing.WRITES
    module = __name__

    def __init__(self, outbox: Outbox) -> None:
        """Create the worker, which reports progress to the outbox."""
        super().__init__(outbox)
        self._cancelled = False

    @performs(StartImport)
    def start(self, order: StartImport) -> None:
        """Start an import."""
        self._cancelled = False
        self._submit(lambda: self._import(order), lambda detail: _cut_short(_begun(order), detail))

    def _import(self, order: StartImport) -> Answers:
        """Report the progress and, whatever happens, that the import is over, since the window waits for it."""
        last = _begun(order)
        try:
            self.start_process()
            if self._cancelled:
                self.halt()
            for told in self.in_process(order):
                assert isinstance(told, ImportProgress)
                last = told
                yield told
        except XiangqiError as error:  # the process was killed, or is none
            yield from _cut_short(last, str(error))
        else:
            yield LibraryChanged()

    @performs(CancelImport)
    def cancel(self, _order: CancelImport) -> None:
        """Stop the import after its current step."""
        self._cancelled = True
        self.halt()

    def halt(self) -> None:
        """Have the process stop by itself, so that the games already read are kept."""
        self._process.tell(_STOP)


def _begun(order: StartImport) -> ImportProgress:
    return ImportProgress(order.import_id, ImportReport())


def _cut_short(last: ImportProgress, failure: str) -> Answers:
    yield ImportProgress(last.import_id, last.report, over=True, failure=failure)
    yield LibraryChanged()


# ---- The process ----

_STOP: Final = "stop"
_stopped: Final = threading.Event()


def hear(_word: object) -> None:
    """Stop the import after its current step, when told to or when the session has ended."""
    _stopped.set()


def answer(order: StartImport) -> Answers:
    """Import files, in the process, until done or stopped."""
    told: queue.SimpleQueue[ImportProgress] = queue.SimpleQueue()
    threading.Thread(target=_run, args=(order, told.put), daemon=True).start()
    while not (progress := told.get()).over:
        yield progress
    yield progress


def _run(order: StartImport, tell: Callable[[ImportProgress], None]) -> None:
    """Import files and report the progress, and at the end the faults or the reason for stopping early."""
    report = ImportReport()

    def progress(now: ImportReport, file: str, share: float) -> None:
        nonlocal report
        report = now
        tell(ImportProgress(order.import_id, _without(now, 0), file, share))

    failure = ""
    try:
        with Library() as library:
            report = library.import_files(order.paths, order.wanted, progress, _stopped.is_set)
    except XiangqiError as error:
        failure = str(error)
    except Exception as error:  # the window waits for the import to end
        failure = f"{type(error).__name__}: {error}"
    tell(ImportProgress(order.import_id, _without(report, _TOLD_FAULTS), "", 1.0, over=True, failure=failure))


def _without(report: ImportReport, listed: int) -> ImportReport:
    """Return the report with at most `listed` refused files and faults; faults left off are counted."""
    return replace(
        report,
        refused=report.refused[:listed],
        faults=report.faults[:listed],
        more_faults=report.more_faults + max(0, len(report.faults) - _TOLD_FAULTS),
    )

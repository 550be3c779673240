"""Imports files in a separate process, since reading them would hold the GIL for minutes."""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys
import threading
from dataclasses import replace
from typing import IO, Final

from xiangqi.app.job_thread import LAST_JOBS_S
from xiangqi.app.library.effects import CancelImport, ImportProgress, StartImport
from xiangqi.app.outbox import Outbox
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.worker import Closing, Service, Site, performs
from xiangqi.errors import CancelledError, LibraryError
from xiangqi.i18n.message import Message, system_reason
from xiangqi.launch import start_own
from xiangqi.library import ImportReport, Library

_TOLD_FAULTS: Final = 500
"""The largest number of refused files and faults in a report in the window."""


class ImportService(Service):
    """Runs one import at a time."""

    closing = Closing.WRITES

    def __init__(self, outbox: Outbox) -> None:
        """Create the service, which reports progress to the outbox."""
        self._outbox = outbox
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._cancelled = False

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox)

    @performs(StartImport)
    def start(self, order: StartImport) -> None:
        """Start an import in a background thread."""
        self._cancelled = False
        threading.Thread(target=self._work, args=(order,), name="import", daemon=True).start()

    def cancel(self) -> None:
        """Stop the import after its current step."""
        with self._lock:
            self._cancelled = True
            if self._child is not None:
                _end_input(self._child)

    @performs(CancelImport)
    def stop(self, _order: CancelImport) -> None:
        """Stop importing."""
        self.cancel()

    def close(self, seconds: float = LAST_JOBS_S) -> None:
        """Stop the import, waiting at most `seconds` for it."""
        self.cancel()
        child = self._child
        if child is not None:
            try:
                child.wait(seconds)
            except subprocess.TimeoutExpired:
                child.kill()

    def _work(self, order: StartImport) -> None:
        last = ImportProgress(order.import_id, ImportReport())
        try:
            pipe = subprocess.PIPE
            with start_own("take-in", stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as child:
                assert child.stdin is not None
                assert child.stdout is not None
                with contextlib.suppress(OSError, ValueError):
                    pickle.dump(order, child.stdin)
                    child.stdin.flush()
                with self._lock:
                    self._child = child
                    if self._cancelled:
                        _end_input(child)
                while not last.over:
                    last = pickle.load(child.stdout)
                    if not last.over:
                        self._outbox.put(last)
        except OSError as error:
            last = _cut_short(last, system_reason(error))
        except (EOFError, pickle.UnpicklingError):  # the process was killed
            last = _cut_short(last, Message("detail.reader_ended"))
        except Exception as error:  # the window waits for the import to end
            last = _cut_short(last, f"{type(error).__name__}: {error}")
        finally:
            self._child = None
        self._outbox.put(last)
        self._outbox.put(LibraryChanged())


def _cut_short(last: ImportProgress, failure: str) -> ImportProgress:
    return ImportProgress(last.import_id, last.report, over=True, failure=failure)


def _end_input(child: subprocess.Popen[bytes]) -> None:
    """Tell the process to stop by closing its input."""
    assert child.stdin is not None
    with contextlib.suppress(OSError, ValueError):
        child.stdin.close()


# ---- The process ----


def main(_words: list[str]) -> int:
    """Run the internal command ``take-in`` for the same version of the program: see `serve`."""
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def serve(given: IO[bytes], sink: IO[bytes]) -> None:
    """Import files in the child process until done or until its input ends.

    Args:
        given: standard input, beginning with a pickled StartImport.
        sink: standard output, for pickled ImportProgress.
    """
    order: StartImport = pickle.load(given)
    ended = threading.Event()

    def wait_for_the_end() -> None:
        given.read()
        ended.set()

    threading.Thread(target=wait_for_the_end, daemon=True).start()
    report = ImportReport()

    def tell(file: str, share: float, *, over: bool = False, failure: str = "") -> None:
        listed = _TOLD_FAULTS if over else 0
        told = replace(
            report,
            refused=report.refused[:listed],
            faults=report.faults[:listed],
            more_faults=report.more_faults + max(0, len(report.faults) - _TOLD_FAULTS),
        )
        pickle.dump(ImportProgress(order.import_id, told, file, share, over, failure), sink)
        sink.flush()

    def progress(now: ImportReport, file: str, share: float) -> None:
        nonlocal report
        report = now
        tell(file, share)

    try:
        with Library() as library:
            report = library.import_files(order.paths, order.wanted, progress, ended.is_set)
        tell("", 1.0, over=True)
    except (LibraryError, CancelledError) as error:
        tell("", 1.0, over=True, failure=str(error))

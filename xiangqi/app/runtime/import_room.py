"""Brings files into the library in a process of its own: reading them keeps Python's lock busy for minutes."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import IO, Any, Final

from xiangqi.app.messages.events import Event
from xiangqi.app.messages.library_effects import StartImport
from xiangqi.app.messages.library_events import ImportProgress, LibraryChanged
from xiangqi.app.runtime.background import Outbox
from xiangqi.errors import CancelledError, LibraryError
from xiangqi.i18n.message import Message, system_reason
from xiangqi.launch import own_command
from xiangqi.library import Filter, Library, Refusal, Report
from xiangqi.library.importing import GameFault

_LAST_SECONDS: Final = 10.0
_TOLD_FAULTS: Final = 500
"""Refused files and faults that a report in the window has at most."""


class ImportRoom:
    """One import at a time."""

    def __init__(self, outbox: Outbox) -> None:
        """Progress goes to the outbox."""
        self._outbox = outbox
        self._child: subprocess.Popen[str] | None = None

    def start(self, order: StartImport) -> None:
        """Begin."""
        threading.Thread(target=self._work, args=(order,), name="import", daemon=True).start()

    def cancel(self) -> None:
        """Let it finish what it is at, and stop."""
        child = self._child
        if child is not None and child.stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                child.stdin.close()

    def close(self) -> None:
        """Stop, and wait a little for that."""
        self.cancel()
        child = self._child
        if child is not None:
            try:
                child.wait(_LAST_SECONDS)
            except subprocess.TimeoutExpired:
                child.kill()

    def _work(self, order: StartImport) -> None:
        last = ImportProgress(order.import_id, Report(), over=True, failure=Message("detail.reader_ended"))
        try:
            with _spawn() as child:
                self._child = child
                assert child.stdin is not None
                assert child.stdout is not None
                with contextlib.suppress(OSError, ValueError):
                    child.stdin.write(json.dumps(_told_order(order)) + "\n")
                    child.stdin.flush()
                for line in child.stdout:
                    last = _progress_of(order.import_id, json.loads(line))
                    if not last.over:
                        self._outbox.put(last)
        except OSError as error:
            last = ImportProgress(order.import_id, Report(), over=True, failure=system_reason(error))
        except ValueError:  # half a line of a reader that was killed
            last = _cut_short(last)
        finally:
            self._child = None
        events: tuple[Event, ...] = (last if last.over else _cut_short(last), LibraryChanged())
        for event in events:
            self._outbox.put(event)


def _cut_short(last: ImportProgress) -> ImportProgress:
    return ImportProgress(last.import_id, last.report, over=True, failure=Message("detail.reader_ended"))


def _spawn() -> subprocess.Popen[str]:
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW
    return subprocess.Popen(
        own_command("take-in"),
        stdin=pipe,
        stdout=pipe,
        stderr=nothing,
        text=True,
        encoding="utf-8",
        creationflags=flags,
    )


def _told_order(order: StartImport) -> dict[str, Any]:
    return {"paths": [str(path) for path in order.paths], "wanted": asdict(order.wanted)}


def _progress_of(import_id: int, told: Mapping[str, Any]) -> ImportProgress:
    report = Report(**told["report"])
    report.refused = [Refusal(*each) for each in report.refused]
    report.faults = [GameFault(*each) for each in report.faults]
    return ImportProgress(import_id, report, told["file"], told["share"], told["over"], told["failure"])


# ---- The process ----


def main(_words: list[str]) -> int:
    """The command ``take-in``: an order as a line on stdin, progress on stdout; it stops where stdin ends."""
    serve(sys.stdin, sys.stdout)
    return 0


def serve(given: IO[str], sink: IO[str]) -> None:
    """The work of that process.

    Args:
        given: standard input.
        sink: standard output.
    """
    order = json.loads(given.readline())
    ended = threading.Event()

    def wait_for_the_end() -> None:
        given.read()
        ended.set()

    threading.Thread(target=wait_for_the_end, daemon=True).start()
    report = Report()

    def tell(report: Report, file: str, share: float, *, over: bool = False, failure: str = "") -> None:
        shown = {each.name: getattr(report, each.name) for each in fields(report)}
        shown["more_faults"] += max(0, len(report.faults) - _TOLD_FAULTS)
        shown["refused"], shown["faults"] = (
            shown[name][:_TOLD_FAULTS] if over else [] for name in ("refused", "faults")
        )
        told = {"report": shown, "file": file, "share": share, "over": over, "failure": failure}
        sink.write(json.dumps(told) + "\n")
        sink.flush()

    def progress(now: Report, file: str, share: float) -> None:
        nonlocal report
        report = now
        tell(now, file, share)

    try:
        with Library() as library:
            report = library.import_files(order["paths"], Filter(**order["wanted"]), progress, ended.is_set)
        tell(report, "", 1.0, over=True)
    except (LibraryError, CancelledError) as error:
        tell(report, "", 1.0, over=True, failure=str(error))

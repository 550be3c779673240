"""Imports of files into the library."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from xiangqi.app.intent import Intent
from xiangqi.app.library.asks_importing import CancelImport, ImportProgress, StartImport
from xiangqi.app.library.state import ImportState, LibraryState
from xiangqi.app.session.busy import busy_when
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.library import Filter


@dataclass(frozen=True)
class ChangeImportFilter(Intent, allowed_in_editor=True):
    """Change the filter of the games to import."""

    filter: Filter


@handles(ChangeImportFilter)
def change_import_filter(state: AppState, intent: ChangeImportFilter) -> Result:
    return done(state.with_part(replace(state.part(LibraryState), import_filter=intent.filter)))


@dataclass(frozen=True)
class ImportPath(Intent, allowed_in_editor=True):
    """Import a file, or all files of a folder, into the library."""

    path: Path


@handles(ImportPath)
def import_path(state: AppState, intent: ImportPath) -> Result:
    """Start importing a path, unless an import is already running."""
    library = state.part(LibraryState)
    if library.importing is not None and library.importing.running:
        return done(state)
    begun = ImportState(state.next_id)
    state = replace(state, next_id=state.next_id + 1).with_part(replace(library, importing=begun))
    return done(state, StartImport(begun.id, (intent.path,), library.import_filter))


@dataclass(frozen=True)
class StopImport(Intent, allowed_in_editor=True):
    """Stop the import; completed batches are kept."""


@handles(StopImport)
def stop_import(state: AppState, _intent: StopImport) -> Result:
    """Ask the import to stop; it reports when it has stopped."""
    return done(state, CancelImport()) if is_importing(state) else done(state)


@dataclass(frozen=True)
class DismissImport(Intent, allowed_in_editor=True):
    """Dismiss the report of a finished import."""


@handles(DismissImport)
def dismiss_import(state: AppState, _intent: DismissImport) -> Result:
    importing = state.part(LibraryState).importing
    if importing is None or importing.running:
        return done(state)
    return done(state.with_part(replace(state.part(LibraryState), importing=None)))


@handles(ImportProgress)
def import_progress(state: AppState, event: ImportProgress) -> Result:
    """Show the progress of the current import."""
    importing = state.part(LibraryState).importing
    if importing is None or importing.id != event.import_id:
        return done(state)
    now = ImportState(importing.id, event.report, event.file, event.share, not event.over, event.failure)
    return done(state.with_part(replace(state.part(LibraryState), importing=now)))


@busy_when
def is_importing(state: AppState) -> bool:
    """Return whether games are being imported."""
    importing = state.part(LibraryState).importing
    return importing is not None and importing.running

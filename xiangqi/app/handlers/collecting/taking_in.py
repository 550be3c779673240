"""Files that are brought into the library."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.handlers.dispatch import handles
from xiangqi.app.handlers.playing.result import Result, only
from xiangqi.app.messages.library_effects import CancelImport, StartImport
from xiangqi.app.messages.library_events import ImportProgress
from xiangqi.app.messages.library_intents import ChangeImportFilter, DismissImport, ImportPath, StopImport
from xiangqi.app.model.library_state import ImportState
from xiangqi.app.model.state import AppState


@handles(ChangeImportFilter)
def change_import_filter(state: AppState, message: ChangeImportFilter) -> Result:
    """Keep which games are wanted."""
    return only(replace(state, library=replace(state.library, import_filter=message.filter)))


@handles(ImportPath)
def import_path(state: AppState, message: ImportPath) -> Result:
    """Begin, unless an import is running."""
    library = state.library
    if library.importing is not None and library.importing.running:
        return only(state)
    begun = ImportState(state.next_id)
    state = replace(state, next_id=state.next_id + 1, library=replace(library, importing=begun))
    return only(state, StartImport(begun.id, (message.path,), library.import_filter))


@handles(StopImport)
def stop_import(state: AppState, _message: StopImport) -> Result:
    """Ask it to stop; it tells when it has."""
    running = state.library.importing is not None and state.library.importing.running
    return only(state, CancelImport()) if running else only(state)


@handles(DismissImport)
def dismiss_import(state: AppState, _message: DismissImport) -> Result:
    """Take the report away."""
    importing = state.library.importing
    if importing is None or importing.running:
        return only(state)
    return only(replace(state, library=replace(state.library, importing=None)))


@handles(ImportProgress)
def import_progress(state: AppState, message: ImportProgress) -> Result:
    """Show how far it is."""
    importing = state.library.importing
    if importing is None or importing.id != message.import_id:
        return only(state)
    now = ImportState(
        importing.id, message.report, message.file, message.share, not message.over, message.failure
    )
    return only(replace(state, library=replace(state.library, importing=now)))

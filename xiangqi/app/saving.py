"""Saving what is on the board, and leaving a record with unsaved changes: never without a question."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from xiangqi.app import archive, pictures, timing
from xiangqi.app.edit_intents import AnalyseEdited, PlayEdited
from xiangqi.app.effects import DeleteDraft, ListFolder, SavedSource, WriteDraft, WriteRecord
from xiangqi.app.events import DraftRecovered, FileExists, FileSaved, SaveFailed
from xiangqi.app.intents import (
    AnswerResume,
    ContinueFromHere,
    Intent,
    NewGame,
    PractiseMistakes,
    Quit,
    StartGuide,
)
from xiangqi.app.record_intents import ChooseGame, CloseRecord, OpenFile, PasteText, Save, SaveFile, SolvePuzzle
from xiangqi.app.result import Result, only, toast
from xiangqi.app.say import Notice, Say
from xiangqi.app.state import AppState, Folder, OpenRecord, Panel, Question, Tone
from xiangqi.records.revision import Revision

_DRAFT_SECONDS: Final = 2.0  # between two drafts of a large record, which takes a thread longer than a frame
_EARLIER: Final = -1  # in place of a revision's number: the draft of an earlier run
_LARGE: Final = 4 << 10  # bytes of a packed game: some 2,000 moves

LEAVING: Final = (
    AnalyseEdited,
    AnswerResume,
    ChooseGame,
    CloseRecord,
    ContinueFromHere,
    NewGame,
    OpenFile,
    PasteText,
    PlayEdited,
    PractiseMistakes,
    Quit,
    SolvePuzzle,
    StartGuide,
)
"""What takes the open record off the board, or another game of its file onto it."""


def shown_game(state: AppState) -> Revision:
    """What is on the board, as it would be written."""
    if state.record is not None:
        return state.record.tree
    return Revision.of(archive.to_record(timing.kept(state), state.flipped))


# ---- Leaving ----


def is_unsaved(state: AppState) -> bool:
    """Whether the open record has changes that are in no file."""
    return state.record is not None and state.record.unsaved


def ask(state: AppState, message: Intent) -> Result:
    """Ask whether the changes are to be saved before something is done."""
    name = state.record.name if state.record is not None else ""
    notice = Notice.of(Say.ASK_SAVE, name=name) if name else Notice.of(Say.ASK_SAVE_UNNAMED)
    question = Question(notice, message, unsaved=True)
    return only(replace(state, question=question, leaving=None))


def save(state: AppState, _message: Save) -> Result:
    """Write to the file of the last saving; ask for a name where there was none."""
    record = state.record
    if record is not None and record.target is not None:
        return _write(state, record.target, overwrite=True)
    return ask_name(state, record.path.parent if record is not None and record.path is not None else None)


def ask_name(state: AppState, folder: Path | None = None) -> Result:
    """Open the save panel in a folder, which is where a name belongs even before the folder is listed."""
    order = list_folder(state, folder)
    if order.path is not None and order.path != state.folder.path:
        state = replace(state, folder=Folder(order.path))
    return only(replace(state, panel=Panel.SAVE_FILE), order)


def list_folder(state: AppState, path: Path | None) -> ListFolder:
    """Look into a folder; None for the last one used: for records, or for programs where one is chosen."""
    programs, settings = state.panel is Panel.ADD_ENGINE, state.settings
    path = path or (state.folder.path if state.folder.programs == programs else None)
    if path is None and programs and settings.engines:
        path = Path(settings.engines[-1].command[0]).parent
    if path is None and not programs and settings.last_folder:
        path = Path(settings.last_folder)
    return ListFolder(path, programs)


# ---- Writing ----


def save_file(state: AppState, message: SaveFile) -> Result:
    """Write what is on the board under a name."""
    path = message.path if message.path.suffix else message.path.with_suffix(".pgn")
    if state.folder.path is not None:
        path = state.folder.path / path
    state = replace(state, panel=None)
    if path.suffix.lower() in pictures.SUFFIXES:
        return pictures.save_picture(state, path, message.overwrite)
    return _write(state, path, message.overwrite)


def _write(state: AppState, path: Path, overwrite: bool) -> Result:
    record, notation = state.record, state.settings.notation
    source = collection = None
    if record is not None:
        state = replace(state, record=record.sealed())
        source = SavedSource(record.load_id, record.index, record.tree.number)
        collection = record.path if len(record.games) > 1 else None
    return only(state, WriteRecord(path, shown_game(state), notation, overwrite, source, collection))


def file_saved(state: AppState, message: FileSaved) -> AppState:
    """Say that it worked, and what is not in the file; only a file with everything counts as saved."""
    if message.missing:
        missing = ",".join(message.missing)
        return toast(state, Say.SAVED_WITHOUT, Tone.ERROR, name=message.path, missing=missing)
    record, source = state.record, message.source
    if record is not None and source is not None and _is_open(record, source):
        name = record.name or message.path.name
        state = replace(state, record=replace(record, saved=source.number, target=message.path, name=name))
    return toast(state, Say.SAVED, name=message.path)


def _is_open(record: OpenRecord, source: SavedSource) -> bool:
    return (record.load_id, record.index) == (source.load_id, source.index)


def file_exists(state: AppState, message: FileExists) -> Result:
    """Ask whether an existing file may go; one with other games may not."""
    if message.has_more:
        state = toast(replace(state, leaving=None), Say.HOLDS_OTHER_GAMES, Tone.ERROR, name=message.path.name)
        return only(state)
    notice = Notice.of(Say.ASK_OVERWRITE, name=message.path.name)
    return only(replace(state, question=Question(notice, SaveFile(message.path, overwrite=True))))


def save_failed(state: AppState, message: SaveFailed) -> Result:
    """Say why a file could not be written; nothing is left then."""
    state = replace(state, leaving=None)
    return only(toast(state, Say.CANNOT_SAVE, Tone.ERROR, name=message.path.name, detail=message.detail))


# ---- Against a crash ----


def keep_draft(state: AppState) -> Result:
    """Keep unsaved changes, those of a large record now and then; forget them once saved or given up."""
    record = state.record
    if record is None or not record.unsaved:
        idle = not state.kept or state.loading is not None
        return only(state) if idle else only(replace(state, kept=0), DeleteDraft())
    if record.tree.number == state.kept or state.now < state.keep_due:
        return only(state)
    large = len(record.games[record.index].content) > _LARGE
    due = state.now + _DRAFT_SECONDS if large else state.now
    state = replace(state, kept=record.tree.number, keep_due=due)
    return only(state, WriteDraft(record.tree, awaited=not large))


def draft_recovered(state: AppState, message: DraftRecovered) -> Result:
    """Say where the changes of an earlier run are; their draft goes once they have been read from there."""
    return only(toast(replace(state, kept=_EARLIER), Say.DRAFT_RECOVERED, name=message.path))

"""Saves the document on the board, and asks before unsaved changes are lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from xiangqi.app.event import Input, Tick, Tone
from xiangqi.app.game.asks import DeleteDraft, DraftRecovered, GameOnDisk, GameUnkept, WriteDraft
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.records import pictures
from xiangqi.app.records.asks_reading import ListFolder
from xiangqi.app.records.asks_writing import (
    FileExists,
    FileSaved,
    ForeignChange,
    SavedSource,
    SaveFailed,
    WriteRecord,
)
from xiangqi.app.records.recent import remembered
from xiangqi.app.session.closing import ClosingOrder, closes
from xiangqi.app.session.dispatch import handle, handles, hears
from xiangqi.app.session.document import Document
from xiangqi.app.session.files import Folder
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.state import AppState, Panel, Question
from xiangqi.app.session.transcript import told_names, written
from xiangqi.app.session.transition import Result, asked, done, toast
from xiangqi.folding import is_traditional
from xiangqi.i18n.message import Message
from xiangqi.notation import Style
from xiangqi.records.files import WRITTEN_SUFFIXES
from xiangqi.records.revision import Revision


@dataclass(frozen=True)
class SaveFirst(Intent, allowed_in_editor=True):
    """Answer the question about unsaved changes: save them, then carry out the intent that raised it."""


_DRAFT_SECONDS: Final = 2.0  # between drafts of a large record, whose writing outlasts a frame
_EARLIER: Final = (-1,)  # stands for a draft of an earlier run, instead of revision numbers
_LARGE: Final = 4 << 10  # bytes of a packed game: some 2,000 moves

_CHANGES: Final = {ForeignChange.WRITTEN: "ask.file_written", ForeignChange.GONE: "ask.file_gone"}

# ---- Leaving ----


def unsaved_document(state: AppState, message: Input) -> Document | None:
    """Return the document whose unsaved changes an input would lose, or None.

    The document on the board is asked about when it is left, except for a game that stays open. Documents
    beneath stay open, and are asked about only if everything is left.
    """
    if not isinstance(message, Intent) or message.leaves_document is Leaves.NOTHING:
        return None
    document = state.document
    keeps = document.mode.needs_no_saving or document.tree.number in state.saving.discarded
    unsaved = document.unsaved and not keeps
    if unsaved and (document.play is None or _leaves_game(document.play, message.leaves_document)):
        return document
    if (
        message.leaves_document is Leaves.FINISHED_GAME
        and state.is_refused(document)
        and state.must_keep(document)
    ):
        return document
    if message.leaves_document is Leaves.EVERYTHING:
        return next((other for other in state.documents if state.must_keep(other)), None)
    return None


def _leaves_game(play: GameInProgress, leaves: Leaves) -> bool:
    is_over = play.end is not None
    return leaves is Leaves.EVERYTHING or leaves is (Leaves.FINISHED_GAME if is_over else Leaves.RUNNING_GAME)


def ask_to_save(state: AppState, document: Document, intent: Intent) -> Result:
    """Ask whether to save a document's changes before an intent is carried out, and show the document."""
    name = _called(document)
    if state.is_refused(document):
        message = Message("ask.save_refused")
    else:
        message = Message("ask.save", name=name) if name else Message("ask.save_unnamed")
    question = Question(message, intent, unsaved=True, instead=SaveFirst())
    return done(replace(state.on_top(document), question=question, saving=state.saving.alone()))


def _called(document: Document) -> str:
    """Return the name of the file that would be written or, for a library game, the players."""
    if document.target is not None or document.collection is None or not document.collection.stored:
        return document.name
    tags = document.tree.headers
    return told_names(tags.get("Red", ""), tags.get("Black", ""), document.player_side)


@dataclass(frozen=True)
class Save(Intent, allowed_in_editor=True):
    """Save the record to the file of its last save, or its own if that may be replaced; else ask for a name."""


@handles(Save)
def save(state: AppState, _intent: Save) -> Result:
    """Save to the file of the last save, or the record's own if that may be replaced; else ask for a name."""
    document, collection = state.document, state.document.collection
    path = document.target or _own_file(document)
    if path is not None:
        return _write(state, path, overwrite=True, unchanged=True)
    return ask_name(state, collection.path.parent if collection is not None and collection.path else None)


def _own_file(document: Document) -> Path | None:
    """Return a record's own file, or None if the file has other games or faults, or cannot be written."""
    collection = document.collection
    if collection is None or collection.path is None or not collection.complete or len(collection.games) != 1:
        return None
    is_known = collection.path.suffix.lower() in WRITTEN_SUFFIXES
    return collection.path if is_known and not document.original.errors else None


def ask_name(state: AppState, folder: Path | None = None, panel: Panel = Panel.SAVE_FILE) -> Result:
    """Open the save or export panel in a folder, so that a name can be entered before the folder is listed."""
    order = list_folder(state, folder)
    if order.path is not None and order.path != state.folder.path:
        state = replace(state, folder=Folder(order.path))
    return done(replace(state, panel=panel), order)


def list_folder(state: AppState, path: Path | None) -> ListFolder:
    """Return the effect that lists a folder of records, or of programs if one is to be chosen.

    None stands for the last folder used.
    """
    programs, settings = state.panel is Panel.ADD_ENGINE, state.settings
    path = path or (state.folder.path if state.folder.programs == programs else None)
    if path is None and programs and settings.engines:
        path = Path(settings.engines[-1].command[0]).parent
    if path is None and not programs and settings.last_folder:
        path = Path(settings.last_folder)
    return ListFolder(path, programs)


# ---- Writing ----


@dataclass(frozen=True)
class SaveFile(Intent, allowed_in_editor=True):
    """Save the shown game in the format given by the name, asking for confirmation if the file exists."""

    # the file's path, relative to the folder of the save panel; ``.pgn`` is added if it has no suffix
    path: Path
    overwrite: bool = False  # whether to replace an existing file without asking


@handles(SaveFile)
def save_file(state: AppState, intent: SaveFile) -> Result:
    """Save the document on the board under a name or, with a suffix of a picture, have it drawn."""
    path = intent.path if intent.path.suffix else intent.path.with_suffix(".pgn")
    if state.folder.path is not None:
        path = state.folder.path / path
    state = replace(state, panel=None)
    if path.suffix.lower() in pictures.SUFFIXES:
        return pictures.save_picture(state, path, intent.overwrite)
    return _write(state, path, intent.overwrite)


def shown(state: AppState) -> Revision:
    """Return the document on the board in the form in which it would be saved now."""
    document = state.document
    play = document.play
    return written(document if play is None else document.with_play(play.standing(state.now)))


def opening_language(state: AppState) -> str:
    """Return the language in which the game on the board names its opening; "" unless it was played here."""
    return state.settings.language if isinstance(state.document.mode, GameInProgress) else ""


def _notation(state: AppState) -> str:
    """Return the notation for saving the document: the player's, but a file keeps its Chinese script."""
    chosen, document = state.settings.notation, state.document
    if not Style(chosen).is_chinese or document.collection is None or document.collection.path is None:
        return chosen
    told = is_traditional(" ".join(document.tree.headers.values()))
    if told is None:
        return chosen
    script = Style.CHINESE_TRADITIONAL if told else Style.CHINESE
    return str(script.value)


def _write(state: AppState, path: Path, overwrite: bool, unchanged: bool = False) -> Result:
    document = state.document.sealed()
    collection = document.collection
    source = SavedSource(document.id, collection.index if collection is not None else 0, document.tree.number)
    others = collection.path if collection is not None and len(collection.games) > 1 else None
    seen = collection.stamp if collection is not None and collection.path == path else None
    order = WriteRecord(
        path,
        shown(state),
        _notation(state),
        overwrite,
        source,
        others,
        unchanged,
        seen,
        opening_language(state),
    )
    return done(state.put(document), order)


def saved_without(path: Path, losses: Iterable[str]) -> Message:
    """Return the message that a file was written without some parts, as named by `records.losses`."""
    missing = tuple(Message(f"missing.{name}") for name in losses)
    return Message("toast.saved_without", name=str(path), missing=missing)


def note_saved(state: AppState, event: FileSaved) -> AppState:
    """Return the state after a save, with a message that names any parts missing from the file.

    The document counts as saved only if the file contains everything.
    """
    if event.missing:
        return toast(state, saved_without(event.path, event.missing), Tone.ERROR)
    source = event.source
    document = state.find(source.document_id) if source is not None else None
    if source is not None and document is not None and _index(document) == source.index:
        state = state.put(replace(document, saved=source.number, target=event.path))
        if document.tree.number == source.number:
            state = _on_disk(state, document.id)
    return toast(state, Message("toast.saved", name=str(event.path)))


def _index(document: Document) -> int:
    return document.collection.index if document.collection is not None else 0


@handles(FileExists)
def file_exists(state: AppState, event: FileExists) -> Result:
    """Ask whether to replace a file. A file with other games may not be replaced; another name can be given."""
    again = SaveFile(event.path, overwrite=True)
    if event.change is not None:
        message = Message(_CHANGES[event.change], name=event.path.name)
        return done(replace(state, question=Question(message, again, instead=SaveElsewhere())))
    state = replace(state, panel=Panel.SAVE_FILE)
    if event.has_more:
        state = toast(
            replace(state, saving=state.saving.alone()),
            Message("toast.holds_other_games", name=event.path.name),
            Tone.ERROR,
        )
        return done(state)
    return asked(state, Message("ask.overwrite", name=event.path.name), again)


@dataclass(frozen=True)
class SaveElsewhere(Intent, allowed_in_editor=True):
    """Answer the question about a file that another program has changed: save under another name."""


@handles(SaveElsewhere)
def save_elsewhere(state: AppState, _intent: SaveElsewhere) -> Result:
    """Leave the changed file as it is, and ask for another name in its folder."""
    question = state.question
    if question is None or not isinstance(question.then, SaveFile):
        return done(state)
    return ask_name(replace(state, question=None), question.then.path.parent)


@handles(SaveFailed)
def save_failed(state: AppState, event: SaveFailed) -> Result:
    """Report why a file could not be written, and cancel the action that was to follow the save."""
    state = replace(state, saving=state.saving.alone())
    return done(
        toast(state, Message("toast.cannot_save", name=event.path.name, detail=event.detail), Tone.ERROR)
    )


# ---- Against a crash ----


@handles(GameUnkept)
def game_unkept(state: AppState, event: GameUnkept) -> Result:
    """Report that a game cannot be kept, and note it, so that leaving it asks where to save it."""
    refused = replace(state, saving=replace(state.saving, unkept=state.saving.unkept | {event.document_id}))
    return done(toast(refused, Message("toast.journal_unwritable", detail=event.detail), Tone.ERROR))


@handles(GameOnDisk)
def game_on_disk(state: AppState, event: GameOnDisk) -> Result:
    """Note that a game is on the disk, so that it can be left without a question."""
    return done(_on_disk(state, event.document_id))


def _on_disk(state: AppState, document_id: int) -> AppState:
    if document_id not in state.saving.unkept:
        return state
    return replace(state, saving=replace(state.saving, unkept=state.saving.unkept - {document_id}))


@hears(Tick)
def keep_draft(state: AppState, _event: Tick) -> Result:
    """Save unsaved changes as a draft, for a large record only at intervals; delete it when none are left."""
    unsaved = tuple(
        document
        for document in reversed(state.documents)
        if document.unsaved and not document.mode.needs_no_saving
    )
    if not unsaved:
        idle = not state.saving.drafted or state.loading is not None
        return done(state) if idle else done(_drafted(state, ()), DeleteDraft())
    numbers = tuple(document.tree.number for document in unsaved)
    if numbers == state.saving.drafted or state.now < state.saving.draft_due:
        return done(state)
    large = any(map(_is_large, unsaved))
    due = state.now + _DRAFT_SECONDS if large else state.now
    state = replace(state, saving=replace(state.saving, drafted=numbers, draft_due=due))
    return done(state, WriteDraft(tuple(map(written, unsaved)), awaited=not large))


def _drafted(state: AppState, numbers: tuple[int, ...]) -> AppState:
    return replace(state, saving=replace(state.saving, drafted=numbers))


def _is_large(document: Document) -> bool:
    collection = document.collection
    return collection is not None and len(collection.games[collection.index].content) > _LARGE


@handles(DraftRecovered)
def draft_recovered(state: AppState, event: DraftRecovered) -> Result:
    """Report the file with an earlier run's changes; their draft is deleted once they have been read."""
    return done(toast(_drafted(state, _EARLIER), Message("toast.draft_recovered", name=str(event.path))))


@handles(SaveFirst)
def save_first(state: AppState, _intent: SaveFirst) -> Result:
    """Save the changes; the action that raised the question waits until they are saved."""
    if state.question is None or not state.question.unsaved:
        return done(state)
    state = replace(state, question=None, saving=replace(state.saving, next_intent=state.question.then))
    return ask_name(state) if state.is_refused(state.document) else save(state, Save())


@handles(FileSaved)
def file_saved(state: AppState, event: FileSaved) -> Result:
    """Perform the actions that were waiting for the save, unless they would still lose changes.

    They include actions that asked about saving while the file was being written.
    """
    state, effects = remembered(note_saved(state, event), event.path)
    waiting, question = state.saving.next_intent, state.question
    if question is not None and question.unsaved and unsaved_document(state, question.then) is None:
        waiting, state = question.then, replace(state, question=None)
    if waiting is None:
        return state, effects
    state = replace(state, saving=state.saving.alone())
    if unsaved_document(state, waiting) is not None:
        return state, effects
    state, more = handle(state, waiting)
    return state, (*effects, *more)


@closes(ClosingOrder.QUESTION, when=lambda state: state.question is not None)
def leave_question(state: AppState) -> Result:
    """Leave the question unanswered, and cancel the action that was to follow a save."""
    return done(replace(state, question=None, saving=state.saving.alone()))

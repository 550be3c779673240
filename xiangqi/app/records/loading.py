"""Opening files, folders and pasted text: adding games, choosing one, and closing documents."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from xiangqi.app.event import Tone
from xiangqi.app.game.play import turn_board
from xiangqi.app.intent import Help, Intent, Leaves
from xiangqi.app.records.asks_reading import (
    AbandonLoad,
    FolderListed,
    GamesRead,
    ListTyped,
    LoadFailed,
    LoadFile,
    LoadText,
    TypedListed,
)
from xiangqi.app.records.recent import remembered
from xiangqi.app.records.saving import ask_name, list_folder
from xiangqi.app.session.busy import busy_when
from xiangqi.app.session.cards import CardKind, is_card
from xiangqi.app.session.dispatch import handle, handles, hears
from xiangqi.app.session.document import Collection, Document
from xiangqi.app.session.files import Folder, Loading
from xiangqi.app.session.panels import OpenPanel, PanelTurned, open_panel
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.transition import Result, done, toast
from xiangqi.app.session.under_way import under_way
from xiangqi.disk import typed_place
from xiangqi.errors import FenError
from xiangqi.fen import parse_fen
from xiangqi.i18n.message import Message
from xiangqi.records.packed import PackedGame
from xiangqi.records.text.position_line import is_position_alone
from xiangqi.records.tree import Game
from xiangqi.resources import LIBRARY_NAME

FILE_PANELS = (Panel.OPEN_FILE, Panel.SAVE_FILE)

_FEN = re.compile(r"(FEN:?\s*)?[0-9a-zA-Z]+(/[0-9a-zA-Z]+){8,10}([ \t][^\n]*)?")
"""Matches a text that can only be a position."""

# ---- Reading ----


@handles(GamesRead)
def games_read(state: AppState, event: GamesRead) -> Result:
    """Add games of a file; the first game opens the file, the second opens the list."""
    if state.loading is None or state.loading.id != event.load_id:
        return done(state)
    document, were_some = state.find(event.load_id), state.loading.count > 0
    games = (*(document.games if document is not None else ()), *event.games)
    loading = None if event.complete else replace(state.loading, count=len(games), share=event.share)
    state = replace(state, loading=loading)
    if not games:
        none_read = event.complete and not were_some  # a game that is played on has left its document
        return done(_none_read(state, event) if none_read else state)
    if document is not None and document.collection is not None:
        panel = Panel.GAME_LIST if len(document.games) == 1 < len(games) else state.panel
        stored = (*document.collection.stored, *event.stored)
        collection = replace(document.collection, games=games, complete=event.complete, stored=stored)
        return done(replace(state.put(replace(document, collection=collection)), panel=panel))
    state = _open(state, event, games)
    if event.path is not None:
        return remembered(state, event.path)
    return done(state)


def _none_read(state: AppState, event: GamesRead) -> AppState:
    if event.name == LIBRARY_NAME:
        return toast(state, Message("toast.nothing_found"))
    return toast(state, Message("toast.no_games_in_file", name=event.name), Tone.ERROR)


def _open(state: AppState, event: GamesRead, games: tuple[PackedGame, ...]) -> AppState:
    collection = Collection(event.name, event.path, games, event.complete, 0, event.stored, event.stamp)
    game = event.first or games[0].unpack()
    panel = Panel.GAME_LIST if len(games) > 1 else None
    return opened(replace(state, panel=panel), _document(event.load_id, game, collection))


def _document(document_id: int, game: Game, collection: Collection) -> Document:
    """Return a document with a game of a collection, at the position that was searched for."""
    document = Document.of(document_id, game, collection=collection)
    if not collection.stored:
        return document
    found = collection.stored[collection.index].ply
    return document.to_ply(min(found, len(document.cursor.moves)))  # the library may have another version


def opened(state: AppState, document: Document) -> AppState:
    """Return the state with a document on the board and its first fault reported.

    Other documents without unsaved changes are closed, except games and analyses. The player sits at the
    bottom, by default Red; within a file the board is not turned for games without player names.
    """
    found = document.collection is not None and bool(document.collection.stored)

    def stays(other: Document) -> bool:
        # A search in the library may be changed and repeated.
        kept = other.play is not None or other.mode.needs_no_saving or state.must_keep(other)
        return kept or (found and other.mode.arranges)

    if document.id != state.document.id or document.player_side is not None:
        state = replace(state, flipped=document.is_flipped)
    others = tuple(other for other in state.documents if stays(other) and other.id != document.id)
    state = replace(state, documents=(*others, document), replay=None, preview=None)
    state = replace(state, selection=Selection(typed=state.selection.typed))
    if document.original.errors:
        fault = document.original.errors[0]
        state = toast(
            state,
            Message("toast.record_fault", detail=str(fault)),
            Tone.ERROR,
        )
    return state


@handles(LoadFailed)
def load_failed(state: AppState, event: LoadFailed) -> Result:
    """Report why a file cannot be read; games read before stay open."""
    if state.loading is None or state.loading.id != event.load_id:
        return done(state)
    state = _complete(state, event.load_id)
    if not event.name:
        return done(toast(state, Message("toast.paste_unreadable", detail=event.detail), Tone.ERROR))
    return done(toast(state, Message("toast.cannot_open", name=event.name, detail=event.detail), Tone.ERROR))


@dataclass(frozen=True)
class StopLoading(Intent, allowed_in_editor=True):
    """Stop reading the file, keeping the games read so far."""


@handles(StopLoading)
def stop_loading(state: AppState, _intent: StopLoading) -> Result:
    return done(state) if state.loading is None else done(_complete(state, state.loading.id), AbandonLoad())


def _complete(state: AppState, load_id: int) -> AppState:
    """Return the state in which the reading of a file is finished."""
    state, document = replace(state, loading=None), state.find(load_id)
    if document is None or document.collection is None:
        return state
    return state.put(replace(document, collection=replace(document.collection, complete=True)))


# ---- Choosing and closing ----


@dataclass(frozen=True)
class ChooseGame(Intent, leaves_document=Leaves.RECORD, allowed_in_editor=False):
    """Show another game of the open file, counted from 0, and then carry out an intent, if any."""

    index: int
    then: Intent | None = None


@handles(ChooseGame)
def choose_game(state: AppState, intent: ChooseGame) -> Result:
    """Open the game in place of the one on the board, and close the list of games."""
    document = state.document
    if document.collection is None or not 0 <= intent.index < len(document.games):
        return done(state)
    collection = replace(document.collection, index=intent.index)
    game = document.games[intent.index].unpack()
    panel = None if state.panel is Panel.GAME_LIST else state.panel
    state = opened(replace(state, panel=panel), _document(document.id, game, collection))
    return done(state) if intent.then is None else handle(state, intent.then)


@dataclass(frozen=True)
class CloseRecord(Intent, leaves_document=Leaves.FINISHED_GAME, allowed_in_editor=False):
    """Close the document on the board, or the notes on a running game, and show the document beneath."""


@handles(CloseRecord)
def close_record(state: AppState, _intent: CloseRecord) -> Result:
    """Close the document on the board and show the one beneath; an unfinished game or the only one stays open.

    In a running game, the notes are closed first.
    """
    document, panel = state.document, None if state.panel is Panel.GAME_LIST else state.panel
    state = replace(
        state, panel=panel, replay=None, preview=None, selection=Selection(typed=state.selection.typed)
    )
    if document.play is not None and state.notes:
        return done(replace(state, notes=False))
    others = [other for other in state.documents[:-1] if other.play is not None]
    if document.play is not None and (not others or document.play.end is None):
        return done(state)
    closed = state.without(document.id)
    closed, _ = turn_board(replace(closed, flipped=closed.document.is_flipped))
    if state.loading is None or state.loading.id != document.id:
        return done(closed)
    return done(replace(closed, loading=None), AbandonLoad())  # otherwise its next games would open it again


@dataclass(frozen=True)
class ShowDocument(Intent, allowed_in_editor=True):
    """Bring another open document to the board."""

    document_id: int


@handles(ShowDocument)
def show_document(state: AppState, intent: ShowDocument) -> Result:
    """Bring another open document to the board, above the current one."""
    document = state.find(intent.document_id)
    if document is None:
        return done(state)
    state = replace(state.on_top(document), panel=None, replay=None, preview=None)
    return done(replace(state, selection=Selection(typed=state.selection.typed)))


@dataclass(frozen=True)
class ShowGames(Intent, allowed_in_editor=True):
    """List the games of an open file, which comes to the board."""

    document_id: int


@handles(ShowGames)
def show_games(state: AppState, intent: ShowGames) -> Result:
    """Bring the file's game to the board and open the list of its games."""
    document = state.find(intent.document_id)
    if document is None or document.collection is None:
        return done(state)
    state, effects = show_document(state, ShowDocument(intent.document_id))
    state, more = open_panel(state, OpenPanel(Panel.GAME_LIST))
    return state, (*effects, *more)


# ---- Files, pasted text, folders ----


@dataclass(frozen=True)
class OpenFile(
    Intent, leaves_document=Leaves.RECORD, allowed_in_editor=True, helps=Help.RECORDS, opens_record=True
):
    """Open a record or FEN file chosen in the list, named on the command line or dropped on the window."""

    path: Path


@handles(OpenFile)
def open_file(state: AppState, intent: OpenFile) -> Result:
    """Start reading a file; a file that is still being read is abandoned."""
    state, load_id = loading(state, intent.path.name)
    return done(state, LoadFile(load_id, intent.path))


@dataclass(frozen=True)
class PasteText(
    Intent, leaves_document=Leaves.RECORD, allowed_in_editor=True, helps=Help.RECORDS, opens_record=True
):
    """Paste text from the clipboard: a FEN, or a record in any notation."""

    text: str


@handles(PasteText)
def paste_text(state: AppState, intent: PasteText) -> Result:
    """Start reading games from text, or report why a single position is impossible."""
    text = intent.text.strip()
    if _FEN.fullmatch(text) and is_position_alone(text):
        try:
            parse_fen(text)
        except FenError as error:
            return done(toast(state, Message("toast.bad_fen", detail=str(error)), Tone.ERROR))
    state, load_id = loading(state, "")
    return done(state, LoadText(load_id, intent.text))


def loading(state: AppState, name: str) -> tuple[AppState, int]:
    """Return the state with a new load in progress, and the id of that load.

    The panel in which the file was chosen stays until there is something to show.
    """
    load_id = state.next_id
    return replace(state, loading=Loading(load_id, name), next_id=load_id + 1), load_id


@dataclass(frozen=True)
class EnterFolder(Intent, allowed_in_editor=True):
    """List another folder in the open or save panel; None for the last one used."""

    path: Path | None = None


@handles(EnterFolder)
def enter_folder(state: AppState, intent: EnterFolder) -> Result:
    """Request the listing of a folder."""
    return done(state, list_folder(state, intent.path))


@dataclass(frozen=True)
class TypePath(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """List the entries that begin with a path being typed; do nothing for any other text."""

    text: str


@handles(TypePath)
def type_path(state: AppState, intent: TypePath) -> Result:
    """Request the listing of the folder of a typed path."""
    place = typed_place(intent.text)
    return done(state) if place is None else done(state, ListTyped(*place, state.panel is Panel.ADD_ENGINE))


@handles(TypedListed)
def typed_listed(state: AppState, event: TypedListed) -> Result:
    """Store the listing of the folder of a typed path."""
    return done(replace(state, typed=Folder(event.path, event.entries, event.error, event.programs)))


@hears(PanelTurned)
def panel_turned(state: AppState, notice: PanelTurned) -> Result:
    """Request a listing of the folder when a panel for files, or the one for adding an engine, opens."""
    if notice.now is Panel.SAVE_FILE:
        return ask_name(state)
    return enter_folder(state, EnterFolder()) if notice.now in (*FILE_PANELS, Panel.ADD_ENGINE) else done(state)


@handles(FolderListed)
def folder_listed(state: AppState, event: FolderListed) -> Result:
    """Show the listing."""
    return done(replace(state, folder=Folder(event.path, event.entries, event.error, event.programs)))


@under_way(OpenFile)
def is_opening(state: AppState) -> bool:
    """Return whether files are being read; games of the library are not opened from files."""
    return state.loading is not None and state.loading.name != LIBRARY_NAME


@is_card(CardKind.WORK)
@busy_when
def is_reading(state: AppState) -> bool:
    """Return whether a file or games of the library are being read, or a film is being drawn."""
    return state.loading is not None or state.film is not None

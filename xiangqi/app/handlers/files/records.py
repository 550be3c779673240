"""Opened files: taking in their games, choosing one of them, closing documents."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.handlers.dispatch import handles
from xiangqi.app.handlers.playing.play import turn_board
from xiangqi.app.handlers.playing.result import Result, only, toast
from xiangqi.app.messages.effects import AbandonLoad, SaveSettings
from xiangqi.app.messages.events import GamesRead, LoadFailed
from xiangqi.app.messages.record_intents import ChooseGame, CloseRecord, ShowDocument, StopLoading
from xiangqi.app.model.game.document import Collection, Document
from xiangqi.app.model.game.mode import SetUp
from xiangqi.app.model.hand_state import Hand
from xiangqi.app.model.say import Say
from xiangqi.app.model.state import AppState, Panel, Tone
from xiangqi.core.constants import BLACK
from xiangqi.library.library import NAME as LIBRARY_NAME
from xiangqi.records.packed import PackedGame
from xiangqi.records.tree import Game
from xiangqi.storage.settings import MOST_RECENT_FILES, with_values

# ---- Reading ----


@handles(GamesRead)
def games_read(state: AppState, message: GamesRead) -> Result:
    """Take in games of a file; the first one opens it, a second one opens the list."""
    if state.loading is None or state.loading.id != message.load_id:
        return only(state)
    document = state.find(message.load_id)
    games = (*(document.games if document is not None else ()), *message.games)
    loading = None if message.complete else replace(state.loading, count=len(games), share=message.share)
    state = replace(state, loading=loading)
    if not games:
        return only(_none_read(state, message) if message.complete else state)
    if document is not None and document.collection is not None:
        panel = Panel.GAME_LIST if len(document.games) == 1 < len(games) else state.panel
        stored = (*document.collection.stored, *message.stored)
        collection = replace(document.collection, games=games, complete=message.complete, stored=stored)
        return only(replace(state.put(replace(document, collection=collection)), panel=panel))
    state = _open(state, message, games)
    if message.path is not None:
        return _remember(state, str(message.path), str(message.path.parent))
    return only(state)


def _none_read(state: AppState, message: GamesRead) -> AppState:
    if message.name == LIBRARY_NAME:
        return toast(state, Say.NOTHING_FOUND)
    return toast(state, Say.NO_GAMES_IN_FILE, Tone.ERROR, name=message.name)


def _open(state: AppState, message: GamesRead, games: tuple[PackedGame, ...]) -> AppState:
    collection = Collection(
        message.name, message.path, games, message.complete, 0, message.stored, message.stamp
    )
    game = message.first or games[0].unpack()
    panel = Panel.GAME_LIST if len(games) > 1 else None
    return opened(replace(state, panel=panel), _document(message.load_id, game, collection))


def _document(document_id: int, game: Game, collection: Collection) -> Document:
    """A game of a collection, at the position for which it was looked for."""
    document = Document.of(document_id, game, collection=collection)
    return document.to_ply(collection.stored[collection.index].ply) if collection.stored else document


def opened(state: AppState, document: Document) -> AppState:
    """The state with a document in place of one that was only looked at, and its first fault told.

    The player sits below, or else Red. Within a file the board stays as it is where no game says who played.
    """
    found = document.collection is not None and bool(document.collection.stored)

    def stays(other: Document) -> bool:
        # What was looked for in the library may be changed and looked for again.
        return other.play is not None or state.must_keep(other) or (found and isinstance(other.mode, SetUp))

    if document.id != state.document.id or document.player_side is not None:
        state = replace(state, flipped=document.player_side == BLACK)
    others = tuple(other for other in state.documents if stays(other) and other.id != document.id)
    state = replace(state, documents=(*others, document), replay=None, preview=None)
    state = replace(state, hand=Hand(typed=state.hand.typed))
    if document.game.errors:
        fault = document.game.errors[0]
        state = toast(state, Say.RECORD_FAULT, Tone.ERROR, ply=fault.ply, token=fault.token, detail=fault)
    return state


def _remember(state: AppState, path: str, folder: str) -> Result:
    others = tuple(name for name in state.settings.recent_files if name != path)
    recent = (path, *others)[:MOST_RECENT_FILES]
    settings = with_values(state.settings, {"recent_files": recent, "last_folder": folder})
    return only(replace(state, settings=settings), SaveSettings(settings))


@handles(LoadFailed)
def load_failed(state: AppState, message: LoadFailed) -> Result:
    """Say why a file cannot be read; what came out of it before stays open."""
    if state.loading is None or state.loading.id != message.load_id:
        return only(state)
    state = _complete(state, message.load_id)
    if not message.name:
        return only(toast(state, Say.PASTE_UNREADABLE, Tone.ERROR, detail=message.detail))
    return only(toast(state, Say.CANNOT_OPEN, Tone.ERROR, name=message.name, detail=message.detail))


@handles(StopLoading)
def stop_loading(state: AppState, _message: StopLoading) -> Result:
    """Read no further; the games that have been read stay."""
    return only(state) if state.loading is None else only(_complete(state, state.loading.id), AbandonLoad())


def _complete(state: AppState, load_id: int) -> AppState:
    """The state with nothing more to come from a file."""
    state, document = replace(state, loading=None), state.find(load_id)
    if document is None or document.collection is None:
        return state
    return state.put(replace(document, collection=replace(document.collection, complete=True)))


# ---- Choosing and closing ----


@handles(ChooseGame)
def choose_game(state: AppState, message: ChooseGame) -> Result:
    """Show another game of the open file."""
    document = state.document
    if document.collection is None or not 0 <= message.index < len(document.games):
        return only(state)
    collection = replace(document.collection, index=message.index)
    game = document.games[message.index].unpack()
    return only(opened(state, _document(document.id, game, collection)))


@handles(CloseRecord)
def close_record(state: AppState, _message: CloseRecord) -> Result:
    """Close the document on the board, so that the one beneath it is there; the last game stays.

    In a game that is played, the notes are closed first.
    """
    document, panel = state.document, None if state.panel is Panel.GAME_LIST else state.panel
    state = replace(state, panel=panel, replay=None, preview=None, hand=Hand(typed=state.hand.typed))
    if document.play is not None and state.notes:
        return only(replace(state, notes=False))
    others = [other for other in state.documents[:-1] if other.play is not None]
    if document.play is not None and (not others or document.play.end is None):
        return only(state)
    closed = state.without(document.id)
    closed, _ = turn_board(replace(closed, flipped=closed.document.player_side == BLACK))
    if state.loading is None or state.loading.id != document.id:
        return only(closed)
    return only(replace(closed, loading=None), AbandonLoad())  # or its next games would open it again


@handles(ShowDocument)
def show_document(state: AppState, message: ShowDocument) -> Result:
    """Put another open document on the board; the one that was there lies beneath it."""
    document = state.find(message.document_id)
    if document is None:
        return only(state)
    state = replace(state.on_top(document), panel=None, replay=None, preview=None)
    return only(replace(state, hand=Hand(typed=state.hand.typed)))

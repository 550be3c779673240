"""The panel of the library, and what is done with the player's own games."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.handlers.desk import loading, open_panel
from xiangqi.app.handlers.dispatch import confirmed, handles
from xiangqi.app.handlers.files.saving import ask_name, list_folder
from xiangqi.app.handlers.playing.result import Result, asked, only, toast
from xiangqi.app.messages.events import LibraryFailed
from xiangqi.app.messages.intents import OpenPanel
from xiangqi.app.messages.library_effects import DeleteStored, ExportStored, ListOwnGames, LoadFound
from xiangqi.app.messages.library_events import ExportInTheWay, LibraryChanged, OwnGamesListed, StoredExported
from xiangqi.app.messages.library_intents import (
    ChooseOwnGame,
    DeleteOwnGame,
    ExportGames,
    ExportTo,
    OpenLibrary,
    OpenStoredGame,
)
from xiangqi.app.model.game.transcript import told_names
from xiangqi.app.model.library_state import LibraryPage, OwnGamesList
from xiangqi.app.model.say import Say
from xiangqi.app.model.state import AppState, Panel, Tone
from xiangqi.library.library import NAME
from xiangqi.records.files import WRITTEN_SUFFIXES

_OWN_PAGES = (LibraryPage.GAMES, LibraryPage.FIGURES)


@handles(OpenLibrary)
def open_library(state: AppState, message: OpenLibrary) -> Result:
    """Show a page of the library."""
    state = replace(state, library=replace(state.library, page=message.page))
    state, effects = open_panel(state, OpenPanel(Panel.LIBRARY))
    if message.page is LibraryPage.IMPORT:
        effects = (*effects, list_folder(state, None))
    return state, effects


def advance(state: AppState) -> Result:
    """Time passes: the player's own games are listed anew where they are shown and have changed."""
    own = state.library.own
    shown = state.panel is Panel.LIBRARY and state.library.page in _OWN_PAGES
    if not (shown and own.stale):
        return only(state)
    own = replace(own, ask_id=state.next_id, stale=False)
    return only(_with(replace(state, next_id=state.next_id + 1), own), ListOwnGames(own.ask_id))


def _with(state: AppState, own: OwnGamesList) -> AppState:
    return replace(state, library=replace(state.library, own=own))


@handles(OwnGamesListed)
def own_games_listed(state: AppState, message: OwnGamesListed) -> Result:
    """Show the list; the choice stays where its game is still there."""
    own = state.library.own
    if own.ask_id != message.ask_id:
        return only(state)
    own = replace(own, games=message.games, statistics=message.statistics, failure=message.failure)
    return only(_with(state, own if own.find(own.chosen) else replace(own, chosen=0)))


@handles(LibraryChanged)
def library_changed(state: AppState, _message: LibraryChanged) -> Result:
    """What is shown of the library is asked for again."""
    state = _with(state, replace(state.library.own, stale=True))
    explorer = state.library.explorer
    if explorer is not None:
        state = replace(state, library=replace(state.library, explorer=replace(explorer, asked=None)))
    return only(state)


@handles(LibraryFailed)
def library_failed(state: AppState, message: LibraryFailed) -> Result:
    """Tell what could not be done with the library."""
    say = Say.LIBRARY_FAILED if message.lost_game else Say.LIBRARY_REFUSED
    return only(toast(state, say, Tone.ERROR, detail=message.detail))


@handles(ChooseOwnGame)
def choose_own_game(state: AppState, message: ChooseOwnGame) -> Result:
    """Mark a game of the list."""
    return only(_with(state, replace(state.library.own, chosen=message.number)))


@handles(OpenStoredGame)
def open_stored_game(state: AppState, message: OpenStoredGame) -> Result:
    """Begin to read a game of the library."""
    state, load_id = loading(state, NAME)
    if message.review:
        state = replace(state, library=replace(state.library, review_load=load_id))
    return only(state, LoadFound(load_id, ((message.number, message.ply),)))


@handles(DeleteOwnGame)
def delete_own_game(state: AppState, message: DeleteOwnGame) -> Result:
    """Ask first: what is deleted is gone."""
    game = state.library.own.find(message.number)
    if game is None:
        return only(state)
    date = game.played.ended[:16].replace("T", " ")
    return asked(state, Say.ASK_DELETE_GAME, message, name=told_names(game.red, game.black), date=date)


@confirmed(DeleteOwnGame)
def delete_own_game_now(state: AppState, message: DeleteOwnGame) -> Result:
    """Delete it."""
    return only(state, DeleteStored((message.number,)))


@handles(ExportGames)
def export_games(state: AppState, message: ExportGames) -> Result:
    """Ask for a folder, a name and a format."""
    if not message.numbers:
        return only(state)
    state = replace(state, library=replace(state.library, exporting=message.numbers))
    return ask_name(state, panel=Panel.EXPORT)


@handles(ExportTo)
def export_to(state: AppState, message: ExportTo) -> Result:
    """Write games into a file."""
    path = message.path
    if path.suffix.lower() not in WRITTEN_SUFFIXES:
        path = path.with_name(f"{path.name}.pgn")
    if state.folder.path is not None:
        path = state.folder.path / path
    order = ExportStored(message.numbers, path, state.settings.notation, message.overwrite)
    return only(replace(state, panel=None), order)


@handles(ExportInTheWay)
def export_in_the_way(state: AppState, message: ExportInTheWay) -> Result:
    """Ask whether an existing file may go; another name can be given as well."""
    again = ExportTo(message.path, message.numbers, overwrite=True)
    return asked(replace(state, panel=Panel.EXPORT), Say.ASK_OVERWRITE, again, name=message.path.name)


@handles(StoredExported)
def stored_exported(state: AppState, message: StoredExported) -> Result:
    """Say where the file is, and what of the games is not in it."""
    if message.missing:
        missing = ",".join(message.missing)
        return only(toast(state, Say.SAVED_WITHOUT, Tone.ERROR, name=message.path, missing=missing))
    return only(toast(state, Say.EXPORTED, count=message.count, name=message.path))

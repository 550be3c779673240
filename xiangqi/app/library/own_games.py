"""The library panel and the actions on the player's own games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from xiangqi.app.event import Tick, Tone
from xiangqi.app.game.resuming import AnswerResume, answer_resume
from xiangqi.app.intent import Help, Intent
from xiangqi.app.library.asks import (
    DeleteStored,
    ExportInTheWay,
    ExportStored,
    ListOwnGames,
    OwnGamesListed,
    PrepareSearch,
    StoredExported,
)
from xiangqi.app.library.masters import libraries_of
from xiangqi.app.library.state import LibraryPage, LibraryState, OwnGamesList, page_shown
from xiangqi.app.records.asks_reading import LoadFound
from xiangqi.app.records.loading import ShowDocument, loading, show_document
from xiangqi.app.records.saving import ask_name, list_folder, saved_without
from xiangqi.app.session.dispatch import confirmed, handles, hears
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.session.panels import ClosePanel, OpenPanel, PanelTurned, close_panel, open_panel
from xiangqi.app.session.places import inside_page, page_called
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.transcript import told_names
from xiangqi.app.session.transition import Result, asked, done, toast
from xiangqi.app.session.under_way import under_way
from xiangqi.i18n.message import Message
from xiangqi.library.masters import Whose
from xiangqi.library.said_dates import said_date
from xiangqi.records.files import WRITTEN_SUFFIXES
from xiangqi.resources import LIBRARY_NAME

_LISTING: Final = (Panel.LIBRARY, Panel.FOUND_GAMES, Panel.GAME_LIST, Panel.START, Panel.NEW_GAME, Panel.RATING)
"""The pages that show the player's own games."""


@dataclass(frozen=True)
class OpenLibrary(Intent, allowed_in_editor=True):
    """Open the library panel on a page."""

    page: LibraryPage


@handles(OpenLibrary)
def open_library(state: AppState, intent: OpenLibrary) -> Result:
    """Show a page of the library panel, or the results of the last search."""
    if intent.page is LibraryPage.FOUND:
        return open_panel(state, OpenPanel(Panel.FOUND_GAMES))
    library = replace(state.part(LibraryState), page=intent.page)
    if intent.page is LibraryPage.STARRED:
        library = replace(library, starred=None)  # so that those that have lost their star go
    state = state.with_part(library)
    return open_panel(state, OpenPanel(Panel.LIBRARY))


def _is_another_page(state: AppState) -> bool:
    return state.panel is Panel.LIBRARY and page_shown(state) is not LibraryPage.GAMES


@inside_page("games.source.games", when=_is_another_page)
def back_to_own_games(state: AppState) -> Result:
    """Show the page of the player's own games."""
    return open_library(state, OpenLibrary(LibraryPage.GAMES))


@page_called(Panel.LIBRARY)
def search_form(state: AppState) -> Message | None:
    """Return the title of the search form, to which its results lead back; None on other pages."""
    return Message("search.title") if state.part(LibraryState).page is LibraryPage.SEARCH else None


def _searches_for_a_position(state: AppState) -> bool:
    return page_shown(state) is LibraryPage.SEARCH and state.document.mode.arranges


@inside_page("editor.title", when=_searches_for_a_position, elsewhere=True)
def back_to_position(state: AppState) -> Result:
    """Show the position that is being set up, from which the search was opened."""
    return close_panel(state, ClosePanel())


@hears(PanelTurned)
def panel_turned(state: AppState, _notice: PanelTurned) -> Result:
    """Prepare the search when the panel opens, and list a folder for its page about importing."""
    if page_shown(state) is None:
        return done(state)
    imports = page_shown(state) is LibraryPage.IMPORT
    return done(state, PrepareSearch(), *((list_folder(state, None),) if imports else ()))


@hears(Tick)
def renew_list(state: AppState, _event: Tick) -> Result:
    """Request the list of the player's own games again if it has changed and a page shows it."""
    own = state.part(LibraryState).own
    return _renewed(state) if state.panel in _LISTING and own.stale else done(state)


@dataclass(frozen=True)
class AskOwnGames(Intent, allowed_in_editor=True):
    """Ask for the list of the player's own games, unless it is up to date."""


@handles(AskOwnGames)
def ask_own_games(state: AppState, _intent: AskOwnGames) -> Result:
    return _renewed(state) if state.part(LibraryState).own.stale else done(state)


def _renewed(state: AppState) -> Result:
    """Ask for the list again."""
    own = replace(state.part(LibraryState).own, ask_id=state.next_id, stale=False)
    return done(_with_own_games(replace(state, next_id=state.next_id + 1), own), ListOwnGames(own.ask_id))


def _with_own_games(state: AppState, own: OwnGamesList) -> AppState:
    return state.with_part(replace(state.part(LibraryState), own=own))


@handles(OwnGamesListed)
def own_games_listed(state: AppState, event: OwnGamesListed) -> Result:
    """Show the list if it is the latest requested."""
    own = state.part(LibraryState).own
    if own.ask_id != event.ask_id:
        return done(state)
    own = replace(
        own,
        games=event.games,
        statistics=event.statistics,
        failure=event.failure,
        total=event.total,
        stars=event.stars,
    )
    return done(_with_own_games(state, own))


@hears(LibraryChanged)
def library_changed(state: AppState, _event: LibraryChanged) -> Result:
    """Mark the list and the explorer's answer as out of date, so that they are requested again."""
    state = _with_own_games(state, replace(state.part(LibraryState).own, stale=True))
    explorer = state.part(LibraryState).explorer
    if explorer is not None:
        state = state.with_part(replace(state.part(LibraryState), explorer=replace(explorer, asked=None)))
    return done(state)


@dataclass(frozen=True)
class OpenStoredGame(Intent, allowed_in_editor=True, helps=Help.RECORDS, opens_record=True):
    """Put a game of the library on the board."""

    number: int  # the game's number in the library
    ply: int = 0  # the position to show
    review: bool = False  # whether to start or show its review at once
    decisive: bool = False  # whether the review begins with the player's costliest mistake
    of_masters: bool = False  # whether the number is that of a game of masters


@handles(OpenStoredGame)
def open_stored_game(state: AppState, intent: OpenStoredGame) -> Result:
    """Start reading a game of the library."""
    state, load_id = loading(state, LIBRARY_NAME)
    if intent.review:
        library = replace(state.part(LibraryState), review_load=load_id, decisive=intent.decisive)
        state = state.with_part(library)
    libraries = libraries_of(state, Whose.MASTERS if intent.of_masters else Whose.OWN)
    return done(state, LoadFound(load_id, ((intent.number, intent.ply),), libraries=libraries))


@dataclass(frozen=True)
class ContinueStored(Intent, allowed_in_editor=True):
    """Continue an unfinished game of the library with the players and the rules that it had."""

    number: int  # the game's number in the library


def to_board(number: int, result: str) -> OpenStoredGame | ContinueStored:
    """Return the intent of a click on a game of the player's library, given its number and result.

    An unfinished game is continued, and any other is opened as a record. An unfinished game without known
    terms, such as an imported one, is opened as a record as well once it has been read.
    """
    return ContinueStored(number) if result == "*" else OpenStoredGame(number)


@handles(ContinueStored)
def continue_stored(state: AppState, intent: ContinueStored) -> Result:
    """Start reading the game; it goes on once it has been read.

    If it has been continued already, and is beneath the document on the board or still offered, it is only
    brought back.
    """
    left, offer = state.left_game, state.resume
    if left is not None and left.play is not None and left.play.continues == intent.number:
        return show_document(state, ShowDocument(left.id))
    if left is None and offer is not None and offer.play.continues == intent.number:
        return answer_resume(state, AnswerResume(True))
    state, load_id = loading(state, LIBRARY_NAME)
    state = state.with_part(replace(state.part(LibraryState), resume_load=load_id))
    return done(state, LoadFound(load_id, ((intent.number, 0),), libraries=libraries_of(state, Whose.OWN)))


@dataclass(frozen=True)
class DeleteOwnGame(Intent, allowed_in_editor=True):
    """Delete a game from the library, after asking for confirmation."""

    number: int


@handles(DeleteOwnGame)
def delete_own_game(state: AppState, intent: DeleteOwnGame) -> Result:
    """Ask for confirmation, since a deleted game cannot be restored."""
    game = state.part(LibraryState).own.find(intent.number)
    if game is None:
        return done(state)
    date = said_date(game.played.ended, state.today, timed=True)
    names = told_names(game.red, game.black, game.played.side)
    return asked(state, Message("ask.delete_game", name=names, date=date), intent)


@confirmed(DeleteOwnGame)
def delete_own_game_now(state: AppState, intent: DeleteOwnGame) -> Result:
    """Delete the game."""
    return done(state, DeleteStored((intent.number,)))


@under_way(OpenStoredGame)
@under_way(ContinueStored)
def is_opening(state: AppState) -> bool:
    """Return whether a game of the library is being read."""
    return state.loading is not None and state.loading.name == LIBRARY_NAME


@dataclass(frozen=True)
class ExportGames(Intent, allowed_in_editor=True):
    """Choose a file to which to export library games."""

    numbers: tuple[int, ...]  # the games' numbers, in the order in which they are written


@handles(ExportGames)
def export_games(state: AppState, intent: ExportGames) -> Result:
    """Ask for a folder, a name and a format."""
    if not intent.numbers:
        return done(state)
    state = state.with_part(replace(state.part(LibraryState), exporting=intent.numbers))
    return ask_name(state, panel=Panel.EXPORT)


@dataclass(frozen=True)
class ExportTo(Intent, allowed_in_editor=True):
    """Write library games in the format given by the file name, asking for confirmation if the file exists."""

    path: Path  # relative to the panel's folder; ``.pgn`` is added to unknown suffixes
    numbers: tuple[int, ...]  # the games' numbers
    overwrite: bool = False  # whether to replace an existing file without asking


@handles(ExportTo)
def export_to(state: AppState, intent: ExportTo) -> Result:
    """Have games written to a file, as PGN if its suffix is unknown."""
    path = intent.path
    if path.suffix.lower() not in WRITTEN_SUFFIXES:
        path = path.with_name(f"{path.name}.pgn")
    if state.folder.path is not None:
        path = state.folder.path / path
    order = ExportStored(intent.numbers, path, state.settings.notation, intent.overwrite)
    return done(replace(state, panel=None), order)


@handles(ExportInTheWay)
def export_in_the_way(state: AppState, event: ExportInTheWay) -> Result:
    """Ask whether to replace the existing file; another name can be given as well."""
    again = ExportTo(event.path, event.numbers, overwrite=True)
    return asked(replace(state, panel=Panel.EXPORT), Message("ask.overwrite", name=event.path.name), again)


@handles(StoredExported)
def stored_exported(state: AppState, event: StoredExported) -> Result:
    """Report where the file is, and which parts of the games are missing from it."""
    if event.missing:
        return done(toast(state, saved_without(event.path, event.missing), Tone.ERROR))
    return done(toast(state, Message("toast.exported", count=event.count, name=str(event.path))))

"""Searches the library by names, dates and results, and by the position on the board."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.editor.mode import editor_of
from xiangqi.app.event import Tone
from xiangqi.app.intent import Help, Intent
from xiangqi.app.library.listing import list_found
from xiangqi.app.library.masters import libraries_of
from xiangqi.app.library.own_games import OpenLibrary, open_library
from xiangqi.app.library.state import BoardSearch, GameSearch, LibraryPage, LibraryState
from xiangqi.app.session import view
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done, toast
from xiangqi.app.session.under_way import under_way
from xiangqi.errors import LibraryError
from xiangqi.fen import parse_fen
from xiangqi.i18n.message import Message
from xiangqi.library.query import check, scan_of


@dataclass(frozen=True)
class ChangeSearch(Intent, allowed_in_editor=True):
    """Change the search form."""

    search: GameSearch


@handles(ChangeSearch)
def change_search(state: AppState, intent: ChangeSearch) -> Result:
    """Store the contents of the search form."""
    return done(state.with_part(replace(state.part(LibraryState), search=intent.search)))


@dataclass(frozen=True)
class FindGames(Intent, allowed_in_editor=True, helps=Help.RECORDS, opens_record=True):
    """Search for the games described by the form, and list them."""


@under_way(FindGames)
def is_searching(state: AppState) -> bool:
    """Return whether the games that were searched for are being read."""
    library = state.part(LibraryState)
    is_awaited = library.masters.share is not None and isinstance(library.masters.then, FindGames)
    return is_awaited or (library.found is not None and not library.found.complete)


@handles(FindGames)
def find_games(state: AppState, intent: FindGames) -> Result:
    """List the matching games, or report why the board cannot be searched for."""
    editor, search = editor_of(state), state.part(LibraryState).search
    position = editor.position if editor is not None else parse_fen(view.snapshot(state).fen)
    query = search.query(position, editor.empty if editor is not None else frozenset())
    if search.board is not BoardSearch.NOTHING and not (position.placement or query.part):
        return done(toast(state, Message("toast.no_pieces")))
    try:
        check(query)
        if query.looks_at_boards:
            scan_of(query)
    except LibraryError as error:
        return done(toast(state, Message("toast.cannot_search", detail=str(error)), Tone.ERROR))
    libraries = libraries_of(state, search.whose)
    return list_found(state, query, libraries, intent)


@dataclass(frozen=True)
class SearchByPosition(Intent, allowed_in_editor=True):
    """Open the search form, set to search for the position on the board."""


@handles(SearchByPosition)
def search_by_position(state: AppState, _intent: SearchByPosition) -> Result:
    """Open the form; a way of searching for the board that was chosen before is kept."""
    library = state.part(LibraryState)
    search = library.search
    if search.board is BoardSearch.NOTHING:
        search = replace(search, board=BoardSearch.POSITION)
    state = state.with_part(replace(library, search=search))
    return open_library(state, OpenLibrary(LibraryPage.SEARCH))

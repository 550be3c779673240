"""Lists of library games, read while they are on screen: all, the masters', the starred and those found.

Listing games changes no document: a game comes on the board when it is opened.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.event import Tick
from xiangqi.app.intent import Intent
from xiangqi.app.library.asks import PutStar, StarsChanged
from xiangqi.app.library.asks_listing import FoundRead, ListFound, StopListing
from xiangqi.app.library.masters import has_masters, libraries_of, make_masters
from xiangqi.app.library.state import FoundGames, LibraryPage, LibraryState, page_shown
from xiangqi.app.records.asks_reading import ListStored
from xiangqi.app.session.busy import busy_when
from xiangqi.app.session.dispatch import handles, hears
from xiangqi.app.session.events import LibraryChanged
from xiangqi.app.session.panels import OpenPanel, open_panel
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.transition import Result, done, toast
from xiangqi.i18n.message import Message
from xiangqi.library import Query
from xiangqi.library.masters import Libraries, Whose


def list_found(state: AppState, query: Query, libraries: Libraries, intent: Intent) -> Result:
    """Show the games that a query finds in some libraries, in place of those of the last search.

    The masters' games are made first if they have not been; the list says so meanwhile.

    Args:
        state: the state.
        query: the query.
        libraries: the libraries.
        intent: the request for the list, which is repeated once the masters' games are made.
    """
    found = FoundGames(query, 0, libraries=libraries)
    if has_masters(state, libraries):
        state, effects = _asked(state, LibraryPage.FOUND, found)
    else:
        state, effects = make_masters(_with_list(_without_others(state), LibraryPage.FOUND, found), intent)
    state, more = open_panel(state, OpenPanel(Panel.FOUND_GAMES))
    return state, (*effects, *more)


@handles(ListStored)
def list_stored(state: AppState, intent: ListStored) -> Result:
    """List the games that another feature asks for; the masters' are made first if they have not been."""
    libraries = libraries_of(state, Whose.MASTERS if intent.of_masters else Whose.OWN)
    return list_found(state, intent.query, libraries, intent)


def shown_games(state: AppState) -> FoundGames | None:
    """Return the games of the library that are shown, None if the page shows something else."""
    page = page_shown(state)
    return None if page is None else lists_of(state.part(LibraryState)).get(page)


def lists_of(library: LibraryState) -> dict[LibraryPage, FoundGames | None]:
    """Return the lists that are read from the library, by their pages; None for one that was never read."""
    return {
        LibraryPage.WHOLE: library.whole,
        LibraryPage.MASTERS: library.of_masters,
        LibraryPage.FOUND: library.found,
        LibraryPage.STARRED: library.starred,
    }


def _asked(state: AppState, page: LibraryPage, wanted: FoundGames) -> Result:
    """Ask for games again, meanwhile showing those that were read before."""
    before = lists_of(state.part(LibraryState))[page]
    state, ask_id = _without_others(state), state.next_id
    state = replace(state, next_id=ask_id + 1)
    asked = FoundGames(wanted.query, ask_id, wanted.numbers, wanted.libraries)
    if before is not None and (before.query, before.libraries) == (asked.query, asked.libraries):
        asked = replace(asked, games=before.games, stored=before.stored, earlier=True)
    order = ListFound(ask_id, asked.query, asked.numbers, asked.libraries)
    return done(_with_list(state, page, asked), order)


def _with_list(state: AppState, page: LibraryPage, games: FoundGames) -> AppState:
    library = state.part(LibraryState)
    if page is LibraryPage.WHOLE:
        return state.with_part(replace(library, whole=games))
    if page is LibraryPage.MASTERS:
        return state.with_part(replace(library, of_masters=games))
    if page is LibraryPage.FOUND:
        return state.with_part(replace(library, found=games))
    return state.with_part(replace(library, starred=games))


def _held(state: AppState) -> list[tuple[LibraryPage, FoundGames]]:
    lists = lists_of(state.part(LibraryState))
    return [(page, games) for page, games in lists.items() if games is not None]


def _without_others(state: AppState) -> AppState:
    """Return the state in which no list waits for more: only one is read at a time."""
    for page, games in _held(state):
        if not games.complete:
            state = _with_list(state, page, replace(games, complete=True, stale=True))
    return state


@hears(Tick)
def renew_shown(state: AppState, _event: Tick) -> Result:
    """Ask for the list that is shown if it was never read, or games have changed since."""
    page, lists = page_shown(state), lists_of(state.part(LibraryState))
    if page is None or page not in lists:
        return done(state)
    games = lists[page]
    if page is LibraryPage.MASTERS:
        return _masters(state, games)
    if games is not None and not games.stale:
        return done(state)
    if page is LibraryPage.STARRED:
        return _starred(state)
    if games is not None:
        return _asked(state, page, games)
    return _asked(state, page, FoundGames(Query(), 0)) if page is LibraryPage.WHOLE else done(state)


def _masters(state: AppState, games: FoundGames | None) -> Result:
    """Ask for the masters' games, made first if they have not been; do nothing if they have been read."""
    libraries = libraries_of(state, Whose.MASTERS)
    if not has_masters(state, libraries):
        return make_masters(state)
    if games is not None and games.libraries == libraries and not games.stale:
        return done(state)
    return _asked(state, LibraryPage.MASTERS, FoundGames(Query(twins=True), 0, libraries=libraries))


def _starred(state: AppState) -> Result:
    """Ask for the games with a star, once their numbers are known."""
    own = state.part(LibraryState).own
    if own.stale or (own.statistics is None and not own.failure):
        return done(state)
    if not own.stars:
        return done(_with_list(state, LibraryPage.STARRED, FoundGames(Query(), 0, complete=True)))
    return _asked(state, LibraryPage.STARRED, FoundGames(Query(), 0, tuple(sorted(own.stars, reverse=True))))


@dataclass(frozen=True)
class StarGame(Intent, allowed_in_editor=True):
    """Give a game of the library a star, or remove its star."""

    number: int
    starred: bool = True


@handles(StarGame)
def star_game(state: AppState, intent: StarGame) -> Result:
    """Add or remove a star at once; an unstarred game stays in the starred list until that is reopened."""
    own = state.part(LibraryState).own
    stars = own.stars | {intent.number} if intent.starred else own.stars - {intent.number}
    return done(_with_stars(state, stars), PutStar(intent.number, intent.starred))


@handles(StarsChanged)
def stars_changed(state: AppState, event: StarsChanged) -> Result:
    """Show the stars that the library has."""
    return done(_with_stars(state, event.stars))


def _with_stars(state: AppState, stars: frozenset[int]) -> AppState:
    library = state.part(LibraryState)
    return state.with_part(replace(library, own=replace(library.own, stars=stars)))


@handles(FoundRead)
def found_read(state: AppState, event: FoundRead) -> Result:
    """Add games to the list that waits for them."""
    for page, games in _held(state):
        if games.ask_id != event.ask_id or games.complete:
            continue
        if games.earlier:
            games = replace(games, games=(), stored=(), earlier=False)
        more = replace(
            games,
            games=(*games.games, *event.games),
            stored=(*games.stored, *event.stored),
            complete=event.complete,
            share=event.share,
            failure=event.failure,
        )
        state = _with_list(state, page, more)
        if event.complete and not (more.games or more.failure) and page is LibraryPage.FOUND:
            return done(toast(state, Message("toast.nothing_found")))
    return done(state)


@hears(LibraryChanged)
def lists_changed(state: AppState, _event: LibraryChanged) -> Result:
    """Mark all lists but the masters' as out of date; they are read again when they are shown."""
    for page, games in _held(state):
        if page is not LibraryPage.MASTERS:
            state = _with_list(state, page, replace(games, stale=True))
    return done(state)


@dataclass(frozen=True)
class StopFinding(Intent, allowed_in_editor=True):
    """Stop reading games for a list, keeping those read so far."""


@handles(StopFinding)
def stop_finding(state: AppState, _intent: StopFinding) -> Result:
    """Stop reading, and keep the games read so far."""
    for page, games in _held(state):
        state = _with_list(state, page, replace(games, complete=True))
    return done(state, StopListing())


@busy_when
def is_listing(state: AppState) -> bool:
    """Return whether games of the library are being read for a list."""
    return any(not games.complete for _, games in _held(state))

"""The explorer: the moves played from the position on the board, queried whenever the position changes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.event import Tick
from xiangqi.app.game.help_given import goes_along, helped
from xiangqi.app.game.notices import GameBegun, GameEnded
from xiangqi.app.intent import Help, Intent
from xiangqi.app.library.asks import AskExplorer, Explored
from xiangqi.app.library.listing import list_found
from xiangqi.app.library.masters import has_masters, libraries_of, look_for_masters, make_masters
from xiangqi.app.library.state import COUNTED, Explorer, GameFilter, LibraryState
from xiangqi.app.records.going import at_first, show_page
from xiangqi.app.records.openings_board import openings_board, with_line
from xiangqi.app.session import analysed, view
from xiangqi.app.session.dispatch import announce, handles, hears
from xiangqi.app.session.mode import OpeningsBoard, Unrated
from xiangqi.app.session.notices import ExplorerOpened
from xiangqi.app.session.places import PlacePage
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, chain, done, toast
from xiangqi.board import Move
from xiangqi.i18n.message import Message
from xiangqi.library.masters import Libraries, Whose
from xiangqi.openings import CODES, moves_of


@dataclass(frozen=True)
class ToggleExplorer(Intent, allowed_in_editor=False, on_board=True, helps=Help.ENGINE):
    """Show or hide the moves played from the position on the board."""


@handles(ToggleExplorer)
def toggle_explorer(state: AppState, _intent: ToggleExplorer) -> Result:
    """Open the explorer with its last filter, closing whatever covers it; close it if it is visible already."""
    library, covered = state.part(LibraryState), state.coaching.insight is not None
    explorer = Explorer(library.filter) if library.explorer is None or covered else None
    if explorer is not None and not analysed.is_fair(state):
        return done(toast(state, Message("toast.no_analysis")))
    coaching = replace(state.coaching, insight=None)
    state = replace(state, coaching=coaching, panel=None).with_part(replace(library, explorer=explorer))
    return done(state) if explorer is None else announce(state, ExplorerOpened())


@dataclass(frozen=True)
class FillExplorer(Intent, allowed_in_editor=False):
    """Open the explorer unasked, where it has a column of its own."""


@handles(FillExplorer)
def fill_explorer(state: AppState, _intent: FillExplorer) -> Result:
    """Open the explorer with its last filter, where that is fair, without a question or a message."""
    library = state.part(LibraryState)
    if library.explorer is not None or not analysed.is_fair(state):
        return done(state)
    explorer = Explorer(library.filter, by_place=state.mode(OpeningsBoard) is not None)
    return announce(state.with_part(replace(library, explorer=explorer)), ExplorerOpened())


@dataclass(frozen=True)
class ShowOpening(Intent, allowed_in_editor=True, helps=Help.RECORDS):
    """Show the moves of an opening in Openings, with the moves played after them."""

    code: str  # one of openings.CODES


@handles(ShowOpening)
def show_opening(state: AppState, intent: ShowOpening) -> Result:
    """Go to the explorer of Openings with the moves on its board; an unknown code shows nothing."""
    if intent.code not in CODES:
        return done(state)
    state, board = openings_board(with_line(state, moves_of(intent.code)))
    return chain(state, lambda state: show_page(state, PlacePage(None, board.id)), at_first)


@hears(GameBegun)
def game_begun(state: AppState, _notice: GameBegun) -> Result:
    """Close the explorer, which would help the players, unless the game is only watched."""
    return done(state if state.play.setup.is_watched else _closed(state))


@hears(GameEnded, when=lambda state, _notice: state.document.id == state.current_game.id)
def game_ended(state: AppState, _notice: GameEnded) -> Result:
    """Close the explorer, which would cover the card about the end."""
    return done(_closed(state))


def _closed(state: AppState) -> AppState:
    return state.with_part(replace(state.part(LibraryState), explorer=None))


@dataclass(frozen=True)
class FilterExplorer(Intent, allowed_in_editor=False):
    """Change the filter of the games that the explorer counts."""

    filter: GameFilter


@handles(FilterExplorer)
def filter_explorer(state: AppState, intent: FilterExplorer) -> Result:
    """Store the filter for the open explorer, and for its next opening."""
    library = replace(state.part(LibraryState), filter=intent.filter)
    if library.explorer is not None:
        library = replace(library, explorer=replace(library.explorer, filter=intent.filter))
    return done(state.with_part(library))


@hears(Tick)
def follow_board(state: AppState, _event: Tick) -> Result:
    """Query the library for the position on the board unless that has been done.

    The explorer opens by itself on the board of Openings. It closes where it would be unfair, and when another
    game that is being played comes to the board.
    """
    explorer = state.part(LibraryState).explorer
    at_place = state.panel is None and state.mode(OpeningsBoard) is not None
    if explorer is None and at_place:
        state, effects = fill_explorer(state, FillExplorer())
        return state, (*effects, *look_for_masters(state))
    if explorer is None or state.replay is not None or state.document.mode.arranges:
        return done(state)
    if not analysed.is_fair(state) or not goes_along(state, explorer.document_id):
        return done(_closed(state))
    if explorer.by_place and state.mode(OpeningsBoard) is None:
        return done(_closed(state))
    explorer = replace(explorer, document_id=state.document.id)
    state = _with_explorer(helped(state, Unrated.ANALYSIS), explorer)
    query = explorer.filter.query(view.snapshot(state).fen)
    libraries = libraries_of(state, explorer.filter.whose)
    if explorer.filter == COUNTED and not has_masters(state, libraries):
        libraries = Libraries(own=False)  # the counts are enough
    if (query, libraries) == (explorer.asked, explorer.libraries):
        return done(state)
    if not has_masters(state, libraries):
        return make_masters(state)
    explorer = replace(explorer, asked=query, libraries=libraries, ask_id=state.next_id)
    state = _with_explorer(replace(state, next_id=state.next_id + 1), explorer)
    return done(state, AskExplorer(explorer.ask_id, query, libraries))


def _with_explorer(state: AppState, explorer: Explorer) -> AppState:
    return state.with_part(replace(state.part(LibraryState), explorer=explorer))


@handles(Explored)
def explored(state: AppState, event: Explored) -> Result:
    """Show an answer if it belongs to the latest question."""
    explorer = state.part(LibraryState).explorer
    if explorer is None or explorer.ask_id != event.ask_id:
        return done(state)
    return done(_with_explorer(state, replace(explorer, answer=event.answer)))


@dataclass(frozen=True)
class ListExplored(Intent, allowed_in_editor=False):
    """List all games that the explorer counts in the position on the board."""

    move: Move | None = None  # only those in which this move was played there


@handles(ListExplored)
def list_explored(state: AppState, intent: ListExplored) -> Result:
    """List the games that were counted; the library of masters' games is made first if necessary."""
    explorer = state.part(LibraryState).explorer
    if explorer is None or explorer.asked is None:
        return done(state)
    libraries = libraries_of(state, explorer.filter.whose)
    return list_found(state, replace(explorer.asked, move=intent.move), libraries, intent)


@dataclass(frozen=True)
class ListGamesHere(Intent, allowed_in_editor=False, helps=Help.RECORDS):
    """List the games that reached the position on the board, or its mirror image."""

    whose: Whose
    move: Move | None = None  # only those in which this move was played there


@handles(ListGamesHere)
def list_games_here(state: AppState, intent: ListGamesHere) -> Result:
    """List the games; the library of masters' games is made first if necessary."""
    libraries = libraries_of(state, intent.whose)
    query = replace(GameFilter().query(view.snapshot(state).fen), move=intent.move)
    return list_found(state, query, libraries, intent)

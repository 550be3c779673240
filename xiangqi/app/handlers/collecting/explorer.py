"""What was played from the position on the board: asked of the library whenever the position changes."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.handlers.desk import loading
from xiangqi.app.handlers.dispatch import handles
from xiangqi.app.handlers.playing.result import Result, only, toast
from xiangqi.app.handlers.playing.unrated import helped
from xiangqi.app.messages.library_effects import AskExplorer, LoadFound
from xiangqi.app.messages.library_events import Explored
from xiangqi.app.messages.library_intents import (
    FilterExplorer,
    ListExplored,
    ToggleExplorer,
)
from xiangqi.app.model import view
from xiangqi.app.model.analysis import analysed
from xiangqi.app.model.game.mode import Unrated
from xiangqi.app.model.library_state import Explorer
from xiangqi.app.model.say import Say
from xiangqi.app.model.state import AppState
from xiangqi.library.library import NAME


@handles(ToggleExplorer)
def toggle_explorer(state: AppState, _message: ToggleExplorer) -> Result:
    """Open it with the filter it had, or close it; what lies over it is closed."""
    library, covered = state.library, state.coaching.insight is not None
    explorer = Explorer(library.filter) if library.explorer is None or covered else None
    if explorer is not None and not analysed.is_fair(state):
        return only(toast(state, Say.NO_ANALYSIS))
    coaching = replace(state.coaching, insight=None)
    return only(replace(state, library=replace(library, explorer=explorer), coaching=coaching, panel=None))


@handles(FilterExplorer)
def filter_explorer(state: AppState, message: FilterExplorer) -> Result:
    """Count other games from now on."""
    library = replace(state.library, filter=message.filter)
    if library.explorer is not None:
        library = replace(library, explorer=replace(library.explorer, filter=message.filter))
    return only(replace(state, library=library))


def advance(state: AppState) -> Result:
    """Time passes: ask about the position on the board, unless that has been done."""
    explorer = state.library.explorer
    if explorer is None or state.replay is not None or state.editor is not None:
        return only(state)
    if not analysed.is_fair(state):
        return only(replace(state, library=replace(state.library, explorer=None)))
    state = helped(state, Unrated.ANALYSIS)
    query = explorer.filter.query(view.snapshot(state).fen)
    if query == explorer.asked:
        return only(state)
    explorer = replace(explorer, asked=query, ask_id=state.next_id)
    state = _with(replace(state, next_id=state.next_id + 1), explorer)
    return only(state, AskExplorer(explorer.ask_id, query))


def _with(state: AppState, explorer: Explorer) -> AppState:
    return replace(state, library=replace(state.library, explorer=explorer))


@handles(Explored)
def explored(state: AppState, message: Explored) -> Result:
    """Show the answer, if it is to what was asked last."""
    explorer = state.library.explorer
    if explorer is None or explorer.ask_id != message.ask_id:
        return only(state)
    return only(_with(state, replace(explorer, answer=message.answer)))


@handles(ListExplored)
def list_explored(state: AppState, _message: ListExplored) -> Result:
    """Begin to read all games that were counted."""
    explorer = state.library.explorer
    if explorer is None or explorer.asked is None:
        return only(state)
    state, load_id = loading(state, NAME)
    return only(state, LoadFound(load_id, query=explorer.asked))

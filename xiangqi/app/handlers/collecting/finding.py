"""Looking for games of the library: by names, dates and results, and by what stands on the board."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.handlers.desk import loading
from xiangqi.app.handlers.dispatch import handles
from xiangqi.app.handlers.playing.result import Result, only, toast
from xiangqi.app.messages.library_effects import LoadFound
from xiangqi.app.messages.library_events import MoreFound
from xiangqi.app.messages.library_intents import ChangeSearch, FindGames
from xiangqi.app.model import view
from xiangqi.app.model.library_state import BoardSearch
from xiangqi.app.model.say import Say
from xiangqi.app.model.state import AppState, Tone
from xiangqi.errors import LibraryError
from xiangqi.fen import parse_fen
from xiangqi.library.library import NAME
from xiangqi.library.query import check, scan_of


@handles(ChangeSearch)
def change_search(state: AppState, message: ChangeSearch) -> Result:
    """Keep what is filled in."""
    return only(replace(state, library=replace(state.library, search=message.search)))


@handles(FindGames)
def find_games(state: AppState, _message: FindGames) -> Result:
    """Begin to read the games that fit; of a board that cannot be looked for, say why not."""
    editor, search = state.editor, state.library.search
    position = editor.position if editor is not None else parse_fen(view.snapshot(state).fen)
    query = search.query(position, editor.empty if editor is not None else frozenset())
    if search.board is not BoardSearch.NOTHING and not (position.placement or query.part):
        return only(toast(state, Say.NO_PIECES))
    try:
        check(query)
        if query.looks_at_boards:
            scan_of(query)
    except LibraryError as error:
        return only(toast(state, Say.CANNOT_SEARCH, Tone.ERROR, detail=error))
    state, load_id = loading(state, NAME)
    return only(state, LoadFound(load_id, query=query))


@handles(MoreFound)
def more_found(state: AppState, message: MoreFound) -> Result:
    """Say that not all are listed."""
    return only(toast(state, Say.MORE_FOUND, listed=message.listed, count=message.count))

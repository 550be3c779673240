"""The library's games in the palette, found by players and events while the player types."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.library.asks import FindNamed, GamesNamed, PrepareSearch
from xiangqi.app.library.state import LibraryState
from xiangqi.app.session.dispatch import handles, hears
from xiangqi.app.session.notices import LookedFor
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.library.masters import Script


@hears(LookedFor)
def looked_for(state: AppState, notice: LookedFor) -> Result:
    """Ask the library for the games that the typed text names, and forget those found before."""
    text = notice.text.strip()
    state = state.with_part(replace(state.part(LibraryState), looked_for=text, named=(), masters_named=()))
    if not text:
        return done(state, PrepareSearch())
    return done(state, FindNamed(text, Script.of(state.settings.language))) if _tells(text) else done(state)


def _tells(text: str) -> bool:
    """Return whether a text is long enough for a name: one Chinese character, but two letters."""
    return len(text) > 1 or not text.isascii()


@handles(GamesNamed)
def games_named(state: AppState, event: GamesNamed) -> Result:
    """Keep the games if they belong to the text typed now."""
    library = state.part(LibraryState)
    if library.looked_for != event.text:
        return done(state)
    return done(state.with_part(replace(library, named=event.games, masters_named=event.masters)))

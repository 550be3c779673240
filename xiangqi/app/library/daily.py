"""The games of the day: masters' games that play one of the player's openings."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.intent import Intent
from xiangqi.app.library.asks import AskDaily, DailyChosen
from xiangqi.app.library.masters import has_masters, libraries_of
from xiangqi.app.library.state import LibraryState
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.library.masters import Script, Whose


@dataclass(frozen=True)
class WantDaily(Intent, allowed_in_editor=True):
    """Have the games of the day chosen, unless they have been."""

    codes: tuple[str, ...]  # the player's own openings; may be empty


@handles(WantDaily)
def want_daily(state: AppState, intent: WantDaily) -> Result:
    """Ask for the games of the day if the library of masters' games exists; it is not made for this."""
    known = state.part(LibraryState).daily
    if known is not None and (known.day, known.codes) == (state.today, intent.codes):
        return done(state)
    if not has_masters(state, libraries_of(state, Whose.MASTERS)):
        return done(state)
    return done(state, AskDaily(state.today, intent.codes, Script.of(state.settings.language)))


@handles(DailyChosen)
def daily_chosen(state: AppState, event: DailyChosen) -> Result:
    """Keep the games."""
    return done(state.with_part(replace(state.part(LibraryState), daily=event.daily)))

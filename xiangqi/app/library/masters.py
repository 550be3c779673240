"""The library of masters' games in a session, made when a request first needs it; the request then waits."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.event import Tone
from xiangqi.app.intent import Intent
from xiangqi.app.library.asks_masters import (
    LookForMasters,
    MakeMasters,
    MastersFound,
    MastersMade,
    MastersMaking,
    StopMasters,
)
from xiangqi.app.library.state import LibraryState, MastersFile
from xiangqi.app.session.busy import busy_when
from xiangqi.app.session.dispatch import handle, handles
from xiangqi.app.session.locks import Permission, access
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done, toast
from xiangqi.i18n.message import Message
from xiangqi.library.masters import Libraries, Script, Whose


def libraries_of(state: AppState, whose: Whose) -> Libraries:
    """Return the libraries of these games, with names in the script of the program's language."""
    return Libraries.of(whose, state.settings.language)


def has_masters(state: AppState, libraries: Libraries) -> bool:
    """Return whether the masters' games have been made, or are not wanted."""
    masters = state.part(LibraryState).masters
    return libraries.masters is None or (masters.is_made and masters.script is libraries.masters)


def make_masters(state: AppState, then: Intent | None = None) -> Result:
    """Begin to make the library unless that is under way, and note the intent to carry out afterwards.

    A failed attempt is only repeated for an intent.
    """
    masters = state.part(LibraryState).masters
    if masters.share is not None or (masters.failure and then is None):
        return done(_with_masters(state, replace(masters, then=then or masters.then)))
    make_id, script = state.next_id, Script.of(state.settings.language)
    state = replace(state, next_id=make_id + 1)
    state = _with_masters(state, MastersFile(script, make_id=make_id, share=0.0, then=then))
    return done(state, MakeMasters(make_id, script))


@dataclass(frozen=True)
class WantMasters(Intent, allowed_in_editor=False):
    """Have the library of masters' games made, so that lists and cards show them."""


@handles(WantMasters)
def want_masters(state: AppState, _intent: WantMasters) -> Result:
    """Have the library of masters' games made, even if an earlier attempt has failed."""
    masters = state.part(LibraryState).masters
    state = _with_masters(state, replace(masters, failure=""))
    return make_masters(state)


def look_for_masters(state: AppState) -> tuple[LookForMasters, ...]:
    """Return the question of whether the library has been made before; () if that is known."""
    masters, script = state.part(LibraryState).masters, Script.of(state.settings.language)
    if masters.share is not None or (masters.is_made and masters.script is script):
        return ()
    return (LookForMasters(script),)


@handles(MastersFound)
def masters_found(state: AppState, event: MastersFound) -> Result:
    """Note that the library exists, unless it is being made."""
    if state.part(LibraryState).masters.share is not None:
        return done(state)
    return done(_with_masters(state, MastersFile(event.script, is_made=True)))


def _with_masters(state: AppState, masters: MastersFile) -> AppState:
    return state.with_part(replace(state.part(LibraryState), masters=masters))


@handles(MastersMaking)
def masters_making(state: AppState, event: MastersMaking) -> Result:
    """Note the progress of the latest order."""
    masters = state.part(LibraryState).masters
    if masters.make_id != event.make_id or masters.share is None:
        return done(state)
    return done(_with_masters(state, replace(masters, share=event.share)))


@handles(MastersMade)
def masters_made(state: AppState, event: MastersMade) -> Result:
    """Carry out the waiting intent, unless a game begun since forbids it; or report a failure."""
    masters = state.part(LibraryState).masters
    if masters.make_id != event.make_id or masters.share is None:
        return done(state)
    if event.failure:
        state = _with_masters(state, replace(masters, share=None, failure=event.failure, then=None))
        return done(toast(state, Message("toast.masters_failed", detail=event.failure), Tone.ERROR))
    state = _with_masters(state, MastersFile(masters.script, is_made=True))
    then = masters.then
    if then is not None and then.helps is not None and access(state, then.helps) is not Permission.YES:
        return done(toast(state, Message("toast.after_the_game"), Tone.QUIET))
    return done(state) if then is None else handle(state, then)


@dataclass(frozen=True)
class StopMakingMasters(Intent, allowed_in_editor=True):
    """Stop making the library of masters' games."""


@handles(StopMakingMasters)
def stop_making_masters(state: AppState, _intent: StopMakingMasters) -> Result:
    """Stop making the library, and let the explorer count the player's own games again."""
    if not is_making_masters(state):
        return done(state)
    library = state.part(LibraryState)
    plain = replace(library.filter, whose=Whose.OWN)
    explorer = None if library.explorer is None else replace(library.explorer, filter=plain)
    search = replace(library.search, whose=Whose.OWN)
    library = replace(library, filter=plain, explorer=explorer, search=search, masters=MastersFile())
    return done(state.with_part(library), StopMasters())


@busy_when
def is_making_masters(state: AppState) -> bool:
    """Return whether the library of masters' games is being made."""
    return state.part(LibraryState).masters.share is not None

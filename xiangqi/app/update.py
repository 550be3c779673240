"""The transition of the session, ``update(state, input) -> (state, effects)``; pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app import features  # noqa: F401 - registers what every feature handles
from xiangqi.app.event import Input, Notify, Tick, Tone
from xiangqi.app.game import play
from xiangqi.app.intent import Help, Intent
from xiangqi.app.records import going, saving
from xiangqi.app.records.browse import GoBack, GoFirst, GoForward, GoLast
from xiangqi.app.session.closing import close_topmost
from xiangqi.app.session.dispatch import announce, confirm, handle, handles, is_available
from xiangqi.app.session.intents import AnalyseCopy, PutGameAside, UseHelp
from xiangqi.app.session.locks import COUNTS_AS, Permission, access
from xiangqi.app.session.notices import InputHandled
from xiangqi.app.session.places import Back
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.transition import Result, asked, done, toast, without
from xiangqi.core.constants import BLACK
from xiangqi.i18n.message import Message
from xiangqi.storage.settings import Settings


def initial_state(settings: Settings, today: str = "", *, begun: bool = True) -> AppState:
    """Return the session before any input: the setup of the player's last game, at its start.

    No engine is searching yet.

    Args:
        settings: the player's choices.
        today: the date in PGN form, such as 2026.01.31.
        begun: whether that game counts as begun; otherwise the choices of a new one are shown until one is.
    """
    setup = play.setup_from(settings)
    state = AppState(settings=settings, draft=setup, flipped=setup.human_side == BLACK, today=today)
    game = play.fresh_game(state, setup) if begun else play.no_game(state)
    state = replace(state, documents=(game,), next_id=state.next_id + 1)
    return going.noted(state, state) if begun else state


def update(state: AppState, message: Input) -> Result:
    """Return the state after an input, and the effects to perform.

    Args:
        state: unchanged.
        message: an intent of the player or an event.
    """
    if isinstance(message, Intent) and _is_out_of_reach(state, message):
        return done(state)
    if isinstance(message, Intent) and not is_available(state, message):
        return done(toast(state, Message(state.document.mode.refusal)))
    return _carried_out(state, message)


def _carried_out(state: AppState, message: Input) -> Result:
    """Return the result of an input; ask first, or refuse, if it would help in a game or lose changes."""
    kind = message.helps if isinstance(message, Intent) else None
    pasted = kind is Help.RECORDS and state.document.mode.arranges  # into the position being set up
    found = Permission.YES if kind is None or pasted else access(state, kind)
    if isinstance(message, Intent) and kind is not None and found is Permission.ASK:
        return asked(state, Message(f"ask.use_{kind.value}"), UseHelp(message))
    if isinstance(message, Intent) and found is Permission.AFTER_THE_GAME and message.opens_record:
        return asked(state, Message("ask.replace_game"), PutGameAside(message))
    if found is Permission.AFTER_THE_GAME:
        return done(toast(state, Message("toast.after_the_game"), Tone.QUIET))
    afresh = state  # each request asks about everything
    if state.saving.discarded:
        afresh = replace(state, saving=replace(state.saving, discarded=()))
    lost = saving.unsaved_document(afresh, message)
    if lost is not None and isinstance(message, Intent):
        return saving.ask_to_save(afresh, lost, message)
    copying = found is Permission.ANALYSE and not isinstance(message, AnalyseCopy)
    after, first = handle(state, AnalyseCopy()) if copying else done(state)
    after, effects = handle(after, message)
    after, more = announce(after, InputHandled(state))
    if isinstance(message, Intent):
        after = going.without_left_messages(state, after)
    return after, tuple(sorted(first + effects + more, key=lambda effect: not effect.goes_first))


@handles(UseHelp)
def use_help(state: AppState, intent: UseHelp) -> Result:
    """Note that the game does not count for the rating, and then carry out the request for help."""
    game, kind = state.own_game, intent.then.helps
    if game is not None and game.play is not None and kind is not None and game.play.end is None:
        why = COUNTS_AS[kind]
        if why not in game.play.unrated:
            state = state.put(game.with_play(replace(game.play, unrated=(*game.play.unrated, why))))
    return _carried_out(state, intent.then)


@handles(PutGameAside)
def put_game_aside(state: AppState, intent: PutGameAside) -> Result:
    """Leave the unfinished game for the library, and then carry out the request that it locked."""
    panel = state.panel
    state, effects = play.begin(state, play.no_game(state))
    state, more = _carried_out(replace(state, panel=panel), intent.then)
    return state, (*effects, *more)


def _is_out_of_reach(state: AppState, intent: Intent) -> bool:
    """Return whether an intent is for the board while a panel or question covers it.

    Beside the list of a file's games, the game on the board can be gone through.
    """
    if not intent.on_board or not state.is_board_covered:
        return False
    browses = isinstance(intent, GoFirst | GoBack | GoForward | GoLast)
    return not (browses and state.question is None and state.panel is Panel.GAME_LIST)


@handles(Tick)
def tick(state: AppState, event: Tick) -> Result:
    """Store the time, and drop expired toasts and refusals; features that depend on time hear the event."""
    now = event.now
    toasts = tuple(shown for shown in state.toasts if shown.until > now)
    if len(toasts) != len(state.toasts):
        state = replace(state, toasts=toasts)
    refusal = state.selection.refusal
    if refusal is not None and refusal.until <= now:
        state = replace(state, selection=replace(state.selection, refusal=None))
    return done(replace(state, now=now))


@handles(Notify)
def notify(state: AppState, event: Notify) -> Result:
    """Show a toast, replacing those that are no longer true."""
    return done(toast(without(state, event.instead_of), event.message, event.tone))


@dataclass(frozen=True)
class Cancel(Intent, allowed_in_editor=True):
    """Close the topmost open layer, in the order of `ClosingOrder`, or else go back (Esc).

    It never makes a move.
    """


@handles(Cancel)
def cancel(state: AppState, _intent: Cancel) -> Result:
    """Close the topmost layer that can be closed; if there is none, do what Back does."""
    closed = close_topmost(state)
    return going.go_back(state, Back()) if closed is None else closed


@dataclass(frozen=True)
class Answer(Intent, allowed_in_editor=True):
    """Answer the open question."""

    yes: bool


@handles(Answer)
def answer(state: AppState, intent: Answer) -> Result:
    """Close the question; on a yes, carry out its intent, or ask about other unsaved changes first."""
    question = state.question
    if question is None:
        return done(state)
    state = replace(state, question=None)
    if not intent.yes:
        return done(replace(state, saving=replace(state.saving.alone(), discarded=())))
    if not question.unsaved:
        return confirm(state, question.then)
    discarded = (*state.saving.discarded, state.document.tree.number)
    state = replace(state, saving=replace(state.saving, discarded=discarded))
    another = saving.unsaved_document(state, question.then)
    return (
        handle(state, question.then) if another is None else saving.ask_to_save(state, another, question.then)
    )

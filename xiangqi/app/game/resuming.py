"""The unfinished game in the journal of an earlier run, which the player may resume."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.event import Tone
from xiangqi.app.game.asks import JournalFound
from xiangqi.app.game.play import begin, journal, put_aside
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.session import turns
from xiangqi.app.session.dispatch import confirmed, handles
from xiangqi.app.session.positions import full_moves
from xiangqi.app.session.replay import ResumeOffer, damage
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transcript import engines_in, from_journal, with_saved_engines
from xiangqi.app.session.transition import Result, asked, chain, done, toast
from xiangqi.i18n.message import Message
from xiangqi.records.revision import Revision


@handles(JournalFound)
def journal_found(state: AppState, event: JournalFound) -> Result:
    """Offer the unfinished game, and report damage to its journal."""
    if event.offer.damaged:
        state = toast(state, damage(event.set_aside, len(event.offer.play.moves)), Tone.ERROR)
    return done(replace(state, resume=event.offer))


@dataclass(frozen=True)
class AnswerResume(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=True):
    """Resume the unfinished game that is offered, or decline it, so that it is put aside."""

    yes: bool


@handles(AnswerResume)
def answer_resume(state: AppState, intent: AnswerResume) -> Result:
    """Resume the unfinished game or put it aside. A game that would continue by itself starts paused."""
    offer = state.resume
    if offer is None:
        return done(state)
    if not intent.yes:
        return put_aside(state)
    state, effects = _resumed(state, offer)
    state, more = journal(replace(state, resume=None, flipped=offer.flipped))
    return state, (*effects, *more)


@dataclass(frozen=True)
class ContinueUnfinished(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=True):
    """Continue a game of the library with its players, clock and rules; another unfinished one is put aside."""

    record: Revision  # the game as it is stored
    number: int  # its number in the library, where the continued game will replace it


@handles(ContinueUnfinished)
def continue_unfinished(state: AppState, intent: ContinueUnfinished) -> Result:
    """Continue the game, after asking if another one is unfinished."""
    if state.left_game is not None:
        return asked(state, Message("ask.replace_game"), intent)
    return continue_unfinished_now(state, intent)


@confirmed(ContinueUnfinished)
def continue_unfinished_now(state: AppState, intent: ContinueUnfinished) -> Result:
    """Continue the game; as after a restart, one that would continue by itself starts paused.

    An external engine plays on if it is still among the added ones; otherwise the computer does, and a toast
    says so.
    """
    record = intent.record.to_game()
    engines, offer = engines_in(record.headers), from_journal(record)
    setup = with_saved_engines(offer.play.setup, record.headers, state.settings.engines)
    play = replace(offer.play, continues=intent.number, setup=setup)
    offer = replace(offer, document=offer.document.with_play(play))
    state, effects = chain(state, lambda state: _resumed(state, offer), journal)
    gone = (code for code in engines if not setup.player(code).command)
    for code in gone:
        level = setup.player(code).level
        state = toast(state, Message("toast.engine_not_added", name=engines[code], level=level), Tone.QUIET)
    return state, effects


def _resumed(state: AppState, offer: ResumeOffer) -> Result:
    """Put an unfinished game on the board; one that would continue by itself starts paused."""
    play = replace(offer.play, paused=turns.can_pause(offer.play))
    state, effects = begin(state, replace(offer.document.with_play(play), id=state.next_id), resumed=True)
    return toast(state, Message("toast.game_resumed", count=full_moves(len(play.moves)))), effects

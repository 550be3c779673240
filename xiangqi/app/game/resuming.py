"""The unfinished game in the journal of an earlier run, which the player may resume."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.event import Tone
from xiangqi.app.game.asks import JournalFound
from xiangqi.app.game.play import begin, journal, put_aside
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.session import turns
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.positions import full_moves
from xiangqi.app.session.replay import damage
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done, toast
from xiangqi.i18n.message import Message


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
    play = replace(offer.play, paused=turns.can_pause(offer.play))
    state, effects = begin(state, replace(offer.document.with_play(play), id=state.next_id))
    state = replace(state, resume=None, flipped=offer.flipped)
    state = toast(state, Message("toast.game_resumed", count=full_moves(len(offer.play.moves))))
    state, more = journal(state)
    return state, (*effects, *more)

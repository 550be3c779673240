"""The journal of an earlier run, and games that the library did not take."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.dispatch import handles
from xiangqi.app.game import turns
from xiangqi.app.game.messages import (
    JournalDamaged,
    JournalFailed,
    JournalFound,
    JournalKept,
    UnstoredGameKept,
    UnstoredGameTaken,
)
from xiangqi.app.game.play import begin, journal, put_aside
from xiangqi.app.game.transcript import told_names
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.notice import NoticeKey
from xiangqi.app.positions import full_moves
from xiangqi.app.state import AppState, Tone
from xiangqi.app.transition import Result, done, toast

# ---- The journal of an earlier run ----


@handles(JournalFound)
def journal_found(state: AppState, message: JournalFound) -> Result:
    """Offer the unfinished game."""
    if message.offer.damaged:
        count = full_moves(len(message.offer.play.moves))
        state = toast(state, NoticeKey.JOURNAL_DAMAGED, Tone.ERROR, name=message.set_aside or "", count=count)
    return done(replace(state, resume=message.offer))


@handles(JournalDamaged)
def journal_damaged(state: AppState, message: JournalDamaged) -> Result:
    """Say that the journal was unreadable and where it is now."""
    return done(toast(state, NoticeKey.JOURNAL_DAMAGED, Tone.ERROR, name=message.set_aside or "", count=0))


@handles(JournalKept)
def journal_kept(state: AppState, message: JournalKept) -> Result:
    """Say where the unfinished game is now."""
    return done(toast(state, NoticeKey.JOURNAL_KEPT, name=message.path))


@handles(UnstoredGameKept)
def unstored_game_kept(state: AppState, message: UnstoredGameKept) -> Result:
    """Say where a game is that the library did not take."""
    return done(toast(state, NoticeKey.UNSTORED_GAME_KEPT, name=message.path))


@handles(UnstoredGameTaken)
def unstored_game_taken(state: AppState, message: UnstoredGameTaken) -> Result:
    """Say that a game is in the library after all."""
    return done(toast(state, NoticeKey.UNSTORED_GAME_TAKEN, name=told_names(message.red, message.black)))


@handles(JournalFailed)
def journal_failed(state: AppState, message: JournalFailed) -> Result:
    """Say that the game is not being kept; the same failure after every move is said once at a time."""
    return done(toast(state, NoticeKey.JOURNAL_UNWRITABLE, Tone.ERROR, detail=message.detail))


@dataclass(frozen=True)
class AnswerResume(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=True):
    """Take up the unfinished game that is on offer, or leave it (it is kept as a file)."""

    yes: bool


@handles(AnswerResume)
def answer_resume(state: AppState, message: AnswerResume) -> Result:
    """Take up the unfinished game, or put it aside. What would go on by itself begins in a pause."""
    offer = state.resume
    if offer is None:
        return done(state)
    if not message.yes:
        return put_aside(state)
    play = replace(offer.play, paused=turns.can_pause(offer.play))
    state, effects = begin(state, replace(offer.document.with_play(play), id=state.next_id))
    state = replace(state, resume=None, flipped=offer.flipped)
    state = toast(state, NoticeKey.GAME_RESUMED, count=full_moves(len(offer.play.moves)))
    state, more = journal(state)
    return state, (*effects, *more)

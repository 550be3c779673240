"""Takes back moves of the current game and plays them again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from xiangqi.app.event import Tone
from xiangqi.app.game.play import go_on_after, sound_of_move, truncate_game, would_leave
from xiangqi.app.intent import Help, Intent
from xiangqi.app.session import turns
from xiangqi.app.session.dispatch import confirmed, handles
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.state import AppState, Question
from xiangqi.app.session.transition import Result, Step, asked, chain, done, toast
from xiangqi.core.constants import opponent
from xiangqi.i18n.message import Message


def _in_game(
    state: AppState,
    when_none: str,
    count: Callable[[GameInProgress], int],
    step: Step,
    agreed: bool = False,
) -> Result:
    """Apply a step to the game on the board, unless it is timed or has no moves to take back or redo.

    In a timed game, two people may agree to take a move back.
    """
    play = state.document.play
    if play is None:
        return done(toast(state, Message("toast.browsing"), Tone.QUIET))
    if play.clock is not None and not (agreed and turns.takes_back_by_agreement(play)):
        return done(toast(state, Message("toast.timed_game"), Tone.QUIET))
    if count(play) == 0:
        return done(toast(state, Message(when_none), Tone.QUIET))
    return go_on_after(state, step)


@dataclass(frozen=True)
class TakeBack(Intent, allowed_in_editor=True, on_board=True, helps=Help.TAKE_BACK):
    """Take back moves until it is a person's turn, cancelling any search."""


@handles(TakeBack)
def take_back(state: AppState, intent: TakeBack) -> Result:
    """Take back moves until it is a person's turn: one or two plies against an engine, one between people.

    If two people play under their names or with a clock, the opponent is asked first, which costs no time. A
    game that has ended stays as it was, and a new one goes on from it; the player is asked first if that
    would replace an unfinished one.
    """
    play = state.document.play
    if play is not None and would_leave(state):
        return asked(state, Message("ask.replace_game"), intent)
    if play is not None and turns.takes_back_by_agreement(play) and turns.take_back_count(play):
        asking = opponent(turns.side_to_move(play))
        question = Question(play.setup.asks("ask.take_back_two", asking), intent, stops_clock=True)
        return done(replace(state, question=question))
    return take_back_now(state, intent)


@confirmed(TakeBack)
def take_back_now(state: AppState, _intent: TakeBack) -> Result:
    """Take back moves, after the opponent has agreed if that was needed."""

    def step(state: AppState) -> Result:
        play = state.document.play
        plies = 0 if play is None else len(play.moves) - turns.take_back_count(play)
        return done(truncate_game(state, plies))

    return _in_game(state, "toast.nothing_to_take_back", turns.take_back_count, step, agreed=True)


@dataclass(frozen=True)
class Redo(Intent, allowed_in_editor=True, on_board=True):
    """Play again the moves that were taken back."""


@handles(Redo)
def redo(state: AppState, _intent: Redo) -> Result:
    """Play again the moves that were taken back, until it is a person's turn."""

    def step(state: AppState) -> Result:
        count = turns.redo_count(state.play)
        for node in reversed(state.play.undone[-count:]):
            if node.move is not None:
                game = state.current_game.played(node.move, state.next_id)
                state = replace(state, next_id=state.next_id + 1).put(game)
        return chain(state, sound_of_move)

    return _in_game(state, "toast.nothing_to_redo", turns.redo_count, step)

"""Takes back moves of the current game and plays them again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from xiangqi.app.event import Tone
from xiangqi.app.game.help_given import helped
from xiangqi.app.game.play import journal, settle, sound_of_move, turn_board
from xiangqi.app.game.resign_draw import between_two
from xiangqi.app.game.searching import cancel, think
from xiangqi.app.intent import Intent
from xiangqi.app.session import turns
from xiangqi.app.session.dispatch import confirmed, handles
from xiangqi.app.session.mode import GameInProgress, Unrated
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.state import AppState
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
    return go_on(state, step)


def go_on(state: AppState, step: Step) -> Result:
    """Continue the game on the board after a step that leaves it unfinished; pause other games if possible."""

    def pause_others(state: AppState) -> Result:
        for other in state.documents[:-1]:
            if other.play is not None and turns.can_pause(other.play):
                state = state.put(other.with_play(replace(other.play.standing(state.now), paused=True)))
        return done(state)

    state = replace(state, selection=Selection(), replay=None)
    return chain(state, cancel, pause_others, step, turn_board, settle, journal, think)


@dataclass(frozen=True)
class TakeBack(Intent, allowed_in_editor=True, on_board=True):
    """Take back moves, cancelling any search: two plies against an engine, one between two people."""


@handles(TakeBack)
def take_back(state: AppState, intent: TakeBack) -> Result:
    """Take back moves until it is a person's turn: two plies against an engine, one between two people.

    If two people play under their names or with a clock, the opponent is asked first.
    """
    play = state.document.play
    if play is not None and turns.takes_back_by_agreement(play) and turns.take_back_count(play):
        asking = opponent(turns.side_to_move(play))
        return asked(state, between_two("ask.take_back_two", play, asking), intent)
    return take_back_now(state, intent)


@confirmed(TakeBack)
def take_back_now(state: AppState, _intent: TakeBack) -> Result:
    """Take back moves after the opponent has agreed."""

    def step(state: AppState) -> Result:
        play = state.document.play
        plies = 0 if play is None else len(play.moves) - turns.take_back_count(play)
        return done(truncate_game(state, plies))

    return _in_game(state, "toast.nothing_to_take_back", turns.take_back_count, step, agreed=True)


def truncate_game(state: AppState, plies: int) -> AppState:
    """Return the state with the game on the board shortened to a number of plies; later moves can be redone."""
    game = state.document.taken_back(plies, state.next_id)
    if game.play is not None and game.play.clock is not None and state.document.play is not None:
        back = len(state.document.play.moves) - plies
        game = game.with_play(replace(game.play, clock=game.play.clock.taken_back(back, state.now)))
    session_results = tuple(ended for ended in state.session_results if ended.document_id != game.id)
    state = replace(state, session_results=session_results, next_id=state.next_id + 1).put(game)
    return helped(state, Unrated.TAKE_BACK)


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
                game = state.game.played(node.move, state.next_id)
                state = replace(state, next_id=state.next_id + 1).put(game)
        return chain(state, sound_of_move)

    return _in_game(state, "toast.nothing_to_redo", turns.redo_count, step)

"""Resignations and draws by agreement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xiangqi.app.event import Tone
from xiangqi.app.game.play import finish, journal
from xiangqi.app.intent import Intent
from xiangqi.app.session import turns
from xiangqi.app.session.dispatch import confirmed, handles
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.players import AGREEMENT, RESIGNATION
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, asked, chain, done, toast
from xiangqi.core.constants import BLACK, opponent
from xiangqi.i18n.message import Message
from xiangqi.referee import Outcome

# An engine agrees to a draw if it stands worse, or if nothing has happened for a long time.
_EARLIEST_DRAW_PLY: Final = 20
_WORSE_CP: Final = -50
_LATE_PLY: Final = 80
_LEVEL_CP: Final = 30


def _addressed(state: AppState) -> GameInProgress:
    """Return the game that a request refers to: the one on the board, otherwise the one behind it."""
    return state.document.play or state.play


@dataclass(frozen=True)
class Resign(Intent, allowed_in_editor=False):
    """Resign for the person, or for the side to move if two people play, after asking for confirmation."""


@handles(Resign)
def resign(state: AppState, intent: Resign) -> Result:
    """Ask the player to confirm the resignation."""
    play = _addressed(state)
    if play.end is not None or _resigning_side(play) is None:
        return done(toast(state, Message("toast.no_game"), Tone.QUIET))
    if play.setup.is_hot_seat:
        return asked(state, play.setup.asks("ask.resign_two", turns.side_to_move(play)), intent)
    return asked(state, Message("ask.resign"), intent)


def _resigning_side(play: GameInProgress) -> int | None:
    return turns.side_to_move(play) if play.setup.is_hot_seat else play.setup.human_side


@confirmed(Resign)
def resign_now(state: AppState, _intent: Resign) -> Result:
    """Resign for the player; do nothing if the game has ended in the meantime."""
    play = state.play
    loser = _resigning_side(play)
    if play.end is not None or loser is None:
        return done(state)
    return give_up(state, loser)


def give_up(state: AppState, loser: int) -> Result:
    """End the current game by the resignation of a side."""
    return chain(state, lambda state: finish(state, Outcome(opponent(loser), RESIGNATION)), journal)


@dataclass(frozen=True)
class OfferDraw(Intent, allowed_in_editor=False):
    """Offer a draw after asking for confirmation: an engine decides by its evaluation, a person is asked."""


@handles(OfferDraw)
def offer_draw(state: AppState, intent: OfferDraw) -> Result:
    """Ask the player to confirm the offer or, between two people, ask the other one to accept it."""
    play = _addressed(state)
    if play.end is not None or play.setup.is_watched:
        return done(toast(state, Message("toast.no_game"), Tone.QUIET))
    if play.setup.is_hot_seat:
        return asked(state, play.setup.asks("ask.draw_two", turns.side_to_move(play)), AgreeDraw())
    return asked(state, Message("ask.offer_draw"), intent)


@confirmed(OfferDraw)
def offer_draw_now(state: AppState, _intent: OfferDraw) -> Result:
    """Offer a draw to the engine; do nothing if the game has ended in the meantime."""
    play = state.play
    if play.end is not None:
        return done(state)
    if _engine_agrees(play):
        return agree_draw(state, AgreeDraw())
    return done(toast(state, Message("toast.draw_declined")))


def _engine_agrees(play: GameInProgress) -> bool:
    if play.engine_score_cp is None or len(play.moves) < _EARLIEST_DRAW_PLY:
        return False
    own = play.engine_score_cp if play.setup.human_side == BLACK else -play.engine_score_cp
    return own <= _WORSE_CP or (len(play.moves) >= _LATE_PLY and own <= _LEVEL_CP)


@dataclass(frozen=True)
class AgreeDraw(Intent, allowed_in_editor=False):
    """End the game as a draw, to which both players have agreed."""


@handles(AgreeDraw)
def agree_draw(state: AppState, _intent: AgreeDraw) -> Result:
    if state.play.end is not None:
        return done(state)
    return chain(state, lambda state: finish(state, Outcome(None, AGREEMENT)), journal)

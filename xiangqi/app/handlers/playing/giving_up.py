"""A game that ends because the players want it so: resignation and draws."""

from __future__ import annotations

from typing import Final

from xiangqi.app.handlers.dispatch import confirmed, handles
from xiangqi.app.handlers.playing.play import finish, journal
from xiangqi.app.handlers.playing.result import Result, asked, chain, only, toast
from xiangqi.app.messages.intents import AgreeDraw, OfferDraw, Resign
from xiangqi.app.model.game import turns
from xiangqi.app.model.game.mode import Play
from xiangqi.app.model.game.players import AGREEMENT, RESIGNATION
from xiangqi.app.model.say import Say
from xiangqi.app.model.state import AppState, Tone
from xiangqi.core.constants import BLACK, RED, opponent
from xiangqi.referee import Outcome

# An engine agrees to a draw when it stands worse, or when nothing has happened for long.
_EARLIEST_DRAW_PLY: Final = 20
_WORSE_CP: Final = -50
_LATE_PLY: Final = 80
_LEVEL_CP: Final = 30


def _addressed(state: AppState) -> Play:
    """The game that is meant: the one on the board, else the one behind it."""
    return state.document.play or state.play


@handles(Resign)
def resign(state: AppState, message: Resign) -> Result:
    """Ask whether the player really gives up."""
    play = _addressed(state)
    if play.end is not None or _resigning_side(play) is None:
        return only(toast(state, Say.NO_GAME, Tone.QUIET))
    return asked(state, Say.ASK_RESIGN, message)


def _resigning_side(play: Play) -> int | None:
    return turns.side_to_move(play) if play.setup.is_hot_seat else play.setup.human_side


@confirmed(Resign)
def resign_now(state: AppState, _message: Resign) -> Result:
    """The player gives up; when the game has ended meanwhile nothing happens."""
    play = state.play
    loser = _resigning_side(play)
    if play.end is not None or loser is None:
        return only(state)
    return give_up(state, loser)


def give_up(state: AppState, loser: int) -> Result:
    """End the game that is played by resignation of a side."""
    return chain(state, lambda state: finish(state, Outcome(opponent(loser), RESIGNATION)), journal)


@handles(OfferDraw)
def offer_draw(state: AppState, _message: OfferDraw) -> Result:
    """Put the offer to the other side: a person is asked, an engine goes by its evaluation."""
    play = _addressed(state)
    if play.end is not None or play.setup.is_watched:
        return only(toast(state, Say.NO_GAME, Tone.QUIET))
    if play.setup.is_hot_seat:
        side = "red" if turns.side_to_move(play) == RED else "black"
        return asked(state, Say.ASK_DRAW, AgreeDraw(), side=side)
    if _engine_agrees(play):
        return agree_draw(state, AgreeDraw())
    return only(toast(state, Say.DRAW_DECLINED))


def _engine_agrees(play: Play) -> bool:
    if play.engine_score_cp is None or len(play.moves) < _EARLIEST_DRAW_PLY:
        return False
    own = play.engine_score_cp if play.setup.human_side == BLACK else -play.engine_score_cp
    return own <= _WORSE_CP or (len(play.moves) >= _LATE_PLY and own <= _LEVEL_CP)


@handles(AgreeDraw)
def agree_draw(state: AppState, _message: AgreeDraw) -> Result:
    """End the game as a draw."""
    if state.play.end is not None:
        return only(state)
    return chain(state, lambda state: finish(state, Outcome(None, AGREEMENT)), journal)

"""The guided first game: what is said beside the board, and when it is time for the next thing to say."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xiangqi.app.handlers.dispatch import confirmed, handles
from xiangqi.app.handlers.playing.play import begin, fresh_game
from xiangqi.app.handlers.playing.result import Result, asked, only
from xiangqi.app.messages.effects import SaveSettings
from xiangqi.app.messages.intents import ChooseReading, EndGuide, StartGuide, TurnGuide
from xiangqi.app.model.game.players import Player, PlayerKind, Setup
from xiangqi.app.model.game.strength import LOWEST
from xiangqi.app.model.hand_state import Hand
from xiangqi.app.model.say import Say
from xiangqi.app.model.state import AppState, Guide
from xiangqi.board import Move
from xiangqi.storage.settings import PICTURES, with_values

STEPS: Final = ("take", "move", "answer", "help", "aim")
"""What is said, in order: ``guide.<name>``."""

_CHINESE: Final = {"piece_set": "traditional", "notation": "chinese"}
_FIRST_MOVE: Final = Move.from_iccs("h2e2")
_PLIES: Final = {"take": 1, "move": 1, "answer": 3, "help": 5}
"""After how many plies a thing is done with."""


@handles(StartGuide)
def start_guide(state: AppState, message: StartGuide) -> Result:
    """Begin the guided game; asks first when an unfinished one would be left."""
    if state.left_game is not None:
        return asked(state, Say.ASK_REPLACE_GAME, message)
    return start_guide_now(state, message)


@confirmed(StartGuide)
def start_guide_now(state: AppState, _message: StartGuide) -> Result:
    """A game as Red against the weakest level, which the next games begin with, too."""
    settings = with_values(state.settings, {"guided": True, "side": "red", "level": LOWEST, "engine": ()})
    setup = Setup(Player(), Player(PlayerKind.COMPUTER, LOWEST), rules=state.play.setup.rules)
    state = replace(state, settings=settings, draft=setup)
    state, effects = begin(state, fresh_game(state, setup))
    state = replace(state, guide=Guide(state.game.id), hand=Hand(hint=_FIRST_MOVE))
    return state, (*effects, SaveSettings(settings))


@handles(ChooseReading)
def choose_reading(state: AppState, message: ChooseReading) -> Result:
    """Pieces with characters and moves as books write them; or pictures, and moves in coordinates."""
    changes = _CHINESE if message.chinese else PICTURES
    return start_guide(replace(state, settings=with_values(state.settings, changes), panel=None), StartGuide())


@handles(TurnGuide)
def turn_guide(state: AppState, message: TurnGuide) -> Result:
    """Say the next thing, or the one before; past the last one it ends."""
    if state.guide is None:
        return only(state)
    step = max(0, state.guide.step + message.step)
    return only(replace(state, guide=replace(state.guide, step=step) if step < len(STEPS) else None))


@handles(EndGuide)
def end_guide(state: AppState, _message: EndGuide) -> Result:
    """Say no more; the game goes on."""
    return only(replace(state, guide=None))


def advance(state: AppState) -> Result:
    """What has been done need not be said any more; another game is not guided, nor one that is over."""
    guide = state.guide
    if guide is None:
        return only(state)
    if guide.document_id != state.game.id or state.play.end is not None:
        return end_guide(state, EndGuide())
    name = STEPS[guide.step]
    taken = name == "take" and state.hand.selected is not None
    if taken or len(state.play.moves) >= _PLIES.get(name, len(state.play.moves) + 1):
        return turn_guide(state, TurnGuide(1))
    return only(state)

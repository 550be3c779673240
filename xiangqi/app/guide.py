"""The guided first game: what is said beside the board, and when it is time for the next thing to say."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xiangqi.app.effects import SaveSettings
from xiangqi.app.hand_state import Hand
from xiangqi.app.intents import EndGuide, StartGuide, TurnGuide
from xiangqi.app.levels import LOWEST
from xiangqi.app.play import begin, is_unfinished
from xiangqi.app.result import Result, only
from xiangqi.app.say import Notice, Say
from xiangqi.app.state import AppState, Guide, Player, PlayerKind, Question, Setup
from xiangqi.board import Move
from xiangqi.storage.settings import with_values

STEPS: Final = ("take", "move", "answer", "help", "aim")
"""What is said, in order: ``guide.<name>``."""

_FIRST_MOVE: Final = Move.from_iccs("h2e2")
_PLIES: Final = {"take": 1, "move": 1, "answer": 2, "help": 4}
"""After how many plies a thing is done with."""


def start_guide(state: AppState, message: StartGuide) -> Result:
    """Begin the guided game; asks first when an unfinished one would be left."""
    if is_unfinished(state.game):
        return only(replace(state, question=Question(Notice.of(Say.ASK_REPLACE_GAME), message)))
    return start_guide_now(state, message)


def start_guide_now(state: AppState, _message: StartGuide) -> Result:
    """A game as Red against the weakest level, which is left by itself for other games: no setting changes."""
    settings = with_values(state.settings, {"guided": True})
    setup = Setup(Player(), Player(PlayerKind.COMPUTER, LOWEST), rules=state.game.setup.rules)
    state, effects = begin(replace(state, settings=settings), setup)
    state = replace(state, guide=Guide(state.game.id), hand=Hand(hint=_FIRST_MOVE))
    return state, (*effects, SaveSettings(settings))


def turn_guide(state: AppState, message: TurnGuide) -> Result:
    """Say the next thing, or the one before; past the last one it ends."""
    if state.guide is None:
        return only(state)
    step = max(0, state.guide.step + message.step)
    return only(replace(state, guide=replace(state.guide, step=step) if step < len(STEPS) else None))


def end_guide(state: AppState, _message: EndGuide) -> Result:
    """Say no more; the game goes on."""
    return only(replace(state, guide=None))


def advance(state: AppState) -> Result:
    """What has been done need not be said any more; another game is not guided."""
    guide = state.guide
    if guide is None:
        return only(state)
    if guide.game_id != state.game.id:
        return end_guide(state, EndGuide())
    name = STEPS[guide.step]
    taken = name == "take" and state.hand.selected is not None
    if taken or len(state.game.moves) >= _PLIES.get(name, len(state.game.moves) + 1):
        return turn_guide(state, TurnGuide(1))
    return only(state)

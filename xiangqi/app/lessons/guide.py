"""The guided first game: the texts beside the board, and when to show the next one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.event import Tick
from xiangqi.app.game.play import begin, fresh_game
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.session.coaching import Guide
from xiangqi.app.session.dispatch import confirmed, handles, hears
from xiangqi.app.session.mode import Unrated
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.state import AppState
from xiangqi.app.session.strength import LOWEST
from xiangqi.app.session.transition import Result, asked, done
from xiangqi.board import Move
from xiangqi.i18n.message import Message
from xiangqi.storage.settings import with_values

STEPS: Final = ("take", "move", "answer", "help", "aim")
"""The texts in order: ``guide.<name>``."""

_FIRST_MOVE: Final = Move.from_iccs("h2e2")
_PLIES: Final = {"take": 1, "move": 1, "answer": 3, "help": 5}
"""For each text, the number of plies after which the player has followed it."""


@dataclass(frozen=True)
class StartGuide(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=True):
    """Start the guided first game, asking for confirmation if it would replace an unfinished one."""


@handles(StartGuide)
def start_guide(state: AppState, intent: StartGuide) -> Result:
    if state.left_game is not None:
        return asked(state, Message("ask.replace_game"), intent)
    return start_guide_now(state, intent)


@confirmed(StartGuide)
def start_guide_now(state: AppState, _intent: StartGuide) -> Result:
    """Start a game as Red against the weakest level, which also becomes the level of later games.

    Hints are given without asking, since nobody's first game is rated. Whether the coach comments is decided as
    in every game: it does for a player who has done lessons.
    """
    settings = with_values(state.settings, {"guided": True, "side": "red", "level": LOWEST, "engine": ()})
    setup = Setup(Player(), Player(PlayerKind.COMPUTER, LOWEST), rules=state.play.setup.rules)
    state = replace(state, settings=settings, draft=setup)
    state, effects = begin(state, fresh_game(state, setup))
    friendly = replace(state.play, unrated=(Unrated.HINT,))
    state = replace(state.put_play(friendly), selection=Selection(hint=_FIRST_MOVE))
    state = state.with_part(Guide(state.current_game.id))
    return state, (*effects, SaveSettings(settings))


@dataclass(frozen=True)
class TurnGuide(Intent, allowed_in_editor=False):
    """Show the guide's next or previous text; the guide ends after the last one."""

    step: int


@handles(TurnGuide)
def turn_guide(state: AppState, intent: TurnGuide) -> Result:
    guide = state.held(Guide)
    if guide is None:
        return done(state)
    step = max(0, guide.step + intent.step)
    shown = state.with_part(replace(guide, step=step))
    return done(shown if step < len(STEPS) else state.without_part(Guide))


@dataclass(frozen=True)
class EndGuide(Intent, allowed_in_editor=False):
    """End the guide; the game continues."""


@handles(EndGuide)
def end_guide(state: AppState, _intent: EndGuide) -> Result:
    return done(state.without_part(Guide))


@hears(Tick)
def skip_what_is_done(state: AppState, _event: Tick) -> Result:
    """Skip texts that the player has already followed; end the guide when its game ends."""
    guide = state.held(Guide)
    if guide is None:
        return done(state)
    if guide.document_id != state.current_game.id or state.play.end is not None:
        return end_guide(state, EndGuide())
    name = STEPS[guide.step]
    taken = name == "take" and state.selection.selected is not None
    if taken or len(state.play.moves) >= _PLIES.get(name, len(state.play.moves) + 1):
        return turn_guide(state, TurnGuide(1))
    return done(state)

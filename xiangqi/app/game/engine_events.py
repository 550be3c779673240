"""Handles the answers and failures of engines."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.event import Tone
from xiangqi.app.game import clock, engine_match
from xiangqi.app.game.notices import Advised, EngineAnswers
from xiangqi.app.game.play import make_move
from xiangqi.app.game.resign_draw import AgreeDraw, give_up
from xiangqi.app.game.search_effects import SearchDone, SearchFailed
from xiangqi.app.game.searching import cancel, in_its_game, owns, think
from xiangqi.app.intent import Intent
from xiangqi.app.session import positions, turns
from xiangqi.app.session.dispatch import announce, handles, hears
from xiangqi.app.session.players import PlayerKind
from xiangqi.app.session.searches import Purpose
from xiangqi.app.session.state import AppState, Question
from xiangqi.app.session.transition import Result, chain, done, toast
from xiangqi.board import Move
from xiangqi.core.constants import RED
from xiangqi.i18n.message import Message


@hears(SearchDone, when=owns)
@in_its_game
def search_done(state: AppState, event: SearchDone) -> Result:
    """Play the engine's move, now or when it is due; a move found as advice or a verdict is only announced.

    The engine may also resign or offer a draw. An illegal move, or none, counts as a failure.
    """
    search = state.search
    assert search is not None  # since the answer is its own
    play = state.play
    if event.resigns and search.purpose is Purpose.PLAY:
        return give_up(state, search.side)
    if event.move is None or not positions.legal_prefix(play.line, (event.move,)):
        return search_failed(state, SearchFailed(event.search_id, _what_is_wrong_with(event.move)))
    if search.purpose is not Purpose.PLAY:
        expected = () if search.info is None else search.info.pv
        line = expected if expected[:1] == (event.move,) else (event.move,)
        return announce(replace(state, search=None), Advised(line, at_once=search.purpose is Purpose.ADVICE))
    if engine_match.is_early(state):
        return engine_match.hold(state, event.move)
    state = replace(state, search=None)
    state, said = announce(state, EngineAnswers(search.info))
    if not state.play.is_answered:
        return state, said
    state, effects = make_move(state.put_play(replace(state.play, engine_failures=0)), event.move)
    return _offered_draw(state) if event.offers_draw else state, (*said, *effects)


def _what_is_wrong_with(move: Move | None) -> Message:
    """Return the reason for rejecting an engine's move."""
    if move is None:
        return Message("detail.found_no_move")
    return Message("detail.no_legal_move", words=move.iccs)


def _offered_draw(state: AppState) -> AppState:
    """Turn the engine's draw offer into a question, unless the game is over or another question is open."""
    human = state.play.setup.human_side
    if human is None or state.play.end is not None or state.question is not None:
        return state
    side = "black" if human == RED else "red"
    return replace(state, question=Question(Message("ask.draw", who=side), AgreeDraw()))


@hears(SearchFailed, when=owns)
@in_its_game
def search_failed(state: AppState, event: SearchFailed) -> Result:
    """Restart the engine once; after a second failure, offer the built-in engine. The game is kept.

    The failure of a search for a hint is only reported.
    """
    assert state.search is not None  # since the failure is its own
    purpose = state.search.purpose
    state = replace(state, search=None)
    if purpose is not Purpose.PLAY:
        return done(toast(state, Message("toast.engine_failed", detail=event.detail), Tone.ERROR))
    failures = state.play.engine_failures
    state = state.put_play(replace(state.play, engine_failures=failures + 1))
    if failures == 0:
        state = toast(state, Message("toast.engine_restarted", detail=event.detail), Tone.QUIET)
        return chain(state, lambda state: think(state, restart=True), clock.run)
    question = Question(Message("ask.built_in", detail=event.detail), UseBuiltIn())
    return clock.run(replace(state, question=question))


@dataclass(frozen=True)
class UseBuiltIn(Intent, allowed_in_editor=True):
    """Replace a failing external engine with the built-in one, or restart the built-in one."""


@handles(UseBuiltIn)
def use_built_in(state: AppState, _intent: UseBuiltIn) -> Result:
    """Continue with the built-in engine instead of the one to move; do nothing if no engine is to move."""
    play = state.play
    if not turns.is_engine_turn(play):
        return done(state)
    player = replace(turns.player_to_move(play), kind=PlayerKind.COMPUTER, command=(), name="")
    if turns.side_to_move(play) == RED:
        setup = replace(play.setup, red=player)
    else:
        setup = replace(play.setup, black=player)
    state = state.put_play(replace(play, setup=setup, engine_failures=0))
    return chain(state, cancel, lambda state: think(state, restart=True), clock.run)

"""What engines answer, and what is done when they fail."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.handlers.dispatch import handles
from xiangqi.app.handlers.playing import timing, watching
from xiangqi.app.handlers.playing.giving_up import give_up
from xiangqi.app.handlers.playing.play import make_move
from xiangqi.app.handlers.playing.puzzle_result import note_answer
from xiangqi.app.handlers.playing.result import Result, chain, only, toast
from xiangqi.app.handlers.thinking import analysis, engines, hinting
from xiangqi.app.handlers.thinking.engines import cancel, is_current, think
from xiangqi.app.messages.events import SearchDone, SearchFailed, SearchInfo
from xiangqi.app.messages.intents import AgreeDraw, UseBuiltIn
from xiangqi.app.model import positions
from xiangqi.app.model.game import turns
from xiangqi.app.model.game.players import PlayerKind
from xiangqi.app.model.say import Notice, Say
from xiangqi.app.model.state import AppState, Purpose, Question, Tone
from xiangqi.board import Move
from xiangqi.core.constants import RED
from xiangqi.i18n.message import Message


@handles(SearchInfo)
def search_info(state: AppState, message: SearchInfo) -> Result:
    """News go to whoever has asked: the analysis, or the game."""
    if analysis.owns(state, message.search_id):
        return analysis.search_info(state, message)
    return engines.search_info(state, message)


@handles(SearchDone)
def search_done(state: AppState, message: SearchDone) -> Result:
    """The end of a search goes to whoever has asked."""
    if analysis.owns(state, message.search_id):
        return analysis.search_done(state, message)
    return _game_search_done(state, message)


@handles(SearchFailed)
def search_failed(state: AppState, message: SearchFailed) -> Result:
    """A failure goes to whoever has asked."""
    if analysis.owns(state, message.search_id):
        return analysis.search_failed(state, message)
    return _game_search_failed(state, message)


def _game_search_done(state: AppState, message: SearchDone) -> Result:
    """Play the engine's move, or show it as a hint; an illegal one counts as a failure."""
    search = state.search
    if search is None or not is_current(state, message.search_id):
        return only(state)
    game, play = state.game, state.play
    if message.resigns and search.purpose is Purpose.PLAY:
        return give_up(state, search.side)
    if message.move is None or not positions.legal_prefix(game.start_fen, play.moves, (message.move,)):
        return _game_search_failed(state, SearchFailed(message.search_id, _what_is_wrong_with(message.move)))
    if search.purpose is Purpose.ADVICE:
        return only(hinting.proposed(replace(state, search=None), message.move))
    if search.purpose is Purpose.HINT:
        expected = () if search.info is None else search.info.pv
        line = expected if expected[:1] == (message.move,) else (message.move,)
        return hinting.begin(replace(state, search=None), line)
    if watching.is_early(state):
        return watching.hold(state, message.move)
    state = replace(state, search=None)
    state, said = note_answer(state, search.info)
    state, effects = make_move(state.put_play(replace(state.play, engine_failures=0)), message.move)
    return _offered_draw(state) if message.offers_draw else state, (*said, *effects)


def _what_is_wrong_with(move: Move | None) -> Message:
    """Why an engine's move is not played."""
    if move is None:
        return Message("detail.found_no_move")
    return Message("detail.no_legal_move", words=move.iccs)


def _offered_draw(state: AppState) -> AppState:
    """The state with the question whether the person takes the draw that the engine offers with its move."""
    human = state.play.setup.human_side
    if human is None or state.play.end is not None or state.question is not None:
        return state
    side = "black" if human == RED else "red"
    return replace(state, question=Question(Notice.of(Say.ASK_DRAW, side=side), AgreeDraw()))


def _game_search_failed(state: AppState, message: SearchFailed) -> Result:
    """Start the engine anew once; after a second failure offer the built-in one. The game stands."""
    if state.search is None or not is_current(state, message.search_id):
        return only(state)
    purpose = state.search.purpose
    state = replace(state, search=None)
    if purpose is not Purpose.PLAY:
        return only(toast(state, Say.ENGINE_FAILED, Tone.ERROR, detail=message.detail))
    failures = state.play.engine_failures
    state = state.put_play(replace(state.play, engine_failures=failures + 1))
    if failures == 0:
        state = toast(state, Say.ENGINE_RESTARTED, Tone.QUIET, detail=message.detail)
        return chain(state, lambda state: think(state, restart=True), timing.run)
    question = Question(Notice.of(Say.ASK_BUILT_IN, detail=message.detail), UseBuiltIn())
    return timing.run(replace(state, question=question))


@handles(UseBuiltIn)
def use_built_in(state: AppState, _message: UseBuiltIn) -> Result:
    """Let the built-in engine go on in place of the one that is to move."""
    play = state.play
    if not turns.is_engine_turn(play):
        return only(state)
    player = replace(turns.player_to_move(play), kind=PlayerKind.COMPUTER, command=(), name="")
    if turns.side_to_move(play) == RED:
        setup = replace(play.setup, red=player)
    else:
        setup = replace(play.setup, black=player)
    state = state.put_play(replace(play, setup=setup, engine_failures=0))
    return chain(state, cancel, lambda state: think(state, restart=True), timing.run)

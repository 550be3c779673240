"""What engines answer, and what is done when they fail."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app import positions, timing, turns
from xiangqi.app.engines import cancel, is_current, think
from xiangqi.app.events import SearchDone, SearchFailed
from xiangqi.app.intents import AgreeDraw, UseBuiltIn
from xiangqi.app.play import give_up, make_move
from xiangqi.app.puzzle_goal import note_answer
from xiangqi.app.result import Result, chain, only, toast
from xiangqi.app.say import Notice, Say
from xiangqi.app.state import AppState, PlayerKind, Purpose, Question, Tone
from xiangqi.core.constants import RED


def search_done(state: AppState, message: SearchDone) -> Result:
    """Play the engine's move, or show it as a hint; an illegal one counts as a failure."""
    search = state.search
    if search is None or not is_current(state, message.search_id):
        return only(state)
    game = state.game
    if message.resigns and search.purpose is Purpose.PLAY:
        return give_up(state, search.side)
    if message.move is None or not positions.legal_prefix(game.setup.start_fen, game.moves, (message.move,)):
        return search_failed(state, SearchFailed(message.search_id, f"no legal move, but {message.move}"))
    state = replace(state, search=None)
    if search.purpose is Purpose.HINT:
        return only(replace(state, hand=replace(state.hand, hint=message.move)))
    state, said = note_answer(state, search.info)
    state, effects = make_move(replace(state, game=replace(game, engine_failures=0)), message.move)
    return _offered_draw(state) if message.offers_draw else state, (*said, *effects)


def _offered_draw(state: AppState) -> AppState:
    """The state with the question whether the person takes the draw that the engine offers with its move."""
    human = state.game.setup.human_side
    if human is None or state.game.end is not None or state.question is not None:
        return state
    side = "black" if human == RED else "red"
    return replace(state, question=Question(Notice.of(Say.ASK_DRAW, side=side), AgreeDraw()))


def search_failed(state: AppState, message: SearchFailed) -> Result:
    """Start the engine anew once; after a second failure offer the built-in one. The game stands."""
    if state.search is None or not is_current(state, message.search_id):
        return only(state)
    purpose = state.search.purpose
    state = replace(state, search=None)
    if purpose is Purpose.HINT:
        return only(toast(state, Say.ENGINE_FAILED, Tone.ERROR, detail=message.detail))
    game = state.game
    state = replace(state, game=replace(game, engine_failures=game.engine_failures + 1))
    if game.engine_failures == 0:
        state = toast(state, Say.ENGINE_RESTARTED, Tone.QUIET, detail=message.detail)
        return chain(state, lambda state: think(state, restart=True), timing.run)
    question = Question(Notice.of(Say.ASK_BUILT_IN, detail=message.detail), UseBuiltIn())
    return timing.run(replace(state, question=question))


def use_built_in(state: AppState, _message: UseBuiltIn) -> Result:
    """Let the built-in engine go on in place of the one that is to move."""
    if not turns.is_engine_turn(state.game):
        return only(state)
    game = state.game
    player = replace(turns.player_to_move(game), kind=PlayerKind.COMPUTER, command=(), name="")
    if turns.side_to_move(game) == RED:
        setup = replace(game.setup, red=player)
    else:
        setup = replace(game.setup, black=player)
    state = replace(state, game=replace(game, setup=setup, engine_failures=0))
    return chain(state, cancel, lambda state: think(state, restart=True), timing.run)

"""Starting and stopping searches, and handling their reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar

from xiangqi.app.game import clock
from xiangqi.app.game.search_effects import (
    EnginesPreparing,
    SearchDone,
    SearchFailed,
    SearchInfo,
    StartSearch,
    StopSearch,
)
from xiangqi.app.session import positions
from xiangqi.app.session.busy import busy_when
from xiangqi.app.session.dispatch import hears
from xiangqi.app.session.players import Player, PlayerKind
from xiangqi.app.session.searches import Purpose, Search
from xiangqi.app.session.state import AppState
from xiangqi.app.session.strength import HIGHEST, HINT_LIMITS, VERDICT_LIMITS, clamped
from xiangqi.app.session.transition import Result, Step, chain, done
from xiangqi.app.session.turns import is_engine_turn, player_to_move, side_to_move
from xiangqi.app.session.view import interruption_at
from xiangqi.core.constants import RED
from xiangqi.engine.common.types import Info, Limits
from xiangqi.storage.saved_engines import options_of

A = TypeVar("A", SearchInfo, SearchDone, SearchFailed)

MATE_CP: Final = 30_000
"""The score of a mate in centipawns; one is deducted for each move until the mate."""

_ADVISER: Final = Player(PlayerKind.COMPUTER, HIGHEST)


def cancel(state: AppState) -> Result:
    """Stop the search, if there is one."""
    if state.search is None:
        return done(state)
    return done(replace(state, search=None), StopSearch(state.search.id))


def stop_analysing(state: AppState) -> Result:
    """Stop the analysis engine if it is searching."""
    analysis = state.analysis
    if analysis is None or analysis.search is None:
        return done(state)
    search, state = analysis.search, replace(state, analysis=replace(analysis, search=None))
    return done(state) if search.done else done(state, StopSearch(search.id))


def end_analysis(state: AppState) -> Result:
    """End the analysis; earlier judgements are kept."""
    return chain(state, stop_analysing, lambda state: done(replace(state, analysis=None)))


def think(state: AppState, restart: bool = False) -> Result:
    """Start the engine's search if it is to move in the current game.

    Do nothing in an exercise, during a pause, while the coach examines the last move, or once a puzzle's one
    move is judged.
    """
    play = state.play
    if not is_engine_turn(play) or play.paused or play.is_exercise or play.is_judged:
        return done(state)
    if interruption_at(state) is not None:
        return done(state)
    player = player_to_move(play)
    limits = clock.limits(state, player) if play.is_answered else VERDICT_LIMITS
    return _start(state, Purpose.PLAY, player, limits, restart)


def advise(state: AppState, *, at_once: bool) -> Result:
    """Have the built-in engine search for the player's move, which is then announced by `Advised`."""
    return _start(state, Purpose.ADVICE if at_once else Purpose.HINT, _ADVISER, HINT_LIMITS)


def _start(state: AppState, purpose: Purpose, player: Player, limits: Limits, restart: bool = False) -> Result:
    def start(state: AppState) -> Result:
        game, play = state.current_game, state.play
        search = Search(state.next_id, game.id, purpose, side_to_move(play), state.now)
        order = StartSearch(
            search_id=search.id,
            command=player.command,
            line=play.line,
            limits=limits,
            level=clamped(player.level),
            rating=player.rating,
            book=player.book,
            rules=play.setup.rules,
            options=options_of(state.settings.engines, player.command),
            restart=restart,
        )
        return done(replace(state, search=search, next_id=state.next_id + 1), order)

    return chain(state, cancel, start)


def owns(state: AppState, event: SearchInfo | SearchDone | SearchFailed) -> bool:
    """Return whether an answer belongs to the current search for the game; all others are dropped."""
    search = state.search
    if search is None or search.id != event.search_id:
        return False
    own = state.own_game
    return search.document_id == state.current_game.id or (own is not None and search.document_id == own.id)


def _in_its_game(state: AppState, step: Step) -> Result:
    """Apply a step to the game to which the search belongs."""
    search = state.search
    beneath = search is not None and search.document_id != state.current_game.id
    return clock.in_own_game(state, step) if beneath else step(state)


def in_its_game(handler: Callable[[AppState, A], Result]) -> Callable[[AppState, A], Result]:
    """Return a handler of answers that acts on the search's own game, even if another one is on the board."""

    def handle(state: AppState, event: A) -> Result:
        return _in_its_game(state, lambda state: handler(state, event))

    handle.__module__, handle.__name__ = handler.__module__, handler.__name__
    return handle


@hears(SearchInfo, when=owns)
@in_its_game
def search_info(state: AppState, event: SearchInfo) -> Result:
    """Store a report of the search; a line is truncated before its first impossible move."""
    assert state.search is not None  # since the report is its own
    play = state.play
    pv = positions.legal_prefix(play.line, event.info.pv)
    search = replace(state.search, info=replace(event.info, pv=pv))
    score = score_cp(event.info)
    if score is not None and event.info.multipv == 1:
        red, black = play.words
        words = (event.info, black) if search.side == RED else (red, event.info)
        play = replace(play, engine_score_cp=score if search.side == RED else -score, words=words)
    return done(replace(state, search=search).put_play(play))


@hears(EnginesPreparing)
def engines_preparing(state: AppState, event: EnginesPreparing) -> Result:
    """Note which engines are not ready yet; while the engine to move is not ready, the clock is stopped."""
    return clock.run(replace(state, preparing=event.commands))


def score_cp(info: Info) -> int | None:
    """Return the score of a report in centipawns, also of a mate, or None if it has none."""
    if info.mate is not None:
        return MATE_CP - info.mate if info.mate > 0 else -MATE_CP - info.mate
    return info.score_cp


@busy_when
def is_searching(state: AppState) -> bool:
    """Return whether an engine is searching or being prepared for the game, or the program is closing."""
    return state.search is not None or bool(state.preparing) or state.quitting

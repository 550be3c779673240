"""Starting and stopping searches, and handling their reports."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.coach import hints
from xiangqi.app.coach.coached import lesson_at
from xiangqi.app.engines.effects import EnginesPreparing, SearchInfo, StartSearch, StopSearch
from xiangqi.app.event import Tone
from xiangqi.app.game import clock
from xiangqi.app.game.help_given import ask_for_help, helped, may_ask_for_help
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.session import positions
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.mode import Unrated
from xiangqi.app.session.players import Player, PlayerKind
from xiangqi.app.session.searches import Purpose, Search
from xiangqi.app.session.state import AppState
from xiangqi.app.session.strength import HIGHEST, HINT_LIMITS, clamped
from xiangqi.app.session.transition import Result, chain, done, toast
from xiangqi.app.session.turns import is_engine_turn, is_human_turn, player_to_move, side_to_move
from xiangqi.core.constants import RED
from xiangqi.engine.common.types import Info, Limits
from xiangqi.i18n.message import Message
from xiangqi.storage.saved_engines import options_of

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
    """Start the engine's search when it is to move in the current game."""
    if not is_engine_turn(state.play) or state.play.paused or state.play.is_exercise:
        return done(state)
    if lesson_at(state) is not None:
        return done(state)
    player = player_to_move(state.play)
    return _start(state, Purpose.PLAY, player, clock.limits(state, player), restart)


@dataclass(frozen=True)
class Hint(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False, on_board=True):
    """Ask the built-in engine for a move, which is shown but not played; asking again reveals more of it."""

    at_once: bool = False  # whether to show the move without the preceding steps


@handles(Hint)
def hint(state: AppState, intent: Hint) -> Result:
    """Start a search by the built-in engine for the player's move, or reveal more of its hint."""
    play = state.document.play
    if play is None:
        return done(toast(state, Message("toast.browsing")))
    if play.paused:
        return done(toast(state, Message("toast.game_is_paused"), Tone.QUIET))
    if not state.document.at_tip:
        return done(toast(state, Message("toast.not_at_the_end")))
    if play.is_contest:
        return done(toast(state, Message("toast.no_hint"), Tone.QUIET))
    if not is_human_turn(play):
        return done(
            toast(state, Message("toast.game_is_over" if play.end else "toast.not_your_turn"), Tone.QUIET)
        )
    if may_ask_for_help(play):
        return ask_for_help(state, play, intent)
    state = helped(state, Unrated.HINT)
    told = None if intent.at_once else hints.more(state)
    if told is not None:
        return done(told)
    return _start(state, Purpose.ADVICE if intent.at_once else Purpose.HINT, _ADVISER, HINT_LIMITS)


def _start(state: AppState, purpose: Purpose, player: Player, limits: Limits, restart: bool = False) -> Result:
    def start(state: AppState) -> Result:
        game, play = state.game, state.play
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


def is_current(state: AppState, search_id: int) -> bool:
    """Return whether a reply belongs to the current search and game.

    All other replies are dropped.
    """
    search = state.search
    return search is not None and search.id == search_id and search.document_id == state.game.id


def search_info(state: AppState, event: SearchInfo) -> Result:
    """Store a report of the search; a line is truncated before its first impossible move."""
    if state.search is None or not is_current(state, event.search_id):
        return done(state)
    play = state.play
    pv = positions.legal_prefix(play.line, event.info.pv)
    search = replace(state.search, info=replace(event.info, pv=pv))
    score = score_cp(event.info)
    if score is not None and event.info.multipv == 1:
        red, black = play.words
        words = (event.info, black) if search.side == RED else (red, event.info)
        play = replace(play, engine_score_cp=score if search.side == RED else -score, words=words)
    return done(replace(state, search=search).put_play(play))


@handles(EnginesPreparing)
def engines_preparing(state: AppState, event: EnginesPreparing) -> Result:
    """Note which engines are not ready yet; while the engine to move is not ready, the clock is stopped."""
    return clock.run(replace(state, preparing=event.commands))


def score_cp(info: Info) -> int | None:
    """Return the score of an info as centipawns, including mates, or None if it has none."""
    if info.mate is not None:
        return MATE_CP - info.mate if info.mate > 0 else -MATE_CP - info.mate
    return info.score_cp

"""Setting engines to work and taking their news."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xiangqi.app import positions, timing
from xiangqi.app.effects import StartSearch, StopSearch
from xiangqi.app.events import EngineFileRefused, EnginesPreparing, SearchInfo
from xiangqi.app.intents import Hint
from xiangqi.app.levels import HIGHEST, HINT_LIMITS, clamped
from xiangqi.app.result import Result, chain, only, toast
from xiangqi.app.say import Say
from xiangqi.app.state import AppState, Player, PlayerKind, Purpose, Search, Tone
from xiangqi.app.turns import is_engine_turn, is_human_turn, player_to_move, side_to_move
from xiangqi.core.constants import RED
from xiangqi.engine.types import Info, Limits
from xiangqi.storage.saved_engines import options_of

MATE_CP: Final = 30_000
"""What a mate counts as a score; each move until then takes one off."""

_ADVISER: Final = Player(PlayerKind.COMPUTER, HIGHEST)


def cancel(state: AppState) -> Result:
    """Stop the search, if there is one."""
    if state.search is None:
        return only(state)
    return only(replace(state, search=None), StopSearch(state.search.id))


def think(state: AppState, restart: bool = False) -> Result:
    """Let the engine think when it is to move in the running game."""
    if not is_engine_turn(state.game) or state.game.paused:
        return only(state)
    player = player_to_move(state.game)
    return _start(state, Purpose.PLAY, player, timing.limits(state, player), restart)


def hint(state: AppState, _message: Hint) -> Result:
    """Let the built-in engine think about the player's move."""
    if state.record is not None:
        return only(toast(state, Say.BROWSING))
    if state.game.paused:
        return only(toast(state, Say.GAME_IS_PAUSED, Tone.QUIET))
    if state.game.ply != len(state.game.moves):
        return only(toast(state, Say.NOT_AT_THE_END))
    if not is_human_turn(state.game):
        return only(toast(state, Say.GAME_IS_OVER if state.game.end else Say.NOT_YOUR_TURN, Tone.QUIET))
    return _start(state, Purpose.HINT, _ADVISER, HINT_LIMITS)


def _start(state: AppState, purpose: Purpose, player: Player, limits: Limits, restart: bool = False) -> Result:
    def start(state: AppState) -> Result:
        game = state.game
        search = Search(state.next_id, game.id, purpose, side_to_move(game), state.now)
        order = StartSearch(
            search_id=search.id,
            command=player.command,
            start_fen=game.setup.start_fen,
            moves=game.moves,
            limits=limits,
            level=clamped(player.level),
            rules=game.setup.rules,
            options=options_of(state.settings.engines, player.command),
            restart=restart,
        )
        return only(replace(state, search=search, next_id=state.next_id + 1), order)

    return chain(state, cancel, start)


def is_current(state: AppState, search_id: int) -> bool:
    """Whether a reply belongs to the search at hand and the running game; all others are dropped."""
    return state.search is not None and state.search.id == search_id and state.search.game_id == state.game.id


def search_info(state: AppState, message: SearchInfo) -> Result:
    """Keep the news of the search; a line with impossible moves is cut short."""
    if state.search is None or not is_current(state, message.search_id):
        return only(state)
    game = state.game
    pv = positions.legal_prefix(game.setup.start_fen, game.moves, message.info.pv)
    search = replace(state.search, info=replace(message.info, pv=pv))
    score = score_cp(message.info)
    if score is not None and message.info.multipv == 1:
        game = replace(game, engine_score_cp=score if search.side == RED else -score)
    return only(replace(state, search=search, game=game))


def engines_preparing(state: AppState, message: EnginesPreparing) -> Result:
    """Keep which engines are not ready yet; the clock of one that is to move stands meanwhile."""
    return timing.run(replace(state, preparing=message.commands))


def engine_file_refused(state: AppState, message: EngineFileRefused) -> Result:
    """Say which file the computer does without, and why."""
    return only(toast(state, Say.ENGINE_FILE_REFUSED, Tone.ERROR, detail=message.detail))


def score_cp(info: Info) -> int | None:
    """The score of an info as centipawns, mates included; None when it has none."""
    if info.mate is not None:
        return MATE_CP - info.mate if info.mate > 0 else -MATE_CP - info.mate
    return info.score_cp

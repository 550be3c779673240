"""The earlier games against the level that is being played, and the score against it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pygame

from xiangqi.app.intent import Help
from xiangqi.app.library.own_games import AskOwnGames, to_board
from xiangqi.app.library.state import LibraryState
from xiangqi.app.session.locks import Permission, access
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.players import PlayerKind
from xiangqi.core.constants import opponent
from xiangqi.library import OwnGame
from xiangqi.library.played import DRAWN, LOST, WON
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.game_rows import TWO_LINES, GameRow, facts_of, game_row
from xiangqi.ui.parts.game_table import GameList, lay_out_games
from xiangqi.ui.parts.opening_names import opening_names
from xiangqi.ui.parts.tool_card import titled_card
from xiangqi.ui.toolkit.lists import with_facts
from xiangqi.ui.toolkit.widgets import Label, Widget

_HEAD: Final = 46.0
_GAP: Final = 12.0
_LEAST_ROWS: Final = 2


def level_of(play: GameInProgress) -> int | None:
    """Return the level of the built-in engine that a person plays; None for any other game."""
    side = play.setup.human_side
    if side is None or type(play) is not GameInProgress:
        return None
    machine = play.setup.player(opponent(side))
    return machine.level if machine.kind is PlayerKind.COMPUTER and machine.rating is None else None


def games_against(scene: PanelContext, level: int) -> tuple[OwnGame, ...]:
    """Return the player's stored games against a level, the latest first."""
    return tuple(game for game in scene.state.part(LibraryState).own.games if game.played.level == level)


def score_words(scene: PanelContext, level: int) -> str:
    """Return the numbers of won, drawn and lost games against a level, in words; "" if none has ended."""
    outcomes = [game.outcome for game in games_against(scene, level) if game.outcome]
    if not outcomes:
        return ""
    won, drawn, lost = (outcomes.count(name) for name in (WON, DRAWN, LOST))
    return scene.texts("terms.score", won=won, drawn=drawn, lost=lost)


def earlier_games(scene: PanelContext, room: Room, play: GameInProgress) -> list[Widget]:
    """Lay out the latest games against the level being played, as many as there is room for.

    The list is asked for when it is first shown. Nothing is visible without a level, without games, or if fewer
    than two of several fit.
    """
    level = level_of(play)
    if level is None:
        return []
    asking = Label("earlier.asked", pygame.Rect(room.rest.topleft, (0, 0)), wish=AskOwnGames())
    games, unit = games_against(scene, level), scene.painter.unit
    fitting = int((room.rest.height / unit - _HEAD) // TWO_LINES)
    if not games or fitting < min(_LEAST_ROWS, len(games)):
        return [asking]
    count = min(len(games), fitting)
    texts = scene.texts
    locked = access(scene.state, Help.RECORDS) is not Permission.YES
    aside = texts("terms.after_the_game") if locked else ""
    rect = room.top(_HEAD + count * TWO_LINES, _GAP)
    card = titled_card(scene, "earlier", rect, texts("terms.earlier", level=level), aside)
    box = card.rest.inflate(2 * scene.px(6), 0)
    box.height = max(box.height, scene.px(count * TWO_LINES))

    def row(place: int, width_px: int | None) -> GameRow:
        game = games[place]
        row = game_row(scene, facts_of(game), to_board(game.number, game.result), place, width_px=width_px)
        colour = "" if game.played.side is None else scene.side_name(game.played.side)
        moves = texts("records.moves", count=(game.plies + 1) // 2)
        row = replace(row, text=" · ".join(filter(None, (colour, moves))), detail="")
        size = (width_px or box.width, scene.px(TWO_LINES))
        detail = with_facts(scene.painter, row, [opening_names(texts, game.opening)], size).detail
        return replace(row, detail=detail or texts("terms.no_opening"))

    shown = GameList("earlier.games", box, at_once=True)
    return [asking, *card.widgets, *lay_out_games(scene, box, shown, count, row, may_be_table=False)]

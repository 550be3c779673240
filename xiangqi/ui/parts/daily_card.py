"""The card with the games of the day, which play one of the player's own openings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from xiangqi.app.library.daily import WantDaily
from xiangqi.app.library.masters import has_masters, libraries_of
from xiangqi.app.library.own_games import OpenStoredGame
from xiangqi.app.library.state import DailyGames, LibraryState
from xiangqi.app.openings.state import OpeningsState
from xiangqi.app.session.state import AppState
from xiangqi.library.masters import Whose
from xiangqi.ui.parts.cards import EmptyState
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.game_rows import TWO_LINES, GameFacts, GameRow, game_row
from xiangqi.ui.parts.game_table import GameList, lay_out_games
from xiangqi.ui.parts.masters_wish import unmade_card
from xiangqi.ui.parts.opening_names import opening_names
from xiangqi.ui.parts.tool_card import HEAD, CardFrame, headed_card
from xiangqi.ui.toolkit.roles import BODY, SMALL
from xiangqi.ui.toolkit.widgets import Label, Widget

LEAST_HEIGHT: Final = 190.0
"""The smallest height in points at which the card is shown."""

Frame = Callable[[PanelContext, str, pygame.Rect, str], CardFrame]
"""A function that lays out a card with a key and a title in a box."""

_NAMED: Final = 44.0  # height of the opening's name and the reason for it, points
_MOST_CODES: Final = 60  # of one's own openings that are chosen from


def own_codes(state: AppState) -> tuple[str, ...]:
    """Return the codes of the openings in which the lines of both sides end, in order, at most _MOST_CODES."""
    sides = state.part(OpeningsState).sides.values()
    return tuple(sorted({code for side in sides for code in side.codes}))[:_MOST_CODES]


def daily_height(scene: PanelContext) -> float:
    """Return the height in points of the card with all of its games."""
    daily = scene.state.part(LibraryState).daily
    count = len(daily.games) if daily is not None else 3
    return HEAD + _NAMED + TWO_LINES * max(count, 2) + 24


def is_made(state: AppState) -> bool:
    """Return whether there are masters' games to choose from."""
    return has_masters(state, libraries_of(state, Whose.MASTERS))


def daily_card(scene: PanelContext, rect: pygame.Rect, frame: Frame = headed_card) -> list[Widget]:
    """Lay out the games, their opening and why it was chosen; without masters' games, the button for them.

    `frame` lays out the card with its title.
    """
    texts, state = scene.texts, scene.state
    card = frame(scene, "daily", rect, texts("daily.title"))
    if not is_made(state):
        return unmade_card(scene, card)
    daily, codes = state.part(LibraryState).daily, own_codes(state)
    if daily is None or (daily.day, daily.codes) != (state.today, codes):
        wish = WantDaily(codes)
        key = f"daily.wanted.{state.today}.{hash(codes)}"
        return [
            *card.widgets,
            EmptyState(key, card.rest, text=texts("explorer.looking"), icon="library", wish=wish),
        ]
    if not daily.games:
        return [*card.widgets, EmptyState("daily.none", card.rest, text=texts("daily.none"), icon="library")]
    edge = scene.px(8) if frame is headed_card else 0  # others keep their own
    return [*card.widgets, *_games(scene, Room(card.rest, scene.painter.unit), daily, edge)]


def _games(scene: PanelContext, room: Room, daily: DailyGames, edge: int) -> list[Widget]:
    """Lay out the opening's name, why it was chosen, and a row for each game that fits."""
    muted = scene.painter.palette.muted
    told = room.top(_NAMED, 2)
    told = pygame.Rect(told.left + edge, told.top, told.width - 2 * edge, told.height)
    half = told.height // 2
    forms = opening_names(scene.texts, daily.opening)
    name = next((one for one in forms if scene.painter.width(one, BODY, True) <= told.width), forms[-1])
    why = scene.texts(f"daily.{daily.reason.value}")
    frame = room.rest.inflate(-scene.px(6), 0)
    listed = GameList("daily.games", frame, at_once=True)

    def row(index: int, width: int | None) -> GameRow:
        game = daily.games[index]
        facts = GameFacts(game.red, game.black, game.result, date=game.date, event=game.event, is_listed=True)
        return game_row(scene, facts, OpenStoredGame(game.number, of_masters=True), index, width_px=width)

    return [
        Label(
            "daily.opening", pygame.Rect(told.topleft, (told.width, half)), name, BODY, bold=True, single=True
        ),
        Label(
            "daily.why",
            pygame.Rect(told.left, told.top + half, told.width, half),
            why,
            SMALL,
            muted,
            single=True,
        ),
        *lay_out_games(scene, frame, listed, len(daily.games), row, may_be_table=False),
    ]

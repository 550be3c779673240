"""Some of the games in which the position on the board occurred, from the explorer's answer."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.app.library.explorer import ListExplored
from xiangqi.app.library.own_games import OpenStoredGame
from xiangqi.app.library.state import Explorer, LibraryState
from xiangqi.library.masters import Whose
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.game_rows import TWO_LINES, GameFacts, GameRow, game_row
from xiangqi.ui.parts.game_table import GameList, lay_out_games
from xiangqi.ui.parts.move_names import namer
from xiangqi.ui.parts.tools import BoardTool, ToolPlace, tool
from xiangqi.ui.toolkit.roles import BODY, CONTROL, SMALL
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_HEAD: Final = 30.0
_EDGE: Final = 6.0  # from the edges of a card to what is in it, points
_BETWEEN: Final = 12.0  # above a card, points
_WHOSE: Final = {Whose.OWN: "explorer.own_library", Whose.MASTERS: "explorer.of_masters"}


def example_games(
    scene: PanelContext, room: Room, explorer: Explorer, key: str = "explorer", empty: str = ""
) -> list[Widget]:
    """Lay out the games in a room, and below them a button that lists all of them.

    Args:
        scene: the panel context.
        room: the box to fill.
        explorer: the question and its answer.
        key: the beginning of the widgets' keys.
        empty: the text shown if there are no games.
    """
    answer, name = explorer.answer, namer(scene, current=explorer.is_current)
    examples = answer.examples if answer is not None else ()
    label = scene.texts("explorer.list", count=answer.games if answer is not None else 0)
    every = Button(f"{key}.all", room.bottom(CONTROL - 6), label, ListExplored(), enabled=bool(examples))
    frame = room.rest.inflate(-scene.px(6), -scene.px(6))
    listed = GameList(f"{key}.games", frame, empty=empty, at_once=True)

    def row(index: int, width: int | None) -> GameRow:
        game = examples[index]
        facts = GameFacts(game.red, game.black, game.result, date=str(game.year or ""), is_listed=True)
        opened = OpenStoredGame(game.number, game.ply, of_masters=game.of_masters)
        return game_row(scene, facts, opened, index, width_px=width, first=name(game.move))

    return [*lay_out_games(scene, frame, listed, len(examples), row, may_be_table=False), every]


@tool(BoardTool.GAMES)
def games_below(scene: PanelContext, room: Room, place: ToolPlace) -> list[Widget]:
    """Lay out some games at the foot of a room, under a heading, if that leaves enough room above.

    Nothing is laid out before there is an answer, or if the position occurred in no game. If framed, the games
    get a separate card.
    """
    explorer, framed = scene.state.part(LibraryState).explorer, place.framed
    if explorer is None or explorer.answer is None or not explorer.answer.examples:
        return []
    around = _HEAD + CONTROL + 12 + (2 * _EDGE + _BETWEEN if framed else 0)
    fitting = int((room.rest.height / scene.painter.unit - place.spare - around) // TWO_LINES)
    count = min(place.most, len(explorer.answer.examples), fitting)
    if count < 1:
        return []
    box = room.bottom(around + count * TWO_LINES, _BETWEEN if framed else 0)
    inner = Room(box, scene.painter.unit)
    card: list[Widget] = []
    if framed:
        card, inner = [Card("here.card", box)], inner.inner(_EDGE)
    head = inner.top(_HEAD, 0)
    head = pygame.Rect(head.left + scene.px(6), head.top, head.width - 2 * scene.px(6), head.height)
    title = Label("here.title", head, scene.texts("explorer.games_here"), BODY, bold=True, single=True)
    named = _WHOSE.get(explorer.filter.whose)
    whose, muted = scene.texts(named) if named else "", scene.painter.palette.muted
    free = head.width - scene.painter.width(title.text, BODY, True) - scene.px(8)
    fits = bool(whose) and free >= scene.painter.width(whose, SMALL)
    aside = [Label("here.whose", head.copy(), whose, SMALL, muted, single=True, align="right")] if fits else []
    return [*card, title, *aside, *example_games(scene, inner, explorer, "here")]

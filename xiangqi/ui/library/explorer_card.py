"""The explorer: the moves played from the position on the board, some example games, and the filter."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.library.explored import computer_words
from xiangqi.app.library.explorer import FilterExplorer, ToggleExplorer
from xiangqi.app.library.state import Explorer, GameFilter, LibraryState
from xiangqi.core.constants import BLACK, RED
from xiangqi.library import PlayedMove
from xiangqi.library.masters import Whose
from xiangqi.ui.library.games_here import example_games
from xiangqi.ui.library.masters_page import masters_page
from xiangqi.ui.library.move_names import namer
from xiangqi.ui.parts.cards import RED_DISC, Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.form import filled, year_field
from xiangqi.ui.parts.result_table import BLACK_WON, DRAWN, HEAD, ResultRow, ResultTable
from xiangqi.ui.parts.tools import Tool, ToolPlace, tool
from xiangqi.ui.toolkit.controls import Tabs
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import Button, Choice, Label, Widget

LEAST_HEIGHT: Final = 210.0
"""The smallest height at which the card is shown beside other cards, points."""

_TABS: Final = "explorer.tabs"
_PAGES: Final = ("masters", "library", "games", "filter")
_PLAYER: Final = "explorer.player"
_YEARS: Final = ("explorer.first_year", "explorer.last_year")
_SHARES: Final = (0.0, 0.0, 0.4, 0.21, 0.17, 0.22)
_COLUMNS: Final = ("move", "games", "results", "year", "own", "word")


@tool(Tool.EXPLORER)
def explorer_tool(scene: PanelContext, room: Room, place: ToolPlace) -> list[Widget]:
    """Lay out the explorer in the whole room; nothing while it is closed."""
    explorer = scene.state.part(LibraryState).explorer
    return [] if explorer is None else explorer_card(scene, room.rest, explorer, framed=place.framed)


def explorer_card(
    scene: PanelContext, rect: pygame.Rect, explorer: Explorer, *, framed: bool = True
) -> list[Widget]:
    """Lay out the tabs and the selected page.

    Args:
        scene: the panel context.
        rect: the box, px.
        explorer: what has been asked and answered.
        framed: whether this is a card of its own, which can be closed, and not the content of another.
    """
    texts, room = scene.texts, Room(rect, scene.painter.unit).inner(10 if framed else 2)
    head = room.top(28, 4)
    close = pygame.Rect(head.right, head.top, 0, head.height)
    if framed:
        close = pygame.Rect(head.right - head.height, head.top, head.height, head.height)
    page = Tabs.page(_TABS, scene.memory)
    labels = tuple(texts(f"explorer.tab_{name}") for name in _PAGES)
    strip = pygame.Rect(head.left, head.top, close.left - head.left - scene.px(4 if framed else 0), head.height)
    widgets: list[Widget] = [Tabs(_TABS, strip, labels, chosen=page)]
    if framed:
        tip, action = texts("explorer.close"), ToggleExplorer()
        closing = Button("explorer.close", close, icon="close", action=action, quiet=True, tip=tip)
        widgets = [Card("explorer", rect), *widgets, closing]
    return [*widgets, *(_masters, _moves, _games, _filter)[page](scene, room, explorer)]


# ---- Moves ----


def _masters(scene: PanelContext, room: Room, explorer: Explorer) -> list[Widget]:
    return masters_page(scene, room, explorer, namer(scene, current=explorer.is_current))


def _moves(scene: PanelContext, room: Room, explorer: Explorer) -> list[Widget]:
    answer, texts = explorer.answer, scene.texts
    foot = room.bottom(20, 2)
    whose = _whose(scene, room.top(CONTROL - 8, 4), explorer.filter)
    room.top(HEAD, 0)
    moves = answer.moves if answer is not None else ()
    levels = explorer.filter.own and any(played.level is not None for played in moves)
    names = ["level" if levels and name == "year" else name for name in _COLUMNS]
    table = ResultTable(
        "explorer.moves",
        room.rest,
        row_height=scene.px(28),
        names=tuple(texts(f"explorer.{name}") for name in names),
        shares=_SHARES,
        colours=(RED_DISC, DRAWN, BLACK_WON),
        rows=_rows(scene, explorer, levels=levels),
        empty=_nothing(scene, explorer),
        stale=not explorer.is_current,
    )
    counted = texts("explorer.count", count=answer.games) if answer is not None and moves else ""
    source = texts("explorer.source") if explorer.filter.whose is not Whose.OWN else ""
    count = " · ".join(filter(None, (counted, source)))
    muted = scene.painter.palette.muted
    return [whose, table, Label("explorer.count", foot, count, size=SMALL, colour=muted, single=True)]


def _whose(scene: PanelContext, rect: pygame.Rect, chosen: GameFilter) -> Choice:
    """Lay out the choice between all games of the library, the player's own, those of masters, and both."""
    choices = {
        "all": replace(chosen, own=False, whose=Whose.OWN),
        "mine": replace(chosen, own=True, whose=Whose.OWN),
        "of_masters": replace(chosen, own=False, whose=Whose.MASTERS),
        "both": replace(chosen, own=False, whose=Whose.BOTH),
    }
    labels = tuple(scene.texts(f"explorer.{name}") for name in choices)
    actions = tuple(map(FilterExplorer, choices.values()))
    return Choice("explorer.whose", rect, labels, actions, list(choices.values()).index(chosen))


def _nothing(scene: PanelContext, explorer: Explorer) -> str:
    answer, texts, masters = explorer.answer, scene.texts, scene.state.part(LibraryState).masters
    if masters.share is not None and explorer.filter.whose is not Whose.OWN:
        return texts("explorer.making_masters", percent=round(100 * masters.share))
    if answer is None:
        return texts.tell(masters.failure) if masters.failure else texts("explorer.looking")
    if answer.failure:
        return texts.tell(answer.failure)
    return texts("explorer.none_filtered" if explorer.filter != GameFilter() else "explorer.none")


def _rows(scene: PanelContext, explorer: Explorer, *, levels: bool) -> list[ResultRow]:
    answer = explorer.answer
    if answer is None:
        return []
    own, name = dict(answer.own), namer(scene, current=explorer.is_current)
    words = computer_words(scene.state, [played.move for played in answer.moves]) if explorer.is_current else {}
    return [
        ResultRow(
            name(played.move),
            scene.texts.short(played.games),
            (played.red_wins, played.draws, played.black_wins),
            (_average(played, levels=levels), str(own.get(played.move, "")), words.get(played.move, "")),
            PlayText(played.move.iccs),
            bold=played.move in own,
        )
        for played in answer.moves
    ]


def _average(played: PlayedMove, *, levels: bool) -> str:
    if levels:
        return "" if played.level is None else f"{played.level:.1f}"
    return "" if played.year is None else str(round(played.year))


# ---- Games ----


def _games(scene: PanelContext, room: Room, explorer: Explorer) -> list[Widget]:
    """Lay out some games with the position, and a button that lists all of them."""
    return example_games(scene, room, explorer, empty=_nothing(scene, explorer))


# ---- Filter ----


def _filter(scene: PanelContext, room: Room, explorer: Explorer) -> list[Widget]:
    chosen, texts = explorer.filter, scene.texts
    widgets: list[Widget] = []

    def choice(key: str, values: tuple[tuple[str, GameFilter], ...]) -> None:
        labels = tuple(texts(f"explorer.{name}") for name, _ in values)
        filters = [value for _, value in values]
        actions: tuple[Action, ...] = tuple(map(FilterExplorer, filters))
        widgets.append(Choice(key, room.top(CONTROL - 6, 6), labels, actions, filters.index(chosen)))

    sides = (("either", None), ("as_red", RED), ("as_black", BLACK))
    choice("explorer.side", tuple((name, replace(chosen, side=side)) for name, side in sides))
    choice(
        "explorer.mirror",
        tuple((name, replace(chosen, mirror=on)) for name, on in (("mirrored", True), ("exact", False))),
    )
    if not chosen.own:
        box = room.top(CONTROL - 6, 6)
        field = TextField(_PLAYER, box, texts("explorer.player"), unit=scene.painter.unit)
        field.change = lambda text: FilterExplorer(replace(chosen, player=text.strip()))
        widgets.append(filled(scene, field, chosen.player))
    cells = columns(room.top(CONTROL - 6, 6), 2, scene.px(GAP))
    return [
        *widgets,
        year_field(
            scene,
            _YEARS[0],
            cells[0],
            chosen.first_year,
            lambda year: FilterExplorer(replace(chosen, first_year=year)),
        ),
        year_field(
            scene,
            _YEARS[1],
            cells[1],
            chosen.last_year,
            lambda year: FilterExplorer(replace(chosen, last_year=year)),
        ),
    ]

"""Looking for games: by players, event, years, result, opening, comments, and by what is on the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.library.search import ChangeSearch, FindGames
from xiangqi.app.library.state import BoardSearch, GameSearch
from xiangqi.app.records.loading import StopLoading
from xiangqi.app.settings.panels import ClosePanel
from xiangqi.core.constants import BLACK, RED
from xiangqi.openings import OPENINGS
from xiangqi.records.tree import RESULTS
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.form import Form, filled, year_field
from xiangqi.ui.parts.result_table import result_text
from xiangqi.ui.toolkit.controls import stepper
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import Button, Choice, Label, Widget

_TEXTS: Final[dict[str, Callable[[GameSearch, str], GameSearch]]] = {
    "player": lambda search, text: replace(search, player=text),
    "opponent": lambda search, text: replace(search, opponent=text),
    "event": lambda search, text: replace(search, event=text),
    "words": lambda search, text: replace(search, words=text),
}
_RESULTS: Final = ("", *(result for result in RESULTS if result != "*"))
_FIELD: Final = CONTROL - 4


def search_page(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the fields and the way to search; results are listed like the games of a file."""
    search, texts = scene.state.library.search, scene.texts
    foot = _foot(scene, room.bottom(CONTROL))
    widgets = [*_names(scene, room, search), *_years(scene, room, search)]

    def choice(key: str, labels: tuple[str, ...], values: tuple[GameSearch, ...], rows: int = 1) -> None:
        per_row = -(-len(labels) // rows)
        actions: tuple[Action, ...] = tuple(map(ChangeSearch, values))
        place = values.index(search)
        widgets.append(Choice(key, room.top(_FIELD * rows, 8), labels, actions, place, per_row))

    sides = (("either", None), ("as_red", RED), ("as_black", BLACK))
    choice(
        "search.side",
        tuple(texts(f"explorer.{name}") for name, _ in sides),
        tuple(replace(search, side=side) for _, side in sides),
    )
    choice(
        "search.result",
        (texts("search.any_result"), *(result_text(texts, result) for result in _RESULTS[1:])),
        tuple(replace(search, result=result) for result in _RESULTS),
    )
    widgets.append(_opening(scene, room.top(_FIELD, 8), search))
    form = Form(scene, room)
    form.caption("search.board", texts("search.board"))
    widgets += form.widgets
    choice(
        "search.board",
        tuple(texts(f"search.board_{board.value}") for board in BoardSearch),
        tuple(replace(search, board=board) for board in BoardSearch),
        rows=2,
    )
    if search.board in (BoardSearch.POSITION, BoardSearch.PART):
        mirrors = (("mirrored", True), ("exact", False))
        choice(
            "search.mirror",
            tuple(texts(f"explorer.{name}") for name, _ in mirrors),
            tuple(replace(search, mirror=on) for _, on in mirrors),
        )
    note = texts(f"search.how_{search.board.value}")
    muted = scene.painter.palette.muted
    return [*widgets, Label("search.how", room.rest, note, size=SMALL, colour=muted), *foot]


def _names(scene: PanelContext, room: Room, search: GameSearch) -> list[Widget]:
    """Lay out parts of names and comments, two a row."""
    widgets: list[Widget] = []
    held = {"player": search.player, "opponent": search.opponent, "event": search.event, "words": search.words}
    for row in (("player", "opponent"), ("event", "words")):
        for name, cell in zip(row, columns(room.top(_FIELD, 8), 2, scene.px(GAP)), strict=True):
            field = TextField(
                f"search.{name}",
                cell,
                scene.texts(f"search.{name}"),
                submit=FindGames(),
                unit=scene.painter.unit,
            )
            field.change = _changing(search, _TEXTS[name])
            widgets.append(filled(scene, field, held[name]))
    return widgets


def _changing(search: GameSearch, put: Callable[[GameSearch, str], GameSearch]) -> Callable[[str], Action]:
    return lambda text: ChangeSearch(put(search, text.strip()))


def _years(scene: PanelContext, room: Room, search: GameSearch) -> list[Widget]:
    first, last = columns(room.top(_FIELD, 8), 2, scene.px(GAP))
    return [
        year_field(
            scene,
            "search.first_year",
            first,
            search.first_year,
            lambda year: ChangeSearch(replace(search, first_year=year)),
        ),
        year_field(
            scene,
            "search.last_year",
            last,
            search.last_year,
            lambda year: ChangeSearch(replace(search, last_year=year)),
        ),
    ]


def _opening(scene: PanelContext, rect: pygame.Rect, search: GameSearch) -> Widget:
    keys = ("", *OPENINGS)
    labels = (scene.texts("search.any_opening"), *(scene.texts(f"opening.{key}") for key in OPENINGS))
    actions = tuple(ChangeSearch(replace(search, opening=key)) for key in keys)
    return stepper("search.opening", rect, labels, actions, keys.index(search.opening))


def _foot(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the way to search, and to stop; where pieces are being set up, also the way back to them."""
    texts, state = scene.texts, scene.state
    left, right = columns(rect, 2, scene.px(GAP))
    stop = Button("search.stop", left, texts("records.stop"), StopLoading())
    back = Button("search.back", left, texts("search.back"), ClosePanel())
    clear = Button(
        "search.clear", left, texts("search.clear"), ChangeSearch(GameSearch(board=state.library.search.board))
    )
    other = stop if state.loading is not None else back if state.editor is not None else clear
    find = Button("search.find", right, texts("search.find"), FindGames(), primary=True)
    return [other, find]

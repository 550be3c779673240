"""Search for games: by players, event, years, result, opening, comments, and by position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

import pygame

from xiangqi.action import Action
from xiangqi.app.library.masters import StopMakingMasters
from xiangqi.app.library.search import ChangeSearch, FindGames
from xiangqi.app.library.state import BoardSearch, GameSearch, LibraryState
from xiangqi.core.constants import BLACK, RED
from xiangqi.library.masters import Whose
from xiangqi.records.tree import RESULTS
from xiangqi.ui.library.search_aside import FormButton
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.form import Form, filled, year_field
from xiangqi.ui.parts.result_table import result_text
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import Button, Choice, Label, Widget

_TEXTS: Final[dict[str, Callable[[GameSearch, str], GameSearch]]] = {
    "player": lambda search, text: replace(search, player=text),
    "opponent": lambda search, text: replace(search, opponent=text),
    "event": lambda search, text: replace(search, event=text),
    "words": lambda search, text: replace(search, words=text),
}
_WHOSE: Final = {"own_library": Whose.OWN, "of_masters": Whose.MASTERS, "both": Whose.BOTH}
_RESULTS: Final = ("", *(result for result in RESULTS if result != "*"))
_FIELD: Final = CONTROL - 4
_ROOMY: Final = 560.0  # height from which the groups of fields have headings, points
_NOTE: Final = 56.0  # height of what is searched for in words, points
_HIGH: Final = 760.0  # height from which there is more room between the fields, points


class _Spread(NamedTuple):
    """The height in points of a row of fields."""

    field: float  # its height
    gap: float  # below it


_TIGHTLY: Final = _Spread(_FIELD, 8)
_WIDELY: Final = _Spread(CONTROL + 4, 14)


def search_page(scene: PanelContext, room: Room, *, explained: bool = True) -> list[Widget]:
    """Lay out the search form; results are listed like the games of a file.

    `explained`: whether the form itself says what is searched for; otherwise the card with the position says
    it.
    """
    search, texts = scene.state.part(LibraryState).search, scene.texts
    foot = _foot(scene, room.bottom(CONTROL))
    form = Form(scene, room, gap=8.0)
    roomy = room.rest.height >= scene.px(_ROOMY if explained else _ROOMY - _NOTE)
    spread = _WIDELY if room.rest.height >= scene.px(_HIGH) else _TIGHTLY

    def heading(name: str) -> None:
        if roomy:
            form.heading(f"search.group_{name}", texts(f"search.group_{name}"))

    def choice(name: str, labels: tuple[str, ...], values: tuple[GameSearch, ...], rows: int = 1) -> None:
        actions: tuple[Action, ...] = tuple(map(ChangeSearch, values))
        place, per_row = values.index(search), -(-len(labels) // rows)
        box = room.top(spread.field * rows, spread.gap)
        form.widgets.append(Choice(f"search.{name}", box, labels, actions, place, per_row))

    choice(
        "whose",
        tuple(texts(f"explorer.{name}") for name in _WHOSE),
        tuple(replace(search, whose=whose) for whose in _WHOSE.values()),
    )
    heading("players")
    form.widgets += _names(scene, room.top(*spread), search, ("player", "opponent"))
    sides = (("either", None), ("as_red", RED), ("as_black", BLACK))
    choice(
        "side",
        tuple(texts(f"explorer.{name}") for name, _ in sides),
        tuple(replace(search, side=side) for _, side in sides),
    )
    heading("game")
    form.widgets += [
        *_names(scene, room.top(*spread), search, ("event", "words")),
        *_years(scene, room.top(*spread), search),
    ]
    choice(
        "result",
        (texts("search.any_result"), *(result_text(texts, result) for result in _RESULTS[1:])),
        tuple(replace(search, result=result) for result in _RESULTS),
    )
    form.widgets.append(_opening(scene, room.top(*spread), search))
    if roomy:
        heading("board")
    else:
        form.caption("search.board", texts("search.board"))
    choice(
        "board",
        tuple(texts(f"search.board_{board.value}") for board in BoardSearch),
        tuple(replace(search, board=board) for board in BoardSearch),
        rows=2,
    )
    if search.board in (BoardSearch.POSITION, BoardSearch.PART):
        mirrors = (("mirrored", True), ("exact", False))
        choice(
            "mirror",
            tuple(texts(f"explorer.{name}") for name, _ in mirrors),
            tuple(replace(search, mirror=on) for _, on in mirrors),
        )
    if not explained and scene.state.part(LibraryState).masters.share is None:
        return [*form.widgets, *foot]
    note = _note(scene, search)
    muted = scene.painter.palette.muted
    return [*form.widgets, Label("search.how", room.rest, note, size=SMALL, colour=muted), *foot]


def _note(scene: PanelContext, search: GameSearch) -> str:
    """Return the progress of unpacking the masters' games, or an explanation of the search."""
    texts, masters = scene.texts, scene.state.part(LibraryState).masters
    if masters.share is not None:
        return texts("explorer.making_masters", percent=round(100 * masters.share))
    how = texts(f"search.how_{search.board.value}")
    return how if search.whose is Whose.OWN else f"{how} {texts('explorer.source')}"


def _names(scene: PanelContext, rect: pygame.Rect, search: GameSearch, row: tuple[str, str]) -> list[Widget]:
    """Lay out two text fields side by side, for parts of names or comments."""
    widgets: list[Widget] = []
    held = {"player": search.player, "opponent": search.opponent, "event": search.event, "words": search.words}
    for name, cell in zip(row, columns(rect, 2, scene.px(GAP)), strict=True):
        words, unit = scene.texts(f"search.{name}"), scene.painter.unit
        field = TextField(f"search.{name}", cell, words, submit=FindGames(), unit=unit)
        field.change = _changing(search, _TEXTS[name])
        widgets.append(filled(scene, field, held[name]))
    return widgets


def _changing(search: GameSearch, put: Callable[[GameSearch, str], GameSearch]) -> Callable[[str], Action]:
    return lambda text: ChangeSearch(put(search, text.strip()))


def _years(scene: PanelContext, rect: pygame.Rect, search: GameSearch) -> list[Widget]:
    first, last = columns(rect, 2, scene.px(GAP))
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
    field = TextField(
        "search.opening", rect, scene.texts("search.opening"), submit=FindGames(), unit=scene.painter.unit
    )
    field.change = _changing(search, lambda now, text: replace(now, opening=text))
    return filled(scene, field, search.opening)


def _foot(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the search button, and beside it one that clears the form or stops preparing masters' games."""
    texts, state = scene.texts, scene.state
    left, right = columns(rect, 2, scene.px(GAP))
    is_making = state.part(LibraryState).masters.share is not None
    stop = Button("search.stop", left, texts("records.stop"), StopMakingMasters())
    clear = FormButton(
        "search.clear",
        left,
        texts("search.clear"),
        ChangeSearch(GameSearch(board=state.part(LibraryState).search.board)),
    )
    find = Button("search.find", right, texts("search.find"), FindGames(), primary=True)
    return [stop if is_making else clear, find]

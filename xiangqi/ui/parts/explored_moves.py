"""The content of the explorer: whose games count, the filter, and the table of moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.library.explored import computer_words
from xiangqi.app.library.explorer import FilterExplorer, ListExplored
from xiangqi.app.library.state import COUNTED, Explorer, GameFilter, LibraryState
from xiangqi.app.openings.own_moves import own_moves
from xiangqi.app.session import positions, view
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.fen import START_FEN
from xiangqi.library import PlayedMove
from xiangqi.library.masters import Whose
from xiangqi.openings.practice import PracticeMove
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.form import filled, year_field
from xiangqi.ui.parts.move_names import namer
from xiangqi.ui.parts.move_text import MoveLabel
from xiangqi.ui.parts.moves_table import ROW, STACKED_ROW, WIDE, MoveRow, MovesTable
from xiangqi.ui.parts.opening_names import added_name, code_of, opening_names
from xiangqi.ui.parts.result_table import HEAD
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Choice, Label, Memory, Widget

TABLE: Final = "explorer.moves"
"""Key of the table."""

FILTER: Final = "explorer.filter"
"""Key of the button that switches between the table and the filter."""

_SOURCES: Final = ("of_masters", "own_library", "mine")
_COLUMNS: Final = ("move", "games", "results", "opening")
_STRIP: Final = 36.0  # height of the choice of games, points
_FOOT: Final = 20.0
_WITH_FOOT: Final = 170.0  # least height of a table with a line below it, points
_EDGES: Final = 24.0  # beside the words of the filter's button, points


@dataclass
class FilterButton(Button):
    """A button that switches between the table and the filter, which only the view remembers."""

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        memory.rows[self.key] = not memory.rows.get(self.key, 0)
        return HANDLED

    def key_down(self, key: int, memory: Memory) -> Action | None:
        pressed = key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
        return self.click(self.rect.center, memory) if pressed else None


def games_known(explorer: Explorer) -> int:
    """Return the number of games that the explorer counts in the position; 0 before there is an answer."""
    return sum(played.games for played in _played(explorer))


def explored_moves(scene: PanelContext, room: Room, explorer: Explorer) -> list[Widget]:
    """Lay out whose games count, the filter's button, and in the rest of a room the table or the filter."""
    strip = room.top(_STRIP, GAP)
    widgets = _sources(scene, strip, explorer.filter)
    if scene.memory.rows.get(FILTER, 0):
        return [*widgets, *_filter(scene, room, explorer.filter)]
    texts, muted = scene.texts, scene.painter.palette.muted
    told = texts("explorer.masters_source") if explorer.filter.whose is not Whose.OWN else ""
    high = max(scene.px(_FOOT), scene.painter.caption_height(told, room.rest.width, size=SMALL))
    foot = room.bottom_px(high, 2) if room.rest.height >= scene.px(_WITH_FOOT) else None
    table = _table(scene, room, explorer)
    if foot is None:
        return [*widgets, table]
    both = "  ·  ".join(filter(None, (texts("explorer.star"), told)))
    if any(row.mine for row in table.rows):
        told = both if scene.painter.width(both, SMALL) <= foot.width else texts("explorer.star")
    return [*widgets, table, Label("explorer.source", foot, told, SMALL, muted, single=True)]


def _sources(scene: PanelContext, strip: pygame.Rect, chosen: GameFilter) -> list[Widget]:
    """Lay out the choice among masters' games, the player's library and the player's own games."""
    plain = replace(chosen, own=False)
    filters = (
        replace(plain, whose=Whose.MASTERS),
        replace(plain, whose=Whose.OWN if chosen.whose is Whose.MASTERS else chosen.whose),
        replace(chosen, own=True, player="", whose=Whose.OWN),
    )
    index = 2 if chosen.own else 0 if chosen.whose is Whose.MASTERS else 1
    texts, painter = scene.texts, scene.painter
    words = texts("explorer.filtered" if _narrows(chosen) else "explorer.unfiltered")
    width = min(painter.width(words, SMALL, True) + scene.px(_EDGES), strip.width // 3)
    button = pygame.Rect(strip.right - width, strip.top, width, strip.height)
    choice = pygame.Rect(strip.left, strip.top, strip.width - width - scene.px(GAP), strip.height)
    labels = tuple(texts(f"explorer.{name}") for name in _SOURCES)
    open_now = bool(scene.memory.rows.get(FILTER, 0))
    return [
        Choice("explorer.whose", choice, labels, tuple(map(FilterExplorer, filters)), index),
        FilterButton(FILTER, button, words, HANDLED, chosen=open_now, quiet=True, size=SMALL),
    ]


def _narrows(chosen: GameFilter) -> bool:
    """Return whether a filter excludes any of the games of its source."""
    return chosen != GameFilter(own=chosen.own, whose=chosen.whose)


# ---- The table ----


def _table(scene: PanelContext, room: Room, explorer: Explorer) -> MovesTable:
    settings, width = scene.state.settings, room.rest.width
    stacked = width < scene.px(WIDE)
    head = scene.px(HEAD)
    box = pygame.Rect(room.rest.left, room.rest.top + head, width, max(0, room.rest.height - head))
    table = MovesTable(
        TABLE,
        box,
        row_height=scene.px(STACKED_ROW if stacked else ROW),
        names=tuple(scene.texts(f"explorer.{name}") for name in _COLUMNS),
        rows=_rows(scene, explorer),
        empty=_nothing(scene, explorer),
        stale=not explorer.is_current,
        red_moves=view.board_line(scene.state).here.turn == RED,
        theme=look(settings.theme, settings.piece_set).pieces,
        stacked=stacked,
    )
    cell = table.cells(scene.painter)[1]
    return replace(table, counts=range(cell.left, cell.right))


def _played(explorer: Explorer) -> tuple[PlayedMove | PracticeMove, ...]:
    """Return the moves to list: shipped counts of masters' games or, with any other filter, the answer's."""
    if explorer.answer is None:
        return ()
    if explorer.filter == COUNTED:
        return tuple(one.played for one in explorer.answer.masters)
    return explorer.answer.moves


def _rows(scene: PanelContext, explorer: Explorer) -> list[MoveRow]:
    answer = explorer.answer
    if answer is None:
        return []
    line, played, current = view.board_line(scene.state).here, _played(explorer), explorer.is_current
    name, here = namer(scene, current=current), code_of(line)
    moves = tuple(one.move for one in played)
    words = computer_words(scene.state, moves) if current else {}
    known = {one.played.move: one.opening or "" for one in answer.masters}
    mine = frozenset(own_moves(scene.state)) if current else frozenset[Move]()
    named, told = current and line.start_fen == START_FEN, opening_names(scene.texts, here)
    board = positions.board_at(line)
    rows = []
    for one in played:
        code = code_of(line, one.move) if named else known.get(one.move, "")
        leads = added_name(scene.texts, here, code)
        label = MoveLabel(name(one.move), board.piece_at(one.move.from_square) if current else 0)
        rows.append(
            MoveRow(
                label.text,
                f"{one.games:,}",
                (one.red_wins, one.draws, one.black_wins),
                (leads, words.get(one.move, "")),
                PlayText(one.move.iccs),
                ListExplored(one.move),
                label=label,
                shorter=tuple(form for form in opening_names(scene.texts, code)[1:] if form not in told),
                muted=code in ("", here),
                mine=one.move in mine,
            )
        )
    return rows


def _nothing(scene: PanelContext, explorer: Explorer) -> str:
    """Return why there are no moves."""
    answer, texts, masters = explorer.answer, scene.texts, scene.state.part(LibraryState).masters
    wants_masters = explorer.filter.whose is not Whose.OWN
    if wants_masters and explorer.filter != COUNTED and masters.share is not None:
        return texts("explorer.making_masters", percent=round(100 * masters.share))
    if answer is None:
        return texts.tell(masters.failure) if masters.failure else texts("explorer.looking")
    if explorer.filter == COUNTED:
        return texts("explorer.no_masters")
    if answer.failure:
        return texts.tell(answer.failure)
    return texts("explorer.none_filtered" if _narrows(explorer.filter) else "explorer.none")


# ---- The filter ----


def _filter(scene: PanelContext, room: Room, chosen: GameFilter) -> list[Widget]:
    """Lay out the fields that narrow down the games that count."""
    texts = scene.texts
    widgets: list[Widget] = []

    def choice(key: str, values: tuple[tuple[str, GameFilter], ...]) -> None:
        labels = tuple(texts(f"explorer.{name}") for name, _ in values)
        filters = [value for _, value in values]
        actions: tuple[Action, ...] = tuple(map(FilterExplorer, filters))
        widgets.append(Choice(key, room.top(CONTROL - 4, GAP), labels, actions, filters.index(chosen)))

    if not chosen.own and chosen.whose is not Whose.MASTERS:
        choice(
            "explorer.with_masters",
            (("all", replace(chosen, whose=Whose.OWN)), ("both", replace(chosen, whose=Whose.BOTH))),
        )
    sides = (("either", None), ("as_red", RED), ("as_black", BLACK))
    choice("explorer.side", tuple((name, replace(chosen, side=side)) for name, side in sides))
    choice(
        "explorer.mirror",
        tuple((name, replace(chosen, mirror=on)) for name, on in (("mirrored", True), ("exact", False))),
    )
    if not chosen.own:
        box = room.top(CONTROL - 4, GAP)
        field = TextField("explorer.player", box, texts("explorer.player"), unit=scene.painter.unit)
        field.change = lambda text: FilterExplorer(replace(chosen, player=text.strip()))
        widgets.append(filled(scene, field, chosen.player))
    first, last = columns(room.top(CONTROL - 4, GAP), 2, scene.px(GAP))
    years = (
        year_field(
            scene,
            "explorer.first_year",
            first,
            chosen.first_year,
            lambda year: FilterExplorer(replace(chosen, first_year=year)),
        ),
        year_field(
            scene,
            "explorer.last_year",
            last,
            chosen.last_year,
            lambda year: FilterExplorer(replace(chosen, last_year=year)),
        ),
    )
    return [*widgets, *years]

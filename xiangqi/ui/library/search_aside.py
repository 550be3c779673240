"""The cards beside the search form: the position that can be searched for, and examples of searches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.editor.mode import editor_of
from xiangqi.app.editor.setting_up import OpenEditor
from xiangqi.app.library.search import ChangeSearch, FindGames
from xiangqi.app.library.state import BoardSearch, GameSearch, LibraryState
from xiangqi.app.session import view
from xiangqi.core.constants import RED
from xiangqi.fen import parse_fen
from xiangqi.library.masters import Whose
from xiangqi.ui.parts.actions import InTurn
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.opening_names import opening_names
from xiangqi.ui.parts.small_board import SmallBoard
from xiangqi.ui.parts.tool_card import titled_card
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.row_tile import RowTile
from xiangqi.ui.toolkit.widgets import Button, Label, Memory, Widget

_SHAPE: Final = 1.13  # height of a board as a share of its width
_LEAST_BOARD: Final = 264.0  # height of the card from which there are examples below it, points
_TILE: Final = 52.0
_BETWEEN: Final = 12.0  # between the cards, points
_MASTER: Final = "胡荣华"
_OPENING: Final = "C00"
_SINCE: Final = 2010


class FormButton(Button):
    """A button that fills the search form again, and discards the text typed in its fields."""

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        self._forget(memory)
        return super().click(position, memory)

    def key_down(self, key: int, memory: Memory) -> Action | None:
        action = super().key_down(key, memory)
        if action is not None:
            self._forget(memory)
        return action

    @staticmethod
    def _forget(memory: Memory) -> None:
        for key in [one for one in memory.texts if one.startswith("search.")]:
            del memory.texts[key]
            memory.carets.pop(key, None)


@dataclass
class Example(FormButton, RowTile):
    """A tile that makes a sample search when it is clicked."""


def search_aside(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the position on the board with an explanation of the search and, if there is room, examples."""
    examples = _examples(scene)
    room = Room(rect, scene.painter.unit)
    height = 50 + len(examples) * (_TILE + GAP)
    widgets: list[Widget] = []
    if room.rest.height >= scene.px(height + _BETWEEN + _LEAST_BOARD):
        card = titled_card(
            scene, "search.examples", room.bottom(height, _BETWEEN), scene.texts("search.examples")
        )
        inner = Room(card.rest, scene.painter.unit)
        widgets = list(card.widgets)
        inner.top(4, 0)
        for place, (icon, title, detail, search) in enumerate(examples):
            action = InTurn((ChangeSearch(search), FindGames()))
            tile = Example(f"search.example.{place}", inner.top(_TILE), title, action, icon=icon, detail=detail)
            widgets.append(tile)
    return [*_position(scene, room.rest), *widgets]


def _position(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the position that the form searches for, an explanation, and the button that sets up another."""
    texts, painter, search = scene.texts, scene.painter, scene.state.part(LibraryState).search
    card = titled_card(scene, "search.position", rect, texts("search.group_board"))
    room = Room(card.rest, painter.unit)
    edit = Button("search.set_up", room.bottom(CONTROL), texts("home.editor"), OpenEditor(), icon="edit")
    how = texts(f"search.how_{search.board.value}")
    note = room.bottom_px(painter.paragraph_height(how, room.rest.width, SMALL))
    words = Label("search.how", note, how, SMALL, painter.palette.muted)
    editor = editor_of(scene.state)
    position = editor.position if editor is not None else parse_fen(view.snapshot(scene.state).fen)
    width = min(room.rest.width, round((room.rest.height - scene.px(GAP)) / _SHAPE))
    board = pygame.Rect(0, room.rest.top + scene.px(GAP), width, round(width * _SHAPE))
    board.centerx = room.rest.centerx
    shown = SmallBoard("search.shown", board, position.placement, scene.state.settings)
    marked = search.board is not BoardSearch.NOTHING
    frame = [Card("search.frame", board.inflate(scene.px(8), scene.px(8)), marked=True)] if marked else []
    return [*card.widgets, *frame, shown, words, edit]


def _examples(scene: PanelContext) -> list[tuple[str, str, str, GameSearch]]:
    """Return searches to begin with: icon, title, second line, and the form's contents."""
    texts, masters = scene.texts, Whose.MASTERS
    of_masters = texts("explorer.of_masters")
    player = texts("search.example_red", name=texts.person(_MASTER))
    drawn = texts("search.example_drawn", year=_SINCE)
    return [
        ("trophy", player, of_masters, GameSearch(player=_MASTER, side=RED, whose=masters)),
        ("branch", opening_names(texts, _OPENING)[1], of_masters, GameSearch(opening=_OPENING, whose=masters)),
        ("fight", drawn, of_masters, GameSearch(result="1/2-1/2", first_year=_SINCE, whose=masters)),
    ]

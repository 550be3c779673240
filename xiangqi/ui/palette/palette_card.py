"""The palette: a field over everything, and below it the items that match its words, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.intent import Intent
from xiangqi.app.palette.looking import ClosePalette, LookFor, Palette
from xiangqi.app.session.dispatch import is_available
from xiangqi.app.session.state import AppState
from xiangqi.i18n.message import Message
from xiangqi.ui.palette.ranking import likeliest
from xiangqi.ui.parts.actions import InTurn
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.findable import Findable, found_in_session
from xiangqi.ui.parts.keys import key_map
from xiangqi.ui.toolkit.lists import ListBox, Row, list_box
from xiangqi.ui.toolkit.roles import CONTROL, GAP
from xiangqi.ui.toolkit.search_field import SearchField
from xiangqi.ui.toolkit.widgets import Veil, Widget

PALETTE_FIELD: Final = "palette.field"
"""Key of the field, which has the focus while the palette is open."""

PALETTE_LIST: Final = "palette.list"

_WIDTH: Final = 620.0
_ROW: Final = 40.0
_ROWS: Final = 10  # rows at once, where the window has room for them
_TOP: Final = 0.1  # distance from the window's upper edge, as a share of its height
_MOST: Final = 60  # rows in all


def palette_card(scene: PanelContext, size: tuple[int, int]) -> list[Widget]:
    """Lay out the palette, if it is open, at a fixed place in a window whose size is given in pixels."""
    held = scene.state.held(Palette)
    if held is None:
        return []
    window = pygame.Rect((0, 0), size)
    padding, gap = scene.px(12), scene.px(GAP)
    height = scene.px(CONTROL + _ROWS * _ROW + GAP) + 2 * padding
    rect = pygame.Rect(0, 0, min(scene.px(_WIDTH), size[0] - 2 * gap), 0)
    rect.midtop = window.centerx, round(size[1] * _TOP)
    rect.height = min(height, window.bottom - gap - rect.top)
    room = Room(rect.inflate(-2 * padding, -2 * padding), scene.painter.unit)
    place = room.top(CONTROL)
    rows = list(_rows(scene, held.text))
    box = list_box(scene.painter, room.rest)
    listed = ListBox(PALETTE_LIST, box, scene.px(_ROW), rows, driver=PALETTE_FIELD)
    listed.empty, listed.emblem = scene.texts("palette.nothing"), "info"
    field = SearchField(PALETTE_FIELD, place, scene.texts("palette.field"), held.text, unit=scene.painter.unit)
    field.change, field.rows = LookFor, listed
    return [Veil("palette.veil", window, action=ClosePalette()), Card("palette", rect), field, listed]


def _rows(scene: PanelContext, text: str) -> Iterator[Row]:
    """Yield a row for each found item whose action is possible now, without duplicates."""
    state, seen = scene.state, set[Action]()
    for findable in likeliest(text, scene.texts.language, found_in_session(state), _MOST):
        action = findable.act(state)
        if action is None or action in seen or not _is_possible(state, action):
            continue
        seen.add(action)
        yield _row(scene, findable, action)


def _is_possible(state: AppState, action: Action) -> bool:
    """Return whether an action would have an effect once the palette is closed."""
    if not isinstance(action, Intent):
        return True
    return is_available(state, action) and not (action.on_board and state.panel is not None)


def _row(scene: PanelContext, findable: Findable, action: Action) -> Row:
    texts = scene.texts
    keys = key_map(scene.state).words(findable.keys).split() if findable.keys else []
    note = "" if keys else _note(scene, findable)
    chosen = InTurn((ClosePalette(), action))
    name = texts.tell(findable.name)
    return Row(name[:1].upper() + name[1:], chosen, note, findable.icon, keys=tuple(keys))


def _note(scene: PanelContext, findable: Findable) -> str:
    """Return the group of an item, or its kind with its code or year if it has one."""
    if isinstance(findable.group, Message):
        return scene.texts.tell(findable.group)
    kind = scene.texts(f"palette.kind_{findable.kind.name.lower()}")
    return f"{kind} · {findable.group}" if findable.group else kind

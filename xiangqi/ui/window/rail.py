"""The rail: the eight places, Settings and Help, at the left or below a portrait window.

Where its items do not fit because the text is large, they lose their labels; where even these do not fit, one
button opens a menu of the places.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.app.session.places import Place, place_of, waiting
from xiangqi.app.session.state import Panel
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.menus import PLACES_MENU
from xiangqi.ui.parts.place_items import places
from xiangqi.ui.toolkit.menu import MenuButton
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import LABEL
from xiangqi.ui.toolkit.widgets import Button, Memory, Widget

_ITEM: Final = 56.0  # height of an item, points
_PITCH: Final = 62.0  # from one item to the next, points
_LEAST: Final = 46.0  # the same where items without labels are as close as they may be
_LEAST_ICON: Final = 30.0  # the same for icons alone
_INSET: Final = 6.0  # of items from the edges of the rail, points
_TOP: Final = 10.0  # above the first item, points
_ICON: Final = 22.0
_EDGE: Final = 4.0  # width of the edge that marks the chosen item, points
_DOT: Final = 5.0


@dataclass
class RailItem(Button):
    """A place: an icon, and a label below it if there is room."""

    edge: str = "left"  # the side of the rail at which the chosen item is marked
    waiting: bool = False  # whether something waits there for the player

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        hovered = memory.hover == self.key
        if self.chosen or hovered:
            painter.box(self.rect, palette.chosen if self.chosen else palette.raised, 10)
        elif self.waiting:
            painter.box(self.rect, palette.background, 10, palette.accent)
        if self.chosen:
            painter.box(self._mark(painter), palette.gold, 2)
        ink = palette.accent if self.chosen else palette.text
        icon = self.rect.copy()
        if self.label:
            line = painter.line_height(LABEL)
            words = pygame.Rect(self.rect.left, self.rect.bottom - line - painter.px(3), self.rect.width, line)
            words.inflate_ip(2 * painter.px(_INSET - 1), 0)  # a long label reaches beyond its item
            icon.height = words.top - icon.top + painter.px(4)
            bold = (self.chosen or self.waiting) and painter.width(self.label, LABEL, True) <= words.width
            colour = palette.accent if self.waiting else palette.text if self.chosen else palette.muted
            painter.write(self.label, words, size=LABEL, colour=colour, bold=bold, align="centre")
        painter.icon(self.icon, icon, _ICON, ink)
        if self.waiting:
            centre = (icon.centerx + painter.px(16), icon.centery - painter.px(8))
            painter.disc(centre, _DOT, palette.danger, palette.danger)
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, 10)

    def _mark(self, painter: Painter) -> pygame.Rect:
        """Return the box of the gold edge."""
        width = painter.px(_EDGE)
        if self.edge == "left":
            box = pygame.Rect(0, 0, width, round(self.rect.height * 0.64))
            box.midleft = (self.rect.left - painter.px(_INSET), self.rect.centery)
            return box
        box = pygame.Rect(0, 0, round(self.rect.width * 0.64), width)
        box.midbottom = self.rect.midbottom
        return box


@dataclass
class RailGround(Widget):
    """The background of the rail, with a line at its edge."""

    upright: bool = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, rect = painter.palette, self.rect
        painter.surface.fill(palette.rail, rect)
        line = pygame.Rect(rect.left, rect.top, rect.width, 1)
        if not self.upright:
            line = pygame.Rect(rect.right - 1, rect.top, 1, rect.height)
        painter.surface.fill(palette.outline, line)


def rail(scene: PanelContext) -> list[Widget]:
    """Lay out the rail; none on a screen without a frame, such as the welcome."""
    areas = scene.areas
    if not areas.content.framed:
        return []
    ground = RailGround("rail", areas.rail, upright=areas.is_upright)
    return [ground, *(_bar(scene) if areas.is_upright else _column(scene))]


def _column(scene: PanelContext) -> list[Widget]:
    """Lay out the items from the top and the last two at the bottom, or a menu button if they do not fit."""
    box = scene.areas.rail
    inner = box.inflate(-2 * scene.px(_INSET), 0)
    items = _items(scene)
    pitch = min(scene.px(_PITCH), (inner.height - 2 * scene.px(_TOP)) // len(items))
    if pitch < scene.px(_LEAST_ICON):
        return [_menu(scene, pygame.Rect(inner.left, box.top + scene.px(_TOP), inner.width, inner.width))]
    height = round(pitch * _ITEM / _PITCH)
    for number, item in enumerate(items):
        top = box.top + scene.px(_TOP) + number * pitch
        if number >= len(items) - _AT_THE_END:
            top = box.bottom - scene.px(_TOP) - (len(items) - number) * pitch + (pitch - height)
        item.rect = pygame.Rect(inner.left, top, inner.width, height)
    return _labelled(items, pitch >= scene.px(_LEAST))


def _bar(scene: PanelContext) -> list[Widget]:
    """Lay out the items side by side, or a menu button if they do not fit."""
    box, items = scene.areas.rail, _items(scene)
    width = box.width // len(items)
    if width < scene.px(_LEAST_ICON):
        return [_menu(scene, pygame.Rect(box.left, box.top, box.height, box.height))]
    for number, item in enumerate(items):
        item.rect = pygame.Rect(box.left + number * width, box.top, width, box.height)
        item.rect = item.rect.inflate(-scene.px(2), -scene.px(4))
        item.edge = "bottom"
    widest = max(scene.painter.width(item.label, LABEL, True) for item in items)
    return _labelled(items, widest * _SHRINK <= width)


_SHRINK: Final = 0.85  # the least scale to which the labels of a bar may shrink
_AT_THE_END: Final = 2  # Settings and Help


def _labelled(items: list[RailItem], labels: bool) -> list[Widget]:
    """Return items with their labels, or with tips instead."""
    for item in items:
        if not labels:
            item.tip, item.label = item.label, ""
    return list(items)


def _menu(scene: PanelContext, rect: pygame.Rect) -> Widget:
    """Lay out the button of the menu of places."""
    tip = scene.texts("rail.places")
    return MenuButton("rail.menu", rect, icon="more", quiet=True, menu=PLACES_MENU, tip=tip)


def _items(scene: PanelContext) -> list[RailItem]:
    """Return the items, not yet placed."""
    shown, waits = place_of(scene.state).value, waiting(scene.state)
    if scene.state.panel in (Panel.SETTINGS, Panel.HELP):
        shown = scene.state.panel.value
    items = [
        RailItem(
            f"rail.{place.name}",
            pygame.Rect(0, 0, 0, 0),
            scene.texts(place.words),
            place.action,
            place.icon,
            chosen=place.name == shown,
        )
        for place in places()
    ]
    if waits is not None:
        play = next(item for item in items if item.key == f"rail.{Place.PLAY.value}")
        play.waiting, play.tip = True, play.label
        if waits.yours:
            play.label = scene.texts("rail.your_turn")
        elif waits.clock is not None:
            play.label = waits.clock.text
    return items

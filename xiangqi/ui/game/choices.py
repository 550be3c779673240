"""Controls of the page New game: levels as numbered steps, colours as pieces, presets as chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.ui.parts.cards import draw_general
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CARD_RADIUS, SMALL
from xiangqi.ui.toolkit.theme import PieceTheme
from xiangqi.ui.toolkit.widgets import Button, Choice, Memory, Slider, Widget

_KNOB: Final = 14.0  # radius, points
_CHIP_EDGE: Final = 14.0  # beside the words of a chip, points
_CHIP_GAP: Final = 8.0
_DISC: Final = 19.0  # radius of a general, points


@dataclass
class Steps(Slider):
    """A slider whose knob shows the number of the chosen step; the steps up to it are gold."""

    first: int = 1  # the number of the first step

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, middle = painter.palette, self.rect.centery
        groove = pygame.Rect(self._stop(0), 0, self._stop(len(self.actions) - 1) - self._stop(0), painter.px(6))
        groove.centery = middle
        painter.box(groove, palette.dimmed, 3)
        stop = self._stop(self.chosen)
        if stop > groove.left:
            painter.box(
                pygame.Rect(groove.left, groove.top, stop - groove.left, groove.height), palette.gold, 3
            )
        for index in range(len(self.actions)):
            ink = palette.gold if index <= self.chosen else palette.chosen
            painter.disc((self._stop(index), middle), 4, ink, ink)
        painter.disc((stop, middle), _KNOB, palette.gold, palette.gold)
        box = pygame.Rect(0, 0, 2 * painter.px(_KNOB), 2 * painter.px(_KNOB))
        box.center = stop, middle
        number = str(self.first + self.chosen)
        painter.write(number, box, size=BODY, bold=True, colour=palette.on_gold, align="centre")
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, 7)


@dataclass
class StepNumbers(Widget):
    """The numbers below the steps of a slider."""

    slider: Steps | None = None

    def draw(self, painter: Painter, memory: Memory) -> None:
        slider = self.slider
        if slider is None:
            return
        palette, count = painter.palette, len(slider.actions)
        width = self.rect.width // max(1, count)
        for index in range(count):
            box = pygame.Rect(0, self.rect.top, width, self.rect.height)
            box.centerx = slider._stop(index)
            chosen = index == slider.chosen
            ink = palette.text if chosen else palette.muted
            number = str(slider.first + index)
            painter.write(number, box, size=SMALL, colour=ink, bold=chosen, align="centre")


@dataclass
class Chips(Choice):
    """A choice among values, each on a rounded background as wide as its label."""

    places: Sequence[pygame.Rect] = ()

    def cells(self) -> list[pygame.Rect]:
        return list(self.places)

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        for index, (cell, label) in enumerate(zip(self.places, self.labels, strict=True)):
            chosen, hovered = index == self.chosen, memory.hover == self.key and cell.collidepoint(memory.mouse)
            ground = palette.chosen if chosen else palette.hover if hovered else palette.raised
            painter.box(cell, ground, cell.height / painter.unit / 2, palette.accent if chosen else None)
            inner = cell.inflate(-2 * painter.px(6), 0)
            painter.write(label, inner, size=BODY, bold=chosen, align="centre")
        if self.has_focus(memory):
            at = self.places[self.chosen] if self.chosen >= 0 else self.rect
            painter.ring(at, palette.accent, 20)


def chip_places(painter: Painter, rect: pygame.Rect, labels: Sequence[str]) -> list[pygame.Rect]:
    """Return the boxes of chips in a strip, with less padding if it is short; even so, they may not fit."""
    gap = painter.px(_CHIP_GAP)
    widths = [painter.width(label, BODY, True) + 2 * painter.px(_CHIP_EDGE) for label in labels]
    room = rect.width - gap * (len(labels) - 1)
    if sum(widths) > room:
        edge = max(painter.px(4), painter.px(_CHIP_EDGE) - (sum(widths) - room) // (2 * len(labels)) - 1)
        widths = [painter.width(label, BODY, True) + 2 * edge for label in labels]
    places, left = [], rect.left
    for width in widths:
        places.append(pygame.Rect(left, rect.top, width, rect.height))
        left += width + gap
    return places


@dataclass
class ColourButton(Button):
    """A colour to play with, shown as that side's general or, if it is chosen at random, as two arrows."""

    side: int = 0  # RED or BLACK; 0 for by lot
    theme: PieceTheme | None = None  # the look of the pieces

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        hovered = memory.hover == self.key
        ground = palette.raised if self.chosen else palette.hover if hovered else palette.field
        painter.box(self.rect, ground, CARD_RADIUS, palette.accent if self.chosen else palette.outline)
        if self.has_focus(memory):
            painter.ring(self.rect, painter.focus_colour(self.chosen), CARD_RADIUS)
        radius = min(_DISC, self.rect.height / painter.unit / 2 - 6)
        centre = (self.rect.left + painter.px(12 + radius), self.rect.centery)
        if self.rect.width < painter.px(2 * radius + 28) + painter.width(self.label, BODY, True):
            inner = self.rect.inflate(-2 * painter.px(4), 0)
            painter.caption(self.label, inner, size=self.size, bold=self.chosen, align="centre")
            return
        if self.side:
            draw_general(painter, self.side, centre, radius, self.theme)
        else:
            box = pygame.Rect(0, 0, 2 * painter.px(radius), 2 * painter.px(radius))
            box.center = centre
            painter.icon("flip", box, 22, palette.muted)
        left = centre[0] + painter.px(radius + 10)
        words = pygame.Rect(left, self.rect.top, self.rect.right - painter.px(6) - left, self.rect.height)
        painter.caption(self.label, words, size=self.size, bold=self.chosen)

    def fitting(self, painter: Painter) -> float:
        return painter.fitting(self.label, self.rect.width - painter.px(8), BODY, True) / painter.unit

"""Compact controls: tabs and a pager for pages, a stepper for one of many values, and a progress bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from xiangqi.action import Action
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, RADIUS
from xiangqi.ui.toolkit.widgets import HANDLED, Choice, Memory, Widget


@dataclass
class Tabs(Choice):
    """Tabs of a panel; the selected page is stored only in the view's memory."""

    @classmethod
    def page(cls, key: str, memory: Memory, first: int = 0) -> int:
        """Return the index of the selected page, initially `first`."""
        return memory.rows.get(key, first)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        index = next((index for index, cell in enumerate(self.cells()) if cell.collidepoint(position)), None)
        if index is not None:
            memory.rows[self.key] = index
        return HANDLED

    def key_down(self, key: int, memory: Memory) -> Action | None:
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(key)
        if step is None:
            return None
        memory.rows[self.key] = min(max(self.chosen + step, 0), len(self.labels) - 1)
        return HANDLED


@dataclass
class CardTabs(Choice):
    """The tabs at the top of a card, shown as words; the chosen one is bold, with a gold bar below.

    Each tab has a name, under which the choice is remembered, and may have an action.
    """

    names: Sequence[str] = ()  # identifies the tabs
    places: Sequence[pygame.Rect] = ()  # the box of each tab, px

    def cells(self) -> list[pygame.Rect]:
        return list(self.places)

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        for index, (cell, label) in enumerate(zip(self.places, self.labels, strict=True)):
            chosen, hovered = index == self.chosen, memory.hover == self.key and cell.collidepoint(memory.mouse)
            ink = palette.text if chosen or hovered else palette.muted
            painter.write(label, cell, colour=ink, bold=chosen, align="centre")
            if chosen:
                height = painter.px(3)
                bar = pygame.Rect(cell.left, self.rect.bottom - height, cell.width, height)
                painter.box(bar, palette.gold, 1.5)
        if self.has_focus(memory) and 0 <= self.chosen < len(self.places):
            painter.ring(self.places[self.chosen].inflate(0, -painter.px(8)), palette.accent, RADIUS)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        index = next((index for index, cell in enumerate(self.places) if cell.collidepoint(position)), None)
        return HANDLED if index is None else self._choose(index, memory)

    def key_down(self, key: int, memory: Memory) -> Action | None:
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(key)
        if step is None:
            return None
        return self._choose(min(max(self.chosen + step, 0), len(self.names) - 1), memory)

    def _choose(self, index: int, memory: Memory) -> Action:
        memory.tabs[self.key] = self.names[index]
        return self.actions[index] if index != self.chosen else HANDLED


@dataclass
class Stepper(Widget):
    """A choice of one of many values, with an arrow on either side; the arrow keys do the same."""

    label: str = ""  # the current value
    # before, after: the actions of the arrows, None at the end
    before: Action | None = None
    after: Action | None = None

    focusable = True

    def _arrows(self) -> tuple[pygame.Rect, pygame.Rect]:
        side = self.rect.height
        left = pygame.Rect(self.rect.left, self.rect.top, side, side)
        return left, pygame.Rect(self.rect.right - side, self.rect.top, side, side)

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        painter.box(self.rect, palette.field, 7, palette.outline)
        sides = zip(self._arrows(), ("previous", "next"), (self.before, self.after), strict=True)
        for arrow, icon, action in sides:
            hovered = memory.hover == self.key and arrow.collidepoint(memory.mouse)
            if action is not None and hovered:
                painter.box(arrow.inflate(-painter.px(6), -painter.px(6)), palette.hover, 5)
            painter.icon(icon, arrow, 17, palette.text if action is not None else palette.disabled)
        middle = self.rect.inflate(-2 * self.rect.height, 0)
        painter.write(self.label, middle, size=BODY, bold=True, align="centre")
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, 7)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        left, right = self._arrows()
        if left.collidepoint(position):
            return self.before or HANDLED
        return (self.after or HANDLED) if right.collidepoint(position) else HANDLED

    def key_down(self, key: int, memory: Memory) -> Action | None:
        if key not in (pygame.K_LEFT, pygame.K_RIGHT):
            return None
        return (self.before if key == pygame.K_LEFT else self.after) or HANDLED


@dataclass
class Pager(Stepper):
    """A control that turns pages; the selected page is stored only in the view's memory."""

    shown: int = 0

    @classmethod
    def page(cls, key: str, memory: Memory, pages: int) -> int:
        """Return the index of the selected page, initially 0."""
        return min(memory.rows.get(key, 0), pages - 1)

    def _turn(self, action: Action | None, step: int, memory: Memory) -> Action:
        if action is not None:
            memory.rows[self.key] = self.shown + step
        return HANDLED

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        left, right = self._arrows()
        if left.collidepoint(position):
            return self._turn(self.before, -1, memory)
        return self._turn(self.after, 1, memory) if right.collidepoint(position) else HANDLED

    def key_down(self, key: int, memory: Memory) -> Action | None:
        if key not in (pygame.K_LEFT, pygame.K_RIGHT):
            return None
        back = key == pygame.K_LEFT
        return self._turn(self.before if back else self.after, -1 if back else 1, memory)


def pager(key: str, rect: pygame.Rect, page: int, pages: int) -> Pager:
    """Return a pager for `pages` pages."""
    before, after = HANDLED if page > 0 else None, HANDLED if page + 1 < pages else None
    return Pager(key, rect, f"{page + 1} / {pages}", before, after, page)


def stepper(
    key: str, rect: pygame.Rect, labels: Sequence[str], actions: Sequence[Action], chosen: int
) -> Stepper:
    """Return a stepper through a list of values.

    Args:
        key: the widget's key.
        rect: its box in px.
        labels: the names of the values.
        actions: the action of choosing each value.
        chosen: the index of the current one.
    """
    before = actions[chosen - 1] if chosen > 0 else None
    after = actions[chosen + 1] if chosen + 1 < len(actions) else None
    return Stepper(key, rect, labels[chosen], before, after)


@dataclass
class Progress(Widget):
    """The progress bar of a long task."""

    share: float = 0.0  # 0.0 to 1.0

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        painter.box(self.rect, palette.field, 5, palette.outline)
        done = pygame.Rect(self.rect.left, self.rect.top, round(self.rect.width * self.share), self.rect.height)
        if done.width:
            with painter.clipped(done):
                painter.box(self.rect, palette.gold, 5)

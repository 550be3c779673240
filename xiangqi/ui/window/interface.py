"""Assembles the visible widgets from those of the panels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import pygame

from xiangqi.action import Action
from xiangqi.app.session.under_way import is_under_way
from xiangqi.ui.analysis.eval_bar import gauge
from xiangqi.ui.analysis.line_board import line_board
from xiangqi.ui.palette.palette_card import palette_card
from xiangqi.ui.parts.attack_legend import with_legend
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.menus import open_menu
from xiangqi.ui.parts.panels import Layout, Shown, shown
from xiangqi.ui.parts.window_layout import Areas
from xiangqi.ui.toolkit.widgets import Button, Memory, Veil, Widget, even_labels
from xiangqi.ui.window.header import header
from xiangqi.ui.window.overlay import film_card, question_card, toast_pill
from xiangqi.ui.window.rail import RailItem, rail
from xiangqi.ui.window.scrolled_column import PANE, Pane, in_pane, in_scrolled_page
from xiangqi.ui.window.switch import switch
from xiangqi.ui.window.tips import tooltip


def _room(scene: PanelContext, screen: Shown) -> pygame.Rect:
    """Return the box that a screen fills: the first column below its header, or a page of its own width."""
    box = scene.areas.box
    if not screen.widest or scene.areas.content.board:
        return box
    width = min(box.width, scene.px(screen.widest))
    return pygame.Rect(box.centerx - width // 2, box.top, width, box.height)


def _columns(scene: PanelContext, screen: Shown, panel: Layout) -> list[Widget]:
    """Lay out the columns or the page, if they are shown, and the button that turns from them to the board."""
    areas = scene.areas
    widgets = switch(scene)
    if areas.shows_columns:
        within = in_scrolled_page if screen.scrolls else in_pane
        widgets += [*header(scene), *within(scene, _room(scene, screen), panel), *_further(scene, screen)]
    return widgets


def _further(scene: PanelContext, screen: Shown) -> list[Widget]:
    """Lay out the columns after the first."""
    others = scene.areas.columns[1:]
    return screen.further(scene, others) if screen.further is not None and others else []


def _show_work(scene: PanelContext, widgets: list[Widget]) -> None:
    """Mark the buttons whose work is under way, and forget the times of widgets that no longer work."""
    memory, working = scene.memory, set()
    for widget in widgets:
        if isinstance(widget, Button) and is_under_way(scene.state, widget.action):
            widget.working = True
        if widget.lively:
            working.add(widget.key)
    for known in (memory.work_began_s, memory.work_drawn):
        for key in known.keys() - working:
            del known[key]


@dataclass(frozen=True)
class Interface:
    """The visible widgets and the board."""

    frame: Areas  # the division of the window
    widgets: tuple[Widget, ...]  # in the order in which they are drawn, the topmost last
    modal: bool  # whether only the widgets of a question, or of the palette, react
    covered: bool  # whether only the widgets react to mouse and keyboard, not the board

    @classmethod
    def build(cls, scene: PanelContext, frame: Areas) -> Interface:
        """Lay out the widgets for a state."""
        state = scene.state
        screen = shown(state)
        whole = state.panel is None and not screen.slotted
        panel = with_legend(screen.lay_out) if whole else screen.lay_out
        widgets = [*rail(scene), *_columns(scene, screen, panel)]
        widgets += gauge(scene, frame.gauge)
        widgets += toast_pill(scene, widgets)
        widgets += film_card(scene)
        if state.question is not None:
            widgets += question_card(scene, state.question)
        elif state.is_overlaid:
            widgets += palette_card(scene, frame.size)
        else:
            over = open_menu(scene, frame, widgets) or line_board(scene, frame, widgets)
            widgets += over or tooltip(scene, frame, widgets)
        even_labels(scene.painter, widgets)
        _show_work(scene, widgets)
        modal = state.question is not None or state.is_overlaid
        return cls(frame, tuple(widgets), modal, state.is_board_covered)

    @cached_property
    def lively(self) -> tuple[Widget, ...]:
        """The animated widgets."""
        return tuple(widget for widget in self.widgets if widget.lively)

    def widget_at(self, position: tuple[int, int]) -> Widget | None:
        """Return the topmost widget at a position, or None."""
        hits = (widget for widget in reversed(self.widgets) if widget.is_at(position))
        return next(hits, None)

    def widget(self, key: str | None) -> Widget | None:
        """Return the widget with this key, or None."""
        return next((widget for widget in self.widgets if widget.key == key), None)

    def meant(self) -> list[Action]:
        """Return a list with the primary button's action; it is empty unless exactly one is enabled."""
        buttons = [widget for widget in self._reacting() if isinstance(widget, Button) and widget.primary]
        actions = [button.action for button in buttons if button.enabled and button.action is not None]
        return actions if len(actions) == 1 else []

    def square_at(self, position: tuple[int, int]) -> int | None:
        """Return the square at a position, or None outside the board and while it is covered."""
        if self.covered or self.frame.board is None:
            return None
        return self.frame.board.square_at(*position)

    def focusable(self) -> list[str]:
        """Return the keys of the focusable widgets, in order."""
        return [widget.key for widget in self._reacting() if widget.focusable]

    def _reacting(self) -> tuple[Widget, ...]:
        """Return the widgets that react to keys: all of them or, if there is a veil, only those above it."""
        if not self.modal:
            return self.widgets
        first = next(index for index, widget in enumerate(self.widgets) if isinstance(widget, Veil))
        return self.widgets[first:]

    def move_focus(self, memory: Memory, step: int) -> None:
        """Focus the next (+1) or previous (-1) widget, wrapping around; without a focus, one of the page.

        The rail is reached after the page.
        """
        keys = self.focusable()
        if not keys:
            return
        places = {widget.key for widget in self.widgets if isinstance(widget, RailItem)}
        first = next((place for place, key in enumerate(keys) if key not in places), 0)
        index = keys.index(memory.focus) if memory.focus in keys else (first - 1 if step > 0 else 0)
        memory.focus = keys[(index + step) % len(keys)]
        memory.focus_shown = True
        self.show(memory.focus, memory)

    def wheel(self, widget: Widget, steps: float, memory: Memory) -> Action | None:
        """Pass a turn of the wheel to a widget; if a widget in the column ignores it, scroll the column."""
        action, pane = widget.wheel(steps, memory), self.widget(PANE)
        return pane.wheel(steps, memory) if action is None and pane and widget.clip is not None else action

    def show(self, key: str, memory: Memory) -> None:
        """Scroll the column so that a widget in it can be seen."""
        pane, widget = self.widget(PANE), self.widget(key)
        if isinstance(pane, Pane) and widget is not None and widget.clip is not None:
            pane.show(widget.rect, memory)

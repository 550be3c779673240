"""The widgets of panels: labels, buttons, choices, sliders.

Panels rebuild their widgets whenever the state or the size changes, so a widget is plain data: whatever must
survive (focus, scrolling, typed text) is stored in a `Memory` under the widget's key. A widget answers events
with an `Action`, which is an intent of the app or a command of the window.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.ui.toolkit.painter import Align, Painter, fitting_size, wrap
from xiangqi.ui.toolkit.roles import BODY, SMALL, Colour


class Handled(Action):
    """The answer of a widget that has used an event without requesting anything."""


HANDLED: Final = Handled()

_BUTTON_ICON: Final = 18.0  # size of an icon beside a label, points


@dataclass(frozen=True)
class KeyQuestion:
    """A command is waiting for the key to be assigned to it."""

    name: str  # of the command
    refused: str = ""  # the chord that was pressed and cannot be had, "" for none yet
    holder: str = ""  # name of the command that has it; "" for a key that cannot be changed


@dataclass
class Memory:
    """The memory of widgets from one rebuilding to the next, by key."""

    focus: str | None = None  # the widget that keys go to
    focus_shown: bool = False  # whether the focus is marked: only after the keyboard was used for it
    hover: str | None = None  # the widget under the mouse
    pressed: str | None = None  # the widget the mouse button went down on
    grabbed: str | None = None  # the list whose scrollbar is held
    mouse: tuple[int, int] = (-1, -1)  # last known position, px
    scroll: dict[str, float] = field(default_factory=dict)  # offsets of lists, px
    texts: dict[str, str] = field(default_factory=dict)  # contents of text fields
    composition: str = ""  # text an input method is composing in the focused field
    # caret and other end of the selection of texts that are edited, as characters from the start
    carets: dict[str, tuple[int, int]] = field(default_factory=dict)
    shift: bool = False  # whether the shift key is held
    # name of the open menu and the pixel it hangs from, None when there is none
    menu: tuple[str, tuple[int, int]] | None = None
    rows: dict[str, int] = field(default_factory=dict)  # the row that the keyboard is at, by list
    # the row each list was last made to show, of which version, in which height
    followed: dict[str, tuple[int, ...]] = field(default_factory=dict)
    asking: KeyQuestion | None = None  # the next key goes to a command
    now_s: float = 0.0  # the time at which everything was last drawn, by the loop's clock
    began_s: dict[str, float] = field(default_factory=dict)  # the time at which automatic playback began
    # its progress when it was last drawn
    drawn_beats: dict[str, tuple[int, float]] = field(default_factory=dict)

    def put_text(self, key: str, text: str) -> None:
        """Set the text of a field other than by typing; the caret moves to its end."""
        self.texts[key] = text
        self.carets.pop(key, None)


@dataclass
class Widget:
    """Something that is drawn in a box and may respond to events."""

    key: str  # names it across rebuilding; unique within a window
    rect: pygame.Rect  # its box, px
    # the part of the window in which it can be seen and touched, px; None for everywhere
    clip: pygame.Rect | None = field(default=None, kw_only=True)
    # key of the text field that has the keyboard after a click here, "" for none
    driver: str = field(default="", kw_only=True)

    focusable = False
    lively = False
    tip = ""
    keeps_clear = False
    """Whether tips of other widgets avoid it, since it is read meanwhile."""

    def is_at(self, position: tuple[int, int]) -> bool:
        """Return whether the widget can be clicked at a pixel."""
        return self.rect.collidepoint(position) and (self.clip is None or self.clip.collidepoint(position))

    def draw(self, painter: Painter, memory: Memory) -> None:
        """Draw on the painter's surface."""

    def is_moving(self, now_s: float, memory: Memory) -> bool:
        """Return whether the widget looks different now than when it was drawn; called only if it is lively."""
        return False

    def press(self, position: tuple[int, int], memory: Memory) -> Action | None:
        """Handle a press of the left button."""
        return None

    def right_click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        """Handle a click of the right button."""
        return None

    def drag(self, position: tuple[int, int], memory: Memory) -> Action | None:
        """Handle a movement of the mouse while the button pressed here is held."""
        return None

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        """Handle a click of the left button: pressed and released here."""
        return None

    def wheel(self, steps: float, memory: Memory) -> Action | None:
        """Handle a turn of the wheel; positive is away from the user."""
        return None

    def key_down(self, key: int, memory: Memory) -> Action | None:
        """Handle a key that is pressed while the widget has the focus."""
        return None

    def has_focus(self, memory: Memory) -> bool:
        """Return whether the widget has the focus, shown as such."""
        return memory.focus == self.key and memory.focus_shown


@dataclass
class Label(Widget):
    """A text in a box: wrapped from the top, or a single centred line."""

    text: str = ""
    size: float = BODY
    colour: Colour | None = None
    bold: bool = False
    single: bool = False
    align: Align = "left"

    def draw(self, painter: Painter, memory: Memory) -> None:
        if self.single:
            painter.caption(
                self.text, self.rect, size=self.size, colour=self.colour, bold=self.bold, align=self.align
            )
        elif self.align == "centre":
            colour = self.colour or painter.palette.text
            painter.middle(self.text, self.rect, colour=colour, size=self.size, bold=self.bold)
        else:
            painter.paragraph(self.text, self.rect, size=self.size, colour=self.colour, bold=self.bold)


@dataclass
class Button(Widget):
    """A button with a label, an icon or both."""

    label: str = ""
    action: Action | None = None  # the action of a click
    icon: str = ""
    enabled: bool = True  # a disabled button is drawn pale and does not respond
    primary: bool = False  # whether it is the button that Enter presses
    chosen: bool = False  # whether the setting that it represents is on
    quiet: bool = False  # no background until the mouse is over it
    tip: str = ""  # words for an icon without a label, shown while the mouse is over it
    size: float = BODY  # of the label, points

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        """Whether the button can be pressed."""
        return self.enabled

    def draw(self, painter: Painter, memory: Memory) -> None:
        ground, ink = self.colours(painter, memory)
        if ground is not None:
            painter.box(self.rect, ground, 7)
        if self.has_focus(memory):
            painter.ring(self.rect, painter.focus_colour(self.primary), 7)
        inner = self.inner(painter)
        if not self.icon:
            painter.caption(self.label, inner, size=self.size, colour=ink, bold=True, align="centre")
        elif not self.label:
            painter.icon(self.icon, self.rect, 18, ink)
        else:
            self._draw_both(painter, inner, ink)

    def inner(self, painter: Painter) -> pygame.Rect:
        """Return the box of the label and the icon beside it."""
        return self.rect.inflate(-2 * painter.px(8), 0)

    def _draw_both(self, painter: Painter, inner: pygame.Rect, ink: Colour) -> None:
        side, gap = painter.px(_BUTTON_ICON), painter.px(7)
        wanted = min(side + gap + painter.width(self.label, self.size, True), inner.width)
        left = inner.left + (inner.width - wanted) // 2
        painter.icon(self.icon, pygame.Rect(left, inner.top, side, inner.height), 18, ink)
        rest = pygame.Rect(left + side + gap, inner.top, wanted - side - gap, inner.height)
        painter.caption(self.label, rest, size=self.size, colour=ink, bold=True)

    def fitting(self, painter: Painter) -> float:
        """Return the size at which the label has room, points."""
        icon = painter.px(_BUTTON_ICON) + painter.px(7) if self.icon else 0
        room = self.inner(painter).width - icon
        return fitting_size(self.label, room, painter.px(BODY), True) / painter.unit

    def colours(self, painter: Painter, memory: Memory) -> tuple[Colour | None, Colour]:
        """Return the background colour, None for none, and the foreground colour."""
        palette = painter.palette
        if not self.enabled:
            return (None if self.quiet else palette.dimmed, palette.disabled)
        hovered = memory.hover == self.key
        if self.primary:
            return (_lighter(palette.gold) if hovered else palette.gold), palette.on_gold
        ink = palette.text
        if self.chosen and not hovered:
            return palette.chosen, ink
        if memory.pressed == self.key and hovered:
            return palette.pressed, ink
        if hovered:
            return palette.hover, ink
        return (None if self.quiet else palette.raised), ink

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return self.action if self.enabled else HANDLED

    def key_down(self, key: int, memory: Memory) -> Action | None:
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE) and self.enabled:
            return self.action
        return None


def even_labels(painter: Painter, widgets: Iterable[Widget]) -> None:
    """Give the labels of the buttons in one row the largest size at which all fit, SMALL at the least."""
    rows: dict[tuple[int, int], list[Button]] = {}
    for widget in widgets:
        if isinstance(widget, Button) and widget.label:
            rows.setdefault((widget.rect.top, widget.rect.height), []).append(widget)
    for row in rows.values():
        size = max(SMALL, min(button.fitting(painter) for button in row))
        for button in row:
            button.size = size


@dataclass
class Choice(Widget):
    """One of a few values, side by side; the arrow keys move between them."""

    labels: Sequence[str] = ()  # the name of each value
    actions: Sequence[Action] = ()  # the action of choosing it
    chosen: int = -1  # index of the current one, -1 for none
    per_row: int = 0  # number of values per row; 0 for all in one

    focusable = True

    def cells(self) -> list[pygame.Rect]:
        """Return the box of each value, px."""
        across = self.per_row or max(1, len(self.labels))
        down = -(-len(self.labels) // across)
        columns = list(
            pairwise(self.rect.left + self.rect.width * index // across for index in range(across + 1))
        )
        rows = list(pairwise(self.rect.top + self.rect.height * index // down for index in range(down + 1)))
        boxes = [pygame.Rect(x0, y0, x1 - x0, y1 - y0) for y0, y1 in rows for x0, x1 in columns]
        return boxes[: len(self.labels)]

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        painter.box(self.rect, palette.field, 7, palette.outline)
        cells = self.cells()
        size = self._common_size(painter, cells[0].width - 2 * painter.px(6))
        for index, (cell, label) in enumerate(zip(cells, self.labels, strict=True)):
            inner = cell.inflate(-painter.px(6), -painter.px(6))
            hovered = memory.hover == self.key and cell.collidepoint(memory.mouse)
            if index == self.chosen:
                painter.box(inner, palette.chosen, 5)
            elif hovered:
                painter.box(inner, palette.raised, 5)
            ink = palette.text if index == self.chosen else palette.muted
            painter.caption(label, inner, size=size, colour=ink, align="centre", bold=index == self.chosen)
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, 7)

    def _common_size(self, painter: Painter, width_px: int) -> float:
        """Return the size (points) at which every label fits, so that all look alike: SMALL if two lines do."""
        sizes = [fitting_size(label, width_px, painter.px(BODY), True) for label in self.labels]
        size = min(sizes) / painter.unit
        if size >= SMALL:
            return size
        most = width_px + painter.px(6)
        wrapped = [wrap(label, most, painter.px(SMALL), True) for label in self.labels]
        two = all(len(lines) <= 2 for lines in wrapped)
        narrow = all(painter.width(line, SMALL, True) <= most for lines in wrapped for line in lines)
        return SMALL if two and narrow else size

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        for index, cell in enumerate(self.cells()):
            if cell.collidepoint(position) and index != self.chosen:
                return self.actions[index]
        return HANDLED

    def key_down(self, key: int, memory: Memory) -> Action | None:
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(key)
        if step is None:
            return None
        index = self.chosen + step
        return self.actions[index] if 0 <= index < len(self.actions) else HANDLED


@dataclass
class Slider(Widget):
    """One of several values along a line, such as a level."""

    actions: Sequence[Action] = ()  # the action of each value, from left to right
    chosen: int = 0  # index of the current one

    focusable = True

    def _stop(self, index: int) -> int:
        knob = self.rect.height / 2
        return round(self.rect.left + knob + (self.rect.width - 2 * knob) * index / (len(self.actions) - 1))

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        groove = pygame.Rect(self.rect.left, 0, self.rect.width, painter.px(6))
        groove.centery = self.rect.centery
        painter.box(groove, palette.field, 3, palette.outline)
        stop = self._stop(self.chosen)
        painter.box(pygame.Rect(groove.left, groove.top, stop - groove.left, groove.height), palette.muted, 3)
        for index in range(len(self.actions)):
            ink = palette.field if index <= self.chosen else palette.muted
            painter.disc((self._stop(index), groove.centery), 1.5, ink, ink)
        radius = self.rect.height / 2 / painter.unit * (0.92 if memory.hover == self.key else 0.8)
        painter.disc((stop, groove.centery), radius, palette.text, palette.surface)
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, 7)

    def _choose(self, position: tuple[int, int]) -> Action:
        index = min(range(len(self.actions)), key=lambda index: abs(self._stop(index) - position[0]))
        return HANDLED if index == self.chosen else self.actions[index]

    def press(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return self._choose(position)

    def drag(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return self._choose(position)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return HANDLED

    def key_down(self, key: int, memory: Memory) -> Action | None:
        last = len(self.actions) - 1
        index = {
            pygame.K_LEFT: max(0, self.chosen - 1),
            pygame.K_RIGHT: min(last, self.chosen + 1),
            pygame.K_HOME: 0,
            pygame.K_END: last,
        }.get(key)
        return None if index is None else self.actions[index]


def draw_typed(painter: Painter, text: str, rect: pygame.Rect, caret: bool) -> None:
    """Draw the end of a typed text with a caret after it; the beginning of a long text is clipped."""
    size = painter.px(BODY)
    while text and painter.width(text) > rect.width - size // 2:
        text = text[1:]
    width = painter.write(text, rect)
    if caret:
        line = pygame.Rect(rect.left + width + painter.px(1), 0, painter.px(1.5), round(size * 1.2))
        line.centery = rect.centery
        painter.surface.fill(painter.palette.accent, line)


def _lighter(colour: Colour) -> Colour:
    red, green, blue = (min(255, round(part * 1.1 + 6)) for part in colour)
    return red, green, blue

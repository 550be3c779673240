"""The widgets of panels: labels, buttons, choices, sliders.

Panels rebuild their widgets whenever the state or the size changes, so a widget is plain data: whatever must
survive (focus, scrolling, typed text) is stored in a `Memory` under the widget's key. A widget answers events
with an `Action`, which is an intent of the app or a command of the window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.ui.toolkit.painter import Align, Painter, wrap
from xiangqi.ui.toolkit.roles import BODY, SMALL, Colour


class Handled(Action):
    """The action that a widget returns when it has handled an event but requests nothing."""


HANDLED: Final = Handled()

_WORK_SHOWN_S: Final = 0.15  # work that is done sooner needs no sign
_WORK_STEP_S: Final = 0.1  # seconds between two steps of the sign
_WORK_STEPS: Final = 8  # steps from one end of the button to the other
_WORK_SHARE: Final = 0.3  # the sign's share of the button's width
_BUTTON_ICON: Final = 18.0  # size of an icon beside a label, points


@dataclass(frozen=True)
class KeyQuestion:
    """A command that waits for the key to be assigned to it."""

    name: str  # name of the command
    refused: str = ""  # the chord that was pressed but is taken, "" for none yet
    holder: str = ""  # name of the command that has that chord; "" for a key that cannot be changed


@dataclass
class Memory:
    """The memory of widgets from one rebuilding to the next, by key."""

    focus: str | None = None  # the widget that receives keys
    focus_shown: bool = False  # whether the focus is marked: only after the keyboard was used for it
    hover: str | None = None  # the widget under the mouse
    pressed: str | None = None  # the widget the mouse button went down on
    known: str | None = None  # a widget that was pressed and is still under the mouse; it needs no tip
    grabbed: str | None = None  # the list whose scrollbar is held
    mouse: tuple[int, int] = (-1, -1)  # last known position, px
    scroll: dict[str, float] = field(default_factory=dict)  # how far lists are scrolled, px
    texts: dict[str, str] = field(default_factory=dict)  # contents of text fields
    composition: str = ""  # text an input method is composing in the focused field
    # caret and other end of the selection in each edited text, as indices of characters
    carets: dict[str, tuple[int, int]] = field(default_factory=dict)
    shift: bool = False  # whether the shift key is held
    # name of the open menu and the pixel it hangs from, None when there is none
    menu: tuple[str, tuple[int, int]] | None = None
    tabs: dict[str, str] = field(default_factory=dict)  # the name of the chosen tab, by card
    rows: dict[str, int] = field(default_factory=dict)  # the row at the keyboard cursor, by list
    # the row that each list was last scrolled to, with the version and height of the list
    followed: dict[str, tuple[int, ...]] = field(default_factory=dict)
    asking: KeyQuestion | None = None  # the command that waits for its key, None if none does
    now_s: float = 0.0  # the time at which everything was last drawn, by the loop's clock
    began_s: dict[str, float] = field(default_factory=dict)  # the time at which automatic playback began
    # the progress of the playback when it was last drawn
    drawn_beats: dict[str, tuple[int, float]] = field(default_factory=dict)
    # the time at which the work of each working button was first drawn, and the last step of its sign
    work_began_s: dict[str, float] = field(default_factory=dict)
    work_drawn: dict[str, int] = field(default_factory=dict)

    def put_text(self, key: str, text: str) -> None:
        """Set the text of a field from outside; the caret moves to the end of the text."""
        self.texts[key] = text
        self.carets.pop(key, None)


@dataclass
class Widget:
    """The base class of widgets, which are drawn in a box and may respond to events."""

    key: str  # identifies the widget across rebuilding; unique within a window
    rect: pygame.Rect  # the widget's box, px
    # the part of the window in which the widget can be seen and clicked, px; None for everywhere
    clip: pygame.Rect | None = field(default=None, kw_only=True)
    # key of the text field that gets the focus after a click here, "" for none
    driver: str = field(default="", kw_only=True)
    # the action requested when the widget is first shown beside a document, without the player's doing
    wish: Action | None = field(default=None, kw_only=True)
    # returns the text to be read aloud instead of the written one; None for the written one
    spoken: Callable[[], str] | None = field(default=None, kw_only=True, compare=False)

    focusable = False
    lively = False
    tip = ""
    keeps_clear = False
    """Whether tips of other widgets avoid covering this one, since it is read at the same time."""

    def is_at(self, position: tuple[int, int]) -> bool:
        """Return whether the widget can be clicked at a pixel."""
        return self.rect.collidepoint(position) and (self.clip is None or self.clip.collidepoint(position))

    def points_at(self, position: tuple[int, int], memory: Memory) -> bool:
        """Return whether a click at a pixel of the widget does something, so that the mouse shows a hand."""
        return self.focusable

    def draw(self, painter: Painter, memory: Memory) -> None:
        """Draw on the painter's surface."""

    def is_moving(self, now_s: float, memory: Memory) -> bool:
        """Return whether the widget would now be drawn differently; called only if it is lively."""
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

    def double_click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        """Handle a second left click soon after one at the same place; by default like any click."""
        return self.click(position, memory)

    def wheel(self, steps: float, memory: Memory) -> Action | None:
        """Handle a turn of the wheel; positive is away from the user."""
        return None

    def key_down(self, key: int, memory: Memory) -> Action | None:
        """Handle a key that is pressed while the widget has the focus."""
        return None

    def has_focus(self, memory: Memory) -> bool:
        """Return whether the widget has the focus and the focus is marked."""
        return memory.focus == self.key and memory.focus_shown


@dataclass
class Veil(Widget):
    """Dims everything below it and takes the clicks that miss the parts above; nothing below reacts to keys."""

    action: Action = HANDLED  # the action of a click

    def draw(self, painter: Painter, memory: Memory) -> None:
        painter.shade(self.rect, painter.palette.background, 130)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return self.action


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
    chosen: bool = False  # whether the setting that the button represents is on
    quiet: bool = False  # whether it has no background until the mouse is over it
    tip: str = ""  # the explanation of an icon without a label, shown while the mouse is over it
    size: float = BODY  # font size of the label, points
    working: bool = False  # whether what it asked for is being done, which is shown if it takes a while

    @property
    def lively(self) -> bool:  # type: ignore[override]
        """Whether the button shows that it is working, or is about to."""
        return self.working

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
        if self.working:
            memory.work_began_s.setdefault(self.key, memory.now_s)
            self._draw_work(painter, self._work_step(memory.now_s, memory), ink)
            memory.work_drawn[self.key] = self._work_step(memory.now_s, memory)

    def _draw_work(self, painter: Painter, step: int, ink: Colour) -> None:
        """Draw a bar that goes to and fro along the lower edge."""
        if step < 0:
            return
        line = self.rect.inflate(-2 * painter.px(8), 0)
        there = abs(step % (2 * _WORK_STEPS) - _WORK_STEPS)
        width = round(line.width * _WORK_SHARE)
        left = line.right - width - (line.width - width) * there // _WORK_STEPS
        painter.box(pygame.Rect(left, self.rect.bottom - painter.px(5), width, painter.px(3)), ink, 1.5)

    def _work_step(self, now_s: float, memory: Memory) -> int:
        """Return the step of the sign of work, -1 before it is shown."""
        took = now_s - memory.work_began_s.get(self.key, now_s)
        return -1 if took < _WORK_SHOWN_S else int((took - _WORK_SHOWN_S) / _WORK_STEP_S)

    def is_moving(self, now_s: float, memory: Memory) -> bool:
        return self._work_step(now_s, memory) != memory.work_drawn.get(self.key, -1)

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
        """Return the font size in points at which the label fits."""
        icon = painter.px(_BUTTON_ICON) + painter.px(7) if self.icon else 0
        room = self.inner(painter).width - icon
        return painter.fitting(self.label, room, BODY, True) / painter.unit

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
    """Give the button labels of each row the largest size at which all of them fit, but at least SMALL."""
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
    """A choice of one of a few values, side by side; the arrow keys move between them."""

    labels: Sequence[str] = ()  # the name of each value
    actions: Sequence[Action] = ()  # the action of choosing each value
    chosen: int = -1  # index of the current value, -1 for none
    per_row: int = 0  # number of values per row; 0 for all in one

    focusable = True

    def cells(self) -> list[pygame.Rect]:
        """Return the box of each value in px."""
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
        """Return the one font size (points) at which every label fits, on two lines if necessary."""
        sizes = [painter.fitting(label, width_px, BODY, True) for label in self.labels]
        size = min(sizes) / painter.unit
        if size >= SMALL:
            return size
        most = width_px + painter.px(6)
        wrapped = [wrap(label, most, painter.type_px(SMALL), True) for label in self.labels]
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
    """A choice of one of several values along a line, such as a level."""

    actions: Sequence[Action] = ()  # the action of each value, from left to right
    chosen: int = 0  # index of the current value

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
    size = painter.type_px(BODY)
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

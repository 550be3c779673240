"""The division of the window into areas. Pure arithmetic, in pixels; it needs no window and can be printed.

There is a rail of places, unless the screen has no frame: at the left, or at the bottom of a portrait window. A
screen with a board has the board beside it, as high as the window allows, then an evaluation bar, if there is
one, and one to three columns; in a portrait window the columns are below the board. A page has no board and
takes the rest. The board stands at the same place on all screens as far as the width allows.

The first column is divided into slots that never move while a screen is shown: the header, the opponent's
strip, the card, the row of actions and the player's strip. Whatever is shown is put into slots; see
`xiangqi.ui.parts.panels`.

Where large text would leave too little room for both the board and the columns, they alternate: one of them is
shown at a time, and a button with a label, the `switch`, turns to the other.

A larger window shows more instead of enlarging everything: a point is a pixel at the usual sizes, and grows in
three steps. ``python -m tools.window_areas 1366x740`` prints the areas.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

import pygame

from xiangqi.diagram.geometry import MARGIN_X, MARGIN_Y, BoardLayout

DEFAULT_SIZE: Final = (1280, 800)
SMALLEST_SIZE: Final = (800, 600)

MARGIN: Final = 12.0
"""Space in points between the parts of the window and round them."""

RAIL: Final = 76.0
"""Width of the rail in points."""

RAIL_SLIM: Final = 64.0
"""Width in points of the rail in windows narrower than `_WIDE`."""

RAIL_BAR: Final = 56.0
"""Height in points of the rail in a portrait window, where it is a bar at the bottom."""

HIGHEST_BOARD: Final = 1176.0
"""Largest height of the board in points."""

GAUGE_WIDTH: Final = 22.0
"""Width of the evaluation bar in points."""

NARROWEST: Final = 400.0
"""Least width of a column in points."""

NARROWEST_SLIM: Final = 300.0
"""Least width in points of the column in windows narrower than `_WIDE`."""

WIDEST: Final = 620.0
"""Largest width in points of one of several columns."""

WIDEST_ALONE: Final = 720.0
"""Largest width of a single column in points."""

WIDEST_PAGE: Final = 1720.0
"""Largest width of a page in points."""

HEADER: Final = 44.0
"""Height in points of the header above a column and of the row of actions of screens without strips."""

STRIP: Final = 56.0
"""Height of a player's strip in points."""

ACTIONS: Final = 48.0
"""Height in points of the row of actions of screens with strips."""

PAGE_HEAD: Final = 40.0
"""Height of the head of a page in points."""

_STEPS: Final = ((700, 0.93), (1300, 1.0), (1900, 1.2))  # px of the smaller side below which a step applies
_LARGEST_STEP: Final = 1.6
_WIDE: Final = 1000.0  # width of a window with a full rail, full columns and an evaluation bar, points
_UPRIGHT: Final = 1.2  # ratio of height to width from which the panels are below the board
_UPRIGHT_SHARE: Final = 0.55  # largest share of an upright window's height for board and margin
_BOARD_SHARE: Final = 0.3  # share of the window's width below which the board alternates with the columns
_LEAST_BELOW: Final = 240.0  # the same for the height of columns below the board, points
_NARROWEST_ALONE: Final = 360.0  # least width of what is shown alone, points; text does not grow beyond that
_MOST_COLUMNS: Final = 3
_EMPTY: Final = 300.0  # widest strip that is left empty at the right, so that the board need not move, points
_SWITCH: Final = 44.0  # height of the button that turns from the board to the columns and back, points
_SWITCH_WIDTH: Final = 140.0  # least width of the button beside the board, points
_RATIO: Final = (8 + 2 * MARGIN_X) / (9 + 2 * MARGIN_Y)  # of the board's width to its height
_SLOT_GAP: Final = 8.0  # between the slots of the first column, points
_PAGE_MARGIN: Final = 24.0
_PAGE_TOP: Final = 20.0
_PAGE_GAP: Final = 16.0  # between the head of a page and the rest, points
_LOW: Final = 560.0  # height below which the content of a column does not fit, points
_LOW_SLOTS: Final = 440.0  # the same for a column whose slots adapt to the room


@dataclass(frozen=True)
class Content:
    """The parts of the window that a screen needs."""

    board: bool = True  # whether there is a board; without one, the screen is a page
    gauge: bool = False  # whether there is an evaluation bar, if it has room
    columns: int = 1  # at most how many columns can be filled
    strips: bool = False  # whether the players stand at both ends of the first column
    framed: bool = True  # whether there are a rail and, above the first column, a header


FORM_WIDTH: Final = 760.0
"""Largest width in points of a page that is one list or form."""

PAGE: Final = Content(board=False)
BESIDE: Final = Content()
"""A board with a column."""


@dataclass(frozen=True)
class Areas:
    """The parts of a window of one size. All boxes are in pixels; those that a screen lacks are empty."""

    size: tuple[int, int]
    unit: float  # pixels per point
    content: Content  # what the areas are for
    rail: pygame.Rect  # the places
    board: BoardLayout | None  # the drawn board with its frame; None for a page
    gauge: pygame.Rect  # the evaluation bar
    columns: tuple[pygame.Rect, ...]  # the columns, whole; for a page, the page
    header: pygame.Rect  # the slots of the first column, or the head of a page
    upper_strip: pygame.Rect
    card: pygame.Rect
    actions: pygame.Rect
    lower_strip: pygame.Rect
    # the button that turns from the board to the columns and back; empty where both are shown
    switch: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))

    @property
    def alternates(self) -> bool:
        """Whether either the board or the columns are shown, and the `switch` turns to the other."""
        return self.switch.height > 0

    @property
    def shows_columns(self) -> bool:
        """Whether there are columns or a page; otherwise only the board is shown."""
        return not (self.alternates and self.board is not None)

    @property
    def is_upright(self) -> bool:
        """Whether the rail is a bar at the bottom, and the columns are below the board."""
        return is_upright(self.size)

    @property
    def page(self) -> pygame.Rect:
        """The box of a page, with its head."""
        return self.columns[0]

    @property
    def body(self) -> pygame.Rect:
        """The first column below its header."""
        first = self.columns[0]
        if not self.content.framed:
            return first
        top = min(self.header.bottom + self.px(_SLOT_GAP), first.bottom)
        return pygame.Rect(first.left, top, first.width, first.bottom - top)

    @property
    def box(self) -> pygame.Rect:
        """The box that a screen fills: the page, or the first column below its header."""
        return self.body if self.content.board else self.page

    @property
    def shown_board(self) -> BoardLayout:
        """The board of a screen that has one."""
        assert self.board is not None, "a page has no board"
        return self.board

    @property
    def is_low(self) -> bool:
        """Whether the first column is too low for its content, which then scrolls."""
        slots = self.content.strips or self.content.gauge
        return self.box.height < int((_LOW_SLOTS if slots else _LOW) * self.unit)

    def px(self, points: float) -> int:
        """Return a length in points as pixels."""
        return round(points * self.unit)

    def within(self, box: pygame.Rect) -> Areas:
        """Return the areas with the slots of the first column, or of the page, in another box.

        The box stands for `body`, or for the whole page. The header of a column stays where it is.
        """
        column = box.copy()
        if self.content.board:
            above = self.body.top - self.columns[0].top
            column.top, column.height = box.top - above, box.height + above
        slots = _slots(column, self.content, self.unit)
        header = self.header if self.content.board else slots.header
        return replace(
            self,
            columns=(column, *self.columns[1:]),
            header=header,
            upper_strip=slots.upper_strip,
            card=slots.card,
            actions=slots.actions,
            lower_strip=slots.lower_strip,
        )

    @classmethod
    def of(
        cls,
        size: tuple[int, int],
        system_scale: float = 1.0,
        text_size: float = 1.0,
        flipped: bool = False,
        content: Content = BESIDE,
        *,
        turned: bool = False,
    ) -> Areas:
        """Return the areas of a window.

        Args:
            size: the size of the window in px.
            system_scale: the number of pixels for one of the system's points, above 1 on displays with small
                pixels.
            text_size: the player's choice, 0.8 to 3.0.
            flipped: whether Black is at the bottom.
            content: what the screen needs.
            turned: whether the columns are shown where they alternate with the board.
        """
        ruler = _Ruler(size, unit_of(size, system_scale, text_size))
        rail, rest = ruler.rail() if content.framed else (pygame.Rect(0, 0, 0, 0), pygame.Rect((0, 0), size))
        if not content.board:
            page = ruler.page(rest)
            none = pygame.Rect(page.topleft, (0, 0))
            slots = _slots(page, content, ruler.unit)
            return cls(size, ruler.unit, content, rail, None, none, (page,), *slots)
        if ruler.alternates():
            return cls._of_one(ruler, rail, rest, flipped, content, turned=turned)
        box, free = ruler.board(rest)
        gauge = pygame.Rect(box.right + ruler.margin, box.top, 0, box.height)
        if content.gauge and ruler.is_wide:
            gauge.width = ruler.px(GAUGE_WIDTH)
            if not ruler.upright:
                taken = gauge.width + ruler.margin
                free = pygame.Rect(free.left + taken, free.top, free.width - taken, free.height)
        columns = ruler.columns(free, content.columns)
        shift = ruler.shift(rest, columns)
        columns = tuple(column.move(shift, 0) for column in columns)
        if not ruler.upright:
            box, gauge = box.move(shift, 0), gauge.move(shift, 0)
        board = BoardLayout.fit(box.left, box.top, box.width, box.height, flipped)
        gauge.top, gauge.height = board.top, board.height
        slots = _slots(columns[0], content, ruler.unit)
        return cls(size, ruler.unit, content, rail, board, gauge, columns, *slots)

    @classmethod
    def _of_one(
        cls,
        ruler: _Ruler,
        rail: pygame.Rect,
        rest: pygame.Rect,
        flipped: bool,
        content: Content,
        *,
        turned: bool,
    ) -> Areas:
        """Return the areas in which either the board or one column is shown."""
        box, switch = ruler.board_alone(rest)
        column = rest.inflate(-2 * ruler.margin, -2 * ruler.margin)
        column.height = switch.top - ruler.px(_SLOT_GAP) - column.top
        width = min(column.width, ruler.px(WIDEST_ALONE))
        column = pygame.Rect(column.centerx - width // 2, column.top, width, column.height)
        none = pygame.Rect(box.topleft, (0, 0))
        slots = _slots(column, content, ruler.unit)
        if turned:
            return cls(ruler.size, ruler.unit, content, rail, None, none, (column,), *slots, switch)
        board = BoardLayout.fit(box.left, box.top, box.width, box.height, flipped)
        slots = slots._replace(card=switch)  # where toasts are, since they are never on the board
        return cls(ruler.size, ruler.unit, content, rail, board, none, (column,), *slots, switch)

    def lines(self) -> list[str]:
        """Return the areas as lines of text: name, left, top, width and height in points."""
        boxes = {"rail": self.rail}
        if self.board is not None:
            boxes["board"] = pygame.Rect(self.board.box)
        if self.gauge.width:
            boxes["gauge"] = self.gauge
        boxes |= {f"column {number}": box for number, box in enumerate(self.columns, 1)}
        if self.alternates:
            boxes["switch"] = self.switch
        slots = ("header", "upper_strip", "card", "actions", "lower_strip")
        boxes |= {name: box for name in slots if (box := getattr(self, name)).height}
        return [
            f"{name:<12}" + "".join(f"{length / self.unit:8.1f}" for length in box)
            for name, box in boxes.items()
        ]


def is_upright(size: tuple[int, int]) -> bool:
    """Return whether a window is in portrait format."""
    return size[1] >= _UPRIGHT * size[0]


def unit_of(size: tuple[int, int], system_scale: float, text_size: float) -> float:
    """Return the pixels per point in a window: a step by its smaller side, times both scales.

    Text stops growing where a page, or a column without the board, would be too narrow.
    """
    smaller = min(size) / system_scale
    step = next((step for below, step in _STEPS if smaller < below), _LARGEST_STEP)
    rail = 0.0 if is_upright(size) else RAIL_SLIM
    return min(step * system_scale * text_size, size[0] / (rail + _NARROWEST_ALONE + 2 * MARGIN))


class _Ruler:
    """Measures the areas of one window."""

    def __init__(self, size: tuple[int, int], unit: float) -> None:
        self.size, self.unit = size, unit
        self.margin = self.px(MARGIN)
        self.upright = is_upright(size)
        self.is_wide = size[0] >= _WIDE * unit

    def px(self, points: float) -> int:
        return round(points * self.unit)

    def rail(self) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the rail and the rest of the window."""
        width, height = self.size
        if self.upright:
            bar = self.px(RAIL_BAR)
            return pygame.Rect(0, height - bar, width, bar), pygame.Rect(0, 0, width, height - bar)
        rail = self.px(RAIL if self.is_wide else RAIL_SLIM)
        return pygame.Rect(0, 0, rail, height), pygame.Rect(rail, 0, width - rail, height)

    def page(self, rest: pygame.Rect) -> pygame.Rect:
        """Return the box of a page."""
        margin = self.px(_PAGE_MARGIN if self.is_wide else MARGIN)
        top = self.px(_PAGE_TOP if self.is_wide else MARGIN)
        page = pygame.Rect(0, top, min(rest.width - 2 * margin, self.px(WIDEST_PAGE)), 0)
        page.centerx, page.height = rest.centerx, rest.height - top - margin
        return page

    def alternates(self) -> bool:
        """Return whether board and columns, side by side, would both be too small."""
        width, height = self.size
        if self.upright:
            below = height - self.px(RAIL_BAR) - round(_UPRIGHT_SHARE * height) - 2 * self.margin
            return below < self.px(_LEAST_BELOW)
        return width * (1 - _BOARD_SHARE) < self.px(RAIL_SLIM + NARROWEST_SLIM + 3 * MARGIN)

    def board_alone(self, rest: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the box of a board without columns, and of the button beside or below it."""
        inner, high = rest.inflate(-2 * self.margin, -2 * self.margin), self.px(_SWITCH)
        width = round(inner.height * _RATIO)
        beside = inner.width - width - self.margin
        if beside >= self.px(_SWITCH_WIDTH):
            switch = pygame.Rect(inner.right - beside, inner.bottom - high, beside, high)
            return pygame.Rect(inner.left, inner.top, width, inner.height), switch
        switch = pygame.Rect(inner.left, inner.bottom - high, inner.width, high)
        height = min(inner.height - high - self.margin, int(inner.width / _RATIO))
        box = pygame.Rect(0, inner.top, round(height * _RATIO), height)
        box.centerx = inner.centerx
        return box, switch

    def board(self, rest: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the box of the board, which depends on the window alone, and the room for bar and columns."""
        margin, gauge = self.margin, self.px(GAUGE_WIDTH + MARGIN) if self.is_wide else 0
        highest = self.px(HIGHEST_BOARD)
        if self.upright:
            height = min(highest, round(_UPRIGHT_SHARE * self.size[1]) - margin)
            height = min(height, int((rest.width - 2 * margin - 2 * gauge) / _RATIO))
            box = pygame.Rect(0, margin, round(height * _RATIO), height)
            box.centerx = rest.centerx
            top = box.bottom + margin
            free = pygame.Rect(rest.left + margin, top, rest.width - 2 * margin, rest.bottom - margin - top)
            return box, free
        least = self.px(NARROWEST if self.is_wide else NARROWEST_SLIM)
        across = rest.width - 3 * margin - least - gauge
        height = min(highest, rest.height - 2 * margin, int(across / _RATIO))
        box = pygame.Rect(rest.left + margin, 0, round(height * _RATIO), height)
        box.centery = rest.centery
        left = box.right + margin
        return box, pygame.Rect(left, margin, rest.right - margin - left, rest.height - 2 * margin)

    def columns(self, free: pygame.Rect, most: int) -> tuple[pygame.Rect, ...]:
        """Return as many columns as fit, from the left of a room."""
        for count in range(most, 0, -1):
            width = (free.width - (count - 1) * self.margin) // count
            if width >= self.px(NARROWEST) or count == 1:
                break
        width = min(width, self.px(WIDEST_ALONE if count == 1 else WIDEST))
        step = width + self.margin
        return tuple(
            pygame.Rect(free.left + place * step, free.top, width, free.height) for place in range(count)
        )

    def shift(self, rest: pygame.Rect, columns: tuple[pygame.Rect, ...]) -> int:
        """Return the shift of board and columns to the right in px, which halves the space that is left.

        The board stands where it would beside as many columns as possible and an evaluation bar, unless that
        leaves a wide empty strip at the right; so it does not move from one screen to another.
        """
        free = self.board(rest)[1]
        left = free.right - columns[-1].right
        if self.upright:
            return left // 2
        bar = self.px(GAUGE_WIDTH + MARGIN) if self.is_wide else 0
        beside = pygame.Rect(free.left + bar, free.top, free.width - bar, free.height)
        fullest = self.columns(beside, _MOST_COLUMNS)
        fixed = (free.right - fullest[-1].right) // 2
        return fixed if left - 2 * fixed <= self.px(_EMPTY) else left // 2


class _Slots(NamedTuple):
    """The slots of a column or a page, as in `Areas`."""

    header: pygame.Rect
    upper_strip: pygame.Rect
    card: pygame.Rect
    actions: pygame.Rect
    lower_strip: pygame.Rect


def _slots(column: pygame.Rect, content: Content, unit: float) -> _Slots:
    """Return the slots of the first column of a screen with a board, or of a page."""

    def px(points: float) -> int:
        return round(points * unit)

    gap, left, width = px(_SLOT_GAP), column.left, column.width
    if not content.board:
        head = pygame.Rect(left, column.top, width, px(PAGE_HEAD))
        top = head.bottom + px(_PAGE_GAP)
        card = pygame.Rect(left, top, width, max(0, column.bottom - top))
        none = pygame.Rect(left, column.bottom, width, 0)
        return _Slots(head, none, card, none.copy(), none.copy())
    header = pygame.Rect(left, column.top, width, px(HEADER))
    strip = px(STRIP) if content.strips else 0
    height, between = px(ACTIONS if strip else HEADER), gap if strip else 0
    upper = pygame.Rect(left, header.bottom + gap, width, strip)
    lower = pygame.Rect(left, column.bottom - strip, width, strip)
    actions = pygame.Rect(left, lower.top - between - height, width, height)
    top = upper.bottom + between
    space = gap if strip else px(MARGIN)
    card = pygame.Rect(left, top, width, max(0, actions.top - space - top))
    return _Slots(header, upper, card, actions, lower)

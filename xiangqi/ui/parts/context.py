"""The context of panels (state, texts and measures), and functions that divide boxes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, TypeVar

import pygame

from xiangqi.app.session.players import Player, PlayerKind
from xiangqi.app.session.state import AppState
from xiangqi.app.session.view import MoveEntry
from xiangqi.core.constants import RED
from xiangqi.ui.parts.finder import Finder
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.parts.move_sheet import Sheet
from xiangqi.ui.parts.window_layout import Areas
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import GAP, PADDING
from xiangqi.ui.toolkit.widgets import Memory, Widget


@dataclass(frozen=True)
class Telling:
    """The session at one moment, with everything needed to put it into words."""

    state: AppState  # the state shown
    texts: Texts  # the strings of the chosen language

    def side_name(self, side: int) -> str:
        """Return the name of a side in the player's language."""
        return self.texts("side.red" if side == RED else "side.black")


@dataclass(frozen=True)
class PanelContext(Telling):
    """The session at one moment, with everything needed to lay it out."""

    painter: Painter  # measures text and turns points into pixels
    memory: Memory  # the widgets' memory
    areas: Areas  # the division of the window
    entries: tuple[MoveEntry, ...] = ()  # the moves of the shown line
    sheet: Sheet = field(default_factory=Sheet)  # these moves in rows
    pointed: int | None = None  # the square under the mouse or the keyboard cursor
    finder: Finder = field(default_factory=Finder)  # finds games of the open file
    is_heard: bool = False  # whether moves are put into words for those who hear them

    def px(self, points: float) -> int:
        """Return a length in points as pixels."""
        return self.painter.px(points)

    def player_name(self, player: Player) -> str:
        """Return a player's name; the computer's includes its level or rating."""
        if player.kind is PlayerKind.COMPUTER:
            if player.rating is not None:
                return self.texts("player.adaptive", rating=player.rating)
            return self.texts("player.computer", level=player.level)
        if player.kind is PlayerKind.ENGINE:
            program = player.command[0] if player.command else ""
            name = program.replace("\\", "/").rsplit("/", 1)[-1]
            return player.name or self.texts("player.engine", name=name)
        return player.name

    def engine_name(self, player: Player) -> str:
        """Return the name of an engine without its level."""
        if player.kind is not PlayerKind.ENGINE:
            return self.texts("new.built_in")
        return player.name or player.command[0].replace("\\", "/").rsplit("/", 1)[-1]


class Room:
    """A box from which strips are cut off, edge by edge."""

    def __init__(self, rect: pygame.Rect, unit: float) -> None:
        self.rest = rect.copy()
        self._unit = unit

    def _px(self, points: float) -> int:
        return round(points * self._unit)

    def top(self, height: float, gap: float = GAP) -> pygame.Rect:
        """Cut a strip of `height` points and a gap below it off the top, and return the strip."""
        return self.top_px(self._px(height), gap)

    def top_px(self, height_px: int, gap: float = GAP) -> pygame.Rect:
        """Cut a strip of `height_px` pixels and a gap (points) below it off the top; return the strip."""
        strip = pygame.Rect(self.rest.left, self.rest.top, self.rest.width, height_px)
        used = height_px + self._px(gap)
        self.rest.top += used
        self.rest.height = max(0, self.rest.height - used)
        return strip

    def bottom(self, height: float, gap: float = GAP) -> pygame.Rect:
        """Cut a strip of `height` points and a gap above it off the bottom, and return the strip."""
        return self.bottom_px(self._px(height), gap)

    def bottom_px(self, height_px: int, gap: float = GAP) -> pygame.Rect:
        """Cut a strip of `height_px` pixels and a gap (points) above it off the bottom; return the strip."""
        strip = pygame.Rect(self.rest.left, self.rest.bottom - height_px, self.rest.width, height_px)
        self.rest.height = max(0, self.rest.height - height_px - self._px(gap))
        return strip

    def inner(self, padding: float = PADDING) -> Room:
        """Return the box inside a margin on all sides."""
        edge = self._px(padding)
        return Room(self.rest.inflate(-2 * edge, -2 * edge), self._unit)


W = TypeVar("W", bound=Widget)


def as_read(widgets: Iterable[W]) -> list[W]:
    """Return the widgets of a column in reading order (row by row), in which the focus moves."""
    return sorted(widgets, key=lambda widget: (widget.rect.top, widget.rect.left))


def columns(rect: pygame.Rect, count: int, gap_px: int) -> list[pygame.Rect]:
    """Return equal parts of a strip, side by side with gaps between them."""
    step = (rect.width + gap_px) / count
    edges = [rect.left + round(step * index) for index in range(count + 1)]
    return [
        pygame.Rect(edges[index], rect.top, edges[index + 1] - gap_px - edges[index], rect.height)
        for index in range(count)
    ]


def two_rows(scene: PanelContext, rect: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the upper and the lower half of a box, with a gap between them."""
    height = (rect.height - scene.px(GAP)) // 2
    upper = pygame.Rect(rect.left, rect.top, rect.width, height)
    return upper, pygame.Rect(rect.left, rect.bottom - height, rect.width, height)


_TWO: Final = 520.0  # width that a box needs for two columns, points


def is_wide(scene: PanelContext, rect: pygame.Rect) -> bool:
    """Return whether two columns fit in a box."""
    return rect.width >= scene.px(_TWO)


def parts(
    scene: PanelContext, rect: pygame.Rect, height_px: int, share: float = 0.5
) -> tuple[pygame.Rect, pygame.Rect]:
    """Return two parts of a box with a gap between them: side by side if there is space, otherwise stacked.

    Args:
        scene: the panel context.
        rect: the box in px.
        height_px: the height of the first part if it is above the second.
        share: the first part's share of the width if they are side by side.
    """
    gap, first, second = scene.px(GAP), rect.copy(), rect.copy()
    if is_wide(scene, rect):
        first.width = round((rect.width - gap) * share)
        second.left, second.width = first.right + gap, rect.width - first.width - gap
    else:
        first.height = min(height_px, rect.height)
        second.top = min(first.bottom + gap, rect.bottom)
        second.height = rect.bottom - second.top
    return first, second

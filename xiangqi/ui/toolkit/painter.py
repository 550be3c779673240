"""Painting of panels: rounded boxes, text and icons, in points that scale with window and setting.

A point is a pixel of the default window at scale 100%; ``Painter.px`` converts points to pixels. Expensive
pictures (rounded corners, text) are cached, so that a redraw is mostly copying.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final, Literal

import pygame

from xiangqi.ui.toolkit import fonts
from xiangqi.ui.toolkit.fonts import Face
from xiangqi.ui.toolkit.icons import icon
from xiangqi.ui.toolkit.roles import BODY, SMALL, Colour, PanelColours

Align = Literal["left", "centre", "right"]

_OVERSAMPLING: Final = 4
CLOSING: Final = "，。；：、！？）》〉”」』】"
"""Punctuation that begins no line."""
OPENING: Final = "（《〈“「『【"
"""Punctuation that ends no line."""

_MOVE: Final = re.compile("[\u2e80-\u9fff\uff11-\uff191-9]{2}[进進退平][一二三四五六七八九\uff11-\uff191-9]")

_LEAST_PX: Final = 12  # the smallest size of text in windows of the least unit or more, px
_LEAST_UNIT: Final = 0.93  # pixels per point in small windows with text of 100%
_SMALLEST: Final = 0.72  # the least scale to which a text may shrink before it is truncated
_TWO_LINES: Final = 0.78  # the same for a text with room for two lines, but never below SMALL


class Painter:
    """Draws on a surface with the colours of a panel palette.

    Attributes:
        surface: the surface that is drawn on.
        palette: the colours.
        unit: pixels per point.
        least_px: the smallest size of text, px: 12, and less only if the player wants smaller text.
    """

    def __init__(self, surface: pygame.Surface, palette: PanelColours, unit: float) -> None:
        self.surface = surface
        self.palette = palette
        self.unit = unit
        self.least_px = min(_LEAST_PX, round(_LEAST_PX * unit / _LEAST_UNIT))

    def px(self, points: float) -> int:
        """Return a length in points as pixels, at least 1."""
        return max(1, round(points * self.unit))

    def box(self, rect: pygame.Rect, fill: Colour, radius: float = 8, outline: Colour | None = None) -> None:
        """Draw a filled box with smooth round corners and an optional thin outline; a tiny one has neither."""
        corner = min(self.px(radius), rect.width // 2, rect.height // 2)
        if corner < 2:
            self.surface.fill(fill, rect)
            return
        tile = _corners(corner, fill, outline, max(1, round(self.unit * 0.9)))
        inner = rect.inflate(-2 * corner, -2 * corner)
        side = tile.get_width()
        for x, source_x in ((rect.left, 0), (inner.right, side - corner)):
            for y, source_y in ((rect.top, 0), (inner.bottom, side - corner)):
                self.surface.blit(tile, (x, y), (source_x, source_y, corner, corner))
        self.surface.fill(fill, (inner.left, rect.top, inner.width, corner))
        self.surface.fill(fill, (rect.left, inner.top, rect.width, inner.height))
        self.surface.fill(fill, (inner.left, inner.bottom, inner.width, corner))
        if outline is not None:
            self._edges(rect, inner, outline)

    def _edges(self, rect: pygame.Rect, inner: pygame.Rect, colour: Colour) -> None:
        line = max(1, round(self.unit * 0.9))
        self.surface.fill(colour, (inner.left, rect.top, inner.width, line))
        self.surface.fill(colour, (inner.left, rect.bottom - line, inner.width, line))
        self.surface.fill(colour, (rect.left, inner.top, line, inner.height))
        self.surface.fill(colour, (rect.right - line, inner.top, line, inner.height))

    def ring(self, rect: pygame.Rect, colour: Colour, radius: float = 8) -> None:
        """Draw a two-point outline around a box that has the keyboard focus."""
        width = self.px(2)
        grown = rect.inflate(2 * width, 2 * width)
        pygame.draw.rect(self.surface, colour, grown, width, border_radius=self.px(radius + 2))

    def focus_colour(self, on_accent: bool) -> Colour:
        """Return the colour of a focus ring that contrasts with its background."""
        return self.palette.text if on_accent else self.palette.accent

    def progress(self, rect: pygame.Rect, share: float) -> None:
        """Draw a bar that shows which share, 0 to 1, is done."""
        radius = rect.height / self.unit / 2
        self.box(rect, self.palette.dimmed, radius)
        done = pygame.Rect(rect.left, rect.top, round(rect.width * share), rect.height)
        if done.width:
            with self.clipped(done):
                self.box(
                    pygame.Rect(rect.left, rect.top, max(done.width, rect.height), rect.height),
                    self.palette.gold,
                    radius,
                )

    def disc(self, centre: tuple[int, int], radius: float, fill: Colour, outline: Colour) -> None:
        """Draw a smooth filled circle with an outline; the radius is in points."""
        size = 2 * self.px(radius)
        box = pygame.Rect(0, 0, size, size)
        box.center = centre
        self.surface.blit(_disc(size, fill, outline, self.px(1.5)), box)

    def icon(self, name: str, rect: pygame.Rect, size: float, colour: Colour) -> None:
        """Draw an icon in the middle of a box; `size` is in points."""
        picture = icon(name, self.px(size), colour)
        self.surface.blit(picture, picture.get_rect(center=rect.center))

    def hear(self, text: str, rect: pygame.Rect) -> None:
        """Note a text that is written into a box by other means; only a `HearingPainter` keeps it."""

    def type_px(self, size: float) -> int:
        """Return a size of text in points as pixels, rounded up to the smallest size."""
        return max(self.px(size), self.least_px)

    def fitting(self, text: str, width_px: int, size: float, bold: bool = False) -> int:
        """Return the largest size in px, up to `size` points, at which a text fits, or the smallest allowed."""
        return fitting_size(text, width_px, self.type_px(size), bold)

    def width(self, text: str, size: float = BODY, bold: bool = False) -> int:
        """Return the width of a text in px."""
        return fonts.text_size(text, self.type_px(size), _face(bold))[0]

    def line_height(self, size: float = BODY) -> int:
        """Return the distance between lines of text, in px."""
        return round(self.type_px(size) * 1.45)

    def write(
        self,
        text: str,
        rect: pygame.Rect,
        *,
        size: float = BODY,
        colour: Colour | None = None,
        bold: bool = False,
        align: Align = "left",
        shrink: bool = True,
    ) -> int:
        """Write one line, vertically centred in a box; a long text is shrunk a little, then truncated.

        Returns:
            The width of the written text in px.
        """
        if not text or rect.width <= 0:
            return 0
        size_px = self.fitting(text, rect.width, size, bold) if shrink else self.type_px(size)
        shown = fonts.fitted(text, size_px, rect.width, _face(bold))
        picture = fonts.text(shown, size_px, colour or self.palette.text, _face(bold))
        place = picture.get_rect(midleft=rect.midleft)
        if align == "centre":
            place.centerx = rect.centerx
        elif align == "right":
            place.right = rect.right
        self.surface.blit(picture, place)
        return place.width

    def caption(
        self,
        text: str,
        rect: pygame.Rect,
        *,
        size: float = BODY,
        colour: Colour | None = None,
        bold: bool = False,
        align: Align = "left",
    ) -> None:
        """Write one line or, if a box is too narrow for one but high enough for two, two small ones."""
        lines, height = [text], min(rect.height // 2, self._small_line)
        if self._is_long(text, rect.width, size, bold) and height >= self.type_px(SMALL):
            lines = wrap(text, rect.width, self.type_px(SMALL), bold)
        if len(lines) != 2:
            self.write(text, rect, size=size, colour=colour, bold=bold, align=align)
            return
        for line, top in zip(lines, (rect.centery - height, rect.centery), strict=True):
            row = pygame.Rect(rect.left, top, rect.width, height)
            self.write(line, row, size=min(size, SMALL), colour=colour, bold=bold, align=align)

    def caption_height(self, text: str, width: int, *, size: float = BODY, bold: bool = False) -> int:
        """Return the height that ``caption`` needs for a text in a width: of one line or of two small ones."""
        return 2 * self._small_line if self._is_long(text, width, size, bold) else self.line_height(size)

    @property
    def _small_line(self) -> int:
        return round(self.type_px(SMALL) * 1.2)

    def _is_long(self, text: str, width: int, size: float, bold: bool) -> bool:
        """Return whether a text is to be written on two small lines."""
        return self.width(text, max(min(size, SMALL), _TWO_LINES * size), bold) > width

    def paragraph(
        self,
        text: str,
        rect: pygame.Rect,
        *,
        size: float = BODY,
        colour: Colour | None = None,
        bold: bool = False,
    ) -> int:
        """Write a text on as many lines as it needs, from the top of a box.

        Returns:
            The height of the written text in px.
        """
        height = self.line_height(size)
        lines = wrap(text, rect.width, self.type_px(size), bold)
        for number, line in enumerate(lines):
            row = pygame.Rect(rect.left, rect.top + number * height, rect.width, height)
            self.write(line, row, size=size, colour=colour, bold=bold)
        return len(lines) * height

    def middle(
        self, text: str, rect: pygame.Rect, *, colour: Colour, size: float = BODY, bold: bool = False
    ) -> None:
        """Write a text in the middle of a box, on as many lines as it needs."""
        height = self.line_height(size)
        lines = wrap(text, rect.width, self.type_px(size), bold)
        block = pygame.Rect(0, 0, rect.width, len(lines) * height)
        block.center = rect.center
        for number, line in enumerate(lines):
            row = pygame.Rect(block.left, block.top + number * height, block.width, height)
            self.write(line, row, size=size, colour=colour, bold=bold, align="centre")

    def lines(self, text: str, rect: pygame.Rect, most: int, *, size: float, colour: Colour) -> None:
        """Write a text on at most `most` lines from the top of a box, truncated with "…"."""
        lines = wrap(text, rect.width, self.type_px(size))
        if len(lines) > most > 0:
            lines[most - 1] = fonts.fitted(lines[most - 1] + "…", self.type_px(size), rect.width)
        height = self.line_height(size)
        for number, line in enumerate(lines[:most]):
            row = pygame.Rect(rect.left, rect.top + number * height, rect.width, height)
            self.write(line, row, size=size, colour=colour)

    def paragraph_height(self, text: str, width: int, size: float = BODY, bold: bool = False) -> int:
        """Return the height in px that ``paragraph`` will need."""
        return len(wrap(text, width, self.type_px(size), bold)) * self.line_height(size)

    @contextmanager
    def clipped(self, rect: pygame.Rect) -> Iterator[None]:
        """Restrict drawing to a box during the block."""
        before = self.surface.get_clip()
        self.surface.set_clip(rect.clip(before))
        try:
            yield
        finally:
            self.surface.set_clip(before)

    def shade(self, rect: pygame.Rect, colour: Colour, alpha: int) -> None:
        """Lay a transparent colour over a box."""
        kept, added = 255 - alpha, tuple(part * alpha // 255 for part in colour)
        self.surface.fill((kept, kept, kept), rect, pygame.BLEND_RGB_MULT)  # faster than a surface of its own
        self.surface.fill(added, rect, pygame.BLEND_RGB_ADD)


def _face(bold: bool) -> Face:
    return Face.BOLD if bold else Face.TEXT


def wrap(text: str, width_px: int, size_px: int, bold: bool = False) -> list[str]:
    """Return a text's lines, broken between words or between Chinese characters, but not inside a move."""
    return list(_wrapped(text, width_px, size_px, _face(bold)))


@lru_cache(maxsize=1024)
def _wrapped(text: str, width_px: int, size_px: int, face: Face) -> tuple[str, ...]:
    lines: list[str] = []
    line = ""
    for piece in _pieces(text):
        if line and fonts.text_size((line + piece).rstrip(), size_px, face)[0] > width_px:
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return (*lines, line.rstrip()) if line.strip() else tuple(lines)


def _pieces(text: str) -> Iterator[str]:
    """Yield the parts of a text between which a line may be broken.

    Moves stay whole, and punctuation stays with the word that it opens or closes.
    """
    piece = ""
    within = {place for move in _MOVE.finditer(text) for place in range(move.start() + 1, move.end())}
    for place, character in enumerate(text):
        is_wide = character >= "\u2e80" or (character in OPENING and piece[-1:] >= "\u2e80")
        breaks = is_wide and character not in CLOSING and place not in within
        if piece and breaks and piece[-1] not in OPENING:
            yield piece
            piece = ""
        piece += character
        if character == " ":
            yield piece
            piece = ""
    if piece:
        yield piece


def fitting_size(text: str, width_px: int, size_px: int, bold: bool = False, least_px: int = 8) -> int:
    """Return the largest font size at which a text fits, or the smallest allowed if it fits at none."""
    width = fonts.text_size(text, size_px, _face(bold))[0]
    if width <= width_px:
        return size_px
    smallest = max(int(size_px * _SMALLEST), least_px)
    size = max(int(size_px * width_px / width), smallest)
    while size > smallest and fonts.text_size(text, size, _face(bold))[0] > width_px:
        size -= 1  # font sizes are whole pixels
    return size


@lru_cache(maxsize=256)
def _corners(corner_px: int, fill: Colour, outline: Colour | None, line_px: int) -> pygame.Surface:
    """Return the small box whose corners are copied to every box with this radius."""
    side = 2 * corner_px + 1
    large = pygame.Surface((side * _OVERSAMPLING,) * 2, pygame.SRCALPHA)
    large.fill((*(outline or fill), 0))
    whole = large.get_rect()
    radius = corner_px * _OVERSAMPLING
    pygame.draw.rect(large, outline or fill, whole, border_radius=radius)
    if outline is not None:
        line = line_px * _OVERSAMPLING
        pygame.draw.rect(large, fill, whole.inflate(-2 * line, -2 * line), border_radius=radius - line)
    return pygame.transform.smoothscale(large, (side, side))


@lru_cache(maxsize=64)
def _disc(size_px: int, fill: Colour, outline: Colour, line_px: int) -> pygame.Surface:
    large = pygame.Surface((size_px * _OVERSAMPLING,) * 2, pygame.SRCALPHA)
    large.fill((*outline, 0))
    middle = size_px * _OVERSAMPLING / 2
    pygame.draw.circle(large, outline, (middle, middle), middle - 1)
    pygame.draw.circle(large, fill, (middle, middle), middle - 1 - line_px * _OVERSAMPLING)
    return pygame.transform.smoothscale(large, (size_px, size_px))

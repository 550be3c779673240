"""The picture with its reading, or with the corners of the board while they are being set by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.pixels import Pixels
from xiangqi.app.recognition.reading_pictures import ChoosePoint, MoveCorner, ReadOther, ReadWithin
from xiangqi.core.constants import FILES, RANKS
from xiangqi.recognition.reading import Corners, Pixel, is_within, middle
from xiangqi.ui.board.pieces import piece
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import Colour
from xiangqi.ui.toolkit.theme import PieceTheme
from xiangqi.ui.toolkit.widgets import HANDLED, Memory, Widget

_MARGIN: Final = 0.9  # margin shown around the board, in cells
_TOKEN: Final = 0.46  # diameter of the pieces drawn, in cells
_ASIDE: Final = 0.3  # offset of a drawn piece from its point, in cells
_RING: Final = 0.5  # radius of the ring around a point, in cells
_OUTSIDE: Final = 1.13  # size of another board's outline as a share of its grid's: half a cell further out
_MARK: Final[Colour] = (24, 104, 204)  # for rings and handles, visible on any picture
_HANDLE: Final = 9.0  # radius of a corner's handle, points
_ENTER: Final = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
_ARROWS: Final = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}


@dataclass
class PictureView(Widget):
    """A picture scaled to its box: the part around the board, or all of it."""

    picture: Pixels
    places: Mapping[int, Pixel]  # by square, in pixels of the picture; empty if no board was found
    others: tuple[Corners, ...] = field(default=(), kw_only=True)  # other boards, for which all of it is shown
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        """Draw the visible part of the picture with an outline."""
        box = self.shown_at()
        painter.surface.blit(_scaled(self.picture, tuple(self.part), box.size), box)
        pygame.draw.rect(painter.surface, painter.palette.outline, box, 1)
        if self.has_focus(memory):
            painter.ring(box, painter.palette.accent, 0)

    @cached_property
    def part(self) -> pygame.Rect:
        """The visible part of the picture, in its pixels."""
        whole = pygame.Rect(0, 0, self.picture.width, self.picture.height)
        if not self.places or self.others:
            return whole
        margin = _MARGIN * self.cell
        xs, ys = zip(*self.places.values(), strict=True)
        left, top = min(xs) - margin, min(ys) - margin
        around = pygame.Rect(left, top, max(xs) + margin - left, max(ys) + margin - top)
        return around.clip(whole) or whole

    @cached_property
    def cell(self) -> float:
        """The size of a cell, in pixels of the picture."""
        xs, ys = zip(*self.places.values(), strict=True)
        return float(max(1.0, min((max(xs) - min(xs)) / (FILES - 1), (max(ys) - min(ys)) / (RANKS - 1))))

    def shown_at(self) -> pygame.Rect:
        """Return the rectangle in px of the visible part in the window."""
        part = self.part
        scale = self._scale()
        box = pygame.Rect(0, 0, max(1, round(part.width * scale)), max(1, round(part.height * scale)))
        box.center = self.rect.center
        return box

    def _scale(self) -> float:
        part = self.part
        return min(self.rect.width / part.width, self.rect.height / part.height)

    def on_window(self, place: Pixel) -> tuple[int, int]:
        """Return the window position of a pixel in the picture."""
        part, box, scale = self.part, self.shown_at(), self._scale()
        return round(box.left + (place[0] - part.left) * scale), round(box.top + (place[1] - part.top) * scale)

    def in_picture(self, position: tuple[int, int]) -> Pixel:
        """Return the pixel of the picture at a window position."""
        part, box, scale = self.part, self.shown_at(), self._scale()
        return part.left + (position[0] - box.left) / scale, part.top + (position[1] - box.top) / scale


@dataclass
class RecognisedView(PictureView):
    """The picture with the recognised pieces beside their points. A click or Enter selects a point."""

    pieces: Mapping[int, int]  # codes by square
    doubtful: frozenset[int]  # squares marked with a ring
    chosen: int | None  # the selected square
    theme: PieceTheme
    focusable = True

    def draw(self, painter: Painter, memory: Memory) -> None:
        super().draw(painter, memory)
        cell = self.cell * self._scale()
        for corners in self.others:
            outline = [self.on_window(corner) for corner in _around(corners)]
            for colour, width in (((0, 0, 0), 8.0), (painter.palette.gold, 4.0)):  # visible on wood, too
                odd = painter.px(width) | 1  # only those are centred
                pygame.draw.lines(painter.surface, colour, True, outline, odd)
        for square, place in self.places.items():
            x, y = self.on_window(place)
            if code := self.pieces.get(square, 0):
                token = piece(self.theme, code, max(9, round(_TOKEN * cell)) | 1)
                aside = round(_ASIDE * cell)
                painter.surface.blit(token, token.get_rect(center=(x + aside, y + aside)))
            else:
                _dot(painter, (x, y), _MARK)
            if square in self.doubtful:
                ring(painter, (x, y), _RING * cell, _MARK)
        shown = [self.chosen] if self.chosen is not None else []
        if self.has_focus(memory):
            shown.append(self._cursor(memory))
        for square in shown:
            ring(painter, self.on_window(self.places[square]), (_RING + 0.12) * cell, painter.palette.gold)

    def press(self, position: tuple[int, int], memory: Memory) -> Action | None:
        """Handle the press, so that a click can follow."""
        return HANDLED

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        """Select the nearest point, or none if it is too far or selected; or read another board clicked on."""
        x, y = self.in_picture(position)
        for number, corners in enumerate(self.others):
            if is_within((x, y), corners):
                return ReadOther(number)
        square = min(
            self.places, key=lambda one: (self.places[one][0] - x) ** 2 + (self.places[one][1] - y) ** 2
        )
        memory.rows[self.key] = list(self.places).index(square)
        far = max(abs(self.places[square][0] - x), abs(self.places[square][1] - y)) > self.cell
        return ChoosePoint(None if far or square == self.chosen else square)

    def key_down(self, key: int, memory: Memory) -> Action | None:
        """Move the cursor, or select the point under it."""
        squares = list(self.places)
        if key in _ENTER:
            return ChoosePoint(self._cursor(memory))
        if key not in _ARROWS:
            return None
        row, column = divmod(squares.index(self._cursor(memory)), FILES)
        right, down = _ARROWS[key]
        row, column = min(max(row + down, 0), RANKS - 1), min(max(column + right, 0), FILES - 1)
        memory.rows[self.key] = row * FILES + column
        return HANDLED

    def _cursor(self, memory: Memory) -> int:
        """Return the square of the keyboard cursor, initially a doubtful one."""
        squares = list(self.places)
        first = next((index for index, square in enumerate(squares) if square in self.doubtful), 0)
        return squares[min(memory.rows.get(self.key, first), len(squares) - 1)]


def _around(corners: Corners) -> list[Pixel]:
    """Return four corners around a board and the pieces on its edges."""
    x, y = middle(corners)
    return [(x + (right - x) * _OUTSIDE, y + (down - y) * _OUTSIDE) for right, down in corners]


@dataclass
class CornerView(PictureView):
    """The whole picture with the board's four corners, which can be dragged or moved with the arrow keys."""

    corners: Corners
    focusable = True

    def draw(self, painter: Painter, memory: Memory) -> None:
        super().draw(painter, memory)
        palette, points = painter.palette, [self.on_window(corner) for corner in self.corners]
        pygame.draw.lines(painter.surface, _MARK, True, points, max(1, painter.px(1.5)))
        for number, point in enumerate(points):
            held = self.has_focus(memory) and number == self._number(memory)
            painter.disc(point, _HANDLE, palette.gold if held else _MARK, (255, 255, 255))
            _dot(painter, point, (255, 255, 255))

    def press(self, position: tuple[int, int], memory: Memory) -> Action | None:
        """Grab the nearest corner."""
        points = [self.on_window(corner) for corner in self.corners]
        memory.rows[self.key] = min(
            range(len(points)),
            key=lambda one: (points[one][0] - position[0]) ** 2 + (points[one][1] - position[1]) ** 2,
        )
        return self.drag(position, memory)

    def drag(self, position: tuple[int, int], memory: Memory) -> Action | None:
        """Move the grabbed corner."""
        return MoveCorner(self._number(memory), self.in_picture(position))

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return HANDLED

    def key_down(self, key: int, memory: Memory) -> Action | None:
        """Move a corner with an arrow key, select the next with Space, or read the board with Enter."""
        number = self._number(memory)
        if key == pygame.K_SPACE:
            memory.rows[self.key] = (number + 1) % len(self.corners)
            return HANDLED
        if key in _ENTER:
            return ReadWithin()
        if key not in _ARROWS:
            return None
        step, (right, down), (x, y) = 2 / self._scale(), _ARROWS[key], self.corners[number]
        return MoveCorner(number, (x + right * step, y + down * step))

    def _number(self, memory: Memory) -> int:
        return memory.rows.get(self.key, 0) % len(self.corners)


def _dot(painter: Painter, centre: tuple[int, int], colour: Colour) -> None:
    pygame.draw.circle(painter.surface, colour, centre, max(1, painter.px(1.5)))


def ring(painter: Painter, centre: tuple[int, int], radius: float, colour: Colour = _MARK) -> None:
    """Draw a ring that is visible on any background."""
    width = max(2, painter.px(2.5))
    pygame.draw.circle(painter.surface, (255, 255, 255), centre, round(radius) + 1, width + 2)
    pygame.draw.circle(painter.surface, colour, centre, round(radius), width)


@lru_cache(maxsize=2)
def _scaled(picture: Pixels, part: tuple[int, int, int, int], size: tuple[int, int]) -> pygame.Surface:
    whole = pygame.image.frombuffer(picture.data, (picture.width, picture.height), "RGB")
    return pygame.transform.smoothscale(whole.subsurface(part), size)

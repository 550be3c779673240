"""Draws the board, pieces and marks from plain data. It knows no rules and reads no clock.

A caller fills a BoardPicture and calls ``BoardView.draw``; a BoardLayout defines the board's place and
orientation. Squares are the padded integers of ``xiangqi.core.constants``; piece codes are colour | kind;
positions and sizes are in pixels.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import pygame

from xiangqi.core.constants import BLACK, RED
from xiangqi.diagram.arrow_paths import NUMBER, arrow_paths
from xiangqi.diagram.geometry import PIECE, BoardLayout
from xiangqi.diagram.picture import Arrow, AttackCount, BoardPicture, DraggedPiece, Ink
from xiangqi.ui.board import marks
from xiangqi.ui.board.lit import star, veil
from xiangqi.ui.board.pieces import piece, shadow
from xiangqi.ui.board.wood import ground, ground_on
from xiangqi.ui.toolkit.roles import Colour
from xiangqi.ui.toolkit.theme import Look

SWELL_S: Final = 0.7
"""How long the signs of a check or of a refused attempt swell to draw attention."""

_LEAST_NUMBER: Final = 15  # smallest disc of an arrow's number, px
_LAST_FRAME_S: Final = 0.1  # how much longer to draw, so that one more frame shows the signs at rest
_SELECTED_LIFT: Final = 0.06  # height of a piece above the board, in diameters
_HOVER_LIFT: Final = 0.02
_SLIDE_LIFT: Final = 0.10
_DRAG_LIFT: Final = 0.16


class BoardView:
    """Draws boards in one look; ``look`` may be changed at any time.

    Pictures are cached by size, and the board with its pieces at rest is cached as one picture, so drawing a
    board again is only copying.
    """

    def __init__(self, look: Look | None = None) -> None:
        self.look = look or Look()
        self._kept: pygame.Surface | None = None
        self._kept_for: object = None

    def draw(
        self,
        surface: pygame.Surface,
        layout: BoardLayout,
        picture: BoardPicture,
        time_s: float = 0.0,
        unit: float = 1.0,
    ) -> None:
        """Draw a whole board including its frame.

        Args:
            surface: the surface to draw on.
            layout: the board's place and orientation.
            picture: the content of the board.
            time_s: the current time, by the clock that ``picture.since_s`` was read from.
            unit: pixels per point, in which arrows are measured where the board is large enough.
        """
        swell = _swell(picture, time_s)
        resting, corner = _at_rest(picture), (layout.left, layout.top)
        if surface.get_flags() & pygame.SRCALPHA or not surface.get_rect().collidepoint(corner):
            _Drawing(surface, layout, resting, self.look, swell).at_rest()
        else:
            red, green, blue, _ = surface.get_at(corner)
            surface.blit(self._at_rest_on((red, green, blue), layout, resting, swell), corner)
        _Drawing(surface, layout, picture, self.look, swell).above(unit)

    def _at_rest_on(
        self, below: Colour, layout: BoardLayout, resting: BoardPicture, swell: float
    ) -> pygame.Surface:
        """Return the board at rest on a background of one colour; it is cached until something changes."""
        key = below, layout.cell, layout.flipped, resting, self.look, swell
        if self._kept is None or key != self._kept_for:
            self._kept, self._kept_for = pygame.Surface((layout.width, layout.height), depth=32), key
            _Drawing(self._kept, replace(layout, left=0, top=0), resting, self.look, swell).at_rest(below)
        return self._kept

    @staticmethod
    def is_moving(picture: BoardPicture, time_s: float) -> bool:
        """Return whether the picture is about to change, so that it must be drawn again."""
        swelling = picture.checked is not None or picture.blockers or picture.facing
        return bool(picture.slides) or (
            bool(swelling) and 0 <= time_s - picture.since_s < SWELL_S + _LAST_FRAME_S
        )


def _swell(picture: BoardPicture, time_s: float) -> float:
    """Return the enlargement of signs, 0..1 in eighths: quickly up and slowly down after an event."""
    age = (time_s - picture.since_s) / SWELL_S
    return round(8 * math.sin(math.pi * math.sqrt(age))) / 8 if 0 <= age < 1 else 0.0


def _ease(progress: float) -> float:
    """Return the eased progress of a slide, which starts and stops gently."""
    t = min(1.0, max(0.0, progress))
    return t * t * (3 - 2 * t)


def _at_rest(picture: BoardPicture) -> BoardPicture:
    """Return the picture at rest: a dragged piece leaves a ghost, a captured one stays until it is reached."""
    held_from = picture.drag.square if picture.drag else None
    absent = {slide.to_square for slide in picture.slides} | {held_from}
    pieces = {square: code for square, code in picture.pieces.items() if square not in absent}
    pieces |= {slide.to_square: slide.captured for slide in picture.slides if slide.captured}
    held = 0 if held_from is None else picture.pieces.get(held_from, 0)
    return BoardPicture(
        pieces=pieces,
        selected=picture.selected,
        last_move=picture.last_move,
        checked=picture.checked,
        drag=DraggedPiece(held_from, (0.0, 0.0), held) if held else None,
        facing=picture.facing,
        stars=picture.stars,
        hovered=picture.hovered if picture.hovered in pieces else None,
        coordinates=picture.coordinates,
        numbers=picture.numbers,
    )


class _Drawing:
    """Draws one picture layer by layer, from the board upwards."""

    def __init__(
        self, surface: pygame.Surface, layout: BoardLayout, picture: BoardPicture, look: Look, swell: float
    ) -> None:
        self._surface = surface
        self._layout = layout
        self._picture = picture
        self._look = look
        self._swell = swell
        self._colours = look.board.marks
        self._cell = layout.cell
        self._diameter = round(layout.cell * PIECE) | 1  # odd, so that a piece has a middle pixel like a point

    def at_rest(self, below: Colour | None = None) -> None:
        """Draw the board and the pieces at rest; `below` is the background's colour, if it has only one."""
        picture = self._picture
        what = self._look.board, self._cell, self._layout.flipped, picture.coordinates, picture.numbers
        bare = ground(*what) if below is None else ground_on(below, *what)
        self._surface.blit(bare, (self._layout.left, self._layout.top))
        self._under()
        self._standing()

    def above(self, unit: float) -> None:
        """Draw the marks above the pieces at rest, and the moving pieces; `unit` is the pixels per point."""
        self._over(unit)
        self._in_the_air()

    def _under(self) -> None:
        """Draw the marks below the pieces."""
        picture, cell = self._picture, self._cell
        for square in picture.last_move or ():
            self._mark(marks.brackets(cell, self._colours.last, self._colours.weight), square)
        if picture.checked is not None:
            self._mark(marks.halo(cell, self._colours.danger, self._swell), picture.checked)
        for square in picture.facing or ():
            self._mark(marks.halo(cell, self._colours.danger, self._swell), square)
        if picture.selected is not None:
            self._mark(marks.selection(cell, self._colours.selected), picture.selected)
        for square in picture.stars:
            self._mark(star(cell), square)

    def _standing(self) -> None:
        """Draw the pieces at rest and a dragged one's ghost; shadows first, so that none falls on a piece."""
        picture = self._picture
        raised: dict[int | None, float] = {picture.hovered: _HOVER_LIFT, picture.selected: _SELECTED_LIFT}
        places = [
            (self._layout.point(square), code, raised.get(square, 0.0))
            for square, code in picture.pieces.items()
        ]
        for place, _, lift in places:
            self._shadow(place, lift)
        for place, code, lift in places:
            self._piece(place, code, lift)
        if picture.drag is not None and picture.drag.square is not None:
            ghost = piece(self._look.pieces, picture.drag.code, self._diameter).copy()
            ghost.set_alpha(90)
            self._mark(ghost, picture.drag.square)

    def _over(self, unit: float) -> None:
        """Draw the marks above the pieces, from the veil up to the keyboard cursor."""
        picture, cell, colours = self._picture, self._cell, self._colours
        if picture.lit:
            self._surface.blit(veil(self._layout, picture.lit), (self._layout.left, self._layout.top))
        for attacked in picture.attacks:
            self._attack(attacked)
        for square in picture.targets:
            occupied = square in picture.pieces
            make, colour = (marks.capture_ring, colours.capture) if occupied else (marks.dot, colours.target)
            self._mark(make(cell, colour), square)
        for drawn in picture.circles:
            self._mark(marks.circle(cell, colours.inks[drawn.ink.value], drawn.ink.is_broken), drawn.square)
        for square in picture.vacant:
            self._mark(marks.vacant(cell, colours.danger), square)
        self._arrows(unit)
        if picture.facing:
            start, end = (self._layout.point(square) for square in picture.facing)
            self._surface.blit(*marks.broken_line(start, end, cell, colours.danger))
        for square in picture.blockers:
            self._mark(marks.blocked(self._swollen(), colours.danger), square)
        self._badges()
        if picture.cursor is not None:
            self._mark(marks.cursor(cell, colours.cursor, colours.weight), picture.cursor)

    def _badges(self) -> None:
        """Draw the signs beside points: warnings, results, grades, and the sign of a check."""
        picture, colours = self._picture, self._colours
        for square in picture.repeating:
            self._badge("repeats", colours.warning, square, 0.22)
        for square in picture.risky:
            self._badge("exposes", colours.warning, square, 0.24)
        for square in picture.warned:
            self._badge("loses", colours.danger, square, 0.24)
        self._worths()
        for square, sign in picture.graded:
            colour = colours.danger if sign == "??" else colours.warning
            x, y = self._layout.point(square)
            away = round(0.36 * self._cell)
            self._centred(marks.grade(self._cell, sign, colour), (x + away, y - away))
        if picture.checked is not None:
            self._badge("check", colours.danger, picture.checked, 0.36)

    def _worths(self) -> None:
        """Draw the marks of the results that moves keep, at the lower right of their targets."""
        away = round(0.26 * self._cell)
        for square, worth in self._picture.kept:
            x, y = self._layout.point(square)
            self._centred(marks.keeps(self._cell, worth), (x + away, y + away))

    def _in_the_air(self) -> None:
        """Draw sliding pieces and the dragged piece."""
        for slide in self._picture.slides:
            there = _ease(slide.progress)
            (x0, y0), (x1, y1) = self._layout.point(slide.from_square), self._layout.point(slide.to_square)
            place = (round(x0 + (x1 - x0) * there), round(y0 + (y1 - y0) * there))
            lift = round(50 * _SLIDE_LIFT * math.sin(math.pi * there)) / 50
            self._shadow(place, lift)
            self._piece(place, slide.code, lift)
        drag = self._picture.drag
        code = 0 if drag is None else drag.code or self._picture.pieces.get(drag.square or 0, 0)
        if drag is not None and code:
            place = (round(drag.position[0]), round(drag.position[1]))
            self._shadow(place, _DRAG_LIFT)
            self._piece(place, code, _DRAG_LIFT)

    def _attack(self, attacked: AttackCount) -> None:
        """Draw a point's attack counts, except 0: Red's at the lower left, Black's at the lower right."""
        x, y = self._layout.point(attacked.square)
        away = round(0.33 * self._cell)
        for side, count, place in ((RED, attacked.red, x - away), (BLACK, attacked.black, x + away)):
            if count:
                self._centred(marks.count(round(0.3 * self._cell), side, count), (place, y + away))

    def _arrows(self, unit: float) -> None:
        """Draw all arrows, and their numbers above them."""
        arrows, size = self._picture.arrows, max(_LEAST_NUMBER, round(2 * NUMBER * self._cell))
        paths = arrow_paths(arrows, self._picture.pieces, self._cell / unit, size / 2 / self._cell)
        for line, path in zip(arrows, paths, strict=True):
            start, end = self._layout.point(line.from_square), self._layout.point(line.to_square)
            colour, best = self._colours.inks[line.ink.value], line.ink is Ink.BEST
            self._surface.blit(
                *marks.arrow(start, end, self._cell, colour, path, broken=line.ink.is_broken, clear=best)
            )
        for line, path in zip(arrows, paths, strict=True):
            if path.number is not None:
                colour = self._colours.inks[line.ink.value]
                self._centred(marks.number(size, line.number, colour), self._on_path(line, *path.number))

    def _on_path(self, line: Arrow, along: float, right: float) -> tuple[int, int]:
        """Return the pixel `along` cells along an arrow and `right` cells to its right."""
        (x0, y0), (x1, y1) = self._layout.point(line.from_square), self._layout.point(line.to_square)
        length = math.dist((x0, y0), (x1, y1)) or 1.0
        x, y = (x1 - x0) / length * self._cell, (y1 - y0) / length * self._cell
        return round(x0 + along * x - right * y), round(y0 + along * y + right * x)

    def _badge(self, name: str, colour: tuple[int, int, int], square: int, offset: float) -> None:
        """Draw a sign at the upper right of a point, ``offset`` cells away on both axes."""
        x, y = self._layout.point(square)
        away = round(offset * self._cell)
        self._centred(marks.sign(self._swollen(), name, colour), (x + away, y - away))

    def _swollen(self) -> int:
        """Return the cell size for which signs are drawn, larger while they swell."""
        return round(self._cell * (1 + 0.35 * self._swell))

    def _shadow(self, place: tuple[int, int], lift: float) -> None:
        self._centred(shadow(self._diameter, lift), place)

    def _piece(self, place: tuple[int, int], code: int, lift: float) -> None:
        diameter = round(self._diameter * (1 + 0.6 * lift)) | 1
        x, y = place
        self._centred(piece(self._look.pieces, code, diameter), (x, y - round(lift * self._diameter * 0.5)))

    def _mark(self, mark: pygame.Surface, square: int) -> None:
        self._centred(mark, self._layout.point(square))

    def _centred(self, mark: pygame.Surface, place: tuple[int, int]) -> None:
        width, height = mark.get_size()
        self._surface.blit(mark, (place[0] - width // 2, place[1] - height // 2))

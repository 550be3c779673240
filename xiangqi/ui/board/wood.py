"""The bare board: frame, field, lines, river and file labels, one surface per size and side.

The wood is made at two sizes and scaled; lines and lettering are drawn for each size, on whole
pixels. The board's lettering is upright whichever side is at the bottom.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
import pygame

from xiangqi.core.constants import FILES, RANKS, make_square
from xiangqi.diagram.geometry import BORDER, FRAME, LABEL, BoardLayout
from xiangqi.diagram.labels import BLACK_LABELS, FILE_LETTERS, RED_LABELS, RIVER, RIVER_PLACES, TICKS
from xiangqi.ui.board.relief import Array, distance_from, flat, opacity, relief, smoothstep, stencil, to_surface
from xiangqi.ui.board.texture import bands, texture
from xiangqi.ui.toolkit.fonts import Face, font, text
from xiangqi.ui.toolkit.roles import Colour
from xiangqi.ui.toolkit.theme import BoardTheme

_MASTER_CELLS: Final = (80, 130)  # cell sizes for which wood is made; others are scaled
_DUSK: Final = (0.11, 0.15, 0.20)  # red, green and blue lost between the field's lit part and far corner
_FIELD_SEED: Final = 3
_FRAME_SEEDS: Final = (11, 12, 13, 14)
_INK: Final = 222  # opacity 0..255 of lines and lettering, so that the grain shows through
_FRAME_INK: Final = (240, 214, 168)  # pale, since the frames of all boards are dark
_NARROW: Final = 44  # cell size below which small letters do not fit on the frame, px
_LAST_COLUMN: Final = FILES - 1
_LAST_ROW: Final = RANKS - 1


@lru_cache(maxsize=4)
def ground(
    theme: BoardTheme, cell: int, flipped: bool, coordinates: bool = False, numbers: str = RED_LABELS
) -> pygame.Surface:
    """Return the bare board at a cell size, with labels for the side at the bottom and rounded corners.

    Args:
        theme: the board's theme.
        cell: the distance between neighbouring points in px.
        flipped: whether Black is at the bottom.
        coordinates: whether to write letters and ranks, from a0 to i9, on the frame.
        numbers: the numerals of Red's files on the wood, from file a on; "" for no numbers on either side.
    """
    layout = BoardLayout(0, 0, cell, flipped)
    surface = _bare(theme, cell).copy()
    for column in range(FILES) if numbers else ():
        place = _LAST_COLUMN - column if flipped else column
        black, red = (BLACK_LABELS[place], theme.black_label), (numbers[place], theme.red_label)
        upper, lower = (red, black) if flipped else (black, red)
        for (words, colour), row, side in ((upper, 0, -1), (lower, _LAST_ROW, 1)):
            x, y = layout.grid_point(column, row)
            below = (x, y + round(side * LABEL * cell))
            _letter(surface, theme, words, below, max(11, round(cell * 0.29)), colour)
    if coordinates:
        _write_coordinates(surface, layout)
    return surface


@lru_cache(maxsize=4)
def ground_on(
    colour: Colour, theme: BoardTheme, cell: int, flipped: bool, coordinates: bool, numbers: str
) -> pygame.Surface:
    """Return the board of `ground` with its corners filled with a colour: opaque pictures are copied faster."""
    board = ground(theme, cell, flipped, coordinates, numbers)
    surface = pygame.Surface(board.get_size(), depth=32)
    surface.fill(colour)
    surface.blit(board, (0, 0))
    return surface


def _write_coordinates(surface: pygame.Surface, layout: BoardLayout) -> None:
    """Write the files on the lower plank of the frame and the ranks on the left one."""
    middle = round(layout.cell * FRAME / 2)
    files = [(FILE_LETTERS[file], layout.point(make_square(file, 0))[0]) for file in range(FILES)]
    ranks = [(str(rank), layout.point(make_square(0, rank))[1]) for rank in range(RANKS)]
    raised = round(layout.cell * 0.03)  # since lower-case letters are low in their line
    places = [(words, (x, layout.height - middle - raised)) for words, x in files]
    places += [(words, (middle, y)) for words, y in ranks]
    size = max(9, round(layout.cell * 0.19))
    lowest = text("g", size, _FRAME_INK, Face.BOLD).get_bounding_rect().bottom
    narrow = layout.cell < _NARROW  # whether the frame is narrower than a line of letters
    for words, place in places:
        label = text(words, size, _FRAME_INK, Face.BOLD)
        box = label.get_rect(center=place)
        box.top = min(box.top, layout.height - lowest) if narrow else box.top
        surface.blit(label, box)


@lru_cache(maxsize=2)
def _bare(theme: BoardTheme, cell: int) -> pygame.Surface:
    """Return the frame, field, lines and river, without labels."""
    layout = BoardLayout(0, 0, cell)
    surface = _wood(theme, layout)
    lines = _lines(layout)
    if theme.engraved:
        edge = max(1, cell // 60)
        lit = np.zeros_like(lines)
        lit[edge:, edge:] = np.clip(lines[:-edge, :-edge] - lines[edge:, edge:], 0, 1)
        surface.blit(flat((255, 244, 214), lit * 0.42), (0, 0))
    surface.blit(flat(theme.line, lines * (_INK / 255)), (0, 0))
    for place, words in enumerate(RIVER):
        column, shift = RIVER_PLACES[place]
        x, y = layout.grid_point(column, 4)
        _letter(surface, theme, words, (x + round(shift * cell), y + cell // 2), round(cell * 0.58), theme.line)
    return _rounded(surface, round(cell * 0.12))


def _letter(
    surface: pygame.Surface, theme: BoardTheme, words: str, middle: tuple[int, int], px: int, colour: Colour
) -> None:
    """Write on the board; carved letters have a lit edge at the lower right."""
    face = font(px, Face.BOARD)
    ink = face.render(words, True, colour)
    ink.set_alpha(_INK)
    box = ink.get_rect(center=middle)
    if theme.engraved:
        edge = max(1, px // 40)
        light = face.render(words, True, (255, 244, 214))
        light.set_alpha(110)
        surface.blit(light, box.move(edge, edge))
    surface.blit(ink, box)


def _rounded(surface: pygame.Surface, radius: int) -> pygame.Surface:
    """Return a copy of the surface with rounded corners."""
    width, height = surface.get_size()
    result = pygame.Surface((width, height), pygame.SRCALPHA)
    result.blit(surface, (0, 0))
    quarter = smoothstep(radius + 0.5, radius - 0.5, distance_from(radius, radius, radius, radius))
    alpha = pygame.surfarray.pixels_alpha(result)
    corner = (quarter * 255).astype(np.uint8).T
    alpha[:radius, :radius] = corner
    alpha[-radius:, :radius] = corner[::-1]
    alpha[:radius, -radius:] = corner[:, ::-1]
    alpha[-radius:, -radius:] = corner[::-1, ::-1]
    del alpha
    return result


def _wood(theme: BoardTheme, layout: BoardLayout) -> pygame.Surface:
    """Return the frame and field without lines, scaled to a layout, whose origin must be (0, 0)."""
    made = next((cell for cell in _MASTER_CELLS if layout.cell <= cell), _MASTER_CELLS[-1])
    return pygame.transform.smoothscale(_master(theme, made), (layout.width, layout.height))


@lru_cache(maxsize=2)
def _master(theme: BoardTheme, cell: int) -> pygame.Surface:
    """Return the frame and field without lines, at a large size."""
    layout = BoardLayout(0, 0, cell)
    width, height, frame = layout.width, layout.height, round(cell * FRAME)
    picture = texture(theme.field, height, width, cell, _FIELD_SEED)
    _light_field(picture, frame, cell)
    _lay_frame(picture, theme, frame, cell)
    return to_surface(picture)


def _light_field(picture: Array, frame: int, cell: int) -> None:
    """Light the field, in place: brightest at the upper left, in the frame's shadow along the edges."""
    height, width = picture.shape[:2]
    upright, level = _edge_shadow(height, frame, cell, 0.5), _edge_shadow(width, frame, cell, 0.42)
    distance = distance_from(height, width, width * 0.42, height * 0.36) / np.float32(height)
    losses = np.array(_DUSK, dtype=np.float32)
    for band in bands(height):
        dusk = smoothstep(0.1, 0.8, distance[band])[..., None] * losses
        picture[band] *= (np.float32(1.04) - dusk) * (upright[band, None] * level)[..., None]


def _edge_shadow(length: int, frame: int, cell: int, depth: float) -> Array:
    """Return the light 0..1 along one axis of the field, which the frame's shadow dims more at the start."""
    place = np.arange(length, dtype=np.float32) - frame
    fade = np.float32(cell * 0.11)
    near = 1 - depth * np.exp(-np.maximum(place, 0) / fade)
    far = 1 - 0.22 * np.exp(-np.maximum(length - 2 * frame - place, 0) / (fade * 0.6))
    light: Array = (near * far).astype(np.float32)
    return light


def _lay_frame(picture: Array, theme: BoardTheme, frame: int, cell: int) -> None:
    """Lay four mitred planks round a picture, in place, each rounded towards its edges."""
    height, width = picture.shape[:2]
    across = np.linspace(-1, 1, frame, dtype=np.float32)
    profile = np.float32(frame * 0.15) * (1 - across**4)
    level = relief(np.repeat(profile[:, None], 3, axis=1))[0][:, 1]
    upright = relief(np.repeat(profile[None, :], 3, axis=0))[0][1]
    top, bottom, left, right = (texture(theme.frame, frame, height, cell, seed) for seed in _FRAME_SEEDS)
    picture[:frame] = top[:, :width] * level[:, None, None]
    picture[-frame:] = bottom[:, :width] * level[:, None, None]
    row = np.arange(height)[:, None]
    mitre = np.minimum(row, height - 1 - row) >= np.arange(frame)  # True on the upright planks
    for columns, plank, inside in (
        (slice(0, frame), left, mitre),
        (slice(width - frame, width), right, mitre[:, ::-1]),
    ):
        wood = plank.transpose(1, 0, 2) * upright[None, :, None]
        picture[:, columns] = np.where(inside[..., None], wood, picture[:, columns])


def _lines(layout: BoardLayout) -> Array:
    """Return the opacity 0..1 of everything ruled on the field, shape (height, width)."""
    cell = layout.cell
    thin, thick = max(1, round(cell * 0.026)), max(2, round(cell * 0.05))
    ruled = np.zeros((layout.height, layout.width), dtype=np.float32)
    left, top = layout.grid_point(0, 0)
    right, bottom = layout.grid_point(_LAST_COLUMN, _LAST_ROW)
    for row in range(RANKS):
        _rule(ruled, (left, layout.grid_point(0, row)[1]), (right, layout.grid_point(0, row)[1]), thin)
    for column in range(FILES):
        x = layout.grid_point(column, 0)[0]
        if column in (0, _LAST_COLUMN):
            _rule(ruled, (x, top), (x, bottom), thin)
        else:
            _rule(ruled, (x, top), (x, layout.grid_point(0, 4)[1]), thin)
            _rule(ruled, (x, layout.grid_point(0, 5)[1]), (x, bottom), thin)
    gap = round(cell * BORDER)
    for y in (top - gap, bottom + gap):
        _rule(ruled, (left - gap, y), (right + gap, y), thick)
    for x in (left - gap, right + gap):
        _rule(ruled, (x, top - gap), (x, bottom + gap), thick)
    _tick_marks(ruled, layout, thin)
    cross = _cross(cell, thin)
    reach = len(cross) // 2
    for row in (1, _LAST_ROW - 1):
        x, y = layout.grid_point(4, row)
        palace = ruled[y - reach : y + reach + 1, x - reach : x + reach + 1]
        np.maximum(palace, cross, out=palace)
    return ruled


def _rule(ruled: Array, start: tuple[int, int], end: tuple[int, int], width: int) -> None:
    """Draw a horizontal or vertical line with square ends on whole pixels, in place."""
    before = (width - 1) // 2
    after = width - before
    ruled[start[1] - before : end[1] + after, start[0] - before : end[0] + after] = 1


def _tick_marks(ruled: Array, layout: BoardLayout, width: int) -> None:
    """Draw the corner ticks at the points of cannons and soldiers, in place."""
    gap, length = max(2, round(layout.cell * 0.075)), round(layout.cell * 0.17)
    points = [(column, row) for column, row in TICKS] + [(column, _LAST_ROW - row) for column, row in TICKS]
    for column, row in points:
        x, y = layout.grid_point(column, row)
        for side_x in (-1, 1):
            if not 0 <= column + side_x <= _LAST_COLUMN:
                continue
            for side_y in (-1, 1):
                corner = (x + side_x * gap, y + side_y * gap)
                across = sorted((corner[0], corner[0] + side_x * length))
                down = sorted((corner[1], corner[1] + side_y * length))
                _rule(ruled, (across[0], corner[1]), (across[1], corner[1]), width)
                _rule(ruled, (corner[0], down[0]), (corner[0], down[1]), width)


def _cross(cell: int, width: int) -> Array:
    """Return the opacity 0..1 of a palace's diagonals, centred in a square array."""
    size = 2 * cell + 3

    def paint(surface: pygame.Surface, scale: int) -> None:
        middle = (size // 2 + 1 - 0.5 * (width % 2)) * scale
        half, edge = cell * scale, width * scale * 0.52
        for side in (-1, 1):
            corners = [
                (
                    middle + end * half + turn * edge * 0.7071,
                    middle + side * (end * half - turn * edge * 0.7071),
                )
                for end, turn in ((-1, -1), (-1, 1), (1, 1), (1, -1))
            ]
            pygame.draw.polygon(surface, "white", corners)

    return opacity(stencil(size, size, (255, 255, 255), paint))

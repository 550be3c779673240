"""Lattices of boards in a picture: nine lines across ten, and discs where they cross.

Evidence for lines and for the centres of pieces is found first, without knowing where the board is. Then combs
of every size, place and proportion are laid over the picture, and the best ones are fitted. Evidence between
the lines and beyond the border counts against a comb, since parts of a board are regular, too.

Places are in pixels. Columns 0..8 and rows 0..9 are counted as seen, from the top left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from xiangqi.recognition.reading import Corners

Floats = NDArray[np.float32]
Places = NDArray[np.float64]

COLUMNS: Final = 9
ROWS: Final = 10

_LONGEST: Final = 800  # largest side of the picture analysed, in pixels
_SMALLEST_CELL: Final = 13.0  # in pixels
_CELL_STEP: Final = 1.05  # ratio of one size to the previous one
_MOST_UNEQUAL: Final = 4  # largest difference between the width and the height of a cell, in steps of size
_BINS: Final = 6  # positions per cell at which a comb is tried
_FITTED: Final = 16  # number of combs that are fitted
_APART: Final = 0.4  # in cells; combs closer together count as the same

_REACHES: Final = (2, 4)  # distances in pixels at which a line is compared with its surroundings
_AVERAGED: Final = 13  # length in pixels over which a line is averaged
_CONTRAST: Final = 8.0  # difference in brightness between a line and both its sides that counts as half a line
_TEXTURE: Final = 1.5  # how much a line must stand out from others nearby, to exclude the grain of wood
_AROUND: Final = 41  # width in pixels of the neighbourhood for that
_SOFT: Final = ((1, 0.85), (2, 0.6), (3, 0.3))  # distances in pixels from a line, and the weight there

_RADII: Final = tuple(3.0 * 1.2**step for step in range(12))  # of discs, in pixels at half the size
_PIECE: Final = 0.42  # radius of a piece, in cells
_EDGE: Final = 6.0  # smallest gradient at the edge of a disc

_STEPS: Final = (0.2, 0.1, 0.05, 0.025)  # steps in cells by which corners are moved to fit


@dataclass(frozen=True)
class Lattice:
    """A hypothesis about the grid of a board in a picture.

    Attributes:
        corners: the outermost points: top left, top right, bottom right, bottom left.
        score: the agreement with lines and discs; comparable only within one picture.
    """

    corners: Corners
    score: float = 0.0

    @cached_property
    def matrix(self) -> Places:
        """The homography from (column, row, 1) to pixels, 3 × 3."""
        matrix: Places = _homographies(np.array([self.corners], float))[0]
        return matrix

    def at(self, places: Places) -> Places:
        """Return the pixels of points on the board; the last axis holds (column, row) and then (x, y)."""
        return _mapped(self.matrix, places)


def comb(image: Image.Image, most: int = 8) -> list[Lattice]:
    """Return the likeliest lattices in a picture, the best first; the list may be empty.

    Args:
        image: the picture in RGB.
        most: the largest number of lattices to return.
    """
    scale = min(1.0, _LONGEST / max(image.size))
    if scale < 1:
        size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
        image = image.resize(size, Image.Resampling.BOX)
    pixels = np.asarray(image, np.float32)
    discs = _discs(np.asarray(image.reduce(2), np.float32))
    seen = _Seen(_lines(pixels), _lines(pixels.transpose(1, 0, 2)).T, discs)
    soft = _Seen(_softened(seen.upright), _softened(seen.level.T).T, discs)
    fitted = sorted((_fitted(soft, found) for found in _combs(seen)), key=lambda one: -one.score)
    return [
        Lattice(tuple((x / scale, y / scale) for x, y in one.corners), one.score)  # type: ignore[arg-type]
        for one in _different(fitted)[:most]
    ]


class _Seen(NamedTuple):
    """Evidence for lines and discs at each pixel, 0..1."""

    upright: Floats  # vertical lines
    level: Floats  # horizontal lines
    discs: list[Floats]  # centres of discs with each of _RADII, at half the size


# ---- Lines and discs ----


def _lines(pixels: Floats) -> Floats:
    """Return the strength of a vertical line at each pixel, 0..1."""
    smooth = _averaged(pixels, _AVERAGED, 0)
    ridges = np.zeros(pixels.shape[:2], np.float32)
    for reach in _REACHES:
        left, right = smooth - _moved(smooth, reach), smooth - _moved(smooth, -reach)
        differs = np.where(left * right > 0, np.minimum(np.abs(left), np.abs(right)), 0)
        ridges = np.maximum(ridges, differs.max(2))
    texture = _averaged(_averaged(ridges, _AROUND, 0), _AROUND, 1)
    ridges[ridges < np.maximum(_moved(ridges, 1), _moved(ridges, -1))] = 0
    return np.asarray(ridges / (ridges + _CONTRAST + _TEXTURE * texture), np.float32)


def _averaged(values: Floats, length: int, axis: int) -> Floats:
    """Return the moving average of values along an axis."""
    padding = [(0, 0)] * values.ndim
    padding[axis] = (length // 2, length // 2)
    sums = np.moveaxis(_sums(np.pad(values, padding, mode="edge"), axis), axis, 0)
    return np.asarray(np.moveaxis((sums[length:] - sums[:-length]) / length, 0, axis), np.float32)


def _sums(values: Floats, axis: int) -> Floats:
    """Return the cumulative sums along an axis, beginning with 0."""
    padding = [(0, 0)] * values.ndim
    padding[axis] = (1, 0)
    return np.cumsum(np.pad(values, padding), axis, dtype=np.float32)


def _moved(values: Floats, by: int) -> Floats:
    """Return values shifted to the right, repeating the edge."""
    width = values.shape[1]
    moved = np.empty_like(values)
    if by > 0:
        moved[:, by:], moved[:, :by] = values[:, : max(0, width - by)], values[:, :1]
    else:
        moved[:, :by], moved[:, by:] = values[:, -by:], values[:, -1:]
    return moved


def _softened(lines: Floats) -> Floats:
    """Return vertical lines that fade out on both sides."""
    soft = lines
    for by, share in _SOFT:
        soft = np.maximum(soft, np.float32(share) * np.maximum(_moved(lines, by), _moved(lines, -by)))
    return soft


def _discs(pixels: Floats) -> list[Floats]:
    """Return the evidence at each pixel for the centre of a disc, for each of _RADII.

    Every edge pixel votes for the two points one radius away from it along its gradient.
    """
    down, right = np.gradient(pixels, axis=(0, 1))
    clearest = np.hypot(down, right).argmax(2)[..., None]
    down, right = (np.take_along_axis(values, clearest, 2)[..., 0] for values in (down, right))
    gradient = np.hypot(down, right)
    ys, xs = np.nonzero(gradient > max(_EDGE, float(np.quantile(gradient, 0.75))))
    across = np.stack([down[ys, xs], right[ys, xs]]) / gradient[ys, xs]
    return [_votes(np.stack([ys, xs]), across, radius, gradient.shape) for radius in _RADII]


def _votes(edge: NDArray[np.int64], across: Floats, radius: float, shape: tuple[int, ...]) -> Floats:
    height, width = shape
    votes = np.zeros(height * width)
    for signed in (-radius, radius):
        y, x = np.rint(edge + signed * across).astype(int)
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        votes += np.bincount(y[inside] * width + x[inside], minlength=height * width)
    reach = max(3, 2 * int(radius / 6) + 1)
    near = _averaged(_averaged(votes.reshape(shape).astype(np.float32), reach, 0), reach, 1) * reach**2
    return np.asarray(np.minimum(near / (2 * np.pi * radius), 1.5) ** 2, np.float32)


def _level(cell: float) -> int:
    """Return the index in _RADII of a piece for this size of cell."""
    return int(np.abs(np.log(np.array(_RADII) / (cell / 2 * _PIECE))).argmin())


# ---- Combs ----


class _Comb(NamedTuple):
    score: float
    left: float
    top: float
    wide: float  # width of a cell in pixels
    high: float

    @property
    def corners(self) -> Places:
        right, bottom = self.left + (COLUMNS - 1) * self.wide, self.top + (ROWS - 1) * self.high
        return np.array([(self.left, self.top), (right, self.top), (right, bottom), (self.left, bottom)])


def _combs(seen: _Seen) -> list[_Comb]:
    """Return the best combs of all sizes, without near duplicates."""
    kept: list[_Comb] = []
    for one in sorted(_combs_of_all_sizes(seen), reverse=True):
        reach = _APART * min(one.wide, one.high)
        if all(np.abs(one.corners - other.corners).max() > reach for other in kept):
            kept.append(one)
        if len(kept) == _FITTED:
            break
    return kept


def _combs_of_all_sizes(seen: _Seen) -> Iterator[_Comb]:
    height, width = seen.upright.shape
    count = int(np.log(max(height, width) / COLUMNS / _SMALLEST_CELL) / np.log(_CELL_STEP)) + 1
    sizes = [_SMALLEST_CELL * _CELL_STEP**step for step in range(count)]
    down, along = _sums(seen.upright, 0), _sums(seen.level.T, 0)
    ranks = [_sums(_stretches(along, wide, COLUMNS - 1), 1) for wide in sizes]
    for step, high in enumerate(sizes):
        files = _sums(_stretches(down, high, ROWS - 1), 1)
        for other in range(max(0, step - _MOST_UNEQUAL), min(count, step + _MOST_UNEQUAL + 1)):
            wide = sizes[other]
            lines = _Crossing(_slots(files, wide), _slots(ranks[other], high))
            if min(lines.room) > 0:
                yield from _best_of_size(lines, seen.discs[_level((high * wide) ** 0.5)], high, wide)


def _stretches(sums: Floats, cell: float, cells: int) -> Floats:
    """Return the means over stretches of `cells` cells along axis 0, starting at every bin but the first."""
    count = max(0, int((len(sums) - 1 - cells * cell) * _BINS / cell))
    starts = (np.arange(count) + 1) * cell / _BINS
    ends = np.minimum(np.rint(starts + cells * cell).astype(int), len(sums) - 1)
    return np.asarray((sums[ends] - sums[np.rint(starts).astype(int)]) / (cells * cell), np.float32)


def _slots(sums: Floats, cell: float) -> Floats:
    """Return the evidence for a line within one bin of each position along axis 1, starting at bin 1."""
    length = sums.shape[1] - 1
    starts = np.arange(max(0, int(length * _BINS / cell) - 1)) * cell / _BINS
    ends = np.minimum(np.rint(starts + 2 * cell / _BINS).astype(int), length)
    return np.asarray(np.minimum(sums[:, ends] - sums[:, np.rint(starts).astype(int)], 1.0), np.float32)


class _Crossing(NamedTuple):
    """The strength of files and ranks at one cell size.

    They are given for each candidate top-left corner of the grid, in bins.
    """

    files: Floats  # (rows, bins): the share of a file that a line going down from there covers
    ranks: Floats  # (columns, bins): the share of a rank that a line going right from there covers

    @property
    def room(self) -> tuple[int, int]:
        """The number of rows and columns at which a comb may begin."""
        rows = min(len(self.files), self.ranks.shape[1] - (ROWS - 1) * _BINS)
        columns = min(len(self.ranks), self.files.shape[1] - (COLUMNS - 1) * _BINS)
        return rows, columns


def _teeth(slots: Floats, count: int, room: int) -> Floats:
    """Return the contrast of `count` lines, one cell apart, with the spaces between them.

    The weaker half counts: if every other line is missing, the comb really has twice that size.
    """

    def line(number: float) -> Floats:
        start = int(number * _BINS)
        return slots[:, start : start + room]

    even = sum(line(number) for number in range(0, count, 2)) / np.float32((count + 1) // 2)
    odd = sum(line(number) for number in range(1, count, 2)) / np.float32(count // 2)
    between = sum(line(number + 0.5) for number in range(count - 1)) / np.float32(count - 1)
    return np.asarray(2 * np.minimum(even, odd) - between)


def _best_of_size(lines: _Crossing, discs: Floats, high: float, wide: float) -> Iterator[_Comb]:
    rows, columns = lines.room
    files = _teeth(lines.files[:rows], COLUMNS, columns)
    ranks = _teeth(lines.ranks[:columns], ROWS, rows).T
    score = np.minimum(files, ranks) + 0.5 * (files + ranks) + 0.7 * _pieces(discs, high, wide, rows, columns)
    for _ in range(2):
        row, column = (int(place) for place in np.unravel_index(score.argmax(), score.shape))
        left, top = (column + 1) * wide / _BINS, (row + 1) * high / _BINS
        yield _Comb(float(score[row, column]), left, top, wide, high)
        score[max(0, row - 2) : row + 3, max(0, column - 2) : column + 3] = -1


def _pieces(discs: Floats, high: float, wide: float, rows: int, columns: int) -> Floats:
    """Return the share of discs on the points rather than between them, -1..1."""
    half = _BINS // 2
    ys = np.rint((np.arange(rows + half + (ROWS - 1) * _BINS) + 1) * high / _BINS / 2).astype(int)
    xs = np.rint((np.arange(columns + half + (COLUMNS - 1) * _BINS) + 1) * wide / _BINS / 2).astype(int)
    found = discs[np.minimum(ys, len(discs) - 1)][:, np.minimum(xs, discs.shape[1] - 1)]
    down = sum(found[number * _BINS : number * _BINS + rows + half] for number in range(ROWS))
    assert not isinstance(down, int)
    both = sum(down[:, number * _BINS : number * _BINS + columns + half] for number in range(COLUMNS))
    assert not isinstance(both, int)
    on = both[:rows, :columns]
    between = (both[half:, :columns] + both[:rows, half:]) / 2
    return np.asarray((on - between) / (on + between + np.float32(0.05 * ROWS * COLUMNS)))


# ---- Fitting ----

_ALONG: Final = np.array([0.36, 0.5, 0.64])  # fractions of a cell at which pieces do not hide a line


def _grid(columns: NDArray[np.float64], rows: NDArray[np.float64]) -> Places:
    return np.stack(np.meshgrid(columns, rows), -1)


_FILES: Final = _grid(np.arange(0, 8.5, 0.5), (np.arange(-1, 10)[:, None] + _ALONG).ravel())
_RANKS: Final = _grid((np.arange(-1, 9)[:, None] + _ALONG).ravel(), np.arange(0, 9.5, 0.5))
_POINTS: Final = _grid(np.arange(-1, 9.5, 0.5), np.arange(-1, 10.5, 0.5))
"""Sample points on files, ranks and crossings and midway between them, up to one cell beyond the border."""

_ON_FILES: Final = _FILES[3:-3, ::2]
_ON_RANKS: Final = _RANKS[::2, 3:-3]
_ON_POINTS: Final = _POINTS[2:-2:2, 2:-2:2]

_MOVES: Final = np.array(
    [
        [(sign * x * first, sign * y * second) for first, second in signs]
        for signs in (
            ((1, 1), (1, 1), (1, 1), (1, 1)),  # shift
            ((-1, -1), (1, -1), (1, 1), (-1, 1)),  # scale
            ((-1, -1), (-1, 1), (1, 1), (1, -1)),  # skew
            ((-1, -1), (1, 1), (-1, -1), (1, 1)),  # perspective
        )
        for x, y in ((1, 0), (0, 1))
        for sign in (-1, 1)
    ],
    float,
)
"""Displacements of the four corners to try."""

_SQUARE: Final = ((0, 0), (COLUMNS - 1, 0), (COLUMNS - 1, ROWS - 1), (0, ROWS - 1))


def _homographies(corners: Places) -> Places:
    """Return the homography for each of several sets of corners."""
    equations, values = np.zeros((len(corners), 8, 8)), corners.reshape(len(corners), 8)
    for number, (u, v) in enumerate(_SQUARE):
        x, y = corners[:, number, 0], corners[:, number, 1]
        equations[:, 2 * number, :3] = equations[:, 2 * number + 1, 3:6] = (u, v, 1)
        equations[:, 2 * number, 6], equations[:, 2 * number, 7] = -u * x, -v * x
        equations[:, 2 * number + 1, 6], equations[:, 2 * number + 1, 7] = -u * y, -v * y
    solved = np.linalg.solve(equations, values[..., None])[..., 0]
    return np.concatenate([solved, np.ones((len(corners), 1))], 1).reshape(-1, 3, 3)


def _mapped(matrix: Places, places: Places) -> Places:
    """Return points mapped by one homography, or by each of several."""
    mapped = places.reshape(-1, 2) @ matrix[..., :2].swapaxes(-1, -2) + matrix[..., None, :, 2]
    return np.asarray((mapped[..., :2] / mapped[..., 2:]).reshape(*matrix.shape[:-2], *places.shape))


def _looked_up(values: Floats, places: Places) -> Floats:
    """Return the values at the nearest pixels, or 0 outside the picture."""
    x, y = np.rint(places[..., 0]).astype(int), np.rint(places[..., 1]).astype(int)
    inside = (x >= 0) & (y >= 0) & (x < values.shape[1]) & (y < values.shape[0])
    return np.where(inside, values[np.where(inside, y, 0), np.where(inside, x, 0)], 0)


def _fitted(seen: _Seen, found: _Comb) -> Lattice:
    """Return a comb with its corners adjusted to the lines and discs."""
    discs = seen.discs[_level((found.wide * found.high) ** 0.5)]

    def worth(corners: Places) -> Places:
        matrices = _homographies(corners)
        files = _looked_up(seen.upright, _mapped(matrices, _ON_FILES)).mean((1, 2))
        ranks = _looked_up(seen.level, _mapped(matrices, _ON_RANKS)).mean((1, 2))
        points = _looked_up(discs, _mapped(matrices, _ON_POINTS) / 2).mean((1, 2))
        return np.asarray(files / 2 + ranks / 2 + points)

    corners = found.corners
    best = float(worth(corners[None])[0])
    for step in _STEPS:
        for _ in range(8):
            moved = corners + step * _MOVES * (found.wide, found.high)
            values = worth(moved)
            if values.max() <= best:
                break
            best, corners = float(values.max()), moved[values.argmax()]
    shape = Lattice(tuple(map(tuple, corners.tolist())))  # type: ignore[arg-type]
    return Lattice(shape.corners, _judged(seen, discs, shape))


def _judged(seen: _Seen, discs: Floats, shape: Lattice) -> float:
    """Return the score of a fitted lattice: its agreement with the picture on, between and beyond its lines."""
    files = _looked_up(seen.upright, shape.at(_FILES)).reshape(ROWS + 1, len(_ALONG), -1).mean(1)
    ranks = _looked_up(seen.level, shape.at(_RANKS)).reshape(len(_RANKS), COLUMNS + 1, -1).mean(2).T
    points = _looked_up(discs, shape.at(_POINTS) / 2)
    on = (files[1:-1, ::2].mean() + ranks[1:-1, ::2].mean()) / 2
    between = (files[1:-1, 1::2].mean() + ranks[1:-1, 1::2].mean()) / 2
    beyond = (files[[0, -1], ::2].mean() + ranks[[0, -1], ::2].mean()) / 2
    river = files[ROWS // 2, 2:-2:2].mean()
    inner = points[2:-2, 2:-2]
    pieces = inner[::2, ::2].mean()
    astray = inner[1::2, ::2].mean() + inner[::2, 1::2].mean()
    outer = (points[[0, -1], ::2].mean() + points[::2, [0, -1]].mean()) / 2
    standing = (pieces - astray - outer) / (pieces + astray + outer + 0.05)
    return float(on - 0.7 * between - 0.3 * beyond - 0.15 * river + 0.5 * standing)


def _different(found: list[Lattice]) -> list[Lattice]:
    """Return the lattices without those that nearly duplicate a better one."""
    kept: list[Lattice] = []
    for one in found:
        corners = np.array(one.corners)
        reach = _APART * abs(corners[1, 0] - corners[0, 0]) / (COLUMNS - 1)
        if all(np.abs(corners - other.corners).max() > reach for other in kept):
            kept.append(one)
    return kept

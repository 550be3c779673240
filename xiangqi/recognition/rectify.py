"""Rectifies boards: transforms each to a view from straight above, at a fixed size, for the network."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

CELL: Final = 32
"""Distance between points in pixels."""

ROWS: Final = 12
COLUMNS: Final = 11
"""The number of columns, including one on each side of the board, which show that it ends there."""

_SHARP: Final = 1.3
"""The factor by which a reduced picture exceeds the rectified size, to keep thin lines."""

Homography = NDArray[np.float64]
"""Maps column and row of the board as seen, 0..8 and 0..9, to pixels."""

GREY: Final = (127, 127, 127)
"""The colour beyond the edge of the picture."""

_FROM_RECTIFIED: Final = np.array([[1 / CELL, 0, -1.5], [0, 1 / CELL, -1.5], [0, 0, 1.0]])


def applied(homography: Homography, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return points mapped by a homography, one row each."""
    moved = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(moved[:, :2] / moved[:, 2:])


def fitted(
    points: NDArray[np.float64], places: NDArray[np.float64], weights: NDArray[np.float64] | None = None
) -> Homography:
    """Return the homography that maps at least four points to places by least squares, perhaps weighted."""
    rows = []
    for (x, y), (u, v) in zip(points, places, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    share = np.ones(len(points)) if weights is None else weights
    twice = np.repeat(share, 2)  # for the two rows of a point
    solution = np.linalg.lstsq(np.array(rows) * twice[:, None], places.ravel() * twice, rcond=None)[0]
    return np.append(solution, 1.0).reshape(3, 3)


def inverted(homography: Homography) -> Homography:
    """Return the inverse, which maps pixels to column and row."""
    return np.asarray(np.linalg.pinv(homography), np.float64)


def cell_size(homography: Homography) -> float:
    """Return the distance in pixels between neighbouring points in the middle of the board."""
    middle = applied(homography, np.array([[4.0, 4.5], [5.0, 4.5], [4.0, 5.5]]))
    return float(min(np.hypot(*(middle[1] - middle[0])), np.hypot(*(middle[2] - middle[0]))))


def rectified(image: Image.Image, homography: Homography) -> NDArray[np.uint8]:
    """Return a board as ``ROWS`` by ``COLUMNS`` cells, each centred on its point, in RGB; grey outside."""
    image, homography = _reduced(image, homography)
    matrix = homography @ _FROM_RECTIFIED
    size = (COLUMNS * CELL, ROWS * CELL)
    coefficients = tuple((matrix / matrix[2, 2]).ravel()[:8])
    seen = image.transform(
        size, Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BILINEAR, fillcolor=GREY
    )
    return np.asarray(seen)


def _reduced(image: Image.Image, homography: Homography) -> tuple[Image.Image, Homography]:
    """Return the part of a picture around the board, reduced to little more than its rectified size."""
    scale = cell_size(homography) / (CELL * _SHARP)
    if scale <= 1:
        return image, homography
    around = np.array([[-1.5, -1.5], [9.5, -1.5], [9.5, 10.5], [-1.5, 10.5]])
    corners = applied(homography, around)
    left, top = np.maximum(np.floor(corners.min(axis=0)), 0)
    right, bottom = np.minimum(np.ceil(corners.max(axis=0)), image.size)
    if right - left < 1 or bottom - top < 1:
        return image, homography
    size = (max(1, round((right - left) / scale)), max(1, round((bottom - top) / scale)))
    small = image.resize(size, Image.Resampling.BILINEAR, box=(left, top, right, bottom))
    stretch = np.diag([size[0] / (right - left), size[1] / (bottom - top), 1.0])
    shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]])
    return small, stretch @ shift @ homography


def normalised(seen: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return a rectified board scaled to zero mean and unit deviation on the board: 3 by rows by columns."""
    values = seen.astype(np.float32)
    inner = values[CELL:-CELL, CELL:-CELL]
    scaled = (values - inner.mean()) / max(float(inner.std()), 16.0)
    return np.ascontiguousarray(scaled.transpose(2, 0, 1))

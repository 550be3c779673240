"""Reads pieces that lie at any angle, as on a real board, in several views with each piece rotated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xiangqi.recognition import network
from xiangqi.recognition.network import CLASSES
from xiangqi.recognition.rectify import CELL, COLUMNS, ROWS, normalised

Floats = NDArray[np.float64]

_ANGLES: Final = 12
"""The number of views from all sides. With 8, a third fewer boards of turned pieces are read exactly."""

_CLEAR: Final = 0.85
"""The mean probability of the likeliest sign above which no piece can be turned."""

_LEAD: Final = 1.3
"""How many times clearer than on average at all angles signs must be to count as upright; they mostly are
1.4 to 1.8 times clearer."""

_REACH: Final = CELL / 2 - 0.5
"""The radius of the disc that is turned around each point, in pixels."""

_SIGNS: Final = np.s_[..., 1 : CLASSES.index("#")]


def chances_of(logits: NDArray[np.float32]) -> Floats:
    """Return the probability of each class, by row and column, without the points around the board."""
    inner = logits[1:-1, 1:-1].astype(float)
    raised = np.exp(inner - inner.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def read_turned(seen: NDArray[np.uint8], upright: Floats, check: Callable[[], None]) -> Floats:
    """Return the probability of each class, by row and column, whichever way each piece is turned.

    Args:
        seen: the rectified board.
        upright: the probabilities if it is read as it is; they are returned if its pieces are upright.
        check: called from time to time; raises an error to give up.
    """
    is_piece = upright[..., 0] < 0.5
    clear = _clearness(upright, is_piece)
    if not is_piece.any() or clear > _CLEAR:
        return upright
    views = [upright]
    for step in range(1, _ANGLES):
        check()
        view = normalised(turned(seen, 2 * np.pi * step / _ANGLES))
        views.append(chances_of(network.read_points(view).classes))
    if clear > _LEAD * np.mean([_clearness(view, is_piece) for view in views]):
        return upright
    return _agreed(np.array(views))


def turned(seen: NDArray[np.uint8], angle: float) -> NDArray[np.uint8]:
    """Return a rectified board with each piece turned about its point; the lines between points stay."""
    middle = (CELL - 1) / 2
    down, right = np.mgrid[0:CELL, 0:CELL] - middle
    across = np.clip(np.cos(angle) * right + np.sin(angle) * down + middle, 0, CELL - 1.001)
    along = np.clip(np.cos(angle) * down - np.sin(angle) * right + middle, 0, CELL - 1.001)
    x, y = across.astype(int), along.astype(int)
    left, above = (across - x)[..., None], (along - y)[..., None]
    cells = seen.reshape(ROWS, CELL, COLUMNS, CELL, 3).transpose(0, 2, 1, 3, 4)
    upper = cells[:, :, y, x] * (1 - left) + cells[:, :, y, x + 1] * left
    lower = cells[:, :, y + 1, x] * (1 - left) + cells[:, :, y + 1, x + 1] * left
    is_near = (np.hypot(right, down) < _REACH)[..., None]
    made = np.where(is_near, upper * (1 - above) + lower * above, cells)
    return np.asarray(made.transpose(0, 2, 1, 3, 4).reshape(seen.shape), np.uint8)


def _clearness(chances: Floats, is_piece: NDArray[np.bool_]) -> float:
    """Return the mean probability of the likeliest piece on points where pieces stand."""
    return float(chances[is_piece][_SIGNS].max(axis=-1).mean()) if is_piece.any() else 0.0


def _agreed(views: Floats) -> Floats:
    """Return the mean of views, weighted at each point by how clear they are there."""
    weights = views.max(axis=-1, keepdims=True) ** 2
    return np.asarray((views * weights).sum(axis=0) / weights.sum(axis=0))

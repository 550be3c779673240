"""Compares the pieces of one board: equal pieces look alike, and each side has its own colours."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from xiangqi.recognition.network import CLASSES
from xiangqi.recognition.rectify import CELL, COLUMNS, ROWS

Floats = NDArray[np.float64]

_HIDDEN: Final = CLASSES.index("#")
_KINDS: Final = (_HIDDEN - 1) // 2
"""The number of kinds of pieces; the signs of Red come first among ``CLASSES[1:_HIDDEN]``."""

_LEAST: Final = 6
"""The number of pieces from which they are compared."""

_FACE: Final = 13.0
"""The radius in pixels of the part of a piece that is compared, without its rim and the lines beside it."""

_SHIFTS: Final = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1))
"""Pixels by which a piece may stand off its point when it is compared."""

_LIKENESS: Final = (0.1, 0.25, 0.55, 0.75, 0.9)
_EVIDENCE: Final = (-2.0, -1.6, -1.2, -0.1, 2.0)
"""The log odds that two points show the same piece, for each correlation in `_LIKENESS`.

They were measured on 200 boards and limited to 2, since other fonts may be more alike.
"""

_SHARE: Final = 0.5
"""The weight of a comparison, which is below 1 since those of one board are not independent."""

_SAME: Final = 0.75
"""The lowest median correlation of clearly equal pieces at which looks count; turned pieces have less."""

_CLEAR: Final = 0.9
"""The probability from which a piece is clear."""

_SHADES: Final = (8, 30, 50, 70, 92)
"""Percentiles of brightness that describe a piece's colours."""

_COLOURS: Final = 4
"""The largest number of colour differences on a board that are considered."""

_NOISE: Final = 0.3
"""The share of the mean deviation of colours that every colour difference has at least."""

_MOST: Final = 5.0
"""The largest log odds of a side from colours."""


def compared(seen: NDArray[np.uint8], chances: Floats) -> Floats:
    """Return the probability of each class, by row and column, once pieces have been compared with each other.

    The probability that a point shows a piece at all is kept. Nothing changes with few pieces, or if their
    looks or colours contradict the clear pieces.

    Args:
        seen: the rectified board.
        chances: the probabilities if each point is read by itself.
    """
    rows, columns = np.nonzero((chances[..., 0] < 0.5) & (chances[..., _HIDDEN] < 0.5))
    if len(rows) < _LEAST:
        return chances
    cells = seen.reshape(ROWS, CELL, COLUMNS, CELL, 3).transpose(0, 2, 1, 3, 4)[rows + 1, columns + 1]
    signs = chances[rows, columns, 1:_HIDDEN]
    whole = signs.sum(axis=1, keepdims=True)
    signs = _by_look(cells, _by_colours(cells, signs / whole))
    made = chances.copy()
    made[rows, columns, 1:_HIDDEN] = signs * whole
    return np.asarray(made)


def _faces(cells: NDArray[np.uint8], down: int = 0, right: int = 0) -> Floats:
    """Return the pixels of the middle of each cell, or of a place beside it: cells by pixels by 3."""
    ys, xs = np.mgrid[:CELL, :CELL] - (CELL - 1) / 2
    return np.asarray(cells[:, np.hypot(ys - down, xs - right) < _FACE], float)


# ---- Colours ----


def _by_colours(cells: NDArray[np.uint8], signs: Floats) -> Floats:
    """Return the probability of each sign, given also whether a piece has the colours of Red or of Black."""
    red = signs[:, :_KINDS].sum(axis=1)
    if min(red.sum(), len(red) - red.sum()) < _LEAST / 2:
        return signs
    odds = _side_odds(_shades(cells), red)
    clear = np.abs(red - 0.5) > _CLEAR - 0.5
    if clear.sum() < _LEAST / 2 or ((odds > 0) == (red > 0.5))[clear].mean() < _CLEAR:
        return signs
    odds = np.clip(_SHARE * odds, -_MOST, _MOST)[:, None]
    made = signs / (1 + np.exp(np.where(np.arange(signs.shape[1]) < _KINDS, -odds, odds)))
    return np.asarray(made / made.sum(axis=1, keepdims=True))


def _shades(cells: NDArray[np.uint8]) -> Floats:
    """Return the differences of colour in which a board's pieces differ most: pieces by differences."""
    faces = _faces(cells)
    shades = np.concatenate([*np.percentile(faces, _SHADES, axis=1), faces.mean(axis=1)], axis=1)
    axes, sizes, _ = np.linalg.svd(shades - shades.mean(axis=0), full_matrices=False)
    count = min(_COLOURS, len(cells) // 4)
    return np.asarray(axes[:, :count] * sizes[:count])


def _side_odds(shades: Floats, red: Floats) -> Floats:
    """Return the log odds that each piece is Red's, by the colours and sides of all the others.

    This is a linear discriminant with the deviation of both sides in common.
    """
    odds = np.zeros(len(red))
    for index in range(len(red)):
        own, others = shades[index], np.delete(shades, index, axis=0)
        shares = (np.delete(red, index)[:, None], 1 - np.delete(red, index)[:, None])
        means = [(others * share).sum(axis=0) / share.sum() for share in shares]
        away = [(others - mean, share) for mean, share in zip(means, shares, strict=True)]
        spread = sum(((one * share).T @ one for one, share in away), np.zeros((len(own), len(own)))) / len(red)
        spread += np.eye(len(own)) * (_NOISE * np.trace(spread) / len(own) + 1)
        odds[index] = (own - (means[0] + means[1]) / 2) @ np.linalg.solve(spread, means[0] - means[1])
    return odds


# ---- Looks ----


def _by_look(cells: NDArray[np.uint8], signs: Floats) -> Floats:
    """Return the probability of each sign, given also the look of each piece."""
    alike = _likeness(cells)
    likeliest, is_clear = signs.argmax(axis=1), signs.max(axis=1) > _CLEAR
    is_same = (likeliest[:, None] == likeliest) & is_clear[:, None] & is_clear
    same = alike[np.triu(is_same, 1)]
    if len(same) < 2 or np.median(same) < _SAME:
        return signs
    ratio = np.exp(np.interp(alike, _LIKENESS, _EVIDENCE))
    np.fill_diagonal(ratio, 1.0)
    said = np.log(1 + signs * (ratio[:, :, None] - 1)).sum(axis=1)
    raised = (signs + 1e-5) * np.exp(_SHARE * (said - said.max(axis=1, keepdims=True)))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _likeness(cells: NDArray[np.uint8]) -> Floats:
    """Return the largest correlation, over small shifts, of each two cells' deviations from the mean cell."""
    middle = _faces(cells).reshape(len(cells), -1)
    usual = middle.mean(axis=0)
    middle = _unit(middle - usual)
    best = np.full((len(cells), len(cells)), -1.0)
    for down, right in _SHIFTS:
        beside = _unit(_faces(cells, down, right).reshape(len(cells), -1) - usual)
        best = np.maximum(best, beside @ middle.T)
    return np.asarray(np.maximum(best, best.T))


def _unit(values: Floats) -> Floats:
    return np.asarray(values / (np.linalg.norm(values, axis=1, keepdims=True) + 1e-6))

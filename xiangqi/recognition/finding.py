"""Finds the board: lattices suggested by the picture as a whole or by lines, scored by what they show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from xiangqi.recognition import network, overview
from xiangqi.recognition.lattice import comb
from xiangqi.recognition.network import Floats, Points
from xiangqi.recognition.reading import Corners
from xiangqi.recognition.rectify import (
    COLUMNS,
    GREY,
    ROWS,
    Homography,
    applied,
    cell_size,
    fitted,
    inverted,
    normalised,
    rectified,
)

_CORNERS: Final[NDArray[np.float64]] = np.array([[0.0, 0], [8, 0], [8, 9], [0, 9]])
_GRID: Final = np.array(
    [(column, row) for row in range(-1, ROWS - 1) for column in range(-1, COLUMNS - 1)], float
)

_CLEAR: Final = -0.1
"""The score above which neither boards on their side nor lines are searched for, which takes time."""

_JUDGED: Final = 6
"""The largest number of lattices that are read."""

_ALIKE: Final = 0.2
"""The distance in cells up to which two lattices count as the same."""

_REFINED: Final = 2
"""The number of best lattices that are refined."""

_WORSE: Final = 0.01
"""The largest loss of score that a refinement may cause."""

_REACHES: Final = (2.2, 3.5, 5.5, 9.0)
"""The distances, in cells around the place of the best fit, within which a lattice is fitted in turn."""

_GROWN: Final = -0.05
"""The lowest score of a lattice that was moved so far that it might fit no board; boards have -0.03 to 0."""

_NARROW: Final = 4.0
"""The distance up to which a fit leaves the perspective as it is, since few points say little about it."""

_TURNED: Final = 900
"""The largest side of a picture on its side in pixels, which is enough for overviews and saves memory."""

_COMBED: Final = 1600
"""The largest side in pixels of a picture searched for lines, which would take much memory in larger ones."""

_SMALLEST: Final = 5.0
"""The smallest cell that can be read, in pixels."""

_ALIGNED: Final = 0.3
"""The distance in cells at which a point counts a third as much as one that lies exactly on the lattice."""

_LOWEST: Final = -6.0
"""The lowest contribution of a single point to the score, in nats."""


def homography_of(corners: Corners) -> Homography:
    """Return the homography from column and row to pixels, given the corners of the grid."""
    return fitted(_CORNERS, np.asarray(corners, float))


def corners_of(homography: Homography) -> Corners:
    """Return the corners of the grid in pixels."""
    a, b, c, d = ((float(x), float(y)) for x, y in applied(homography, _CORNERS))
    return a, b, c, d


@dataclass(frozen=True)
class Candidate:
    """A lattice and its reading.

    Attributes:
        homography: the homography from column and row to pixels.
        points: the network's outputs.
        is_seen: which points lie within the picture, by row and column, including those around the board.
    """

    homography: Homography
    points: Points
    is_seen: NDArray[np.bool_]

    @cached_property
    def score(self) -> float:
        """The mean log probability of points where the board has them and of none around them; 0 is best."""
        on = np.maximum(_log_sigmoid(self.points.on), _LOWEST)
        off = np.maximum(_log_sigmoid(-self.points.on), _LOWEST)
        ring = np.ones(on.shape, bool)
        ring[1:-1, 1:-1] = False
        around = np.where(self.is_seen, off, 0)[ring]
        return float((on[1:-1, 1:-1].sum() + around.sum()) / on.size)

    def moved(self) -> Homography:
        """Return the lattice refitted to the points where the network sees them."""
        inner = np.s_[1:-1, 1:-1]
        weights = 1 / (1 + np.exp(-self.points.on[inner].ravel().astype(float)))
        grid = _GRID.reshape(ROWS, COLUMNS, 2)[inner].reshape(-1, 2)
        offsets = np.clip(self.points.offsets[inner].reshape(-1, 2).astype(float), -0.35, 0.35)
        seen = grid + offsets * weights[:, None]
        return self.homography @ fitted(grid, seen)


def _log_sigmoid(values: Floats) -> Floats:
    return np.asarray(-np.logaddexp(0, -values))


def looked_at(image: Image.Image, homography: Homography) -> Candidate:
    """Return a lattice with the network's outputs for it."""
    pixels = applied(homography, _GRID)
    is_seen = ((pixels > 0) & (pixels < image.size)).all(axis=1).reshape(ROWS, COLUMNS)
    return Candidate(homography, network.read_points(normalised(rectified(image, homography))), is_seen)


def found(image: Image.Image, check: Callable[[], None]) -> list[Candidate]:
    """Return lattices, the likeliest first.

    They include the best one shifted by a row or a column, and lattices found after it is painted over.

    Args:
        image: the picture in RGB.
        check: called from time to time; raises an error to give up.
    """
    candidates = _grown_first(image, _judged(image, check), check)
    for others in (_sideways, _by_lines):
        if not candidates or candidates[0].score < _CLEAR:
            candidates = _best_first([*candidates, *_judged(image, check, others(image, check))])
    candidates = _grown_first(image, candidates, check)
    if not candidates:
        return []
    best = candidates[0].homography
    rivals = [looked_at(image, other) for other in _beside(best) if _is_sound(image, other)]
    return _best_first([*candidates, *rivals, *_judged(_without(image, best), check)])


def _sideways(image: Image.Image, check: Callable[[], None]) -> list[Homography]:
    """Return the lattices of boards that lie on their side, as in photos taken from beside the players."""
    small = image.copy()
    small.thumbnail((_TURNED, _TURNED))
    scale = image.width / small.width
    back = np.array([[0.0, -scale, image.width], [scale, 0, 0], [0, 0, 1]])
    turned = small.transpose(Image.Transpose.ROTATE_90)
    return [back @ homography for homography in _from_overviews(turned, check)]


def _by_lines(image: Image.Image, check: Callable[[], None]) -> list[Homography]:
    """Return the lattices suggested by nine lines across ten, which take longest to find."""
    check()
    small = image.copy()
    small.thumbnail((_COMBED, _COMBED))
    back = np.diag([image.width / small.width, image.height / small.height, 1.0])
    return [back @ homography_of(one.corners) for one in comb(small)]


def upside_down(homography: Homography) -> Homography:
    """Return a lattice seen from the other side of the board."""
    return np.asarray(homography @ np.array([[-1.0, 0, 8], [0, -1, 9], [0, 0, 1]]))


def is_sideways(homography: Homography) -> bool:
    """Return whether the board lies on its side in the picture, so that it is unclear which end is up."""
    corners = applied(homography, _CORNERS)
    right = corners[1] - corners[0]
    return bool(abs(right[1]) > abs(right[0]))


def told(image: Image.Image, corners: Corners, check: Callable[[], None]) -> list[Candidate]:
    """Return the lattice with the given corners, refined, or an empty list if it cannot be a board."""
    try:
        return _judged(image, check, [homography_of(corners)])
    except np.linalg.LinAlgError:
        return []


def _best_first(candidates: list[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda candidate: -candidate.score)


def _without(image: Image.Image, homography: Homography) -> Image.Image:
    """Return a picture with a board painted over, in order to find another one."""
    corners = applied(homography, np.array([[-0.7, -0.7], [8.7, -0.7], [8.7, 9.7], [-0.7, 9.7]]))
    painted = image.copy()
    ImageDraw.Draw(painted).polygon([(float(x), float(y)) for x, y in corners], fill=GREY)
    return painted


def _judged(
    image: Image.Image, check: Callable[[], None], suggested: list[Homography] | None = None
) -> list[Candidate]:
    """Return distinct lattices with their readings, the best ones refined.

    Args:
        image: the picture in RGB.
        check: called from time to time; raises an error to give up.
        suggested: the lattices; by default those suggested by the picture as a whole.
    """
    if suggested is None:
        suggested = _from_overviews(image, check)
    kept: list[Homography] = []
    for homography in suggested:
        if _is_sound(image, homography) and all(distance(homography, other) > _ALIKE for other in kept):
            kept.append(homography)
    candidates = []
    for homography in kept[:_JUDGED]:
        check()
        candidates.append(looked_at(image, homography))
    best = _best_first(candidates)
    return _best_first([*(_refined(image, one, check) for one in best[:_REFINED]), *best[_REFINED:]])


def _beside(homography: Homography) -> list[Homography]:
    """Return the lattices shifted by one row or column, which is the most likely mistake."""
    shifts = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return [homography @ np.array([[1, 0, right], [0, 1, down], [0, 0, 1.0]]) for right, down in shifts]


def _refined(image: Image.Image, candidate: Candidate, check: Callable[[], None]) -> Candidate:
    """Return a lattice moved to the points that the network sees, unless that lowers its score."""
    for _ in range(2):
        check()
        moved = candidate.moved()
        if not _is_sound(image, moved):
            return candidate
        nearer = looked_at(image, moved)
        if nearer.score < candidate.score - _WORSE:
            return candidate
        candidate = nearer
    return candidate


def _grown_first(image: Image.Image, candidates: list[Candidate], check: Callable[[], None]) -> list[Candidate]:
    """Return lattices; if the best one becomes clear only when it is grown, the grown one comes first."""
    if not candidates or candidates[0].score >= _CLEAR:
        return candidates
    grown = _grown(image, candidates[0], check)
    return [grown, *candidates] if grown.score >= _GROWN else candidates


def _grown(image: Image.Image, candidate: Candidate, check: Callable[[], None]) -> Candidate:
    """Return a lattice fitted step by step to more of the board, or the given one if that stays the best.

    Seen at a slant, a board may fit at one corner and be a cell off at another, where its points are not seen.
    """
    best = candidate
    for reach in _REACHES:
        check()
        moved = candidate.homography @ _fit_around(candidate.points, reach)
        if not _is_sound(image, moved):
            break
        candidate = looked_at(image, moved)
        best = max(best, candidate, key=lambda one: one.score)
    return best


def _fit_around(points: Points, reach: float) -> Homography:
    """Return the homography that moves a lattice to the points seen around the place where they fit best."""
    inner = np.s_[1:-1, 1:-1]
    grid = _GRID.reshape(ROWS, COLUMNS, 2)[inner].reshape(-1, 2)
    offsets = points.offsets[inner].reshape(-1, 2).astype(float)
    on = 1 / (1 + np.exp(-points.on[inner].ravel().astype(float)))
    near = np.exp(-((np.hypot(*(grid[:, None] - grid).T) / reach) ** 2))
    middle = (near @ (on * np.exp(-((np.hypot(*offsets.T) / _ALIGNED) ** 2)))).argmax()
    weights = near[middle] * on**2
    seen = grid + np.clip(offsets, -0.45, 0.45)
    return _affine(grid, seen, weights) if reach < _NARROW else fitted(grid, seen, weights)


def distance(one: Homography, other: Homography) -> float:
    """Return the distance between the corners of two lattices, in cells."""
    away = applied(one, _CORNERS) - applied(other, _CORNERS)
    return float(np.hypot(*away.T).max() / max(1e-6, min(cell_size(one), cell_size(other))))


def _is_sound(image: Image.Image, homography: Homography) -> bool:
    """Return whether a lattice can belong to a board: convex, not mirrored, and mostly within the picture."""
    corners = applied(homography, _CORNERS)
    if not np.isfinite(corners).all() or cell_size(homography) < _SMALLEST:
        return False
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.hypot(*sides.T)
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    if (turns <= 0).any() or lengths.max() > 3 * lengths.min():
        return False
    room = lengths.max() * 0.1
    return bool((corners > -room).all() and (corners < np.add(image.size, room)).all())


def _from_overviews(image: Image.Image, check: Callable[[], None]) -> list[Homography]:
    """Return the lattices suggested by the picture as a whole and by closer views of the likely part."""
    suggested: list[Homography] = []
    box = overview.whole(image)
    for _ in range(3):
        check()
        homography = _from_overview(image, box)
        if homography is None:
            break
        suggested.append(homography)
        box = _around(homography)
    return suggested[::-1]


def _around(homography: Homography) -> overview.Box:
    corners = applied(homography, np.array([[-0.9, -0.9], [8.9, -0.9], [8.9, 9.9], [-0.9, 9.9]]))
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    side = max(right - left, bottom - top)
    return overview.Box((left + right - side) / 2, (top + bottom - side) / 2, side)


def _from_overview(image: Image.Image, box: overview.Box) -> Homography | None:
    """Return the lattice fitted to the network's columns and rows, or None if too few places show a board."""
    out = network.read_lattice(overview.normalised(overview.overview(image, box)))
    is_board = out[0].ravel() > 0
    if is_board.sum() < 12:
        return None
    seen = (out[1:].reshape(2, -1).T * [8, 9] + [4, 4.5])[is_board]
    pixels = overview.places(box).reshape(2, -1).T[is_board]
    kept = np.ones(len(seen), bool)
    for reach in (1.5, 0.8, 0.5, 0.5):
        homography = _affine(seen[kept], pixels[kept]) if reach > 1 else fitted(seen[kept], pixels[kept])
        inverse = inverted(homography)
        kept = np.hypot(*(applied(inverse, pixels) - seen).T) < reach
        if kept.sum() < 12:
            return None
    return homography


def _affine(
    points: NDArray[np.float64], places: NDArray[np.float64], weights: NDArray[np.float64] | None = None
) -> Homography:
    share = np.ones((len(points), 1)) if weights is None else weights[:, None]
    rows = np.column_stack([points, np.ones(len(points))])
    solution = np.linalg.lstsq(rows * share, places * share, rcond=None)[0]
    return np.vstack([solution.T, [0, 0, 1]])

"""The steps from a picture to a reading: find lattices, choose the likeliest, and read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np
from PIL import Image

from xiangqi.board import Board
from xiangqi.i18n.message import Message
from xiangqi.recognition import finding, reader
from xiangqi.recognition.finding import Candidate
from xiangqi.recognition.likeness import compared
from xiangqi.recognition.marks import side_to_move
from xiangqi.recognition.reading import Corners, Reading
from xiangqi.recognition.rectify import rectified
from xiangqi.recognition.turning import read_turned

_APART: Final = 0.7
"""The distance in cells from which two lattices are different answers."""

_FAR: Final = 7.0
"""The distance in cells from which two lattices are different boards."""

_OTHER_BOARD: Final = 0.1
"""The largest difference in score at which a second lattice counts as another board."""

_MOST_OTHERS: Final = 1
"""The largest number of other boards to report: one more is searched for after the best is painted over."""

_LEAST: Final = -0.125
"""The lowest score of a board: real ones that are found at their place have -0.12 to 0, most others less."""

_LEAST_TOLD: Final = -0.8
"""The same if the player has set the corners, and so says that there is a board."""

_NONE: Final = Reading(None, reason=Message("recognition.no_board"))

_EMPTY: Final = "/".join("9" * 10)


def recognised(
    image: Image.Image, corners: Corners | None, near: Board | None, check: Callable[[], None]
) -> Reading:
    """Return the reading of an RGB image; for the arguments, see `recognise`."""
    candidates = finding.found(image, check) if corners is None else finding.told(image, corners, check)
    least = _LEAST if corners is None else _LEAST_TOLD
    if not candidates or candidates[0].score < least:
        return _NONE
    return _read(image, candidates, near, check)


def _read(
    image: Image.Image, candidates: list[Candidate], near: Board | None, check: Callable[[], None]
) -> Reading:
    best = candidates[0]
    gaps = [
        (finding.distance(best.homography, other.homography), best.score - other.score) for other in candidates
    ]
    margin = min((gap for distance, gap in gaps if _APART < distance < _FAR), default=np.inf)
    others = [
        finding.corners_of(other.homography)
        for other, (distance, gap) in zip(candidates, gaps, strict=True)
        if distance >= _FAR and gap <= _OTHER_BOARD
    ]
    seen = reader.sight(image, best, check)
    if finding.is_sideways(best.homography):
        other = reader.sight(image, finding.looked_at(image, finding.upside_down(best.homography)), check)
        seen = min(seen, other, key=reader.cost)
        best = seen.candidate
    if not reader.is_board(seen):
        return _NONE
    board = rectified(image, best.homography)
    seen = replace(seen, chances=compared(board, read_turned(board, seen.chances, check)))
    reading = reader.read(seen, float(margin), not others, near)
    if not reading.certain and reading.board == _EMPTY:
        return _NONE
    side = reading.side_to_move or side_to_move(board, reading)
    return replace(reading, side_to_move=side, others=tuple(others[:_MOST_OTHERS]))

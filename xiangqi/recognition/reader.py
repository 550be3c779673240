"""Turns a lattice into a reading: the pieces on all points, the side at the bottom, and the certainty."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from xiangqi.board import Board
from xiangqi.core.constants import FILES
from xiangqi.i18n.message import Message
from xiangqi.recognition.assignment import PIECES, Labelling, assigned, margins
from xiangqi.recognition.finding import Candidate, corners_of, looked_at
from xiangqi.recognition.matching import colour_logs, cost_of, nearest
from xiangqi.recognition.network import CLASSES
from xiangqi.recognition.reading import PointReading, Reading, Side, square_at
from xiangqi.recognition.rectify import Homography, fitted
from xiangqi.recognition.turning import chances_of

Floats = NDArray[np.float64]

_LETTERS: Final = "." + PIECES
_ORDER: Final = [CLASSES.index(letter) for letter in _LETTERS]
_HIDDEN: Final = CLASSES.index("#")
_UNKNOWN: Final = CLASSES.index("?")

_START: Final = (
    *("rnbakabnr", ".........", ".c.....c.", "p.p.p.p.p", "........."),
    *(".........", "P.P.P.P.P", ".C.....C.", ".........", "RNBAKABNR"),
)
"""The starting position, with Red at the bottom."""

_VIEWS: Final = ((0.0, 0.0, 1.0), (0.05, 0.05, 1.0), (-0.05, 0.05, 1.0), (0.0, -0.05, 1.015), (0.0, 0.0, 0.985))
"""The shifts in cells and the scale of each view."""

_FLOOR: Final = 1e-5
"""The lower bound of a probability."""

_SURE: Final = 0.88
"""The lowest probability of a point that is not doubtful."""

_SURE_UNPLACED: Final = 0.98
"""The same if the board's place is unclear, so that pieces may be read beside their points."""

_SURE_BOARD: Final = -0.1
_SURE_SIDE: Final = 6.0
_MARGIN: Final = 0.1
"""Scores above which a lattice and the side at the bottom are certain, and the margin over other lattices."""

_MOST_HIDDEN: Final = 0.4
"""The largest share of points that may be hidden for the rest to be completed to the starting position."""

_HALF_COVERED: Final = 0.005
"""The probability of being hidden from which a point beside a hidden one may be, too; clear ones have less."""

_MOST_UNREAD: Final = 24
"""The largest number of points on a board that may be hidden or show an unknown piece."""

_MOST_OVERRULED: Final = 17
"""The largest number of points whose likeliest sign is not the chosen one; bad photos have 15."""

_CLEAR: Final = 0.7
"""The lowest probability of the likeliest class at which a point is clear."""

_MOST_UNCLEAR: Final = 29
"""The largest number of points that are not clear: on the worst photo that can be read in part, 27."""

_OPENING: Final = 3.0
"""The bonus for positions a few moves from the starting one, in nats, where kinds of pieces count little."""

_NEARNESS: Final = 10.0
"""The bonus for positions within a few moves of the known one, in nats."""


@dataclass(frozen=True)
class Sight:
    """The network's view of a lattice, averaged over several views.

    Attributes:
        candidate: the lattice.
        chances: the probability of each class, by row and column.
    """

    candidate: Candidate
    chances: Floats

    @property
    def logs(self) -> Floats:
        """Log probabilities of an empty point and of each piece, without the hidden and unknown classes."""
        chances = self.chances[..., _ORDER] + _FLOOR
        return np.asarray(np.log(chances / chances.sum(axis=-1, keepdims=True)))

    @cached_property
    def labellings(self) -> tuple[Labelling, Labelling]:
        """The likeliest pieces with Red and with Black at the bottom."""
        return assigned(self.logs, red_at_bottom=True), assigned(self.logs, red_at_bottom=False)


def is_board(seen: Sight) -> bool:
    """Return whether the points are empty or show pieces, and these fit one set, as on a board of Xiangqi.

    On a Janggi board, for example, most pieces look like some piece of Xiangqi, but their numbers do not fit.
    """
    likeliest = seen.chances.argmax(axis=-1)
    unread = ((likeliest == _HIDDEN) | (likeliest == _UNKNOWN)).sum()
    letters = np.array([list(row) for row in _likelier(*seen.labellings)[0].letters])
    overruled = (np.array(list(_LETTERS))[seen.logs.argmax(axis=-1)] != letters).sum()
    unclear = (seen.chances.max(axis=-1) < _CLEAR).sum()
    return bool(unread <= _MOST_UNREAD and overruled <= _MOST_OVERRULED and unclear <= _MOST_UNCLEAR)


def sight(image: Image.Image, candidate: Candidate, check: Callable[[], None]) -> Sight:
    """Return the average of several views."""
    total = chances_of(candidate.points.classes)
    for view in _VIEWS[1:]:
        check()
        total = total + chances_of(looked_at(image, _beside(candidate.homography, *view)).points.classes)
    return Sight(candidate, total / len(_VIEWS))


def _beside(homography: Homography, right: float, down: float, scale: float) -> Homography:
    places = np.array([[0.0, 0], [8, 0], [8, 9], [0, 9]])
    middle = np.array([4, 4.5])
    return homography @ fitted(places, (places - middle) * scale + middle + [right, down])


def field_of(letters: tuple[str, ...], bottom: Side) -> str:
    """Return rows of letters as seen as the first field of a FEN."""
    rows = letters if bottom == "red" else tuple(row[::-1] for row in reversed(letters))
    field = "/".join(rows)
    for count in range(FILES, 0, -1):
        field = field.replace("." * count, str(count))
    return field


class _Choice(NamedTuple):
    """The chosen pieces.

    Attributes:
        letters: ten rows of nine letters as seen.
        bottom: the side at the bottom.
        sure: the probability that each letter is right, by row and column.
        faults: names of the reasons for doubt.
        turn: the side to move, if known.
    """

    letters: tuple[str, ...]
    bottom: Side
    sure: Floats
    faults: tuple[str, ...]
    turn: Side | None = None


def read(seen: Sight, margin: float, is_alone: bool, near: Board | None = None) -> Reading:
    """Return the reading.

    Args:
        seen: the view of the chosen lattice.
        margin: the lattice's lead in score over other lattices of the same board.
        is_alone: whether there is no other board in the picture.
        near: a position that is probably within a few moves of the one shown.
    """
    choice = _choice(seen, near)
    pieces = _pieces(seen, choice)
    is_placed = seen.candidate.score >= _SURE_BOARD and margin >= _MARGIN
    least = _SURE if is_placed else _SURE_UNPLACED
    doubtful = tuple(sorted(square for square, point in pieces.items() if point.probability < least))
    reason = _reason(seen, choice, is_placed, is_alone, bool(doubtful))
    return Reading(
        board=field_of(choice.letters, choice.bottom),
        bottom=choice.bottom,
        certain=reason is None,
        doubtful=doubtful,
        reason=reason,
        corners=corners_of(seen.candidate.homography),
        pieces=pieces,
        side_to_move=choice.turn,
    )


def cost(seen: Sight) -> float:
    """Return the cost of the likeliest pieces in nats; the lower, the clearer the signs are."""
    return min(labelling.cost for labelling in seen.labellings)


def _choice(seen: Sight, near: Board | None) -> _Choice:
    """Return the likeliest pieces, preferring positions near the known one if they are nearly as likely."""
    logs = seen.logs
    red, black = seen.labellings
    best, bottom = _likelier(red, black)
    if near is not None:
        sides: tuple[Side, Side] = ("red", "black")
        match, side = min((nearest(logs, near, side), side) for side in sides)
        if match.cost < best.cost + _NEARNESS:
            return _Choice(match.letters, side, _sure(seen, best, bottom, match.letters), (), match.turn)
    opening = _opening(logs, best)
    if opening is not None:
        return _Choice(opening[0], opening[1], _sure(seen, best, bottom, opening[0]), ())
    letters = "".join(best.letters)
    faults = {
        "counts": best.has_extra,
        "kings": letters.count("K") != 1 or letters.count("k") != 1,
        "places": bool(best.misplaced),
        "orientation": abs(red.cost - black.cost) < _SURE_SIDE,
    }
    names = tuple(name for name, is_fault in faults.items() if is_fault)
    completed = _completed(seen, best.letters, bottom)
    return _Choice(completed, bottom, _sure(seen, best, bottom, completed), names)


def _opening(logs: Floats, best: Labelling) -> tuple[tuple[str, ...], Side] | None:
    """Return the opening position, as seen, and the side at the bottom; None if the pieces stand otherwise.

    Soon after the start, the places of the pieces tell their kinds, even if two look exchanged. Points where
    the signs tell otherwise are doubtful.
    """
    coloured = colour_logs(logs)
    sides: tuple[Side, Side] = ("red", "black")
    match, side = min((nearest(coloured, Board(), side), side) for side in sides)
    return (match.letters, side) if match.cost < cost_of(coloured, best.letters) + _OPENING else None


def _completed(seen: Sight, letters: tuple[str, ...], bottom: Side) -> tuple[str, ...]:
    """Return the starting position if points are hidden and all others agree with it, or the given letters.

    A half-covered point often looks empty. So a point counts as hidden if that is probable enough to make it
    doubtful or, beside a hidden point, if there is any sign of it.
    """
    start = _START if bottom == "red" else tuple(row[::-1] for row in reversed(_START))
    is_hidden = seen.chances[..., _HIDDEN] > 1 - _SURE
    is_covered = seen.chances.argmax(axis=-1) == _HIDDEN
    if not is_covered.any() or is_hidden.mean() > _MOST_HIDDEN:
        return letters
    is_half_covered = (seen.chances[..., _HIDDEN] > _HALF_COVERED) & _beside_any(is_covered)
    is_start = np.array([list(row) for row in letters]) == np.array([list(row) for row in start])
    return start if (is_start | is_hidden | is_half_covered).all() else letters


def _beside_any(points: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which points are among the given ones or next to one, diagonally too."""
    rows, columns = points.shape
    padded = np.pad(points, 1)
    beside = [padded[down : down + rows, right : right + columns] for down in range(3) for right in range(3)]
    return np.asarray(np.logical_or.reduce(beside))


def _sure(seen: Sight, best: Labelling, bottom: Side, letters: tuple[str, ...]) -> Floats:
    """Return the probability that each letter is right, from the extra cost of the best alternative.

    Margins are logits: of the points with margin m, a share of 1 / (1 + exp(-m)) is right, as measured on fonts
    that were held out from training (docs/recognition.md).
    """
    is_chosen = np.array([list(row) for row in best.letters]) == np.array([list(row) for row in letters])
    ahead = margins(seen.logs, best.letters, bottom == "red")
    odd = seen.chances[..., _HIDDEN] + seen.chances[..., _UNKNOWN]
    return np.where(is_chosen, np.minimum(1 / (1 + np.exp(-ahead)), 1 - odd), 0.5)


def _likelier(red: Labelling, black: Labelling) -> tuple[Labelling, Side]:
    return (red, "red") if red.cost <= black.cost else (black, "black")


def _pieces(seen: Sight, choice: _Choice) -> dict[int, PointReading]:
    """Return each square's letter, its probability and the runner-up."""
    made = {}
    for row, line in enumerate(choice.letters):
        for column, letter in enumerate(line):
            chances = seen.chances[row, column]
            others = [index for index in _ORDER if CLASSES[index] != letter]
            runner_up = CLASSES[max(others, key=lambda index: float(chances[index]))]
            probability = float(choice.sure[row, column])
            made[square_at(row, column, choice.bottom)] = PointReading(letter, probability, runner_up)
    return made


def _reason(seen: Sight, choice: _Choice, is_placed: bool, is_alone: bool, has_doubt: bool) -> Message | None:
    """Return the first reason why a reading is not certain, or None if it is."""
    likeliest = seen.chances.argmax(axis=-1)
    faults = {
        "unsure_board": not is_placed,
        "several_boards": not is_alone,
        "unknown_pieces": (likeliest == _UNKNOWN).sum() > 2,
        "hidden": (likeliest == _HIDDEN).any(),
        **dict.fromkeys(choice.faults, True),
        "doubtful": has_doubt,
    }
    names = [name for name, is_fault in faults.items() if is_fault]
    return Message(f"recognition.{names[0]}") if names else None

"""Tests that boards with pieces turned to all sides are read, and that others are read as they are."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from xiangqi.errors import CancelledError
from xiangqi.recognition import turning
from xiangqi.recognition.network import CLASSES
from xiangqi.recognition.rectify import CELL, COLUMNS, ROWS


def board() -> NDArray[np.uint8]:
    made = np.zeros((ROWS * CELL, COLUMNS * CELL, 3), np.uint8)
    made[5 * CELL :: CELL, :, 1] = 90  # a line at the edge of some cells
    made[5 * CELL + 10, 4 * CELL + 4 : 4 * CELL + 28, 0] = 200  # a stroke beside the middle of one
    return made


def chances(likeliest: float, pieces: int = 32) -> NDArray[np.float64]:
    made = np.zeros((90, len(CLASSES)))
    made[:, 0] = 1
    made[:pieces] = (1 - likeliest) / (len(CLASSES) - 1)
    made[:pieces, CLASSES.index("R")] = likeliest
    return made.reshape(10, 9, len(CLASSES))


def never() -> None:
    raise AssertionError("nothing had to be read again")


def test_a_piece_is_turned_about_its_point_and_the_lines_between_points_are_not() -> None:
    seen = board()
    made = turning.turned(seen, np.pi / 2)
    stroke = np.argwhere(made[..., 0] > 100)
    assert set(stroke[:, 1]) == {4 * CELL + 31 - 10}, (
        "a line across stands upright, on the other side of the point"
    )
    assert stroke[:, 0].min() < 5 * CELL + 8
    assert (made[5 * CELL :: CELL, ::CELL] == seen[5 * CELL :: CELL, ::CELL]).all()


def test_four_quarters_are_a_whole_turn() -> None:
    made = seen = board()
    for _ in range(4):
        made = turning.turned(made, np.pi / 2)
    assert np.abs(made.astype(int) - seen).max() <= 4


@pytest.mark.parametrize("upright", [chances(0.95), chances(0.5, pieces=0)], ids=["clear", "empty"])
def test_clear_signs_are_not_read_again(upright: NDArray[np.float64]) -> None:
    assert turning.read_turned(board(), upright, never) is upright


def test_reading_at_all_angles_can_be_given_up() -> None:
    def given_up() -> None:
        raise CancelledError

    with pytest.raises(CancelledError):
        turning.read_turned(board(), chances(0.5), given_up)

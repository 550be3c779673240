"""Tests that pieces of one board help one another to be read, by their looks and the colours of their side."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from xiangqi.recognition.likeness import compared
from xiangqi.recognition.network import CLASSES
from xiangqi.recognition.rectify import CELL, COLUMNS, ROWS
from xiangqi.recognition.turning import turned

RED_FACE, BLACK_FACE = (240, 150, 110), (170, 205, 200)
PIECES = "RRNNCCPPrrnnccpp"
"""The pieces on a board, in the order of its points; each kind has a sign of its own, each side a colour."""


def board(pieces: str = PIECES) -> NDArray[np.uint8]:
    """Return a rectified board with a sign of random strokes for each kind, the same for both sides."""
    made = np.full((ROWS * CELL, COLUMNS * CELL, 3), 150, np.uint8)
    for index, letter in enumerate(pieces):
        row, column = divmod(index, COLUMNS - 2)
        cell = np.full((CELL, CELL, 3), RED_FACE if letter.isupper() else BLACK_FACE, np.uint8)
        strokes = np.random.default_rng(ord(letter.upper())).random((12, 12)) > 0.6
        cell[4:28, 4:28][np.kron(strokes, np.ones((2, 2))) > 0] = 40
        down, right = (row + 1) * CELL, (column + 1) * CELL
        made[down : down + CELL, right : right + CELL] = cell
    return made


def each_turned(seen: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a board with each piece turned to another side."""
    made, random = seen.copy(), np.random.default_rng(3)
    for index in range(len(PIECES)):
        row, column = divmod(index, COLUMNS - 2)
        place = np.s_[(row + 1) * CELL : (row + 2) * CELL, (column + 1) * CELL : (column + 2) * CELL]
        made[place] = turned(seen, random.uniform(0, 6))[place]
    return made


def chances(read: dict[int, dict[str, float]], pieces: str = PIECES) -> NDArray[np.float64]:
    """Return clear probabilities of the pieces, but those given by index for some."""
    made = np.zeros((ROWS - 2, COLUMNS - 2, len(CLASSES)))
    made[..., 0] = 1
    for index, letter in enumerate(pieces):
        point = made.reshape(-1, len(CLASSES))[index]
        point[:] = 0.0005
        for sign, share in read.get(index, {letter: 0.99}).items():
            point[CLASSES.index(sign)] = share
    return made


def likeliest(made: NDArray[np.float64], index: int) -> str:
    return CLASSES[int(made.reshape(-1, len(CLASSES))[index].argmax())]


def test_a_doubtful_piece_is_read_as_the_clear_one_that_looks_like_it() -> None:
    doubtful = chances({1: {"P": 0.55, "R": 0.4}})
    assert likeliest(doubtful, 1) == "P"
    made = compared(board(), doubtful)
    assert likeliest(made, 1) == "R"
    assert likeliest(compared(board(PIECES.replace("RR", "RP")), doubtful), 1) == "P"


def test_a_doubtful_piece_is_not_read_as_one_that_looks_otherwise() -> None:
    doubtful = chances({1: {"N": 0.5, "B": 0.45}})
    assert likeliest(compared(board(), doubtful), 1) == "B", "it is unlike both horses"


def test_pieces_that_stand_a_pixel_off_their_points_are_as_alike() -> None:
    seen = board()
    seen[CELL : 2 * CELL, 2 * CELL : 3 * CELL] = np.roll(
        seen[CELL : 2 * CELL, 2 * CELL : 3 * CELL], (1, -1), (0, 1)
    )
    assert likeliest(compared(seen, chances({1: {"P": 0.85, "R": 0.12}})), 1) == "R"


def test_looks_count_for_nothing_where_the_same_pieces_look_otherwise() -> None:
    made = compared(each_turned(board()), chances({1: {"P": 0.55, "R": 0.4}}))
    assert likeliest(made, 1) == "P"


@pytest.mark.parametrize("letter", "Nn")
def test_a_piece_is_read_as_of_the_side_whose_colours_it_has(letter: str) -> None:
    index, other = PIECES.index(letter), letter.swapcase()
    doubtful = chances({index: {other: 0.6, letter: 0.38}})
    assert likeliest(compared(each_turned(board()), doubtful), index) == letter


def test_colours_count_for_nothing_where_they_do_not_tell_the_sides() -> None:
    coloured = "".join(letter.swapcase() if index % 2 else letter for index, letter in enumerate(PIECES))
    before = chances({2: {"n": 0.6, "N": 0.38}})
    assert compared(each_turned(board(coloured)), before) == pytest.approx(before)


def test_how_likely_a_piece_stands_there_at_all_remains() -> None:
    before = chances({1: {"P": 0.4, "R": 0.3, ".": 0.2, "?": 0.1}})
    made = compared(board(), before)
    for sign in ".#?":
        assert (made[..., CLASSES.index(sign)] == before[..., CLASSES.index(sign)]).all()
    assert made.sum(axis=-1) == pytest.approx(before.sum(axis=-1))


def test_few_pieces_are_read_as_they_are() -> None:
    few = chances({1: {"P": 0.55, "R": 0.4}}, "RRkr")
    assert compared(board("RRkr"), few) is few

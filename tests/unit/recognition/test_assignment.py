"""Tests of reading all points together: numbers of pieces, reachable points, either side at the bottom."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from xiangqi.recognition.assignment import PIECES, _cheapest, assigned, margins

START = (
    "rnbakabnr", ".........", ".c.....c.", "p.p.p.p.p", ".........",
    ".........", "P.P.P.P.P", ".C.....C.", ".........", "RNBAKABNR",
)  # fmt: skip


def logs_of(rows: tuple[str, ...], doubts: dict[tuple[int, int], dict[str, float]]) -> NDArray[np.float64]:
    """Return log probabilities that are nearly certain, except on some points."""
    chances = np.full((10, 9, 15), 1e-4)
    for row, line in enumerate(rows):
        for column, letter in enumerate(line):
            for sign, chance in doubts.get((row, column), {letter: 0.99}).items():
                chances[row, column, ("." + PIECES).index(sign)] = chance
    return np.log(chances / chances.sum(axis=-1, keepdims=True))


def turned(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(row[::-1] for row in reversed(rows))


def test_what_is_clear_is_read_as_it_is_seen() -> None:
    made = assigned(logs_of(START, {}), red_at_bottom=True)
    assert made.letters == START
    assert not made.has_extra
    assert not made.misplaced


@pytest.mark.parametrize(
    ("place", "wrong", "right"),
    [
        ((0, 1), "k", "n"),  # there is one king
        ((0, 2), "r", "b"),  # and two chariots
        ((9, 3), "B", "A"),  # where no elephant can stand
        ((6, 4), "K", "P"),  # far from the palace
    ],
)
def test_a_piece_that_cannot_be_there_gives_way(place: tuple[int, int], wrong: str, right: str) -> None:
    logs = logs_of(START, {place: {wrong: 0.6, right: 0.35}})
    assert assigned(logs, red_at_bottom=True).letters == START


def test_pieces_beyond_a_set_are_read_where_they_are_clear() -> None:
    rows = (START[0], "....r....", *START[2:])
    made = assigned(logs_of(rows, {}), red_at_bottom=True)
    assert made.letters == rows
    assert made.has_extra


def test_a_piece_out_of_its_place_is_read_where_it_is_clear() -> None:
    rows = (*START[:4], "....B....", *START[5:9], "RN.AKABNR")
    made = assigned(logs_of(rows, {}), red_at_bottom=True)
    assert made.letters == rows
    assert made.misplaced == ((4, 4),)


def test_the_side_at_the_bottom_is_the_likelier_one() -> None:
    upright, over = logs_of(START, {}), logs_of(turned(START), {})
    assert assigned(upright, red_at_bottom=True).cost + 10 < assigned(upright, red_at_bottom=False).cost
    assert assigned(over, red_at_bottom=False).cost + 10 < assigned(over, red_at_bottom=True).cost


def test_the_cheapest_columns_are_found() -> None:
    random = np.random.default_rng(1)
    for _ in range(20):
        table = random.random((4, 6))
        best = min(
            sum(table[row, column] for row, column in enumerate(way)) for way in permutations(range(6), 4)
        )
        chosen = _cheapest(table)
        assert len(set(chosen.tolist())) == 4
        assert table[np.arange(4), chosen].sum() == pytest.approx(best)


@pytest.mark.parametrize("place", [(0, 3), (0, 4), (2, 1), (4, 4), (6, 2)])
def test_a_margin_is_what_something_else_would_cost(place: tuple[int, int]) -> None:
    doubts = {
        (0, 3): {"a": 0.5, "k": 0.4, ".": 0.1},
        (0, 4): {"k": 0.5, "a": 0.4, "b": 0.1},
        (2, 1): {"c": 0.8, "r": 0.2},
        (4, 4): {".": 0.7, "P": 0.3},
    }
    logs = logs_of(START, doubts)
    made = assigned(logs, red_at_bottom=True)
    forbidden = logs.copy()
    forbidden[(*place, ("." + PIECES).index(made.letters[place[0]][place[1]]))] = -1e4
    ahead = margins(logs, made.letters, red_at_bottom=True)
    assert ahead[place] == pytest.approx(assigned(forbidden, red_at_bottom=True).cost - made.cost)

"""Tests of the sequential test against simulated matches."""

from __future__ import annotations

import random

import pytest

from xiangqi.errors import XiangqiError
from xiangqi.match.sprt import Sprt, SprtState
from xiangqi.match.statistics import score_at


def pair(chance: random.Random, elo: float, draws: float) -> int:
    """Half points of two games from one opening, which favours one colour by a random amount."""
    bias = chance.gauss(0, 0.1)
    total = 0
    for sign in (1, -1):
        win = min(max(score_at(elo) + sign * bias - draws / 2, 0), 1 - draws)
        total += chance.choices((2, 1, 0), (win, draws, 1 - draws - win))[0]
    return total


def play(test: Sprt, chance: random.Random, elo: float, draws: float) -> tuple[SprtState, int]:
    counts = [0] * 5
    while test.verdict(counts) is SprtState.OPEN:
        for _ in range(5):  # looked at after every fifth pair, to save time
            counts[pair(chance, elo, draws)] += 1
    return test.verdict(counts), sum(counts)


@pytest.mark.parametrize("draws", [0.1, 0.5])
@pytest.mark.parametrize(("elo", "right"), [(0, SprtState.H0), (40, SprtState.H1)])
def test_risks_are_kept(elo: float, right: SprtState, draws: float) -> None:
    test, chance = Sprt(0, 40, 0.1, 0.1), random.Random(f"{elo} {draws}")
    matches = [play(test, chance, elo, draws) for _ in range(60)]
    assert sum(verdict is not right for verdict, _ in matches) <= 11  # 6 expected at most, 2 sigmas above


def test_a_clear_case_is_decided_sooner() -> None:
    test, chance = Sprt(0, 40), random.Random(3)
    clear = sum(play(test, chance, 150, 0.3)[1] for _ in range(10))
    close = sum(play(test, chance, 40, 0.3)[1] for _ in range(10))
    assert clear < close / 2


def test_ratio_is_that_of_the_normal_distribution_for_small_differences() -> None:
    counts = [40, 180, 520, 210, 50]
    total, mean = sum(counts), (180 * 0.25 + 520 * 0.5 + 210 * 0.75 + 50) / 1000
    variance = sum(count * (place / 4 - mean) ** 2 for place, count in enumerate(counts)) / total
    zero, one = score_at(0), score_at(5)
    expected = total * (one - zero) * (2 * mean - zero - one) / (2 * variance)
    assert Sprt(0, 5).ratio(counts) == pytest.approx(expected, rel=0.02)


def test_ratio_is_symmetric_and_adds_up() -> None:
    test, counts = Sprt(-10, 10), [3, 10, 40, 21, 8]
    assert test.ratio(counts) > 0
    assert test.ratio(counts[::-1]) == pytest.approx(-test.ratio(counts))
    assert test.ratio([2 * count for count in counts]) == pytest.approx(2 * test.ratio(counts))
    assert test.ratio([0] * 5) == 0


def test_one_sided_results_do_not_break_it() -> None:
    assert Sprt(0, 50).verdict([0, 0, 0, 0, 60]) is SprtState.H1
    assert Sprt(0, 50).verdict([60, 0, 0, 0, 0]) is SprtState.H0


def test_bounds_come_from_the_risks() -> None:
    assert Sprt(0, 5, 0.05, 0.05).bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    assert Sprt(0, 5, 0.01, 0.2).bounds == pytest.approx((-1.5994, 4.3820), abs=1e-4)


@pytest.mark.parametrize(
    "numbers", [(5, 5), (5, 0), (0, 5000), (float("-inf"), 0), (0, 5, 0, 0.05), (0, 5, 0.05, 0.5)]
)
def test_senseless_tests_are_refused(numbers: tuple[float, ...]) -> None:
    with pytest.raises(XiangqiError, match=r"hypotheses|risk"):
        Sprt(*numbers)

"""Score, Elo and intervals of a match."""

from __future__ import annotations

import math
import random

import pytest

from xiangqi.match.statistics import DRAW, LOSS, WIN, Tally, elo_of, estimate, score_at


def tally(*half_points: int) -> Tally:
    """Return the games in order, two to a pair."""
    result = Tally()
    for number, points in enumerate(half_points):
        result.add(number // 2, points)
    return result


def test_games_become_pairs_in_whatever_order_they_end() -> None:
    found = Tally()
    for pair, points in ((1, WIN), (0, LOSS), (2, DRAW), (1, WIN), (2, LOSS), (3, WIN)):
        found.add(pair, points)
    assert found.results == [2, 1, 3]
    assert found.pairs == [0, 1, 0, 0, 1]  # the games of pairs 0 and 3 still wait for their twins
    assert found.games == 6
    assert found.score == pytest.approx(3.5 / 6)


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (190.848501, 0.75), (-190.848501, 0.25), (400, 10 / 11)])
def test_elo_and_score(elo: float, score: float) -> None:
    assert score_at(elo) == pytest.approx(score)
    assert elo_of(score) == pytest.approx(elo, abs=1e-6)


def test_interval_without_pairs_is_that_of_single_games() -> None:
    found = Tally(results=[30, 40, 30])
    low, high = elo_of(0.5 - 1.959964 * math.sqrt(0.15 / 100)), elo_of(0.5 + 1.959964 * math.sqrt(0.15 / 100))
    assert (estimate(found).low, estimate(found).high) == pytest.approx((low, high))
    assert (estimate(found).elo, estimate(found).los) == (0, 0.5)


def test_unfair_openings_widen_no_interval() -> None:
    """Red wins every game but one: the engines are level, and the pairs know that well."""
    games = [WIN, LOSS] * 49 + [WIN, WIN]
    paired = estimate(tally(*games))
    single = estimate(Tally(results=[games.count(LOSS), 0, games.count(WIN)]))
    assert paired.elo == single.elo
    assert paired.high - paired.low < (single.high - single.low) / 3


def test_a_clean_sweep_has_a_finite_bound() -> None:
    found = estimate(tally(*[WIN] * 20))
    assert found.elo == found.high == math.inf
    assert 250 < found.low < 320
    assert found.los > 0.999
    lost = estimate(tally(*[LOSS] * 20))
    assert (lost.elo, lost.low, lost.high) == (-math.inf, -math.inf, pytest.approx(-found.low))


def test_nothing_is_known_without_games() -> None:
    found = estimate(Tally())
    assert (found.low, found.high, found.los) == (-math.inf, math.inf, 0.5)


def test_the_interval_holds_the_truth_nineteen_times_of_twenty() -> None:
    chance = random.Random(5)
    inside = 0
    for _ in range(400):
        games = chance.choices((LOSS, DRAW, WIN), (0.25, 0.35, 0.4), k=200)
        found = estimate(tally(*games))
        inside += found.low <= elo_of(0.575) <= found.high
    assert 0.92 < inside / 400 < 0.98

"""Tests of the statistics of claims against brute force and simulated players."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist

import numpy as np
import pytest

from xiangqi.insights.statistics import (
    NOTHING,
    Difference,
    Numbers,
    Sums,
    as_normal,
    between_games,
    difference,
    discoveries,
    largest_chance,
    prior_variance,
    shrunk,
    within_games,
)


def games(chance: np.random.Generator, count: int, rates: tuple[float, float]) -> Numbers:
    """Return a table of games whose moves are faults with two probabilities."""
    moves = chance.integers(5, 40, size=(count, 2))
    faults = chance.binomial(moves, rates)
    return np.column_stack([faults[:, 0], moves[:, 0], faults[:, 1], moves[:, 1]]).astype(float)


def test_the_ratio_within_games_is_that_of_mantel_and_haenszel() -> None:
    table = games(np.random.default_rng(1), 12, (0.2, 0.1))
    own = other = spread = 0.0
    for faults, moves, others, rest in table.tolist():
        own += faults * rest / (moves + rest)
        other += others * moves / (moves + rest)
        spread += moves * rest * (faults + others) / (moves + rest) ** 2
    found = within_games(table)
    assert found.ratio == pytest.approx(math.log(own / other))
    assert found.variance == pytest.approx(spread / (own * other))
    assert found.faults == table[:, 0].sum()


def test_the_ratio_between_games_is_that_of_the_rates() -> None:
    table = games(np.random.default_rng(2), 12, (0.2, 0.1))
    table[::2, :2] = table[1::2, 2:] = 0  # each game belongs to one part
    faults, moves, others, rest = table.sum(axis=0).tolist()
    found = between_games(table)
    assert found.ratio == pytest.approx(math.log(faults / moves / (others / rest)))
    assert found.variance == pytest.approx(1 / faults + 1 / others)


def test_sums_of_games_can_be_added_up_where_each_game_is_compared_with_itself() -> None:
    table = games(np.random.default_rng(3), 20, (0.2, 0.1))
    whole, parts = within_games(table), within_games(table[:7]) + within_games(table[7:])
    assert parts.ratio == pytest.approx(whole.ratio)
    assert parts.clustering == pytest.approx(whole.clustering)
    assert NOTHING + whole == whole


@pytest.mark.parametrize("sums", [within_games, between_games])
def test_clustering_is_one_for_independent_faults_and_more_for_those_that_come_together(
    sums: Callable[[Numbers], Sums],
) -> None:
    chance = np.random.default_rng(4)
    table = games(chance, 4000, (0.2, 0.1))
    assert sums(table).clustering == pytest.approx(1.0, abs=0.15)
    together = table.copy()
    together[:, 0] = np.where(chance.random(len(table)) < 0.3, table[:, 1], 0)
    assert sums(together).clustering > 2


def test_who_is_worse_everywhere_has_no_weakness() -> None:
    chance = np.random.default_rng(5)
    usual = within_games(games(chance, 3000, (0.08, 0.04)))
    worse, weak = games(chance, 3000, (0.24, 0.12)), games(chance, 3000, (0.16, 0.04))
    even = difference(within_games(worse), usual, len(worse))
    found = difference(within_games(weak), usual, len(weak))
    assert even is not None
    assert found is not None
    assert even.effect == pytest.approx(0, abs=0.1)
    assert found.effect == pytest.approx(math.log(2), abs=0.1)
    assert found.chance < 1e-6 < even.chance


@pytest.mark.parametrize(
    ("score", "freedom", "chance"),
    [(2.015, 5, 0.05), (-2.015, 5, 0.95), (3.232, 60, 0.001), (2.326, math.inf, 0.01)],
)
def test_chances_are_those_of_students_tables(score: float, freedom: float, chance: float) -> None:
    assert Difference(2 * score, 2.0, freedom).chance == pytest.approx(chance, rel=0.02)


def test_without_faults_in_a_part_nothing_is_said() -> None:
    table = games(np.random.default_rng(6), 10, (0.2, 0.1))
    none = table.copy()
    none[:, 0] = 0
    usual = within_games(table)
    assert difference(within_games(none), usual, 10) is None
    assert difference(usual, within_games(none), 10) is None
    assert difference(NOTHING, usual, 0) is None


def test_chances_are_even_where_there_is_nothing() -> None:
    chance = np.random.default_rng(7)
    usual = within_games(games(chance, 5000, (0.1, 0.05)))
    found = [difference(within_games(games(chance, 30, (0.1, 0.05))), usual, 30) for _ in range(400)]
    chances = sorted(one.chance for one in found if one is not None)
    assert len(chances) == 400
    for level in (0.05, 0.1, 0.5):
        below = sum(one < level for one in chances) / 400
        assert below <= level + 3 * math.sqrt(level * (1 - level) / 400)
    assert sum(one < 0.5 for one in chances) / 400 > 0.35


def by_definition(chances: list[float], rate: float) -> list[bool]:
    """Return the claims that survive, by the definition of Benjamini and Yekutieli."""
    rate /= sum(1 / place for place in range(1, len(chances) + 1))
    ranked = sorted(range(len(chances)), key=lambda place: chances[place])
    for length in range(len(chances), 0, -1):
        if chances[ranked[length - 1]] <= rate * length / len(chances):
            worst = chances[ranked[length - 1]]
            return [chance <= worst for chance in chances]
    return [False] * len(chances)


def test_discoveries_are_those_of_the_definition() -> None:
    random = np.random.default_rng(8)
    some = 0
    for _ in range(300):
        chances = (random.random(12) ** random.integers(1, 5)).tolist()
        found = discoveries(chances, 0.1)
        assert found == by_definition(chances, 0.1)
        some += any(found)
    assert 20 < some < 290
    assert discoveries([], 0.1) == []
    assert discoveries([0.048] * 4, 0.1) == [True] * 4
    assert discoveries([0.049] * 4, 0.1) == [False] * 4
    assert discoveries([largest_chance(4, 0.1), 1, 1, 1], 0.1) == [True, False, False, False]


def test_the_share_of_false_discoveries_is_kept() -> None:
    random, false, all_found = np.random.default_rng(9), [], 0
    normal = NormalDist()
    for _ in range(400):
        effects = np.where(np.arange(40) < 4, 3.5, 0.0) + random.standard_normal(40)
        found = discoveries([normal.cdf(-value) for value in effects.tolist()], 0.1)
        wrong, right = sum(found[4:]), sum(found[:4])
        false.append(wrong / max(1, wrong + right))
        all_found += right
    assert sum(false) / len(false) < 0.05
    assert all_found > 600


def test_the_prior_explains_the_effects() -> None:
    random = np.random.default_rng(10)
    errors = random.uniform(0.1, 0.4, 3000)
    effects = random.normal(0, np.sqrt(0.3**2 + errors**2))
    prior = prior_variance(effects, errors**2)
    assert math.sqrt(prior) == pytest.approx(0.3, abs=0.03)
    assert (effects**2 / (errors**2 + prior)).sum() == pytest.approx(3000)
    assert prior_variance(errors / 2, errors**2) == 0


def test_shrunk_effects_hold_as_often_as_they_say_and_are_nearer_than_unshrunk_ones() -> None:
    random = np.random.default_rng(11)
    true = random.normal(0, 0.3, 2000)
    errors = random.uniform(0.1, 0.5, 2000)
    effects = random.normal(true, errors)
    found = shrunk([Difference(*pair) for pair in zip(effects.tolist(), errors.tolist(), strict=True)])
    held = sum(one.low <= value <= one.high for one, value in zip(found, true.tolist(), strict=True))
    assert held / 2000 == pytest.approx(0.9, abs=0.03)
    means = np.array([one.mean for one in found])
    assert ((means - true) ** 2).sum() < 0.7 * ((effects - true) ** 2).sum()
    assert shrunk([]) == []


def test_a_chance_and_a_value_of_the_normal_distribution_are_the_same() -> None:
    for value in (-2.0, 0.0, 1.5, 4.0):
        assert as_normal(Difference(value, 1.0).chance) == pytest.approx(value, abs=1e-6)

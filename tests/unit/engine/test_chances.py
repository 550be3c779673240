"""Scores as chances of winning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangqi.engine.chances import SCALE_CP, outcome_chance, winning_chance


@given(st.integers(-40_000, 40_000))
def test_the_chances_of_both_sides_add_up(score: int) -> None:
    assert winning_chance(score) + winning_chance(-score) == pytest.approx(1.0)


@given(st.integers(-5_000, 5_000), st.integers(1, 100))
def test_a_higher_score_is_a_better_chance(score: int, more: int) -> None:
    assert winning_chance(score + more) > winning_chance(score)


def test_known_scores_have_their_chances() -> None:
    assert winning_chance(0) == 0.5
    assert winning_chance(SCALE_CP) == pytest.approx(0.731, abs=0.001)
    assert winning_chance(10**9) == pytest.approx(1.0)


def test_a_mate_is_certain() -> None:
    assert outcome_chance(None, 7) == 1.0
    assert outcome_chance(None, -1) == 0.0
    assert outcome_chance(None, 0) == 0.0
    assert outcome_chance(0, None) == 0.5

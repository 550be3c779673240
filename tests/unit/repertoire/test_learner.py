"""Test that a simulated forgetful learner knows a repertoire after a month of ten minutes a day."""

from __future__ import annotations

from benchmarks.repertoire import learn, repertoire_of


def test_a_learner_knows_nine_of_ten_positions_after_a_month() -> None:
    outcome = learn(cards=200, days=30, minutes=10, seconds=8, seed=1)
    assert (outcome.cards, outcome.shown) == (200, 200)
    assert outcome.answers <= 30 * 75
    assert outcome.known >= 0.9


def test_who_does_not_train_knows_nothing() -> None:
    assert learn(cards=40, days=30, minutes=0, seconds=8, seed=1).known == 0


def test_a_repertoire_is_what_masters_play() -> None:
    assert len(repertoire_of(40).answers) == 40

"""How time is shared out, and options that are refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangqi.board import Move
from xiangqi.engine.common.types import Limits
from xiangqi.engine.options import OPTIONS, checked_value
from xiangqi.engine.search.timeman import Budget, Pace, budget_of
from xiangqi.engine.worker import Engine


def test_no_limit_of_time_means_none() -> None:
    assert budget_of(Limits(depth=5)) == Budget(None, None)
    assert budget_of(Limits(infinite=True, movetime_ms=50)) == Budget(None, None)


@given(st.integers(5, 100_000))
def test_a_fixed_time_is_used_but_not_exceeded(milliseconds: int) -> None:
    budget = budget_of(Limits(movetime_ms=milliseconds))
    assert budget.hard_ms is not None
    assert milliseconds * 0.75 <= budget.hard_ms + 16 <= milliseconds + 16
    assert budget.soft_ms == budget.hard_ms


@given(st.integers(20, 10_000_000), st.integers(0, 60_000), st.none() | st.integers(1, 80))
def test_a_clock_is_never_overdrawn(left: int, increment: int, to_go: int | None) -> None:
    budget = budget_of(Limits(clock_ms=left, increment_ms=increment, moves_to_go=to_go))
    assert budget.soft_ms is not None
    assert budget.hard_ms is not None
    assert 0 < budget.soft_ms <= budget.hard_ms < left


def test_more_time_left_is_more_time_spent() -> None:
    short, long = (budget_of(Limits(clock_ms=left)) for left in (10_000, 60_000))
    assert short.hard_ms is not None
    assert long.hard_ms is not None
    assert short.hard_ms < long.hard_ms


ONE, OTHER = Move.from_iccs("h2e2"), Move.from_iccs("h0g2")


def pace(*depths: tuple[Move, int], effort: float = 0.5) -> float:
    judged = Pace()
    for move, score in depths:
        judged.note(move, score, effort)
    return judged.factor


def test_a_move_that_took_most_of_the_nodes_takes_less_time() -> None:
    easy, usual, contested = (pace((ONE, 30), (ONE, 30), effort=effort) for effort in (0.95, 0.5, 0.2))
    assert easy < usual < contested
    assert contested / easy == pytest.approx(1.18 / 0.73)


def test_a_clear_move_takes_less_time_and_a_new_one_more() -> None:
    clear = pace(*[(ONE, 30)] * 10)
    assert clear < 0.6 < 1 < pace((ONE, 30))
    assert pace(*[(ONE, 30)] * 10, (OTHER, 30)) == pace((ONE, 30))
    assert pace(*[(ONE, 30)] * 3) > pace(*[(ONE, 30)] * 5) > clear


def test_a_falling_score_takes_more_time_and_a_rising_one_does_not() -> None:
    even = pace((ONE, 30), (ONE, 30))
    assert pace((ONE, 30), (ONE, 0)) > even
    assert pace((ONE, 30), (ONE, -60)) > pace((ONE, 30), (ONE, 0))
    assert pace((ONE, 30), (ONE, 200)) == even
    assert pace((ONE, 30), (ONE, -30000)) < 3


@pytest.mark.parametrize(
    ("name", "value", "part"),
    [
        ("Hash", "0", "1 to 4096"),
        ("Hash", "much", "1 to 4096"),
        ("Rules", "chess", "wxf"),
        ("Ponder", "maybe", "true, false"),
        ("Hsah", "1", "unknown option"),
    ],
)
def test_options_are_refused_with_what_would_be_right(name: str, value: str, part: str) -> None:
    engine = Engine(hash_mb=1)
    with pytest.raises(ValueError, match=part):
        engine.set_option(name, value)


def test_every_default_is_a_value_the_option_takes() -> None:
    for option in OPTIONS:
        if option.type != "button":
            assert checked_value(option.name.upper(), option.default) == (option, option.default)

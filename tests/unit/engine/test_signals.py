"""Tests of a pondering search: its clock starts with the ponderhit, not at the end of an iteration."""

from __future__ import annotations

from xiangqi.engine.search.deepening import Signals


def test_the_clock_starts_with_the_hit_and_only_once() -> None:
    signals, starts = Signals(), []
    signals.expect_ponderhit(lambda: starts.append("started"))
    assert starts == []
    signals.hit()
    signals.hit()
    assert starts == ["started"]


def test_a_hit_that_comes_before_the_search_has_begun_counts() -> None:
    signals, starts = Signals(), []
    signals.hit()
    signals.expect_ponderhit(lambda: starts.append("started"))
    assert starts == ["started"]


def test_a_hit_after_the_search_or_from_an_earlier_one_starts_nothing() -> None:
    signals, starts = Signals(), []
    signals.hit()
    signals.clear()
    signals.expect_ponderhit(lambda: starts.append("started"))
    signals.expect_ponderhit(None)
    signals.hit()
    assert starts == []

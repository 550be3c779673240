"""Costly moves are counted under a cause, whatever the coach's finders name."""

from __future__ import annotations

import inspect
import re

from xiangqi.coach import tactics
from xiangqi.coach.facts import FactKind
from xiangqi.coach.notes import NO_CAUSES
from xiangqi.insights.causes import CAUSES, THEMES


def test_whatever_wins_material_is_counted_under_a_cause() -> None:
    named = re.findall(r"FactKind\.([A-Z_]+)", inspect.getsource(tactics))  # all that `wins` may yield
    assert len(named) > 20
    assert {FactKind[name] for name in named} - THEMES.keys() == set()


def test_what_explains_no_fault_is_no_cause() -> None:
    assert THEMES.keys() & set(NO_CAUSES) == set()
    assert set(THEMES.values()) <= set(CAUSES)

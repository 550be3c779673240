"""Every intent and every event in any order, with answers late, in part, twice and failed (Hypothesis).

``python -m tools.reliability.session_machine`` goes on for as long as one likes.
"""

from __future__ import annotations

import random

import pytest
from app_session import Session

from tools.reliability.session_machine import WITHOUT_RULE, rules_of_kinds, run
from tools.reliability.session_values import ValueMaker
from xiangqi.app.event import Event
from xiangqi.app.intent import Intent
from xiangqi.app.session import dispatch

KINDS = sorted(
    (kind for kind in dispatch.handled() if issubclass(kind, Intent | Event)),  # notices come from within
    key=lambda kind: (kind.__name__, kind.__module__),
)


def test_every_kind_of_input_has_a_rule_or_a_reason_for_none() -> None:
    known = {name.split("_of_")[0] for name in rules_of_kinds()} | set(WITHOUT_RULE)
    every = {*Intent.__subclasses__(), *Event.__subclasses__()}
    assert {kind.__name__ for kind in every if kind.__module__.startswith("xiangqi.")} == known
    assert set(KINDS) == {kind for kind in every if kind.__module__.startswith("xiangqi.")}
    assert len(rules_of_kinds()) + len(WITHOUT_RULE) == len(KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_of_input_can_be_made(kind: type[Intent | Event]) -> None:
    state = Session().state
    made = [ValueMaker(state, random.Random(seed)).message(kind) for seed in range(3)]
    assert all(type(message) is kind for message in made)


def test_no_order_of_inputs_breaks_a_session() -> None:
    run(examples=80, steps=50, seeded=True, shrinks=True)

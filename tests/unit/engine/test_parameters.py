"""The table of parameters and the list of slots: names, bounds, and that the documents show them."""

from __future__ import annotations

import pytest

from tools.engine_tables import DOCUMENT, tables_in
from xiangqi.core.constants import CORE_SIZE
from xiangqi.engine.common import layout, parameters
from xiangqi.engine.common.layout import ENGINE_SIZE, SLOTS, forget, new_engine_state
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine


def test_the_constant_of_a_parameter_is_its_slot() -> None:
    state = new_engine_state()
    for parameter in parameters.TABLE:
        slot = getattr(parameters, parameter.name.upper())
        assert state[slot] == parameter.value
        assert parameter.low <= parameter.value <= parameter.high
    assert len({parameter.name for parameter in parameters.TABLE}) == len(parameters.TABLE)


def test_slots_follow_one_another_and_bear_the_names_of_their_constants() -> None:
    end = CORE_SIZE
    for slots in SLOTS:
        assert end <= slots.start < end + 8  # rows begin on cache lines
        assert slots.start == getattr(layout, slots.name)
        end = slots.start + slots.length
    assert end == ENGINE_SIZE


def test_a_changed_parameter_changes_the_search_and_only_that_one() -> None:
    engine = Engine(hash_mb=1)
    usual = engine.search(Limits(depth=9))
    engine.set_parameters({"reduction_base": 0})
    other = engine.search(Limits(depth=9))
    engine.set_parameters({})
    again = engine.search(Limits(depth=9))
    assert usual.info is not None
    assert other.info is not None
    assert again.info is not None
    assert again.info.nodes == usual.info.nodes != other.info.nodes


def test_an_unknown_parameter_is_named() -> None:
    with pytest.raises(ValueError, match="no parameter magic; there are razor_base"):
        Engine(hash_mb=1).set_parameters({"magic": 1})


def test_what_was_learnt_is_forgotten() -> None:
    engine = Engine(hash_mb=1)
    state = engine._state
    engine.search(Limits(depth=9))
    learnt = [layout.HISTORY, layout.KILLERS, layout.COUNTERMOVES, layout.ANSWERS, layout.FOLLOW_UPS]
    lengths = {slots.start: slots.length for slots in SLOTS}
    assert all(state[start : start + lengths[start]].any() for start in learnt)
    forget(state)
    assert not any(state[start : start + lengths[start]].any() for start in learnt)


def test_the_document_shows_the_tables_as_they_are() -> None:
    assert tables_in(DOCUMENT.read_text(encoding="utf-8")) == DOCUMENT.read_text(encoding="utf-8")

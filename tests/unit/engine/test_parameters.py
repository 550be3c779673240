"""The table of parameters and the list of slots: names, bounds, and that the documents show them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tools.engine_tables import DOCUMENT, tables_in
from xiangqi.core.build.builder import kernel_sources
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


RELATIVE = re.compile(r"NODE_(?!STACK|SIZE|LIMIT)\w+|_PICKER_\w+|RECORD_(?!SIZE|BEFORE|AFTER|OTHER)\w+")
"""Names of slots that are counted from where a node, a picker or a record begins."""
BASES = {"node", "picker", "NODE_STACK"}


def misplaced(index: ast.expr) -> bool:
    """Return whether the index of a slot lacks the base that it is counted from, or has one without need."""
    names = {node.id for node in ast.walk(index) if isinstance(node, ast.Name)} - {"slots"}
    names |= {node.attr for node in ast.walk(index) if isinstance(node, ast.Attribute)}
    relative = {name for name in names if RELATIVE.fullmatch(name)}
    if not relative:
        return bool(names & BASES)
    return len(relative) > 1 or not ({name for name in names if name.islower()} | names & BASES)


def misplaced_in(source: str) -> list[str]:
    """Return the accesses to the state array by a wrong slot."""
    return [
        ast.unparse(node)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id == "state"
        and misplaced(node.slice)
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        "state[NODE_EVAL]",
        "state[slots.NODE_EVAL]",
        "state[node + NODES]",
        "state[node + slots.NODES]",
        "state[node]",
        "state[NODES + NODE_EVAL]",
    ],
)
def test_a_local_without_its_node_is_noticed(wrong: str) -> None:
    assert misplaced_in(f"x = {wrong} + state[node + NODE_EVAL]") == [wrong]


def test_locals_of_a_node_bear_its_prefix_and_are_never_taken_for_slots() -> None:
    assert all(RELATIVE.fullmatch(slots.name) for slots in layout.NODE_LOCALS)
    package = Path(layout.__file__).parents[2]
    for path in [*package.glob("engine/**/*.py"), *package.glob("core/**/*.py")]:
        assert not misplaced_in(path.read_text(encoding="utf-8")), path


def test_kernels_are_built_anew_after_a_change_of_slots_parameters_or_techniques() -> None:
    names = ("layout", "parameters", "techniques", "terms")
    assert {f"engine/common/{name}.py" for name in names} <= set(kernel_sources())


def test_a_changed_parameter_changes_the_search_and_only_that_one() -> None:
    engine = Engine(hash_mb=1)
    usual = engine.search(Limits(depth=9))
    engine.set_parameters({"lmr_base": 0})
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
    learnt = [layout.HISTORY, layout.KILLERS, layout.COUNTERMOVES, layout.CONTINUATION_1, layout.CONTINUATION_2]
    lengths = {slots.start: slots.length for slots in SLOTS}
    assert all(state[start : start + lengths[start]].any() for start in learnt)
    forget(state)
    assert not any(state[start : start + lengths[start]].any() for start in learnt)


def test_the_document_shows_the_tables_as_they_are() -> None:
    assert tables_in(DOCUMENT.read_text(encoding="utf-8")) == DOCUMENT.read_text(encoding="utf-8")

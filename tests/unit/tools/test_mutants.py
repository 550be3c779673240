"""Tests of the tool that plants changes: what it plants, and where it finds a change again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.mutants.__main__ import PLANTED
from tools.mutants.planting import KINDS, GoneError, choose, locate, planted
from tools.mutants.trying import Budget, mark

SOURCE = '''"""A module."""


def size(board: list[int], least: int = 3) -> int:
    """Return what is counted: 1 for each."""
    found = 0
    for piece in board:
        if piece < least:
            continue
        found += max(piece, 1)
    return found
'''


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "xiangqi").mkdir()
    (tmp_path / "xiangqi" / "sizes.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def test_each_kind_is_planted_and_found_again_where_the_module_has_gone(checkout: Path) -> None:
    seen = set()
    for seed in range(40):
        (mutant,) = choose(checkout, seed, 1)
        assert choose(checkout, seed, 1) == [mutant]
        assert mutant.kind == "comparison"  # the kinds come in turn
        seen.add(mutant.new)
    assert seen == {"piece <= least"}
    (mutant,) = choose(checkout, 1, 1)
    (checkout / "xiangqi" / "sizes.py").rename(checkout / "xiangqi" / "moved.py")
    path, change = locate(checkout, mutant)
    assert path.name == "moved.py"
    assert planted(path.read_bytes(), change).decode() == SOURCE.replace("piece < least", "piece <= least")
    path.write_text(SOURCE.replace("<", ">"), encoding="utf-8")
    with pytest.raises(GoneError, match="size has no 'piece < least'"):
        locate(checkout, mutant)


def test_the_sixty_that_are_kept_are_of_all_kinds() -> None:
    kept = [json.loads(line) for line in PLANTED.read_text(encoding="utf-8").splitlines()]
    assert [one["number"] for one in kept] == list(range(60))
    assert {one["kind"] for one in kept} == set(KINDS)
    assert len({(one["module"], one["function"]) for one in kept}) == 60


def test_a_marked_statement_notes_who_reaches_it(checkout: Path) -> None:
    mark(checkout, choose(checkout, 1, 1))
    marked = (checkout / "xiangqi" / "sizes.py").read_text(encoding="utf-8").splitlines()
    (line,) = (number for number, text in enumerate(marked) if ".reach(0)" in text)
    assert marked[line + 1].strip() == "if piece < least:"


def test_cheap_tests_are_tried_first_and_dear_ones_not_at_all() -> None:
    budget = Budget({"a": 3.0, "b": 1.0, "c": 2.0, "d": 90.0}, 10.0)
    assert budget.cut(["a", "b", "c", "d", "unknown"], frozenset("c")) == ["c", "b", "a"]

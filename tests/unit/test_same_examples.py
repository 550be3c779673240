"""What Hypothesis draws by a seed is the same in every run, whatever tests came before."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


def examples() -> list[object]:
    """Return what a test is given in every run."""
    seen: list[object] = []

    @settings(derandomize=True, database=None, max_examples=200)
    @given(st.lists(st.integers(0, 10_000)), st.text(max_size=9))
    def test(numbers: list[int], text: str) -> None:
        seen.append((numbers, text))

    test()
    return seen


def test_examples_do_not_depend_on_what_else_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would draw the numbers and texts in the files of all modules that are loaded when a test begins."""
    before = examples()
    (tmp_path / "more_numbers.py").write_text(f"NUMBERS = {[*range(1000, 2000)]}\nWORD = 'cannon'\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.import_module("more_numbers")
    after = examples()
    del sys.modules["more_numbers"]
    assert after == before
    assert len(before) == 200

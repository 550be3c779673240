"""Tests measure their own memory only."""

from __future__ import annotations

import tracemalloc

import pytest
from memory import traced_memory


def test_a_measurement_that_fails_ends() -> None:
    with pytest.raises(ValueError, match="on the way"), traced_memory():
        raise ValueError("on the way")
    assert not tracemalloc.is_tracing()

"""Measuring memory in tests."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def traced_memory() -> Iterator[None]:
    """Trace what is allocated from here on, for tracemalloc.get_traced_memory, and end that however it is left.

    What went on tracing would give a later test in the same process the peak of all tests in between.
    """
    tracemalloc.start()
    try:
        yield
    finally:
        tracemalloc.stop()

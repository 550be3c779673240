"""How kernels reach this process. The rules know `core.jit` alone, search and tables `dialect` besides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

taker: Callable[[Any, str, bool], Any] | None = None
"""Set before `core.jit` is imported, it is handed all kernels: the function, its signature, and whether it is
to be merged into callers. The foundry takes them in like this."""

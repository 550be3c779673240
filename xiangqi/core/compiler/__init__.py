"""The loading of kernels into this process.

The rules import only `core.jit`; search and tables import `dialect` as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Kernel = Callable[..., Any]

taker: Callable[[Kernel, str, bool], Kernel] | None = None
"""The builder sets this before `core.jit` is imported, and is then handed every kernel with its signature, and
whether it is to be merged into its callers."""

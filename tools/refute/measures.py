"""The values of pieces in the plain search, and its depth.

They have a module of their own because the kernels of the search take seconds to compile.
"""

from __future__ import annotations

from typing import Final

import numpy as np

VALUES: Final = np.array([0, 0, 200, 200, 430, 1000, 460, 110], dtype=np.int64)
"""By the number of the kind, from 1: a soldier counts 110, a chariot 1000, a king nothing."""

DEPTH: Final = 12
"""Plies, including the first move of the proof; the coach searches eight, with null moves up to thirteen."""

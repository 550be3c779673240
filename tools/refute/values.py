"""What pieces are worth to the plain search; apart from it, as its kernels take seconds to compile."""

from __future__ import annotations

from typing import Final

import numpy as np

VALUES: Final = np.array([0, 0, 200, 200, 430, 1000, 460, 110], dtype=np.int64)
"""By the number of the kind, from 1: a soldier counts 110, a chariot 1000, a king nothing."""

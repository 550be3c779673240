"""How many levels of opponents there are; what each may see is engine.common.levels."""

from __future__ import annotations

from typing import Final

FULL_STRENGTH: Final = 12
"""The highest level."""

FORMER_FULL_STRENGTH: Final = 10
"""The highest level in files that do not say how many there were."""

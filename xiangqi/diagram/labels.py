"""The labels of a board, the characters in its river, and the places of its corner ticks."""

from __future__ import annotations

from typing import Final

RED_LABELS: Final = "九八七六五四三二一"  # from file a to file i
BLACK_LABELS: Final = "123456789"
RED_DIGITS: Final = BLACK_LABELS[::-1]
FILE_LETTERS: Final = "abcdefghi"
RIVER: Final = ("楚", "河", "漢", "界")

RIVER_PLACES: Final = ((1, 0.1), (2, 0.3), (5, 0.7), (6, 0.9))
"""Places of the river's four characters: the column left of each, and its distance from there in cells."""

TICKS: Final = ((1, 2), (7, 2), (0, 3), (2, 3), (4, 3), (6, 3), (8, 3))
"""Files and ranks of one side's cannons and soldiers, whose starting points have corner ticks."""

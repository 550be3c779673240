"""The sounds of moves on the board."""

from __future__ import annotations

from xiangqi.app.effect import Sound
from xiangqi.app.session import positions
from xiangqi.line import Line


def move_sound(line: Line) -> Sound:
    """Return the sound of the last move of a line."""
    after = positions.snapshot(line)
    if after.check_square is not None:
        return Sound.CHECK
    return Sound.CAPTURE if after.captured else Sound.MOVE

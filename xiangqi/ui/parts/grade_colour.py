"""The colours of the grades of moves."""

from __future__ import annotations

from xiangqi.coach.grades import Grade
from xiangqi.ui.toolkit.roles import Colour, PanelColours


def grade_colour(palette: PanelColours, grade: Grade) -> Colour:
    """Return the colour of a grade, which must be an inaccuracy, a mistake or a blunder."""
    return {
        Grade.INACCURACY: palette.muted,
        Grade.MISTAKE: palette.warning,
        Grade.BLUNDER: palette.danger,
    }[grade]

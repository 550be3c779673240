"""The ladder of opponents: what each level may see, and how strong that makes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True)
class Level:
    """How a level is held back; None and 0 mean not at all.

    Attributes:
        depth: plies of search.
        nodes: nodes searched.
        blindness: how much is overlooked (engine.oversight), from 0; at 1 the hardest shots always are.
        noise_cp: how much moves are misjudged, the standard deviation.
    """

    depth: int | None = None
    nodes: int | None = None
    blindness: float = 0.0
    noise_cp: float = 0.0


FULL_STRENGTH: Final = 10

LEVELS: Final[dict[int, Level]] = {
    1: Level(depth=2, blindness=2.9, noise_cp=140),
    2: Level(depth=2, blindness=1.95, noise_cp=87),
    3: Level(depth=2, blindness=1.25, noise_cp=60),
    4: Level(depth=2, blindness=0.83, noise_cp=49),
    5: Level(depth=2, blindness=0.52, noise_cp=36),
    6: Level(depth=3, blindness=0.4, noise_cp=30),
    7: Level(nodes=260),
    8: Level(nodes=480),
    9: Level(nodes=1_100),
    FULL_STRENGTH: Level(),
}

RATINGS: Final[dict[int, int]] = {
    1: 800,
    2: 1090,
    3: 1350,
    4: 1610,
    5: 1800,
    6: 2060,
    7: 2330,
    8: 2520,
    9: 2850,
    FULL_STRENGTH: 3500,
}
"""Elo of each level on a scale of our own, level 1 having 800; the steps of docs/levels.md, rounded."""

_ATTENTION: Final = 0.6  # how far blindness and noise vary round the average
_PATIENCE: Final = 6.0  # how many times as many nodes, or as few, a player looks at


def level_for(rating: int, chance: float) -> int:
    """The level to play a move at, for a player of a rating between two levels: now the one, now the other.

    Args:
        rating: on the scale of RATINGS; beyond its ends the nearest level.
        chance: 0 to 1, a new one for each move.
    """
    for level in range(FULL_STRENGTH, 1, -1):
        low, high = RATINGS[level - 1], RATINGS[level]
        if rating >= low:
            return level if chance * (high - low) < rating - low else level - 1
    return 1


def on_the_day(level: Level, chance: float) -> Level:
    """A level as it is in one game: nobody always plays equally well.

    Args:
        level: as it is on average.
        chance: 0 to 1, a new one for each game; 0 is the best day.
    """
    side = 2 * chance - 1
    form = 1 + _ATTENTION * side
    return replace(
        level,
        nodes=None if level.nodes is None else round(level.nodes * _PATIENCE**-side),
        blindness=level.blindness * form,
        noise_cp=level.noise_cp * form,
    )

"""The ladder of opponents: how each level is weakened, and its rating."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.ladder import FULL_STRENGTH

Oversight = Callable[[Board, Move], float]
"""A function that returns the chance, 0 to 1, that a legal move on a board is overlooked."""


@dataclass(frozen=True)
class Level:
    """The ways in which a level is weakened; None and 0 mean not at all."""

    depth: int | None = None
    nodes: int | None = None
    blindness: float = 0.0  # how much is overlooked (engine.search.blunders); at 1 the hardest moves always are
    noise_cp: float = 0.0  # standard deviation of the errors in judging moves
    network: bool = False  # whether the network evaluates; the handcrafted terms do otherwise
    oversight: Oversight | None = None  # further moves that are overlooked


LEVELS: Final[dict[int, Level]] = {
    1: Level(depth=2, blindness=2.3, noise_cp=112),
    2: Level(depth=2, blindness=1.68, noise_cp=78),
    3: Level(depth=2, blindness=1.28, noise_cp=63),
    4: Level(depth=2, blindness=0.91, noise_cp=51),
    5: Level(depth=2, blindness=0.55, noise_cp=37),
    6: Level(depth=3, blindness=0.41, noise_cp=31),
    7: Level(nodes=150),
    8: Level(nodes=400),
    9: Level(nodes=1060),
    10: Level(nodes=1800),
    11: Level(nodes=3000),
    12: Level(nodes=1400, network=True),
    13: Level(nodes=2500, network=True),
    14: Level(nodes=4700, network=True),
    15: Level(nodes=9500, network=True),
    FULL_STRENGTH: Level(network=True),
}

RATINGS: Final[dict[int, int]] = {
    1: 800,
    2: 1020,
    3: 1265,
    4: 1460,
    5: 1650,
    6: 1870,
    7: 2015,
    8: 2225,
    9: 2470,
    10: 2685,
    11: 2900,
    12: 3110,
    13: 3325,
    14: 3490,
    15: 3720,
    FULL_STRENGTH: 3925,
}
"""The Elo rating of each level on the program's own scale, on which level 1 has 800 (docs/levels.md, rounded).
That of full strength is a lower bound, since it grows with the thinking time."""

_ATTENTION: Final = 0.2  # relative variation of blindness and noise from game to game
_PATIENCE: Final = 1.5  # factor of the nodes on the best day, divisor on the worst


def level_for(rating: int, chance: float) -> int:
    """Return the level at which to play one move: a random one of the two nearest to a rating.

    Args:
        rating: the rating on the scale of RATINGS, clamped to it.
        chance: a random number from 0 to 1, a new one for each move.
    """
    for level in range(FULL_STRENGTH, 1, -1):
        low, high = RATINGS[level - 1], RATINGS[level]
        if rating >= low:
            return level if chance * (high - low) < rating - low else level - 1
    return 1


def has_blind_spots(level: Level) -> bool:
    """Return whether a level overlooks or misjudges moves, instead of only searching less."""
    return bool(level.blindness or level.noise_cp or level.oversight)


def on_the_day(level: Level, chance: float) -> Level:
    """Return a level as it plays in one game, somewhat better or worse than on average.

    Args:
        level: the average level.
        chance: a random number from 0 to 1, drawn for each game; 0 is the best form.
    """
    side = 2 * chance - 1
    form = 1 + _ATTENTION * side
    return replace(
        level,
        nodes=None if level.nodes is None else round(level.nodes * _PATIENCE**-side),
        blindness=level.blindness * form,
        noise_cp=level.noise_cp * form,
    )

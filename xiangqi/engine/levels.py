"""The ladder of opponents: what each level may see."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """How a level is held back; None means not at all.

    Attributes:
        depth: plies of search.
        nodes: nodes searched.
        noise_cp: a move is chosen among those whose score, with a random error of about this size, is best.
    """

    depth: int | None = None
    nodes: int | None = None
    noise_cp: int = 0


FULL_STRENGTH = 10

LEVELS: dict[int, Level] = {
    1: Level(depth=1, noise_cp=260),
    2: Level(depth=1, noise_cp=120),
    3: Level(depth=2, noise_cp=80),
    4: Level(depth=3, noise_cp=50),
    5: Level(depth=4, noise_cp=25),
    6: Level(depth=5, noise_cp=10),
    7: Level(nodes=20_000),
    8: Level(nodes=80_000),
    9: Level(nodes=400_000),
    FULL_STRENGTH: Level(),
}

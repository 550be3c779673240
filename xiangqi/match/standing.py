"""The current standing of a match: all data of its report, updated game by game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from xiangqi.core.constants import BLACK, RED
from xiangqi.match.game import MovePace
from xiangqi.match.series import Finished
from xiangqi.match.statistics import Tally


@dataclass
class Standing:
    """The standing from the first engine's view."""

    tally: Tally = field(default_factory=Tally)
    ends: Counter[str] = field(default_factory=Counter)  # games by the reason they ended
    # of the first and the second engine
    paces: tuple[MovePace, MovePace] = field(default_factory=lambda: (MovePace(), MovePace()))
    # games that an engine lost because it failed as a program
    forfeits: list[Finished] = field(default_factory=list)

    def add(self, finished: Finished) -> None:
        """Count a game."""
        played = finished.played
        self.tally.add(finished.pairing.pair, finished.half_points)
        self.ends[played.reason] += 1
        sides = (RED, BLACK) if finished.pairing.first_is_red else (BLACK, RED)
        for pace, side in zip(self.paces, sides, strict=True):
            pace.join(played.paces[side])
        if played.is_forfeit:
            self.forfeits.append(finished)

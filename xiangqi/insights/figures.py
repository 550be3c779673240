"""Everything that is drawn of a player's games: over time, by phase, and by opening and side."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from xiangqi.core.constants import BLACK, RED
from xiangqi.insights.dimensions import HURRY_S
from xiangqi.insights.games import PlayedGame
from xiangqi.insights.moves import CountedMove
from xiangqi.insights.rates import Rates
from xiangqi.insights.trends import Month, PhaseTime, months, times


@dataclass(frozen=True)
class FamilyResults:
    """The results with a family of openings."""

    family: str  # its first code, of openings.FAMILIES; "" for games without a name
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """All games with a result."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True)
class Figures:
    """What is drawn of a player's games."""

    months: tuple[Month, ...] = ()  # in order
    times: tuple[PhaseTime, ...] = ()  # in the order of the phases; empty without clocks
    # by the player's side, the most frequent family first
    red: tuple[FamilyResults, ...] = ()
    black: tuple[FamilyResults, ...] = ()


def figures(moves: Sequence[CountedMove], games: Sequence[PlayedGame], rates: Rates) -> Figures:
    """Return what is drawn of some games and their counted moves."""
    red, black = (results_by_family(game for game in games if game.side == side) for side in (RED, BLACK))
    return Figures(months(moves, games, rates), times(moves, HURRY_S), red, black)


def results_by_family(games: Iterable[PlayedGame]) -> tuple[FamilyResults, ...]:
    """Return the results of some games by their openings, the most frequent first."""
    scores: dict[str, Counter[float]] = defaultdict(Counter)
    for game in games:
        if game.score is not None:
            scores[game.family][game.score] += 1
    found = (FamilyResults(family, some[1.0], some[0.5], some[0.0]) for family, some in scores.items())
    return tuple(sorted(found, key=lambda one: (-one.games, one.family)))

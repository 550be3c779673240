"""The figures drawn from a player's games: by month, by phase, and by opening and side."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from xiangqi.coach.summary import PHASES
from xiangqi.core.constants import BLACK, RED
from xiangqi.insights.games import PlayedGame
from xiangqi.insights.moves import COSTLY, CountedMove
from xiangqi.insights.rates import Rates
from xiangqi.insights.strength import Band, band, strength


@dataclass(frozen=True)
class Month:
    """The figures of one month's games."""

    month: str  # "YYYY-MM"
    games: int  # number of reviewed games
    costly: Band  # costly moves per game
    # the rating of levels that lose as much per move; None if there are too few games
    rating: Band | None


@dataclass(frozen=True)
class PhaseTime:
    """The time spent on moves in a phase."""

    phase: str  # one of coach.summary.PHASES
    moves: int  # the number of moves with known times
    median_s: float  # half of them took less


@dataclass(frozen=True)
class FamilyResults:
    """The results with one family of openings."""

    family: str  # first code of the family, one of openings.FAMILIES; "" for games without an opening
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """The number of games with a result."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True)
class Figures:
    """All figures drawn from a player's games."""

    months: tuple[Month, ...] = ()  # in order
    times: tuple[PhaseTime, ...] = ()  # in the order of the phases; empty without clocks
    # by the player's side, each with the most frequent family first
    red: tuple[FamilyResults, ...] = ()
    black: tuple[FamilyResults, ...] = ()


def figures(moves: Sequence[CountedMove], games: Sequence[PlayedGame], rates: Rates) -> Figures:
    """Return the figures for some games and their counted moves."""
    red, black = (results_by_family(game for game in games if game.side == side) for side in (RED, BLACK))
    return Figures(_months(moves, games, rates), _times(moves), red, black)


def _months(moves: Iterable[CountedMove], games: Iterable[PlayedGame], rates: Rates) -> tuple[Month, ...]:
    """Return the figures of each month with reviewed games; games without a month are left out."""
    months = {game.number: f"{game.year:04}-{game.month:02}" for game in games if game.year and game.month}
    found: dict[str, dict[int, list[CountedMove]]] = defaultdict(lambda: defaultdict(list))
    for move in moves:
        if move.game in months:
            found[months[move.game]][move.game].append(move)
    return tuple(_month(month, list(found[month].values()), rates) for month in sorted(found))


def _month(month: str, games: Sequence[Sequence[CountedMove]], rates: Rates) -> Month:
    costly = band([sum(move.loss > COSTLY for move in game) for game in games], 0.0)
    return Month(month, len(games), costly, strength(games, rates))


def _times(moves: Iterable[CountedMove]) -> tuple[PhaseTime, ...]:
    used: dict[str, list[float]] = defaultdict(list)
    for move in moves:
        if move.used_s is not None:
            used[move.phase].append(move.used_s)
    return tuple(PhaseTime(phase, len(used[phase]), median(used[phase])) for phase in PHASES if phase in used)


def results_by_family(games: Iterable[PlayedGame]) -> tuple[FamilyResults, ...]:
    """Return the results of some games by opening family, the most frequent first."""
    scores: dict[str, Counter[float]] = defaultdict(Counter)
    for game in games:
        if game.score is not None:
            scores[game.family][game.score] += 1
    found = (FamilyResults(family, some[1.0], some[0.5], some[0.0]) for family, some in scores.items())
    return tuple(sorted(found, key=lambda one: (-one.games, one.family)))

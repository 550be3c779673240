"""Everything that is drawn of a player's games: over time, by phase, and by opening and side."""

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
    """What a month's games come to."""

    month: str  # "YYYY-MM"
    games: int  # reviewed ones
    costly: Band  # costly moves by game
    # the rating of levels that lose as much by move; None where the games are too few
    rating: Band | None


@dataclass(frozen=True)
class PhaseTime:
    """What moves of a phase took."""

    phase: str  # one of coach.summary.PHASES
    moves: int  # whose time is known
    median_s: float  # half of them took less


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
    return Figures(_months(moves, games, rates), _times(moves), red, black)


def _months(moves: Iterable[CountedMove], games: Iterable[PlayedGame], rates: Rates) -> tuple[Month, ...]:
    """Return what each month's reviewed games come to; those without a month are left out."""
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
    """Return the results of some games by their openings, the most frequent first."""
    scores: dict[str, Counter[float]] = defaultdict(Counter)
    for game in games:
        if game.score is not None:
            scores[game.family][game.score] += 1
    found = (FamilyResults(family, some[1.0], some[0.5], some[0.0]) for family, some in scores.items())
    return tuple(sorted(found, key=lambda one: (-one.games, one.family)))

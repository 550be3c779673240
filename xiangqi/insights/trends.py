"""How a player's games change over time: the numbers that are drawn."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist, median
from typing import Final, TypeVar

from xiangqi.coach.summary import PHASES
from xiangqi.core.constants import BLACK, RED
from xiangqi.insights.games import PlayedGame
from xiangqi.insights.moves import COSTLY, CountedMove
from xiangqi.insights.rates import Rates
from xiangqi.insights.statistics import INTERVAL

K = TypeVar("K", bound=Hashable)

LEAST_GAMES: Final = 3
"""Fewer games of a month have no rating."""

_REACH: Final = NormalDist().inv_cdf((1 + INTERVAL) / 2)


@dataclass(frozen=True)
class Band:
    """A value with the bounds that hold with nine chances in ten."""

    value: float
    low: float
    high: float


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

    phase: str  # one of PHASES
    moves: int
    mean_s: float
    median_s: float
    hurried: int  # moves made with less than half a minute left


@dataclass(frozen=True)
class OpeningScore:
    """How a family of openings went."""

    side: int  # RED or BLACK, the player's
    family: str  # the first code of the family
    games: int
    score: Band | None  # points by game, 0.0 to 1.0; None without finished games
    faults: float | None  # by reviewed game, in all phases; None without reviewed games


def band(values: Sequence[float], lowest: float = -math.inf, highest: float = math.inf) -> Band:
    """Return the mean of some values, of which there is at least one, with its bounds.

    Fewer than two values have no bounds but the lowest and the highest possible.
    """
    mean = sum(values) / len(values)
    if len(values) < 2:
        return Band(mean, lowest, highest)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    reach = _REACH * math.sqrt(variance / len(values))
    return Band(mean, max(lowest, mean - reach), min(highest, mean + reach))


def months(moves: Iterable[CountedMove], games: Iterable[PlayedGame], rates: Rates) -> tuple[Month, ...]:
    """Return what each month's reviewed games come to, in order; games without a month are left out."""
    names = {game.number: f"{game.year:04}-{game.month:02}" for game in games if game.year and game.month}
    by_month: dict[str, list[list[CountedMove]]] = defaultdict(list)
    for number, played in _grouped(moves, lambda move: move.game).items():
        if number in names:
            by_month[names[number]].append(played)
    return tuple(_month(name, by_month[name], rates) for name in sorted(by_month))


def _month(name: str, games: Sequence[Sequence[CountedMove]], rates: Rates) -> Month:
    costly = band([sum(move.loss > COSTLY for move in game) for game in games], 0.0)
    return Month(name, len(games), costly, strength(games, rates))


def strength(games: Sequence[Sequence[CountedMove]], rates: Rates) -> Band | None:
    """Return the rating of levels that lose as much by move as a player did; None if the games are too few."""
    if len(games) < LEAST_GAMES:
        return None
    count = sum(map(len, games)) / len(games)
    loss = sum(move.loss for game in games for move in game) / (count * len(games))
    beyond = [sum(move.loss - loss for move in game) / count for game in games]
    around = band(beyond)
    return Band(*(rates.rating_of(max(0.0, loss + by)) for by in (0.0, around.high, around.low)))


def times(moves: Iterable[CountedMove], hurry_s: float) -> tuple[PhaseTime, ...]:
    """Return what the moves of each phase took, as far as it is known.

    Args:
        moves: of a player.
        hurry_s: seconds left on the clock below which a move is hurried.
    """
    timed = [move for move in moves if move.used_s is not None and move.left_s is not None]
    by_phase = _grouped(timed, lambda move: move.phase)
    return tuple(_phase_time(phase, by_phase[phase], hurry_s) for phase in PHASES if phase in by_phase)


def _phase_time(phase: str, moves: Sequence[CountedMove], hurry_s: float) -> PhaseTime:
    used = [move.used_s or 0.0 for move in moves]
    hurried = sum((move.left_s or 0.0) < hurry_s for move in moves)
    return PhaseTime(phase, len(moves), sum(used) / len(used), median(used), hurried)


def openings(games: Iterable[PlayedGame], moves: Iterable[CountedMove] = ()) -> tuple[OpeningScore, ...]:
    """Return how each family of openings went with either side, Red first and the most frequent first."""
    faults: dict[int, int] = defaultdict(int)
    for move in moves:
        faults[move.game] += move.is_fault
    known = [game for game in games if game.family]
    found = [
        _opening(side, family, each, faults)
        for (side, family), each in _grouped(known, lambda game: (game.side, game.family)).items()
    ]
    return tuple(sorted(found, key=lambda one: ((RED, BLACK).index(one.side), -one.games, one.family)))


def _opening(side: int, family: str, games: Sequence[PlayedGame], faults: Mapping[int, int]) -> OpeningScore:
    scores = [game.score for game in games if game.score is not None]
    counts = [faults[game.number] for game in games if game.number in faults]
    return OpeningScore(
        side,
        family,
        len(games),
        band(scores, 0.0, 1.0) if scores else None,
        sum(counts) / len(counts) if counts else None,
    )


T = TypeVar("T")


def _grouped(values: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    groups: dict[K, list[T]] = defaultdict(list)
    for value in values:
        groups[key(value)].append(value)
    return groups

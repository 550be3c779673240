"""What the numbers carry: claims about where a player has more faults than players of that rating have.

Every dimension is tested against the player's other moves and players of the same rating at once. What does not
survive the correction for many comparisons, or shrinks to nothing beside all other effects, is not said.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from xiangqi.i18n.message import Message
from xiangqi.insights.dimensions import APART, DIMENSIONS, Dimension, Kind, themes_of
from xiangqi.insights.moves import CountedMove
from xiangqi.insights.rates import Games, Rates
from xiangqi.insights.statistics import (
    Difference,
    Shrunk,
    as_normal,
    difference,
    discoveries,
    largest_chance,
    shrunk,
)

FALSE_RATE: Final = 0.1
"""The share of false claims among all that is accepted."""

LEAST_GAMES: Final = 5
"""Fewer games say nothing."""

USUAL_GAMES: Final = 30
"""So many games show a weakness that stands out."""

LEAST_FAULTS: Final = 5
"""Fewer faults in a dimension say nothing."""

LEAST_KNOWN: Final = 3
"""So many must the table's players have had."""

POSITIONS: Final = 5
"""The most positions that are shown for a claim."""

LEAST_MET: Final = 3
"""An opening met in fewer games says nothing."""

_REGULAR: Final = 0.8  # the clustering of losses in openings: what a game has lost it cannot lose again
_TEXTS: Final = {
    False: ("claim.text", "claim.text_of"),
    True: ("claim.losses", "claim.losses_of"),
}  # of the player's own, and of others; of faults, and of losses
_HINTS: Final = 3  # the most dimensions that are named as undecided
_LIKELY: Final = 0.1  # the chance below which an undecided dimension is worth naming
_PATIENCE: Final = 10  # times as many games that somebody may be asked for


@dataclass(frozen=True)
class Claim:
    """Something that the games say."""

    dimension: Dimension
    # how many times as many faults there are as was to be expected (of openings, how much is lost in the first
    # moves), shrunk, and bounds with nine chances in ten
    effect: float
    low: float
    high: float
    games: int  # in which it was met
    moves: int  # of the dimension; of a cause, those that had it
    positions: tuple[CountedMove, ...]  # the costliest moves, up to POSITIONS, each of another game if possible
    text: Message

    @property
    def themes(self) -> tuple[str, ...]:
        """Themes of exercises that practise it (exercises.pack); of a situation, those of its positions."""
        return self.dimension.themes or themes_of(move.cause for move in self.positions)


@dataclass(frozen=True)
class Undecided:
    """Something that may be so, and about how many games would show it."""

    dimension: Dimension
    games: int
    text: Message


@dataclass(frozen=True)
class Insights:
    """What the games of a player say."""

    games: int
    moves: int
    rating: int | None  # of the players that these moves are compared with; None without moves
    claims: tuple[Claim, ...]  # the surest first
    undecided: tuple[Undecided, ...]  # the likeliest first
    text: Message  # what is said where there are no claims, or above them


@dataclass(frozen=True)
class Tested:
    """A dimension with what the games say about it."""

    dimension: Dimension
    found: Difference


def claims(moves: Iterable[CountedMove], rates: Rates, rating: float | None = None, name: str = "") -> Insights:
    """Return what some moves say about the player who made them; equal moves give equal answers.

    Args:
        moves: of one player, in any order.
        rates: what levels lose where.
        rating: the player's, on the scale of RATINGS; by default that of players who lose as much by move.
        name: the player's in the texts; by default they speak to the player.
    """
    games = _games(moves)
    count = sum(map(len, games))
    if not count:
        return Insights(0, 0, None, (), (), Message("claim.no_moves"))
    loss = sum(move.loss for game in games for move in game) / count
    against = round(rates.rating_of(loss) if rating is None else rating)
    comparison = Comparison(games, rates, against)
    results = comparison.tested()
    survive = discoveries([result.found.chance for result in results], FALSE_RATE)
    effects = shrunk([result.found for result in results])
    order = sorted(range(len(results)), key=lambda place: (results[place].found.chance, place))
    proved = [place for place in order if survive[place] and effects[place].low > 0]
    by_key = {results[place].dimension.key: effects[place] for place in proved}
    said = [
        _claim(dimension, by_key[dimension.key], games, _Words(name, against))
        for dimension in comparison.untangled([results[place].dimension for place in proved])
    ]
    unsaid = [results[place] for place in order if place not in proved]
    undecided = tuple(_undecided(unsaid, len(games), len(results)))
    return Insights(len(games), count, against, tuple(said), undecided, _summary(len(games), count, len(said)))


def _games(moves: Iterable[CountedMove]) -> list[list[CountedMove]]:
    games: dict[int, list[CountedMove]] = defaultdict(list)
    for move in moves:
        games[move.game].append(move)
    return [sorted(games[number], key=lambda move: move.ply) for number in sorted(games)]


def _summary(games: int, moves: int, said: int) -> Message:
    if games < LEAST_GAMES:
        return Message("claim.too_few", count=games, wanted=USUAL_GAMES)
    return Message("claim.found" if said else "claim.nothing", games=games, moves=moves)


class Comparison:
    """The games of a player beside those of players of a rating."""

    def __init__(self, games: Sequence[Sequence[CountedMove]], rates: Rates, rating: float) -> None:
        self._games = Games(games)
        self._count = len(games)
        self._rates = rates
        self._rating = rating
        self._weights = self._games.weights(rates.cells(rating))

    def tested(self) -> list[Tested]:
        """Return all dimensions about which the games say anything."""
        if self._count < LEAST_GAMES:
            return []
        found = ((dimension, self.difference(dimension)) for dimension in DIMENSIONS)
        return [Tested(dimension, one) for dimension, one in found if one is not None]

    def difference(self, dimension: Dimension) -> Difference | None:
        """Return how much more of the faults fall in a dimension than usual; None where they are too few."""
        mine = self._games.sums(dimension, self._weights)
        usual = self._rates.usual(dimension, self._rating)
        if mine.faults < LEAST_FAULTS or usual.faults < LEAST_KNOWN:
            return None
        if dimension.kind is not Kind.LOSSES:
            return difference(mine, usual, self._count)
        met = {move.game for move in self._games.moves if dimension.test(move)}
        return difference(mine, usual, self._count, _REGULAR) if len(met) >= LEAST_MET else None

    def untangled(self, order: Sequence[Dimension]) -> list[Dimension]:
        """Return dimensions in order; of those that go together the one first that holds without the other."""
        together = [dimension for dimension in order if dimension.key in APART]
        if len(together) < 2:
            return list(order)
        apart = iter(sorted(together, key=self._chance_apart))
        return [next(apart) if dimension in together else dimension for dimension in order]

    def _chance_apart(self, dimension: Dimension) -> float:
        found = self.difference(APART[dimension.key])
        return 1.0 if found is None else found.chance


@dataclass(frozen=True)
class _Words:
    """What the texts of claims name."""

    name: str  # the player's, "" to speak to the player
    rating: int  # with which they are compared


def _claim(
    dimension: Dimension, effect: Shrunk, games: Iterable[Iterable[CountedMove]], words: _Words
) -> Claim:
    belonging = [move for game in games for move in game if dimension.test(move)]
    moves = _faults(belonging) if dimension.kind is Kind.CAUSE else belonging
    count = len({move.game for move in moves})
    mean, low, high = (math.exp(value) for value in (effect.mean, effect.low, effect.high))
    named: dict[str, str | int] = {"name": words.name} if words.name else {}
    own, of_another = _TEXTS[dimension.kind is Kind.LOSSES]
    text = Message(
        of_another if words.name else own,
        **named,
        where=dimension.name,
        times=f"{mean:.1f}",
        low=f"{low:.1f}",
        high=f"{high:.1f}",
        faults=len(_faults(moves)),
        games=count,
        rating=round(words.rating, -1),
    )
    return Claim(dimension, mean, low, high, count, len(moves), _costliest(moves), text)


def _faults(moves: Iterable[CountedMove]) -> list[CountedMove]:
    return [move for move in moves if move.is_fault]


def _costliest(moves: Sequence[CountedMove]) -> tuple[CountedMove, ...]:
    """Return the costliest moves, first one of each game."""
    ranked = sorted(_faults(moves), key=lambda move: (-move.loss, move.game, move.ply))
    first = {move.game: move for move in reversed(ranked)}
    chosen = [move for move in ranked if first[move.game] is move][:POSITIONS]
    chosen += [move for move in ranked if move not in chosen][: POSITIONS - len(chosen)]
    return tuple(chosen)


def _undecided(results: Sequence[Tested], games: int, comparisons: int) -> Iterable[Undecided]:
    """Yield what may be so, with the number of games that would show it if it went on like this."""
    wanted = as_normal(largest_chance(comparisons, FALSE_RATE))
    likely = [one for one in results if one.found.chance < _LIKELY][:_HINTS]
    for result in likely:
        needed = max(games + 1, math.ceil(games * (wanted / as_normal(result.found.chance)) ** 2))
        if needed <= _PATIENCE * games:
            text = Message("claim.undecided", where=result.dimension.name, games=needed)
            yield Undecided(result.dimension, needed, text)

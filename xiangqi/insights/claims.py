"""Claims about where a player makes more mistakes than other players of the same rating.

Each dimension is compared with the player's other moves and with players of the same rating. A difference
that does not survive the correction for multiple comparisons, or that shrinkage reduces to nothing, is not
claimed.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from xiangqi.i18n.message import Message
from xiangqi.insights.dimensions import APART, DIMENSIONS, Dimension, DivisionKind, themes_of
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
"""The accepted share of false claims among all claims."""

LEAST_GAMES: Final = 5
"""The fewest games from which anything is claimed."""

USUAL_GAMES: Final = 30
"""The number of games that usually reveals a marked weakness."""

LEAST_FAULTS: Final = 5
"""The fewest faults from which a dimension is tested."""

LEAST_KNOWN: Final = 3
"""The fewest faults that the reference players must have in a dimension."""

POSITIONS: Final = 5
"""The largest number of positions shown for a claim."""

LEAST_MET: Final = 3
"""The fewest games with an opening from which it is tested."""

_REGULAR: Final = (
    0.8  # the least clustering of losses in openings, since a game cannot lose the same chance twice
)
_TEXTS: Final = {
    False: ("claim.text", "claim.text_of"),
    True: ("claim.losses", "claim.losses_of"),
}  # by whether losses are compared: about the player's own games, and about those of others
_HINTS: Final = 3  # the largest number of dimensions listed as undecided
_LIKELY: Final = 0.1  # the p-value below which an undecided dimension is worth mentioning
_PATIENCE: Final = 10  # at most this many times the present number of games is asked for


@dataclass(frozen=True)
class Claim:
    """A weakness that the games support."""

    dimension: Dimension
    # the shrunk ratio of faults to the expected number (for openings, of losses), and its 90% interval
    effect: float
    low: float
    high: float
    games: int  # the number in which the dimension occurred
    moves: int  # in the dimension; for a cause, only the moves with that cause
    faults: int  # how many of these are faults
    positions: tuple[CountedMove, ...]  # the costliest moves, up to POSITIONS, from different games if possible
    text: Message

    @property
    def themes(self) -> tuple[str, ...]:
        """The themes of exercises (exercises.pack) that practise it; for a situation, its positions' themes."""
        return self.dimension.themes or themes_of(move.cause for move in self.positions)


@dataclass(frozen=True)
class Undecided:
    """A possible weakness, and roughly how many games would confirm it."""

    dimension: Dimension
    games: int
    text: Message


@dataclass(frozen=True)
class Insights:
    """The insights into one player's games."""

    games: int
    moves: int
    rating: int | None  # of the players compared with; None without moves
    claims: tuple[Claim, ...]  # the most certain first
    undecided: tuple[Undecided, ...]  # the most likely first
    text: Message  # shown above the claims, or instead of them


@dataclass(frozen=True)
class Tested:
    """A dimension and the difference found in it."""

    dimension: Dimension
    found: Difference


def claims(moves: Iterable[CountedMove], rates: Rates, rating: float | None = None, name: str = "") -> Insights:
    """Return the claims that some moves support about their player; the result is deterministic.

    Args:
        moves: moves of one player, in any order.
        rates: the levels' rates of faults.
        rating: the player's rating, on the scale of RATINGS; by default estimated from the average loss per
            move.
        name: the player's name for the texts; if empty, the texts address the player as "you".
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
    """A comparison of a player's games with those of players of a rating."""

    def __init__(self, games: Sequence[Sequence[CountedMove]], rates: Rates, rating: float) -> None:
        self._games = Games(games)
        self._count = len(games)
        self._rates = rates
        self._rating = rating
        self._weights = self._games.weights(rates.cells(rating))

    def tested(self) -> list[Tested]:
        """Return the dimensions in which the games allow a comparison, each with its result.

        Fewer than LEAST_GAMES games allow none.
        """
        if self._count < LEAST_GAMES:
            return []
        found = ((dimension, self.difference(dimension)) for dimension in DIMENSIONS)
        return [Tested(dimension, one) for dimension, one in found if one is not None]

    def difference(self, dimension: Dimension) -> Difference | None:
        """Return the excess of faults in a dimension, or None if there are too few to tell.

        There are too few if the player has fewer than LEAST_FAULTS, if the others have fewer than LEAST_KNOWN,
        or if an opening occurred in fewer than LEAST_MET games.
        """
        mine = self._games.sums(dimension, self._weights)
        usual = self._rates.usual(dimension, self._rating)
        if mine.faults < LEAST_FAULTS or usual.faults < LEAST_KNOWN:
            return None
        if dimension.kind is not DivisionKind.LOSSES:
            return difference(mine, usual, self._count)
        met = {move.game for move in self._games.moves if dimension.test(move)}
        return difference(mine, usual, self._count, _REGULAR) if len(met) >= LEAST_MET else None

    def untangled(self, order: Sequence[Dimension]) -> list[Dimension]:
        """Return the dimensions, with those in APART sorted by their own evidence within their places."""
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
    """The words that the texts of claims contain."""

    name: str  # the player's; "" to address the player
    rating: int  # of the players compared with


def _claim(
    dimension: Dimension, effect: Shrunk, games: Iterable[Iterable[CountedMove]], words: _Words
) -> Claim:
    belonging = [move for game in games for move in game if dimension.test(move)]
    moves = _faults(belonging) if dimension.kind is DivisionKind.CAUSE else belonging
    count = len({move.game for move in moves})
    faults = len(_faults(moves))
    mean, low, high = (math.exp(value) for value in (effect.mean, effect.low, effect.high))
    named: dict[str, str | int] = {"name": words.name} if words.name else {}
    own, of_another = _TEXTS[dimension.kind is DivisionKind.LOSSES]
    text = Message(
        of_another if words.name else own,
        **named,
        where=dimension.name,
        times=f"{mean:.1f}",
        low=f"{low:.1f}",
        high=f"{high:.1f}",
        faults=faults,
        games=count,
        rating=round(words.rating, -1),
    )
    return Claim(dimension, mean, low, high, count, len(moves), faults, _costliest(moves), text)


def _faults(moves: Iterable[CountedMove]) -> list[CountedMove]:
    return [move for move in moves if move.is_fault]


def _costliest(moves: Sequence[CountedMove]) -> tuple[CountedMove, ...]:
    """Return up to POSITIONS of the costliest moves, one from each game first."""
    ranked = sorted(_faults(moves), key=lambda move: (-move.loss, move.game, move.ply))
    first = {move.game: move for move in reversed(ranked)}
    chosen = [move for move in ranked if first[move.game] is move][:POSITIONS]
    chosen += [move for move in ranked if move not in chosen][: POSITIONS - len(chosen)]
    return tuple(chosen)


def _undecided(results: Sequence[Tested], games: int, comparisons: int) -> Iterable[Undecided]:
    """Yield possible weaknesses with the number of games that would confirm them if the trend continued."""
    wanted = as_normal(largest_chance(comparisons, FALSE_RATE))
    likely = [one for one in results if one.found.chance < _LIKELY][:_HINTS]
    for result in likely:
        needed = max(games + 1, math.ceil(games * (wanted / as_normal(result.found.chance)) ** 2))
        if needed <= _PATIENCE * games:
            text = Message("claim.undecided", where=result.dimension.name, games=needed)
            yield Undecided(result.dimension, needed, text)

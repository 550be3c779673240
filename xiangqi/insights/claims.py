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
from xiangqi.insights.dimensions import DIMENSIONS, Dimension, Kind, themes_of
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

_HINTS: Final = 3  # the most dimensions that are named as undecided
_LIKELY: Final = 0.1  # the chance below which an undecided dimension is worth naming
_PATIENCE: Final = 10  # times as many games that somebody may be asked for


@dataclass(frozen=True)
class Claim:
    """Something that the games say."""

    dimension: Dimension
    # how many times as many faults there are as was to be expected, shrunk, and bounds with nine chances in ten
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
    results = tested(games, rates, against)
    survive = discoveries([result.found.chance for result in results], FALSE_RATE)
    effects = shrunk([result.found for result in results])
    said, unsaid = list[Claim](), list[Tested]()
    order = sorted(range(len(results)), key=lambda place: (results[place].found.chance, place))
    for place in order:
        if survive[place] and effects[place].low > 0:
            said.append(_claim(results[place].dimension, effects[place], games, _Words(name, against)))
        else:
            unsaid.append(results[place])
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


def tested(games: Sequence[Sequence[CountedMove]], rates: Rates, rating: float) -> list[Tested]:
    """Return all dimensions about which some games say anything."""
    if len(games) < LEAST_GAMES:
        return []
    results, table = [], Games(games)
    weights = table.weights(rates.cells(rating))
    for dimension in DIMENSIONS:
        mine, usual = table.sums(dimension, weights), rates.usual(dimension, rating)
        if mine.faults < LEAST_FAULTS or usual.faults < LEAST_KNOWN:
            continue
        found = difference(mine, usual, len(games))
        if found is not None:
            results.append(Tested(dimension, found))
    return results


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
    text = Message(
        "claim.text_of" if words.name else "claim.text",
        **named,
        where=dimension.name,
        times=f"{mean:.1f}",
        low=f"{low:.1f}",
        high=f"{high:.1f}",
        faults=len(_faults(moves)),
        games=count,
        rating=words.rating,
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

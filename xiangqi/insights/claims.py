"""What the numbers carry: claims about where a player loses more than players of that rating do.

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
from xiangqi.insights.dimensions import DIMENSIONS, Dimension
from xiangqi.insights.moves import CountedMove
from xiangqi.insights.rates import Rates, by_game
from xiangqi.insights.statistics import (
    Difference,
    Shrunk,
    as_normal,
    difference,
    discoveries,
    shrunk,
    tail,
)

FALSE_RATE: Final = 0.1
"""The share of false claims among all that is accepted."""

LEAST_GAMES: Final = 5
"""Fewer games say nothing."""

USUAL_GAMES: Final = 30
"""So many games show a weakness that costs a tenth of a game."""

POSITIONS: Final = 5
"""The most positions that are shown for a claim."""

_LEAST_POSITION: Final = 0.03  # winning chance that a position to be shown has cost
_HINTS: Final = 3  # the most dimensions that are named as undecided
_LIKELY: Final = 0.1  # the chance below which an undecided dimension is worth naming
_PATIENCE: Final = 10  # times as many games that somebody may be asked for


@dataclass(frozen=True)
class Claim:
    """Something that the games say. Costs are in winning chance by game, beyond what was to be expected."""

    dimension: Dimension
    effect: float  # shrunk
    # with nine chances in ten
    low: float
    high: float
    games: int  # in which it was met
    moves: int  # of the dimension; of a cause, those that had it
    positions: tuple[CountedMove, ...]  # the costliest moves, up to POSITIONS, each of another game if possible
    text: Message


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
    chance: float  # of such an effect if there were none
    error: float  # the standard error of a normal distribution that gives that chance
    moves: tuple[CountedMove, ...]


def claims(moves: Iterable[CountedMove], rates: Rates, rating: float | None = None) -> Insights:
    """Return what some moves say about the player who made them; equal moves give equal answers.

    Args:
        moves: of one player, in any order.
        rates: what levels lose where.
        rating: the player's, on the scale of RATINGS; by default that of players who lose as much by move.
    """
    games = _games(moves)
    count = sum(map(len, games))
    if not count:
        return Insights(0, 0, None, (), (), Message("claim.no_moves"))
    loss = sum(move.loss for game in games for move in game) / count
    against = round(rates.rating_of(loss) if rating is None else rating)
    results = tested(games, rates, against)
    survive = discoveries([result.chance for result in results], FALSE_RATE)
    effects = shrunk([result.found.effect for result in results], [result.error for result in results])
    said, unsaid = list[Claim](), list[Tested]()
    order = sorted(range(len(results)), key=lambda place: (results[place].chance, place))
    for place in order:
        if survive[place] and effects[place].low > 0:
            said.append(_claim(results[place], effects[place], against))
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
    results = []
    for dimension in DIMENSIONS:
        found = difference(by_game(games, dimension), rates.usual(dimension, rating))
        if found is not None:
            chance = tail(found.effect / found.error, found.freedom)
            normal = as_normal(chance)
            error = found.effect / normal if found.effect * normal > 0 else found.error
            moves = tuple(move for game in games for move in game if dimension.test(move))
            results.append(Tested(dimension, found, chance, max(error, found.error), moves))
    return results


def _claim(result: Tested, effect: Shrunk, rating: int) -> Claim:
    games = len({move.game for move in result.moves})
    text = Message(
        "claim.text",
        where=result.dimension.name,
        cost=_percent(effect.mean),
        low=_percent(effect.low),
        high=_percent(effect.high),
        games=games,
        moves=len(result.moves),
        rating=rating,
    )
    positions = _costliest(result.moves)
    return Claim(
        result.dimension, effect.mean, effect.low, effect.high, games, len(result.moves), positions, text
    )


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f}"


def _costliest(moves: Sequence[CountedMove]) -> tuple[CountedMove, ...]:
    """Return the costliest moves, first one of each game."""
    ranked = sorted(
        (move for move in moves if move.loss >= _LEAST_POSITION),
        key=lambda move: (-move.loss, move.game, move.ply),
    )
    first = {move.game: move for move in reversed(ranked)}
    chosen = [move for move in ranked if first[move.game] is move][:POSITIONS]
    chosen += [move for move in ranked if move not in chosen][: POSITIONS - len(chosen)]
    return tuple(chosen)


def _undecided(results: Sequence[Tested], games: int, comparisons: int) -> Iterable[Undecided]:
    """Yield what may be so, with the number of games that would show it if it went on like this."""
    wanted = as_normal(FALSE_RATE / max(1, comparisons))
    likely = [result for result in results if result.chance < _LIKELY][:_HINTS]
    for result in likely:
        needed = max(games + 1, math.ceil(games * (wanted / as_normal(result.chance)) ** 2))
        if needed <= _PATIENCE * games:
            text = Message("claim.undecided", where=result.dimension.name, games=needed)
            yield Undecided(result.dimension, needed, text)

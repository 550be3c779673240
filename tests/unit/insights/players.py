"""Simulated players with random moves, with the usual rates of faults or with a weakness."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from xiangqi.board import START_FEN, Move
from xiangqi.coach.summary import PHASES
from xiangqi.core.constants import BLACK, CANNON, KNIGHT, PAWN, RED, ROOK
from xiangqi.insights.causes import EXCHANGE, HANGS, MATE, NONE, THREAT
from xiangqi.insights.moves import STANDINGS, CountedMove
from xiangqi.insights.rates import Rates, level_rates

FAULTY = 0.1
"""The probability that a move is a fault, apart from a weakness."""

Weakness = Callable[[CountedMove], float]
"""The factor by which a fault is likelier at a move."""

_OPENINGS = ("C00", "D00", "B30")
_CAUSES = (HANGS, EXCHANGE, THREAT, MATE, NONE)


def ordinary(_move: CountedMove) -> float:
    """Return the same factor for every move."""
    return 1.0


def game(chance: random.Random, number: int, weakness: Weakness = ordinary) -> list[CountedMove]:
    """Return the counted moves of a game of 40 moves, three of ten with less than half a minute left."""
    side = RED if number % 2 else BLACK
    opening = chance.choice(_OPENINGS)
    return [_move(chance, number, side, opening, index, weakness) for index in range(40)]


def _move(
    chance: random.Random, number: int, side: int, opening: str, index: int, weakness: Weakness
) -> CountedMove:
    cause = chance.choice(_CAUSES)
    far = chance.random() < 0.2
    drawn = CountedMove(
        number,
        2 * index + (1 if side == RED else 2),
        side,
        START_FEN,
        Move.from_iccs("h2e2"),
        Move.from_iccs("b2e2"),
        1.0,
        PHASES[0 if index < 10 else 1 if index < 25 else 2],
        chance.choice(STANDINGS),
        opening,
        chance.choice((ROOK, KNIGHT, CANNON, PAWN)),
        cause,
        chance.random() < 0.3 and cause != THREAT,
        0 if cause == NONE else CANNON if far else chance.choice((ROOK, KNIGHT, PAWN)),
        5 if far else 1,
        1,
        20.0 if chance.random() < 0.3 else 200.0,
        10.0,
    )
    is_fault = chance.random() < FAULTY * weakness(drawn)
    loss = round(chance.uniform(0.06, 0.4) if is_fault else chance.uniform(0, 0.04), 4)
    values = {name: getattr(drawn, name) for name in CountedMove.__slots__}
    values["loss"] = loss
    if not is_fault:
        values |= {"cause": NONE, "missed": False, "punisher": 0, "distance": 0, "targets": 0}
    return CountedMove(**values)


@lru_cache(maxsize=64)
def moves_of(seed: int, games: int = 30, weakness: Weakness = ordinary) -> list[CountedMove]:
    """Return the counted moves of a player."""
    chance = random.Random(seed)
    return [move for number in range(1, games + 1) for move in game(chance, number, weakness)]


def rates_of(games: Sequence[Sequence[CountedMove]]) -> Rates:
    """Return a table in which levels 5 and 6 play like this."""
    found = level_rates(games)
    return Rates({5: found, 6: found})


@cache
def usual_rates() -> Rates:
    """Return the table of players without a weakness."""
    chance = random.Random(77)
    return rates_of([game(chance, number) for number in range(1, 1201)])

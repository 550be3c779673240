"""What pieces are worth to each other, from their numbers alone; endings that cannot be won."""

from __future__ import annotations

from xiangqi.core.constants import ADVISOR, BISHOP, CANNON, COUNTS, KNIGHT, PAWN, RED, ROOK
from xiangqi.core.jit import kernel
from xiangqi.core.position import State
from xiangqi.core.values import BLACK_COUNTS, COUNT_BITS
from xiangqi.engine.layout import TERM_WEIGHTS
from xiangqi.engine.terms import (
    CANNON_PAIR,
    CANNONS_BY_GUARDS,
    CANNONS_BY_PIECES,
    CHARIOT_PAIR,
    HORSE_AND_CANNON,
    HORSE_PAIR,
    HORSES_BY_PIECES,
    MISSING_GUARDS,
    ONLY_CHARIOT,
)


@kernel("int64(int64, int64)", inline=True)
def _count(counts: int, kind: int) -> int:
    """How many pieces of a kind one side has, of its half of COUNTS."""
    return counts >> COUNT_BITS * kind & 15


@kernel("int64(int64)", inline=True)
def _all(counts: int) -> int:
    """All pieces of a side but the king."""
    return (
        _count(counts, ADVISOR)
        + _count(counts, BISHOP)
        + _count(counts, KNIGHT)
        + _count(counts, ROOK)
        + _count(counts, CANNON)
        + _count(counts, PAWN)
    )


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _side_imbalance(state: State, own: int, enemy: int) -> int:
    """Packed score of one side's numbers against the other's."""
    chariots = _count(own, ROOK)
    cannons = _count(own, CANNON)
    horses = _count(own, KNIGHT)
    pawns = _count(own, PAWN)
    missing_advisors = 2 - _count(enemy, ADVISOR)
    missing_elephants = 2 - _count(enemy, BISHOP)
    pieces = _all(own) + _all(enemy)
    guards = TERM_WEIGHTS + MISSING_GUARDS
    score = (
        chariots * (missing_advisors * state[guards] + missing_elephants * state[guards + 1])
        + cannons * (missing_advisors * state[guards + 2] + missing_elephants * state[guards + 3])
        + horses * (missing_advisors * state[guards + 4] + missing_elephants * state[guards + 5])
        + pawns * (missing_advisors * state[guards + 6] + missing_elephants * state[guards + 7])
        + cannons * (_count(own, ADVISOR) + _count(own, BISHOP)) * state[TERM_WEIGHTS + CANNONS_BY_GUARDS]
        + cannons * pieces * state[TERM_WEIGHTS + CANNONS_BY_PIECES]
        + horses * pieces * state[TERM_WEIGHTS + HORSES_BY_PIECES]
    )
    if chariots >= 2:
        score += state[TERM_WEIGHTS + CHARIOT_PAIR]
    if cannons >= 2:
        score += state[TERM_WEIGHTS + CANNON_PAIR]
    if horses >= 2:
        score += state[TERM_WEIGHTS + HORSE_PAIR]
    if horses and cannons:
        score += state[TERM_WEIGHTS + HORSE_AND_CANNON]
    if chariots and _count(enemy, ROOK) == 0:
        score += state[TERM_WEIGHTS + ONLY_CHARIOT]
    return score


@kernel("int64(int64[::1])", inline=True)
def imbalance(state: State) -> int:
    """Packed score of Red's numbers less Black's."""
    red = state[COUNTS]
    black = red >> BLACK_COUNTS
    return _side_imbalance(state, red, black) - _side_imbalance(state, black, red)


@kernel("int64(int64[::1], int64)", inline=True)
def winning_chance(state: State, side: int) -> int:
    """How much of an advantage of `side` its attackers can turn into a win: 0 (nothing) to 16 (all).

    A side without attackers cannot win. Against a side that has none of its own, what the last attackers
    achieve depends on the guards: a chariot does not break two advisors with two elephants, a lone horse or
    cannon rarely beats two guards, a lone pawn hardly any.
    """
    own = state[COUNTS] if side == RED else state[COUNTS] >> BLACK_COUNTS
    enemy = state[COUNTS] >> BLACK_COUNTS if side == RED else state[COUNTS]
    chariots = _count(own, ROOK)
    minors = _count(own, KNIGHT) + _count(own, CANNON)
    pawns = _count(own, PAWN)
    if chariots + minors + pawns == 0:
        return 0
    if (
        chariots + minors + pawns > 2
        or _count(enemy, ROOK) + _count(enemy, KNIGHT) + _count(enemy, CANNON) != 0
    ):
        return 16
    guards = _count(enemy, ADVISOR) + _count(enemy, BISHOP)
    if chariots != 0:
        return 3 if guards == 4 and minors + pawns == 0 else 16
    if minors == 0:
        return 16 >> min(guards, 4) if pawns == 1 else 16 - 3 * guards
    if minors == 1 and pawns == 0:
        lone_cannon = _count(own, CANNON) == 1 and _count(own, ADVISOR) + _count(own, BISHOP) == 0
        return 2 if lone_cannon or guards >= 2 else 8
    return 16

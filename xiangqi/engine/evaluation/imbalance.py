"""Material imbalance, and the winning chances of an advantage in the endgame, from the numbers of pieces."""

from __future__ import annotations

from typing import Final

from xiangqi.core.constants import ADVISOR, BISHOP, CANNON, COUNTS, KNIGHT, PAWN, RED, ROOK
from xiangqi.core.jit import kernel
from xiangqi.core.position import State
from xiangqi.core.values import BLACK_COUNTS, COUNT_BITS
from xiangqi.engine.common import terms as term
from xiangqi.engine.common.layout import TERM_WEIGHTS

_WON: Final = 40  # sixteenths: a small advantage that is known to win


@kernel("int64(int64, int64)", inline=True)
def _count(counts: int, kind: int) -> int:
    """Return the number of pieces of a kind in one side's half of COUNTS."""
    return counts >> COUNT_BITS * kind & 15


@kernel("int64(int64)", inline=True)
def _all(counts: int) -> int:
    """Return the number of all pieces of a side except the king."""
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
    """Return the packed imbalance score of one side."""
    rooks = _count(own, ROOK)
    cannons = _count(own, CANNON)
    knights = _count(own, KNIGHT)
    pawns = _count(own, PAWN)
    missing_advisors = 2 - _count(enemy, ADVISOR)
    missing_bishops = 2 - _count(enemy, BISHOP)
    pieces = _all(own) + _all(enemy)
    guards = TERM_WEIGHTS + term.MISSING_GUARDS
    score = (
        rooks * (missing_advisors * state[guards] + missing_bishops * state[guards + 1])
        + cannons * (missing_advisors * state[guards + 2] + missing_bishops * state[guards + 3])
        + knights * (missing_advisors * state[guards + 4] + missing_bishops * state[guards + 5])
        + pawns * (missing_advisors * state[guards + 6] + missing_bishops * state[guards + 7])
        + cannons * (_count(own, ADVISOR) + _count(own, BISHOP)) * state[TERM_WEIGHTS + term.CANNONS_BY_GUARDS]
        + cannons * pieces * state[TERM_WEIGHTS + term.CANNONS_BY_PIECES]
        + knights * pieces * state[TERM_WEIGHTS + term.KNIGHTS_BY_PIECES]
    )
    if rooks >= 2:
        score += state[TERM_WEIGHTS + term.ROOK_PAIR]
    if cannons >= 2:
        score += state[TERM_WEIGHTS + term.CANNON_PAIR]
    if knights >= 2:
        score += state[TERM_WEIGHTS + term.KNIGHT_PAIR]
    if knights and cannons:
        score += state[TERM_WEIGHTS + term.KNIGHT_AND_CANNON]
    if rooks and _count(enemy, ROOK) == 0:
        score += state[TERM_WEIGHTS + term.ONLY_ROOK]
    return score


@kernel("int64(int64[::1])", inline=True)
def imbalance(state: State) -> int:
    """Return the packed imbalance score of Red minus that of Black."""
    red = state[COUNTS]
    black = red >> BLACK_COUNTS
    return _side_imbalance(state, red, black) - _side_imbalance(state, black, red)


@kernel("int64(int64[::1], int64)", inline=True)
def winning_chance(state: State, side: int) -> int:
    """Return the factor of an advantage of `side`, in sixteenths: 0 if it cannot win, _WON if it is known to.

    A side without attackers cannot win. Against a side without rook, knight or cannon, a few attackers depend
    on its guards: a rook does not beat two advisors with two bishops, two cannons do so with an advisor or two
    bishops of their own as screens, a lone knight or cannon rarely beats two guards, a lone pawn hardly any.
    Without pawns a knight beats one advisor, and with another knight or a cannon all four guards.
    """
    own = state[COUNTS] if side == RED else state[COUNTS] >> BLACK_COUNTS
    enemy = state[COUNTS] >> BLACK_COUNTS if side == RED else state[COUNTS]
    rooks = _count(own, ROOK)
    knights = _count(own, KNIGHT)
    cannons = _count(own, CANNON)
    pawns = _count(own, PAWN)
    attackers = rooks + knights + cannons + pawns
    if attackers == 0:
        return 0
    if attackers > 2 or _count(enemy, ROOK) + _count(enemy, KNIGHT) + _count(enemy, CANNON) != 0:
        return 16
    bishops = _count(enemy, BISHOP)
    guards = _count(enemy, ADVISOR) + bishops
    if rooks != 0:
        return 3 if guards == 4 and attackers == 1 else 16
    won = _WON if _count(enemy, PAWN) == 0 else 16
    if cannons == attackers:
        own_guards = _count(own, ADVISOR) + _count(own, BISHOP)
        if cannons == 1:
            return 2 if guards >= 2 or own_guards == 0 else 8
        if guards < 4:
            return 16
        return won if _count(own, ADVISOR) != 0 or _count(own, BISHOP) == 2 else 3
    if pawns == attackers:
        if pawns == 2:
            return 16 - 3 * guards
        return won if guards == 0 else 16 >> guards
    if attackers == 2:
        return won if pawns == 0 or guards <= 2 else 16
    return 2 if guards >= 2 else (8 if bishops else won)

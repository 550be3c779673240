"""The bands of search scores, from the view of the side to move.

    |score| <= TABLE_BOUND           an ordinary evaluation
    TABLE_WIN - ply                  a capture leads to a position that endgame tables call won
    REPETITION_LOSS - ply            the line ends in a repetition that the rules forbid
    MATE - ply                       mate or stalemate `ply` plies from the root
    FORBIDDEN - ply                  the same repetition, once it wins at the root

A verdict on repetition depends on the path and not on the position, so its bands lie apart and never enter the
transposition table. Once a forbidden repetition wins at the root it counts as worse than to be mated, as if it
could not be played: then nobody puts the mate off by it, and the mate is found.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.jit import kernel

TABLE_BOUND: Final = 19000
TABLE_WIN: Final = 20000  # at the root less the plies to the next capture, in the tree less those from the root
INFINITY: Final = 32000
MATE: Final = 31000
MATE_BOUND: Final = 30500  # beyond this: mate in so many plies
REPETITION_LOSS: Final = 30000
REPETITION_BOUND: Final = 29500  # beyond this and not a mate: lost or won by repetition
FORBIDDEN: Final = 31900
FORBIDDEN_BOUND: Final = 31500


@kernel("int64(int64, int64)", inline=True)
def value_to_tt(score: int, ply: int) -> int:
    """Distance to mate or table counted from the node instead of the root, for the transposition table."""
    if score > TABLE_BOUND:
        return score + ply
    if score < -TABLE_BOUND:
        return score - ply
    return score


@kernel("int64(int64, int64)", inline=True)
def value_from_tt(score: int, ply: int) -> int:
    """Distance to mate or table counted from the root again."""
    if score > TABLE_BOUND:
        return score - ply
    if score < -TABLE_BOUND:
        return score + ply
    return score


def reported_score(score: int) -> int:
    """A score of the search as it is reported outside: that of a forbidden repetition below mates."""
    if abs(score) <= FORBIDDEN_BOUND:
        return score
    return score - FORBIDDEN + REPETITION_LOSS if score > 0 else score + FORBIDDEN - REPETITION_LOSS


def mate_in(score: int) -> int | None:
    """Moves to mate for a score beyond MATE_BOUND (negative: the side to move is mated), else None."""
    if abs(score) <= MATE_BOUND:
        return None
    plies = MATE - abs(score)
    return (plies + 1) // 2 if score > 0 else -((plies + 1) // 2)


def one_ply_later(score: int) -> int:
    """The score of a position as it counts one ply before: mates are a ply further away."""
    if abs(score) <= MATE_BOUND:
        return score
    return score - 1 if score > 0 else score + 1

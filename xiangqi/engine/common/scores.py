"""The bands of search scores, from the view of the side to move.

    |score| <= TABLE_BOUND           an ordinary evaluation
    TABLE_WIN - ply                  a capture leads to a win by the endgame tables
    REPETITION_LOSS - ply            the line ends in a forbidden repetition
    MATE - ply                       mate or stalemate `ply` plies from the root
    FORBIDDEN - ply                  a forbidden repetition, once that wins at the root

A verdict on a repetition depends on the path, so that its bands are kept out of the transposition table. Once a
forbidden repetition wins at the root, it scores worse than mate: the loser cannot delay the mate by it, and the
search finds the mate.
"""

from __future__ import annotations

from typing import Final

from xiangqi.core.jit import kernel

TABLE_BOUND: Final = 19000
TABLE_WIN: Final = 20000  # at the root less the plies to the next capture, in the tree less those from the root
INFINITY: Final = 32000
MATE: Final = 31000
MATE_BOUND: Final = 30500  # beyond this: mate
REPETITION_LOSS: Final = 30000
REPETITION_BOUND: Final = 29500  # beyond this, up to MATE_BOUND: lost or won by repetition
FORBIDDEN: Final = 31900
FORBIDDEN_BOUND: Final = 31500


@kernel("int64(int64, int64)", inline=True)
def value_to_tt(score: int, ply: int) -> int:
    """Return a score for the transposition table, with mates and table wins counted from the node."""
    if score > TABLE_BOUND:
        return score + ply
    if score < -TABLE_BOUND:
        return score - ply
    return score


@kernel("int64(int64, int64)", inline=True)
def value_from_tt(score: int, ply: int) -> int:
    """Return a table's score for the search, with mates and table wins counted from the root."""
    if score > TABLE_BOUND:
        return score - ply
    if score < -TABLE_BOUND:
        return score + ply
    return score


def reported_score(score: int) -> int:
    """Return a score as reported: a forbidden repetition is worth less than a mate."""
    if abs(score) <= FORBIDDEN_BOUND:
        return score
    return score - FORBIDDEN + REPETITION_LOSS if score > 0 else score + FORBIDDEN - REPETITION_LOSS


def mate_in(score: int) -> int | None:
    """Return the moves to mate, negative if the side to move is mated; None if the score is not a mate."""
    if abs(score) <= MATE_BOUND:
        return None
    plies = MATE - abs(score)
    return (plies + 1) // 2 if score > 0 else -((plies + 1) // 2)


def one_ply_later(score: int) -> int:
    """Return a score as seen one ply earlier, where mates are a ply further away."""
    if abs(score) <= MATE_BOUND:
        return score
    return score - 1 if score > 0 else score + 1

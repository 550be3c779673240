"""Decides whether rows of moves are separate games or the parts of one game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xiangqi.fen import START_FEN
from xiangqi.notation import Dialect
from xiangqi.records.text.playing import USUAL, reach

_OF_ROUNDS: Final = 4  # the most moves that rows of one game usually have: two rounds
_LOOKED_AT: Final = 40  # rows
_DIALECTS: Final = (USUAL, USUAL | Dialect.COORDINATES_FROM_ONE | Dialect.SAN_FROM_ONE)


def are_separate(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether each row of moves is a game, rather than all rows together.

    They are separate if a row has more than two rounds, or if each of several rows can be played from the
    starting position and the second does not continue the first. Only the first 40 rows are examined, and empty
    ones do not count.
    """
    first = [list(row) for row in rows[:_LOOKED_AT] if row]
    if any(len(row) > _OF_ROUNDS for row in first):
        return True
    return len(first) > 1 and all(map(begins_game, first)) and not begins_game(first[0] + first[1])


def begins_game(row: Sequence[str]) -> bool:
    """Return whether a row of moves can be played from the starting position."""
    return any(reach(START_FEN, row, dialects) == len(row) for dialects in _DIALECTS)

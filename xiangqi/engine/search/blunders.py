"""The blunders of weaker levels: they overlook long shots and quiet moves rather than captures nearby.

A blind spot belongs to the position, not to the move under consideration: a player who does not see that a
cannon attacks his knight overlooks it in all his plans. That is how people lose pieces, not by occasional
random moves.
"""

from __future__ import annotations

from statistics import NormalDist
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core.constants import CANNON, KIND_MASK, KNIGHT, ROOK, file_of, rank_of
from xiangqi.engine.common.levels import Level

_WORD: Final = (1 << 64) - 1
_QUIET: Final = 0.5  # difficulty of a quiet move: a check, a fork, a retreat
_SHORT: Final = 0.3  # difficulty of a capture by a pawn or by a piece of the palace
_MOST_MISSED: Final = 0.9
_NORMAL: Final = NormalDist()

# Difficulty of captures by these pieces: of one over one point, and more for each further point.
_LONG: Final = {ROOK: (0.2, 0.05), KNIGHT: (0.4, 0.05), CANNON: (0.45, 0.07)}


class Blunders:
    """The blind spots and misjudgements of a player in one position, the same for the same seed."""

    def __init__(self, level: Level, seed: int, board: Board) -> None:
        """Choose the blunders of a position.

        Args:
            level: how much is overlooked and misjudged.
            seed: of the game.
            board: the position. The number of moves counts as well, so that they change when it recurs.
        """
        self._level = level
        self._seed = seed
        self._place = board.key ^ len(board.move_stack)
        self._chances: dict[int, float] = {}

    def notices(self, board: Board, move: Move) -> bool:
        """Return whether the player sees a move, his own or one of the opponent's.

        Args:
            board: the position in which the move would be played.
            move: a legal move.
        """
        missed = min(self._level.blindness * difficulty(board, move), _MOST_MISSED)
        if self._level.oversight is not None:
            missed = max(missed, self._level.oversight(board, move))
        return self._chance(move, 1) >= missed

    def error_cp(self, move: Move) -> float:
        """Return the error in the player's judgement of his move, in centipawns."""
        if not self._level.noise_cp:
            return 0.0
        chance = min(max(self._chance(move, 2), 1e-6), 1 - 1e-6)
        return self._level.noise_cp * _NORMAL.inv_cdf(chance)

    def _chance(self, move: Move, question: int) -> float:
        """Return a random number from 0 to 1 that depends on a move and a question alone."""
        number = int(move) << 8 | question
        if number not in self._chances:  # the same replies are met after many moves
            self._chances[number] = chance_of(self._seed, self._place, number)
        return self._chances[number]


def difficulty(board: Board, move: Move) -> float:
    """Return how easily a move is overlooked, 0 to 1. An attack on a rook is seen more easily than others."""
    if not board.is_capture(move):
        return _QUIET
    start, end = move.from_square, move.to_square
    kind = board.piece_at(start) & KIND_MASK
    if kind in _LONG:
        first, further = _LONG[kind]
        way = max(abs(file_of(start) - file_of(end)), abs(rank_of(start) - rank_of(end)))
        found = first + further * (way - 1)
    else:
        found = _SHORT
    return found * 0.6 if board.piece_at(end) & KIND_MASK == ROOK else found


def chance_of(seed: int, *numbers: int) -> float:
    """Return a pseudo-random number from 0 to 1, a function of its arguments."""
    for number in numbers:
        seed = _mixed(seed ^ _mixed(number))
    return _mixed(seed) / (_WORD + 1)


def _mixed(number: int) -> int:
    """Mix 64 bits as SplitMix64 does."""
    number = number * 0x9E3779B97F4A7C15 & _WORD
    number = (number ^ number >> 29) * 0xBF58476D1CE4E5B9 & _WORD
    number = (number ^ number >> 32) * 0x94D049BB133111EB & _WORD
    return number ^ number >> 31

"""As far as a line is shown, to its last quiet position or its first captures, and what its first one costs."""

from __future__ import annotations

from xiangqi.board import Board
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import played
from xiangqi.coach.soundness import FOLLOWED
from xiangqi.coach.tactics import SLACK
from xiangqi.line import Moves


def until_quiet(board: Board, line: Moves, prover: Prover, most: int = FOLLOWED) -> Moves:
    """Return a line up to its last quiet position within `most` plies, or else its first captures."""
    for end in range(min(most, len(line)), 1, -1):
        if prover.holds(played(board, line[:end]), SLACK):
            return line[:end]
    return captures_from(board, line, 0) or line[:1]


def captures_from(board: Board, line: Moves, start: int) -> Moves:
    """Return a line's first `start` moves and all captures that follow without a pause."""
    walked = played(board, line[:start])
    end = start
    for step in line[start:]:
        if not walked.is_capture(step):
            break
        walked.push_unchecked(step)
        end += 1
    return line[:end]


def is_paid_for(board: Board, line: Moves) -> bool:
    """Return whether a line begins with a capture whose piece goes on taking until it is taken itself."""
    if not board.is_capture(line[0]):
        return False
    walked, here = played(board, line[:1]), line[0].to_square
    for step in line[1:]:
        if step.to_square == here:
            return True
        if step.from_square == here:
            if not walked.is_capture(step):
                return False
            here = step.to_square
        walked.push_unchecked(step)
    return False

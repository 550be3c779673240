"""What a move would do to the game by repetition, told before it is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xiangqi.board import Board
from xiangqi.core.constants import opponent
from xiangqi.referee.repetition import judge_cycle, occurrences
from xiangqi.referee.rules import DEFAULT_RULES, RepetitionVerdict, Rules

REPEATS: Final = "repeats"
LOSES: Final = "loses"
WINS: Final = "wins"
DRAWS: Final = "draws"


@dataclass(frozen=True)
class RepetitionWarning:
    """What repeating a position by a move means.

    Attributes:
        kind: REPEATS when the game goes on, LOSES, WINS or DRAWS (for the mover) when the move ends it.
        occurrence: how often the position will have occurred.
        side: who would play the move.
        verdict: the judgement of the cycle that the move completes; with REPEATS, of the cycle so far, which
            tells what more of the same will lead to.
    """

    kind: str
    occurrence: int
    side: int
    verdict: RepetitionVerdict


def warning(board: Board, move: int, rules: Rules = DEFAULT_RULES) -> RepetitionWarning | None:
    """What a legal move would repeat; None when the position after it is new. The board is not changed."""
    if board.is_capture(move):
        return None
    after = board.copy()
    after.push_unchecked(move)
    occurrence = occurrences(after)
    if occurrence < 2:
        return None
    verdict = judge_cycle(after, rules, min(occurrence, rules.occurrences))
    kind = REPEATS
    if occurrence >= rules.occurrences:
        kind = {board.turn: LOSES, opponent(board.turn): WINS, None: DRAWS}[verdict.loser]
    return RepetitionWarning(kind, occurrence, board.turn, verdict)

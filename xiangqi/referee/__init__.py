"""The referee: decides how a game ends and why, and warns of repetitions.

>>> from xiangqi.board import Board
>>> outcome(Board("3k5/9/3R5/9/9/9/9/9/9/4K4 b"))
Outcome(winner=8, reason='checkmate', verdict=None)
"""

from xiangqi.referee.cycle_judging import occurrences
from xiangqi.referee.endings import judge, outcome
from xiangqi.referee.rules import (
    DEFAULT_RULES,
    Attack,
    CycleMove,
    Outcome,
    Protector,
    RepetitionVerdict,
    Rules,
)
from xiangqi.referee.sentences import outcome_sentence, warning_sentence
from xiangqi.referee.warnings import RepetitionWarning, can_end_at_once, warning

__all__ = [
    "DEFAULT_RULES",
    "Attack",
    "CycleMove",
    "Outcome",
    "Protector",
    "RepetitionVerdict",
    "RepetitionWarning",
    "Rules",
    "can_end_at_once",
    "judge",
    "occurrences",
    "outcome",
    "outcome_sentence",
    "warning",
    "warning_sentence",
]

"""Summary of a reviewed game: accuracy by phase, recurring themes and the turning point."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from xiangqi.board import Board
from xiangqi.coach.facts import FactKind
from xiangqi.coach.grades import FAULTS, Grade, accuracy_of
from xiangqi.coach.notes import NO_CAUSES, GameSummary, MoveReview, SideSummary
from xiangqi.coach.scene import starts_usually
from xiangqi.core.constants import BLACK, RED

PHASES: Final = ("opening", "middlegame", "endgame")
_OPENING_PLIES: Final = 24
_ENDGAME_PIECES: Final = 4  # chariots, horses and cannons of both sides, at most


def phase_of(board: Board, ply: int) -> str:
    """Return the phase of the game in a position, one of PHASES.

    Args:
        board: the position, with the moves of the game; only games from the starting position have an opening.
        ply: the number of the next move, from 1.
    """
    heavy = sum(code & 7 in (4, 5, 6) for code in board.pieces().values())
    if heavy <= _ENDGAME_PIECES:
        return PHASES[2]
    return PHASES[0] if ply <= _OPENING_PLIES and starts_usually(board) else PHASES[1]


def summary_of(moves: Sequence[MoveReview], opening: str | None) -> GameSummary:
    """Return the summary of the reviewed moves."""
    return GameSummary(_side(moves, RED), _side(moves, BLACK), _turning_point(moves), opening)


def _side(moves: Sequence[MoveReview], side: int) -> SideSummary:
    own = [move for move in moves if move.side == side]
    grades = Counter(move.grade for move in own)
    phases = {
        phase: accuracy
        for phase in PHASES
        if (accuracy := accuracy_of([move.loss for move in own if move.phase == phase])) is not None
    }
    themes = Counter(kind for move in own if move.grade in FAULTS for kind in _themes(move))
    repeated = tuple((kind, count) for kind, count in themes.most_common() if count > 1)
    accuracy = accuracy_of([move.loss for move in own])
    return SideSummary(accuracy, {grade: grades[grade] for grade in Grade}, phases, repeated)


def _themes(move: MoveReview) -> set[FactKind]:
    return {fact.cause for fact in move.facts if fact.kind not in NO_CAUSES}


def _turning_point(moves: Sequence[MoveReview]) -> int | None:
    """Return the ply of the costliest mistake by a side that was not clearly worse before it, or None."""
    faults = [move for move in moves if move.grade in (Grade.MISTAKE, Grade.BLUNDER) and move.before >= 0.4]
    return max(faults, key=lambda move: (move.loss, -move.ply)).ply if faults else None

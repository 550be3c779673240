"""Effects that choose exercises, judge answers and save results, and the events with the outcomes."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.exercises.state import Assignment
from xiangqi.app.session.training import PracticeSummary, TrainingRequest
from xiangqi.board import Move


@dataclass(frozen=True)
class SolvedLoaded(Event):
    """The puzzles that were solved in earlier runs have been read."""

    positions: frozenset[str]


@dataclass(frozen=True)
class PracticeRead(Event):
    """The progress in exercises has been read."""

    summary: PracticeSummary


@dataclass(frozen=True)
class TrainingRead(Event):
    """The requested exercises have been chosen."""

    request: TrainingRequest  # the request
    assignments: tuple[Assignment, ...]  # empty if nothing matches
    results: tuple[bool | None, ...]  # for each, whether it was solved without help; None while open


@dataclass(frozen=True)
class AnswerJudged(Event):
    """The player's move in an exercise has been judged."""

    document_id: int  # the exercise
    played: tuple[Move, ...]  # the moves before it
    move: Move  # the player's move
    good: bool | None  # whether it was right; None if that is unknown
    # the reply after a right move, () if nothing is left to be found; the refutation after a wrong one
    line: tuple[Move, ...] = ()


@dataclass(frozen=True)
class SaveSolved(Effect):
    """Save which puzzles have been solved."""

    positions: frozenset[str]


@dataclass(frozen=True)
class JudgeAnswer(Effect):
    """Judge the player's move in an exercise."""

    document_id: int  # the exercise; the answer carries it
    assignment: Assignment  # the assignment
    played: tuple[Move, ...]  # both sides' moves since its position
    move: Move  # the player's move, which is legal


@dataclass(frozen=True)
class KeepSolving(Effect):
    """Save the outcome of an exercise."""

    assignment: Assignment  # the exercise
    solved: bool  # whether it was solved without giving up
    wrong: int  # the number of wrong moves
    hints: int  # the number of hint levels requested
    seconds: float  # time from the question to the outcome


@dataclass(frozen=True)
class KeepImprovement(Effect):
    """Save whether a better move than a mistake was found; its card is scheduled again if it is due."""

    position: str  # board and side to move
    found: bool


@dataclass(frozen=True)
class DropCard(Effect):
    """Remove a card from the deck permanently."""

    number: int

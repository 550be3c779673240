"""Effects that choose, judge and keep exercises, and the events with the outcome."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.exercises.state import Assignment, PracticeSummary, ReviewMistake, TrainingRequest
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

    request: TrainingRequest  # which ones they are
    assignments: tuple[Assignment, ...]  # none where nothing fits
    results: tuple[bool | None, ...]  # of each: solved without help or not, None while that is open


@dataclass(frozen=True)
class AnswerJudged(Event):
    """The player's move in an exercise has been judged."""

    document_id: int  # the exercise
    played: tuple[Move, ...]  # the moves before it
    move: Move  # the player's
    good: bool | None  # whether it was right; None where that cannot be found out
    # after a right move the reply, () when nothing is left to be found; after a wrong one what refutes it
    line: tuple[Move, ...] = ()


@dataclass(frozen=True)
class SaveSolved(Effect):
    """Save which puzzles have been solved."""

    positions: frozenset[str]


@dataclass(frozen=True)
class LoadPractice(Effect):
    """Read the progress in exercises, courses and the deck, and the player's rating."""


@dataclass(frozen=True)
class LoadTraining(Effect):
    """Choose exercises for a request."""

    request: TrainingRequest


@dataclass(frozen=True)
class JudgeAnswer(Effect):
    """Judge the player's move in an exercise."""

    document_id: int  # the exercise; the answer carries it
    assignment: Assignment  # what is asked for
    played: tuple[Move, ...]  # moves since its position, both sides'
    move: Move  # the player's, legal


@dataclass(frozen=True)
class KeepSolving(Effect):
    """Save the outcome of an exercise."""

    assignment: Assignment  # the exercise
    solved: bool  # whether it was solved without giving up
    wrong: int  # wrong moves on the way
    hints: int  # rungs of the ladder that were asked for
    seconds: float  # from the question until it was decided


@dataclass(frozen=True)
class KeepMistakes(Effect):
    """Add the player's mistakes in a reviewed game to the deck; existing cards are not changed."""

    slips: tuple[ReviewMistake, ...]


@dataclass(frozen=True)
class DropCard(Effect):
    """Remove a card from the deck permanently."""

    number: int

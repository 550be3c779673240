"""Effects that choose, judge and keep exercises, and the events with the outcome."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.exercises.state import Assignment, PracticeSummary, ReviewMistake, TrainingRequest
from xiangqi.board import Move


@dataclass(frozen=True)
class SolvedLoaded(Event):
    """The puzzles that were solved in earlier runs."""

    positions: frozenset[str]


@dataclass(frozen=True)
class PracticeRead(Event):
    """What has been done of exercises so far."""

    summary: PracticeSummary


@dataclass(frozen=True)
class TrainingRead(Event):
    """Exercises that were asked for."""

    request: TrainingRequest  # which ones they are
    assignments: tuple[Assignment, ...]  # none where nothing fits
    results: tuple[bool | None, ...]  # of each: solved without help or not, None while that is open


@dataclass(frozen=True)
class AnswerJudged(Event):
    """What becomes of a move of the player in an exercise."""

    document_id: int  # the exercise
    played: tuple[Move, ...]  # the moves before it
    move: Move  # the player's
    good: bool | None  # whether it was right; None where that cannot be found out
    # after a right move the reply, () when nothing is left to be found; after a wrong one what refutes it
    line: tuple[Move, ...] = ()


@dataclass(frozen=True)
class SaveSolved(Effect):
    """Keep which puzzles have been solved."""

    positions: frozenset[str]


@dataclass(frozen=True)
class LoadPractice(Effect):
    """Read what has been done of exercises, courses and the deck, and how strong the player is."""


@dataclass(frozen=True)
class LoadTraining(Effect):
    """Choose exercises."""

    request: TrainingRequest


@dataclass(frozen=True)
class JudgeAnswer(Effect):
    """Look at a move of the player in an exercise."""

    document_id: int  # the exercise; the answer carries it
    assignment: Assignment  # what is asked for
    played: tuple[Move, ...]  # moves since its position, both sides'
    move: Move  # the player's, legal


@dataclass(frozen=True)
class KeepSolving(Effect):
    """Keep what came of an exercise."""

    assignment: Assignment  # the exercise
    solved: bool  # whether it was solved without giving up
    wrong: int  # wrong moves on the way
    hints: int  # rungs of the ladder that were asked for
    seconds: float  # from the question until it was decided


@dataclass(frozen=True)
class KeepMistakes(Effect):
    """Put the player's mistakes of a reviewed game into the deck; those that are there stay as they are."""

    slips: tuple[ReviewMistake, ...]


@dataclass(frozen=True)
class DropCard(Effect):
    """Take a card out of the deck for good."""

    number: int

"""Exercises in the session: the assignments, their order and their outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Final

from xiangqi.board import Move
from xiangqi.openings.places import mirrored

if TYPE_CHECKING:
    from xiangqi.exercises.answering import SolvingTask
    from xiangqi.exercises.deck import DeckCard
    from xiangqi.exercises.rating import StrengthEstimate
    from xiangqi.repertoire.training import Question


class AnswerMode(str, Enum):
    """The ways in which an exercise is answered."""

    FIND = "find"  # find the move that the task asks for
    LOOK = "look"  # watch a line being played out
    ENDING = "ending"  # play an ending against the tables
    JUDGE = "judge"  # judge which side wins by a repetition
    ALONG = "along"  # play an opening along the book
    LINE = "line"  # find one of the answers in the player's repertoire


@dataclass(frozen=True)
class Assignment:
    """One exercise to be solved, with its answer mode."""

    task: SolvingTask  # the position, its solution and its question
    key: str  # the key of the result: board and side to move
    source: str  # its source, as in exercise_log.Attempt
    themes: tuple[str, ...] = ()  # its themes, the most characteristic first; hidden until requested
    rating: int | None = None  # its difficulty; None if it has not been measured
    card: DeckCard | None = None  # of the deck, None for others
    question: Question | None = None  # of the repertoire, None for others
    lesson: tuple[str, str] | None = None  # course and lesson, None for others
    # its title in a file, or the name of an ending's material or of an opening; "" for none
    title: str = ""
    answer_mode: AnswerMode = AnswerMode.FIND  # how it is answered
    rules: str = ""  # the rule set's name, for a repetition made of the task's moves
    played: Move | None = None  # the player's move to be improved on; None in other exercises

    def on_the_wing_of(self, played: tuple[Move, ...]) -> Assignment:
        """Return the same assignment on the wing that was played, since an opening may begin on either."""
        if self.answer_mode is not AnswerMode.ALONG:
            return self
        turned = tuple(map(mirrored, self.task.solution))
        if turned[: len(played)] != played or self.task.solution[: len(played)] == played:
            return self
        return replace(self, task=replace(self.task, solution=turned))


class ExerciseSet(str, Enum):
    """The sets of exercises that can be requested."""

    TODAY = "today"  # ten, the same all day
    MIXED = "mixed"  # near the player's rating
    THEME = "theme"
    LEVEL = "level"  # between two ratings
    DECK = "deck"  # the player's own mistakes that are due
    DUE = "due"  # these, then due positions of both repertoires
    LESSON = "lesson"  # the lessons of a course, in order
    FILE = "file"  # puzzles of a file that have a solution
    GUESS = "guess"  # the moves of a game, one by one
    WEAKNESS = "weakness"  # the player's mistakes of one kind, and exercises of the pack with the same themes
    REPERTOIRE = "repertoire"  # due positions of the player's repertoire; the theme is "red" or "black"


@dataclass(frozen=True)
class Quiz:
    """A position of a record with the move that was, or should be, played."""

    fen: str  # the position
    moves: tuple[Move, ...]  # both sides' moves from there
    draw: bool = False  # whether the ending is drawn rather than won
    title: str = ""  # the record's title


@dataclass(frozen=True)
class ReviewMistake:
    """A mistake of the player in a reviewed game."""

    fen: str  # the position before it
    played: Move  # the move
    better: tuple[Move, ...]  # the engine's better line
    loss: float  # the loss of winning chance, 0.0 to 1.0


@dataclass(frozen=True)
class TrainingRequest:
    """A request for exercises."""

    exercise_set: ExerciseSet  # the kind of exercises
    # of THEME, as in pack.Exercise; of LESSON the course; of FILE and GUESS the name of the record; of WEAKNESS
    # the weakness, in words
    theme: str = ""
    ratings: tuple[int, int] = (0, 0)  # for LEVEL: the lowest and the highest
    quizzes: tuple[Quiz, ...] = ()  # for FILE and GUESS
    mistakes: tuple[ReviewMistake, ...] = ()  # for WEAKNESS: the player's own
    themes: tuple[str, ...] = ()  # for WEAKNESS: the matching themes of the pack


@dataclass(frozen=True)
class Training:
    """A series of exercises."""

    request: TrainingRequest  # the request
    assignments: tuple[Assignment, ...]  # at least one
    results: tuple[bool | None, ...]  # for each, whether it was solved without help; None while open
    place: int = 0  # the index of the current one
    timed: bool = False  # whether the time for each is shown

    @property
    def solved(self) -> int:
        """How many exercises were solved without help."""
        return sum(result is True for result in self.results)

    @property
    def next_open(self) -> int | None:
        """The next open exercise after the current one, wrapping around; None if there is none."""
        count = len(self.assignments)
        places = ((self.place + step) % count for step in range(1, count))
        return next((place for place in places if self.results[place] is None), None)

    def decided(self, clean: bool) -> Training:
        """Return the series with the result of the current exercise, whose first result counts."""
        if self.results[self.place] is not None:
            return self
        results = (*self.results[: self.place], clean, *self.results[self.place + 1 :])
        return replace(self, results=results)


@dataclass(frozen=True)
class CourseProgress:
    """The progress in a course."""

    key: str  # the course's key
    lessons: tuple[tuple[str, bool], ...]  # (key, whether it is done) in order

    @property
    def done(self) -> int:
        """How many lessons have been done."""
        return sum(done for _, done in self.lessons)


SUITABLE: Final = 1500
"""The rating of an opponent for a player about whom nothing is known."""


@dataclass(frozen=True)
class PracticeSummary:
    """The progress in all exercises."""

    today: int = 0  # the number of today's ten that are decided
    daily: int = 0  # the number of today's exercises, 0 without a pack
    due: int = 0  # the number of cards due now
    cards: int = 0  # the number of cards in the deck
    due_lines: int = 0  # the number of repertoire positions to be asked now
    lines: int = 0  # the number of positions in both repertoires
    next_due: str = ""  # date of the next card or repertoire position, "" if there is none
    streak: int = 0  # exercises solved without help in a row
    days: int = 0  # consecutive days on which something was solved
    # each with the number of exercises of the pack, the most frequent first
    themes: tuple[tuple[str, int], ...] = ()
    # themes with how many were tried and how many solved without help
    scores: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    estimate: StrengthEstimate | None = None  # the player's rating, None before any evidence
    lost_first: bool = False  # whether the first rated games, up to three, were all lost
    opponent: int = SUITABLE  # the rating of an opponent against whom the expected score is one half
    # the same by phase of the game, as far as known
    phases: tuple[tuple[str, StrengthEstimate], ...] = ()
    curve: tuple[StrengthEstimate, ...] = ()  # the rating after each game, oldest first
    courses: tuple[CourseProgress, ...] = ()  # the courses with their progress

"""Requests for exercises, and the progress in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final

from xiangqi.board import Move

if TYPE_CHECKING:
    from xiangqi.exercises.rating import StrengthEstimate


class ExerciseSet(str, Enum):
    """The sets of exercises that can be requested."""

    TODAY = "today"  # ten, the same all day
    MIXED = "mixed"  # near the player's rating
    THEME = "theme"
    LEVEL = "level"  # between two ratings
    DECK = "deck"  # the player's own mistakes that are due
    DUE = "due"  # the same, then due positions of both repertoires
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
    title: str = ""  # the record's title; for GUESS the name of the player whose moves are guessed


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
    # for THEME, a theme as in pack.Exercise; for LESSON, the course; for FILE and GUESS, the name of the
    # record; for WEAKNESS, the weakness in words
    theme: str = ""
    ratings: tuple[int, int] = (0, 0)  # for LEVEL: the lowest and the highest
    quizzes: tuple[Quiz, ...] = ()  # for FILE and GUESS
    mistakes: tuple[ReviewMistake, ...] = ()  # for WEAKNESS: the player's own
    themes: tuple[str, ...] = ()  # for WEAKNESS: the matching themes of the pack


@dataclass(frozen=True)
class CourseProgress:
    """The progress in a course."""

    key: str  # the course's key
    lessons: tuple[tuple[str, bool], ...]  # (key, whether it is done) in order

    @property
    def done(self) -> int:
        """The number of lessons done."""
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
    known_lines: int = 0  # the number of repertoire positions that are known, as Openings counts them
    lines: int = 0  # the number of positions in both repertoires
    next_due: str = ""  # date of the next card or repertoire position, "" if there is none
    streak: int = 0  # exercises solved without help in a row
    days: int = 0  # consecutive days on which something was solved
    # dates in ISO 8601 of the last weeks: with exercises, and with own mistakes tried again
    practised: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    # each with the number of exercises of the pack, the most frequent first
    themes: tuple[tuple[str, int], ...] = ()
    # the numbers of exercises tried and solved without help, by theme
    scores: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    estimate: StrengthEstimate | None = None  # the player's rating, None before any evidence
    lost_first: bool = False  # whether the first rated games, up to three, were all lost
    opponent: int = SUITABLE  # the rating of an opponent against whom the expected score is one half
    # the same by phase of the game, as far as known
    phases: tuple[tuple[str, StrengthEstimate], ...] = ()
    curve: tuple[StrengthEstimate, ...] = ()  # the rating after each game, oldest first
    curve_days: tuple[str, ...] = ()  # the day on which each of these games ended, in ISO 8601
    courses: tuple[CourseProgress, ...] = ()  # the courses with their progress
    # keys of the positions of old books, by goal, of which AppState.solved tells the solved ones
    classics: Mapping[str, frozenset[str]] = field(default_factory=dict)
    # for each of today's ten, whether it was solved without help; None while open
    todays: tuple[bool | None, ...] = ()
    helped: frozenset[int] = (
        frozenset()
    )  # the places in todays of those solved, but with help or at a later try
    # a position of each set as its picture: "today", "deck", "mixed", themes, names of LEVELS, and goals of
    # classics as "classics.GOAL"
    boards: Mapping[str, str] = field(default_factory=dict)
    tries: tuple[int, int] = (0, 0)  # exercises tried, and how many of them were solved without help


LEVELS: Final = {
    "beginner": (0, 1200),
    "easy": (1200, 1600),
    "middling": (1600, 2000),
    "hard": (2000, 2400),
    "expert": (2400, 4000),
}
"""The difficulties of exercises and their ranges of ratings."""

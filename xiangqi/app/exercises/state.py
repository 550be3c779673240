"""Exercises in the session: the assignments, their order and their outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Final

from xiangqi.app.session.training import TrainingRequest
from xiangqi.board import Move
from xiangqi.openings.places import mirrored

if TYPE_CHECKING:
    from xiangqi.exercises.answering import SolvingTask
    from xiangqi.exercises.deck import DeckCard
    from xiangqi.repertoire.training import CardQuestion


class AnswerMode(str, Enum):
    """The ways in which an exercise is answered, and their properties."""

    FIND = "find"  # find the move that the task asks for
    LOOK = "look"  # watch a line being played out
    ENDING = "ending"  # play an ending against the tables
    JUDGE = "judge"  # judge which side wins by a repetition
    ALONG = "along"  # play an opening along the book
    LINE = "line"  # find one of the answers in the player's repertoire
    GUESS = "guess"  # guess the move of a game, for points; any move is an answer

    @property
    def is_remembered(self) -> bool:
        """Whether attempts are logged, and the exercise can come back as a card of the deck."""
        return self is AnswerMode.FIND

    @property
    def asks_for_a_verdict(self) -> bool:
        """Whether the moves of the task are on the board from the start, and the player says who wins."""
        return self is AnswerMode.JUDGE

    @property
    def is_shown(self) -> bool:
        """Whether the line of the task is played out at once."""
        return self is AnswerMode.LOOK

    @property
    def has_a_goal_alone(self) -> bool:
        """Whether only the result matters: every move that keeps the result of the tables is right."""
        return self is AnswerMode.ENDING

    @property
    def has_a_solution(self) -> bool:
        """Whether a line can be shown that solves the task."""
        return not (self.has_a_goal_alone or self.asks_for_a_verdict)

    @property
    def goes_on(self) -> bool:
        """Whether the next question follows a right answer by itself, as in lines that are learnt by heart."""
        return self is AnswerMode.LINE

    @property
    def is_by_heart(self) -> bool:
        """Whether a move is wrong merely because another one had to be remembered."""
        return self in (AnswerMode.ALONG, AnswerMode.LINE)


@dataclass(frozen=True)
class Assignment:
    """One exercise to be solved, with its answer mode."""

    task: SolvingTask  # the position, its solution and its question
    key: str  # the key of the result: board and side to move
    source: str  # its source, as in exercises.entries.Attempt
    themes: tuple[str, ...] = ()  # its themes, the most characteristic first; hidden until requested
    rating: int | None = None  # its difficulty; None if it has not been measured
    card: DeckCard | None = None  # the deck's card; None for other exercises
    question: CardQuestion | None = None  # the repertoire's question; None for other exercises
    course_step: tuple[str, str] | None = None  # the course and its step; None for other exercises
    # its title in a file, the player whose move is guessed, or an ending's material or an opening; "" for none
    title: str = ""
    answer_mode: AnswerMode = AnswerMode.FIND  # how it is answered
    rules: str = ""  # the rule set's name, for a repetition made of the task's moves
    played: Move | None = None  # the player's move to be improved on; None in other exercises

    @property
    def mistake(self) -> Move | None:
        """The player's own move to be improved on, of the deck or a review; None in other exercises."""
        return self.played if self.card is None else self.card.mistake.played

    @property
    def telling_themes(self) -> tuple[str, ...]:
        """The themes that say more than the task does: "mate" is left out if the task is to mate."""
        says_mate = self.task.kind.value == "mate"
        return tuple(theme for theme in self.themes if not (says_mate and theme == "mate"))

    def on_the_wing_of(self, played: tuple[Move, ...]) -> Assignment:
        """Return the assignment, mirrored if the player has begun its opening on the other wing."""
        if self.answer_mode is not AnswerMode.ALONG:
            return self
        turned = tuple(map(mirrored, self.task.solution))
        if turned[: len(played)] != played or self.task.solution[: len(played)] == played:
            return self
        return replace(self, task=replace(self.task, solution=turned))


FULL_POINTS: Final = 10
"""The points for a guess that loses nothing."""

_NO_POINTS: Final = 0.2
"""The loss of winning chance from which a move gets no points."""


def points_for(loss: float) -> int:
    """Return the points for a move whose winning chance is `loss`, 0.0 to 1.0, below that of the best known."""
    return round(FULL_POINTS * max(0.0, 1.0 - loss / _NO_POINTS))


@dataclass(frozen=True)
class GuessVerdict:
    """A guess compared with the game's move and the engine's. Losses are of winning chance, 0.0 to 1.0."""

    loss: float  # of the guess, against the best move known
    game_loss: float  # of the move of the game
    best: Move | None  # the engine's move; None if it has none
    points: int  # for the guess; half after hints
    game_points: int  # for the move of the game

    @classmethod
    def of(cls, loss: float, game_loss: float, best: Move | None) -> GuessVerdict:
        """Return the verdict on a guess made without hints."""
        return cls(loss, game_loss, best, points_for(loss), points_for(game_loss))

    @property
    def halved(self) -> GuessVerdict:
        """The verdict with its points halved, for a guess made after hints."""
        return replace(self, points=self.points // 2)


@dataclass(frozen=True)
class Solving:
    """The outcome of an exercise."""

    assignment: Assignment  # the exercise
    solved: bool  # whether it was solved without giving up
    wrong: int  # the number of wrong moves
    hints: int  # the number of hint levels requested
    seconds: float  # time from the question to the outcome


@dataclass(frozen=True)
class Training:
    """A series of exercises."""

    request: TrainingRequest  # the request
    assignments: tuple[Assignment, ...]  # at least one
    results: tuple[bool | None, ...]  # for each, whether it was solved without help; None while open
    place: int = 0  # the index of the current one
    timed: bool = False  # whether the time for each is shown
    # in a round of guesses, the verdicts on those made, by their place
    guesses: Mapping[int, GuessVerdict] = field(default_factory=dict)
    helped: frozenset[int] = frozenset()  # the places of those solved, but with help or after a wrong move

    @property
    def solved(self) -> int:
        """The number of exercises that were solved without help."""
        return sum(result is True for result in self.results)

    @property
    def next_open(self) -> int | None:
        """The next open exercise after the current one, wrapping around; None if there is none."""
        count = len(self.assignments)
        places = ((self.place + step) % count for step in range(1, count))
        return next((place for place in places if self.results[place] is None), None)

    def guessed(self, verdict: GuessVerdict) -> Training:
        """Return the series with the verdict on the current guess, of which only the first counts."""
        return replace(self, guesses={self.place: verdict} | dict(self.guesses))

    @property
    def points(self) -> tuple[int, int, int]:
        """The points for the guesses so far, for the game's own moves in their place, and the most possible."""
        made = self.guesses.values()
        return sum(one.points for one in made), sum(one.game_points for one in made), FULL_POINTS * len(made)

    def decided(self, clean: bool, *, solved: bool) -> Training:
        """Return the series with a result for the current exercise, of which only the first counts.

        An exercise solved in the end, but not cleanly, is noted as helped.
        """
        if self.results[self.place] is None:
            self = replace(self, results=(*self.results[: self.place], clean, *self.results[self.place + 1 :]))
        if solved and not self.results[self.place]:
            self = replace(self, helped=self.helped | {self.place})
        return self

"""The modes of exercises: games with a goal, and exercises of which every move is judged."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import TYPE_CHECKING

from xiangqi.app.exercises.state import Assignment, GuessVerdict
from xiangqi.app.session.document import Document
from xiangqi.app.session.mode import DocumentKind, GameInProgress
from xiangqi.board import Move
from xiangqi.exercises.old_books import BookPage
from xiangqi.i18n.message import Message

if TYPE_CHECKING:
    from xiangqi.exercises.missed import Missed


@dataclass(frozen=True)
class Improvement:
    """The task of finding a better move than the one played in a position."""

    played: Move  # the mistake
    best: Move  # the engine's move
    chance: float  # its winning chance for the side to move, 0.0 to 1.0

    @property
    def headers(self) -> dict[str, str]:
        """The task as tags of a record."""
        return {"Played": str(self.played), "Best": str(self.best), "Chance": f"{self.chance:.3f}"}


@dataclass(frozen=True)
class Origin:
    """The document in which a practised mistake was made, to which the player returns."""

    document_id: int
    analysed: bool  # whether its analysis was on show
    moment: int = 0  # the number of the moment of the review that is practised, 0 if there are several


@dataclass(frozen=True)
class Puzzle(GameInProgress):
    """A game with a goal, such as a win or a better first move."""

    draw: bool = False  # the goal is a draw rather than a win
    task: Improvement | None = None  # the better move to be found; None to play the game to its end
    # whether the first move was a better one, or a classic's goal is reached before mate; None while unknown
    found: bool | None = None
    # what the engine would play after a first move that it has judged, and after that
    reply_line: tuple[Move, ...] = ()
    slipped: int = 0  # the number of moves after which a classic was no longer won, or held; 0 for none
    page: BookPage | None = None  # the book page of a classic, shown once it is solved; None for all others
    origin: Origin | None = None  # where the mistake was made; None for a puzzle from a file

    @property
    def kind(self) -> DocumentKind:
        """The kind of document."""
        return DocumentKind.EXERCISE

    @property
    def back(self) -> Message | None:
        """The name of the moment or review to which Back leads; None outside a review."""
        if self.origin is None or not self.origin.analysed:
            return None
        number = self.origin.moment
        return Message("back.moment", number=number) if number else Message("back.review")

    @property
    def has_slipped(self) -> bool:
        """Whether a classic is no longer won, or drawn if that is its goal, according to the engine's score."""
        return 0 < self.slipped <= len(self.moves)

    @property
    def is_journalled(self) -> bool:
        """False, since it can be started again: it never takes the place of the game in the journal."""
        return False

    @property
    def is_done_with(self) -> bool:
        """Whether the puzzle has been decided."""
        return self.end is not None or self.found is not None

    @property
    def is_answered(self) -> bool:
        """Whether the engine plays on; it does not where only one better move is asked for."""
        return self.task is None

    @property
    def is_judged(self) -> bool:
        """Whether the one move that is asked for has its verdict."""
        return self.task is not None and self.found is not None

    @property
    def is_unfinished(self) -> bool:
        """False, since it can be started again: it is never the game to be continued."""
        return False


class ChallengeState(str, Enum):
    """The states of a challenge."""

    ASKED = "asked"  # the player is to move or to judge
    JUDGED = "judged"  # the player's move is being judged
    ANSWERED = "answered"  # the move was right; the reply is about to be made
    REFUTED = "refuted"  # the move was wrong; its refutation is shown
    SHOWN = "shown"  # the player has requested the solution
    SOLVED = "solved"


class HintLevel(IntEnum):
    """The parts of the next move that hints reveal, in order."""

    NOTHING = 0
    THEME = 1
    PIECE = 2
    SQUARE = 3
    LINE = 4


@dataclass(frozen=True, kw_only=True)
class Challenge(Puzzle):
    """An exercise: every move of the player is judged, and wrong moves are refuted and taken back."""

    assignment: Assignment  # the task
    state: ChallengeState = ChallengeState.ASKED
    reply: Move | None = None  # the reply about to be made
    refutation: tuple[Move, ...] = ()  # the last wrong move and its refutation; () before the first one
    missed: Missed | None = None  # what that move misses; None where nothing is known of it
    hint_level: HintLevel = HintLevel.NOTHING  # how much of the move to find has been revealed
    hints: int = 0  # the number of hint levels requested in all
    wrong: int = 0  # the number of wrong moves
    guess: GuessVerdict | None = None  # the verdict on the guess; None before it, and in other exercises
    of_openings: bool = False  # whether it is asked in a round about the player's openings
    last: bool = False  # whether no other exercise of its round is open once its outcome is known
    kept: bool = False  # whether the outcome is known and stored, after which nothing changes it
    # time in seconds when it was started; ignored in comparisons
    asked_at: float = field(default=0.0, compare=False)
    took_s: float | None = None  # time taken until the outcome was known
    # time in seconds of the next automatic step; excluded from comparisons
    due: float = field(default=0.0, compare=False)

    @property
    def is_about_openings(self) -> bool:
        """Whether the exercise is asked in a round about the player's openings."""
        return self.of_openings

    @property
    def is_done_with(self) -> bool:
        """Whether the outcome is known, and no other exercise of the round is open."""
        return self.kept and self.last

    @property
    def is_exercise(self) -> bool:
        """True, since no engine plays."""
        return True

    @property
    def move_before(self) -> Move | None:
        """The opponent's move after which a question of the repertoire starts; None for other exercises."""
        asked = self.assignment.question
        return asked.line[-1] if asked is not None and asked.line else None

    @property
    def keeps_goal(self) -> bool:
        """Whether a finished game has ended as the task requires."""
        if self.end is None:
            return False
        held = self.end.winner is None and self.assignment.task.kind.value == "save"
        return held or self.end.winner == self.setup.human_side

    @property
    def is_answer(self) -> bool:
        """Whether the last move is the player's, who makes the first move and every second one after it."""
        return len(self.moves) % 2 == 1

    @property
    def card(self) -> int | None:
        """The number of the deck's card if it has been reviewed and can be removed, or None."""
        over = self.state in (ChallengeState.SOLVED, ChallengeState.SHOWN)
        return self.assignment.card.number if over and self.assignment.card is not None else None

    @property
    def next_move(self) -> Move | None:
        """The move to be found; None once play has left the solution, at its end, or on the opponent's turn."""
        solution, played = self.assignment.task.solution, self.moves
        on_it = solution[: len(played)] == played and len(played) < len(solution)
        return solution[len(played)] if on_it and not self.is_answer else None


def is_made_up(document: Document) -> bool:
    """Return whether a document's puzzle is from the player's mistakes or the classics, not from a file."""
    puzzle, kept = document.mode, document.collection
    if kept is None or not isinstance(puzzle, Puzzle):
        return False
    return puzzle.origin is not None or isinstance(kept.name, Message)

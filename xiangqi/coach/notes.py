"""What the coach is asked and what it answers: plain data, without a search or a window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xiangqi.board import Move
from xiangqi.coach.facts import Fact, FactKind, Placed
from xiangqi.coach.grades import Grade
from xiangqi.line import Line, Moves
from xiangqi.referee import DEFAULT_RULES, Rules

NO_CAUSES: Final = (FactKind.BETTER, FactKind.OPENING, FactKind.LEAVES_BOOK, FactKind.LIBRARY)
"""Kinds of facts that do not say why a move is a fault."""


@dataclass(frozen=True)
class Opinion:
    """What a judge says of a position."""

    chance: float  # of winning for the side to move, 0.0 to 1.0
    line: Moves = ()  # what it would play and expect, best move first; empty at the end of a game
    mate: int | None = None  # moves to mate, negative when the side to move is mated; None without one


@dataclass(frozen=True)
class MoveReview:
    """What is said about one move."""

    ply: int  # the number of the move, from 1
    side: int  # RED or BLACK, who made it
    move: Move  # the move
    # before, after: the mover's chance of winning, 0.0 to 1.0
    before: float
    after: float
    loss: float  # of that chance
    grade: Grade  # by the loss
    best: Moves  # the line that the judge preferred; it begins with the move where that is the best one
    facts: tuple[Fact, ...]  # what there is to say, the most important first; each with its proof
    phase: str  # of the game, one of PHASES

    @property
    def is_explained(self) -> bool:
        """Whether something tells why it is a fault, beyond what would have been better."""
        return any(fact.kind not in NO_CAUSES for fact in self.facts)


@dataclass(frozen=True)
class SideSummary:
    """How a side has played."""

    accuracy: float | None  # 0 to 100, as in grades.accuracy_of; None for a side that made no move
    counts: dict[Grade, int]  # moves of each grade
    phases: dict[str, float]  # the accuracy in each phase in which the side has moved
    # kinds of facts that explain more than one fault, with their number, the most frequent first
    themes: tuple[tuple[FactKind, int], ...]


@dataclass(frozen=True)
class GameSummary:
    """What is said about a game as a whole."""

    # red, black: how each side has played
    red: SideSummary
    black: SideSummary
    # the ply of the move after which the game was never the same: the costliest one among those that gave up an
    # advantage or a level game; None without a fault
    turning_point: int | None
    opening: str | None  # key of the opening, None without a name


@dataclass(frozen=True)
class GameReview:
    """A game with all that is said about it."""

    start_fen: str
    moves: tuple[MoveReview, ...]
    summary: GameSummary


@dataclass(frozen=True)
class Offer:
    """What the coach offers after a move."""

    loss: float  # of the mover's winning chance, 0.0 to 1.0
    facts: tuple[Fact, ...]  # why, each with its proof; what the player would see


@dataclass(frozen=True)
class HintLadder:
    """What can be told about the best move, step by step."""

    piece: Placed  # what should move
    move: Move  # the move
    # the fact that proves it, whose kind is the theme; None where there is none, and then the line speaks
    reason: Fact | None
    line: Moves  # what the engine expects, the move first


@dataclass(frozen=True)
class Hold:
    """A piece that is attacked and held by a single other one."""

    # attacker, target: who attacks what
    attacker: Placed
    target: Placed
    guard: Placed  # the only piece that could take back


@dataclass(frozen=True)
class PositionNotes:
    """What there is to see in a position."""

    # what each side wins, were it to move; the side to move first. Proofs start from the position on the board
    # with that side to move.
    threats: tuple[Fact, ...]
    pins: tuple[Fact, ...]  # pieces that their king's safety keeps where they are
    holds: tuple[Hold, ...]  # attacked pieces that one other piece alone protects


@dataclass(frozen=True)
class MoveQuestion:
    """What is there to say about the last move of a line?"""

    line: Line  # of legal moves, the move spoken of last
    # before, after: a judge's opinion on the positions before and after that move
    before: Opinion
    after: Opinion
    rules: Rules = DEFAULT_RULES  # for repetitions


@dataclass(frozen=True)
class LessonQuestion:
    """Is there something to offer about the last move of a game, before it is answered?"""

    line: Line  # the game, the player's move last
    measure: float  # the loss of winning chance that is let pass


@dataclass(frozen=True)
class HintQuestion:
    """What can be told step by step about the best move of a position?"""

    at: Line  # the position
    line: Moves  # the best line, at least one move


@dataclass(frozen=True)
class PositionQuestion:
    """What do both sides threaten in a position, and what holds what?"""

    at: Line  # the position


Question = MoveQuestion | LessonQuestion | HintQuestion | PositionQuestion
Reply = tuple[Fact, ...] | Offer | HintLadder | PositionNotes | None

"""What the coach is asked and what it answers: plain data, without a search or a window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xiangqi.board import Move
from xiangqi.coach.facts import Fact, FactKind, Moves, Placed
from xiangqi.coach.grades import Grade
from xiangqi.referee import DEFAULT_RULES, Rules

NO_CAUSES: Final = (FactKind.BETTER, FactKind.OPENING, FactKind.LEAVES_BOOK, FactKind.LIBRARY)
"""Kinds of facts that do not say why a move is a fault."""


@dataclass(frozen=True)
class Opinion:
    """What a judge says of a position.

    Attributes:
        chance: of winning for the side to move, 0.0 to 1.0.
        line: what it would play and expect, best move first; empty at the end of a game.
        mate: moves to mate, negative when the side to move is mated; None without one.
    """

    chance: float
    line: Moves = ()
    mate: int | None = None


@dataclass(frozen=True)
class MoveReview:
    """What is said about one move.

    Attributes:
        ply: the number of the move, from 1.
        side: RED or BLACK, who made it.
        move: the move.
        before, after: the mover's chance of winning, 0.0 to 1.0.
        loss: of that chance.
        grade: by the loss.
        best: the line that the judge preferred; it begins with the move where that is the best one.
        facts: what there is to say, the most important first; each with its proof.
        phase: of the game, one of PHASES.
    """

    ply: int
    side: int
    move: Move
    before: float
    after: float
    loss: float
    grade: Grade
    best: Moves
    facts: tuple[Fact, ...]
    phase: str

    @property
    def is_explained(self) -> bool:
        """Whether something tells why it is a fault, beyond what would have been better."""
        return any(fact.kind not in NO_CAUSES for fact in self.facts)


@dataclass(frozen=True)
class SideSummary:
    """How a side has played.

    Attributes:
        accuracy: 0 to 100, as in grades.accuracy_of; None for a side that made no move.
        counts: moves of each grade.
        phases: the accuracy in each phase in which the side has moved.
        themes: kinds of facts that explain more than one fault, with their number, the most frequent first.
    """

    accuracy: float | None
    counts: dict[Grade, int]
    phases: dict[str, float]
    themes: tuple[tuple[FactKind, int], ...]


@dataclass(frozen=True)
class GameSummary:
    """What is said about a game as a whole.

    Attributes:
        red, black: how each side has played.
        turning_point: the ply of the move after which the game was never the same: the costliest one among
            those that gave up an advantage or a level game; None without a fault.
        opening: key of the opening, None without a name.
    """

    red: SideSummary
    black: SideSummary
    turning_point: int | None
    opening: str | None


@dataclass(frozen=True)
class GameReview:
    """A game with all that is said about it."""

    start_fen: str
    moves: tuple[MoveReview, ...]
    summary: GameSummary


@dataclass(frozen=True)
class Offer:
    """What the coach offers after a move.

    Attributes:
        loss: of the mover's winning chance, 0.0 to 1.0.
        facts: why, each with its proof; what the player would see.
    """

    loss: float
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class HintLadder:
    """What can be told about the best move, step by step.

    Attributes:
        piece: what should move.
        move: the move.
        reason: the fact that proves it, whose kind is the theme; None where there is none, and then the line
            speaks.
        line: what the engine expects, the move first.
    """

    piece: Placed
    move: Move
    reason: Fact | None
    line: Moves


@dataclass(frozen=True)
class Hold:
    """A piece that is attacked and held by a single other one.

    Attributes:
        attacker, target: who attacks what.
        guard: the only piece that could take back.
    """

    attacker: Placed
    target: Placed
    guard: Placed


@dataclass(frozen=True)
class PositionNotes:
    """What there is to see in a position.

    Attributes:
        threats: what each side wins, were it to move; the side to move first. Proofs start from the position
            on the board with that side to move.
        pins: pieces that their king's safety keeps where they are.
        holds: attacked pieces that one other piece alone protects.
    """

    threats: tuple[Fact, ...]
    pins: tuple[Fact, ...]
    holds: tuple[Hold, ...]


@dataclass(frozen=True)
class MoveQuestion:
    """What is there to say about the last move of a line?

    Attributes:
        start_fen: where the line begins.
        moves: legal, the move spoken of last.
        before, after: a judge's opinion on the positions before and after that move.
        rules: for repetitions.
    """

    start_fen: str
    moves: Moves
    before: Opinion
    after: Opinion
    rules: Rules = DEFAULT_RULES


@dataclass(frozen=True)
class LessonQuestion:
    """Is there something to offer about the last move of a game, before it is answered?

    Attributes:
        start_fen: where the game begins.
        moves: of the game, the player's last.
        measure: the loss of winning chance that is let pass.
    """

    start_fen: str
    moves: Moves
    measure: float


@dataclass(frozen=True)
class HintQuestion:
    """What can be told step by step about the best move of a position?

    Attributes:
        start_fen, moves: the position.
        line: the best line, at least one move.
    """

    start_fen: str
    moves: Moves
    line: Moves


@dataclass(frozen=True)
class PositionQuestion:
    """What do both sides threaten in a position, and what holds what?"""

    start_fen: str
    moves: Moves


Question = MoveQuestion | LessonQuestion | HintQuestion | PositionQuestion
Reply = tuple[Fact, ...] | Offer | HintLadder | PositionNotes | None

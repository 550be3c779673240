"""Questions to the coach and its replies, as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import CAPTURES, Fact, FactKind, Placed
from xiangqi.coach.grades import Grade
from xiangqi.line import Line, Moves
from xiangqi.referee import DEFAULT_RULES, Rules

NO_CAUSES: Final = (
    FactKind.BETTER,
    FactKind.ANSWER,
    FactKind.POINT,
    FactKind.OPENING,
    FactKind.LEAVES_PRACTICE,
    FactKind.LIBRARY,
)
"""Kinds of facts that do not explain why a move is a fault."""


@dataclass(frozen=True)
class Opinion:
    """A judge's opinion of a position."""

    chance: float  # the winning chance of the side to move, 0.0 to 1.0
    line: Moves = ()  # the principal variation; empty at the end of a game
    mate: int | None = None  # moves to mate, negative if the side to move is mated; None if no mate was found
    nodes: int = 0  # how many were searched; 0 if unknown


@dataclass(frozen=True)
class MoveReview:
    """The review of one move."""

    ply: int  # number of the move, from 1
    side: int  # RED or BLACK, the side that made it
    move: Move  # the move
    # before, after: the mover's chance of winning, 0.0 to 1.0
    before: float
    after: float
    loss: float  # the loss of that chance
    grade: Grade  # according to the loss
    best: Moves  # the judge's preferred line; it begins with the move itself if that was best
    facts: tuple[Fact, ...]  # the most important first
    phase: str  # of the game, one of PHASES

    @property
    def is_explained(self) -> bool:
        """Whether some fact explains why the move is a fault: by a cause, or by the final gain of a line."""
        return any(fact.kind not in NO_CAUSES or fact.name == CAPTURES for fact in self.facts)


@dataclass(frozen=True)
class SideSummary:
    """A summary of one side's play."""

    accuracy: float | None  # 0 to 100, as in grades.accuracy_of; None for a side that made no move
    counts: dict[Grade, int]  # the number of moves of each grade
    phases: dict[str, float]  # the accuracy in each phase in which the side moved
    # the kinds of facts that explain more than one fault, with their counts, the most frequent first
    themes: tuple[tuple[FactKind, int], ...]


@dataclass(frozen=True)
class GameSummary:
    """A summary of a whole game."""

    red: SideSummary
    black: SideSummary
    # the ply of the costliest move that gave up an advantage or a level game; None if there was none
    turning_point: int | None
    opening: str | None  # the key of the opening; None if it has no name


@dataclass(frozen=True)
class Drift:
    """A run of moves in which a side loses ground without a marked move."""

    side: int  # RED or BLACK
    # first, last: the plies of the side's first and last move in it, from 1
    first: int
    last: int
    change: str  # what has changed most: one of `coach.drift.CHANGES`, or ""
    lost: float  # of the winning chance, 0.0 to 1.0


@dataclass(frozen=True)
class GameReview:
    """The review of a game, or of the moves that have been judged so far."""

    line: Line  # the whole game
    moves: tuple[MoveReview, ...]  # in order; `MoveReview.ply` tells to which move of the line each belongs
    summary: GameSummary
    drifts: tuple[Drift, ...] = ()  # losses by small steps

    def on_boards(self) -> Iterator[tuple[MoveReview, Board]]:
        """Yield the reviewed moves, each with the board before it, which must not be changed."""
        reviews = {move.ply: move for move in self.moves}
        board = self.line.upto(0).board()
        for ply, move in enumerate(self.line.moves, 1):
            if ply in reviews:
                yield reviews[ply], board
            board.push_unchecked(move)


@dataclass(frozen=True)
class DeepLook:
    """The cost of a move according to the deepest searches."""

    after: float  # the mover's winning chance after it, 0.0 to 1.0
    loss: float  # the loss of that chance
    better: Moves  # the better line; empty if the move was best


@dataclass(frozen=True)
class MoveNotes:
    """The coach's notes on one move of a game."""

    facts: tuple[Fact, ...]  # the most important first
    look: DeepLook | None = None  # None if the move was not searched again


@dataclass(frozen=True)
class Offer:
    """An offer of the coach to talk about a costly move."""

    loss: float  # of the mover's winning chance, 0.0 to 1.0
    facts: tuple[Fact, ...]  # the reasons, shown to the player who asks


@dataclass(frozen=True)
class HintLadder:
    """A hint about the best move, revealed step by step."""

    piece: Placed  # the piece that should move
    move: Move
    reason: Fact | None  # proves the move, or (BETTER) tells what it visibly does; None if neither is found
    line: Moves  # the engine's line, beginning with the move
    fault: Fact | None = None  # why the move `HintQuestion.instead` is a mistake; None if nothing explains it


@dataclass(frozen=True)
class Hold:
    """An attacked piece with a single defender."""

    attacker: Placed
    target: Placed
    guard: Placed  # the only piece that could recapture


@dataclass(frozen=True)
class PositionNotes:
    """The explanation of a position."""

    # what each side would win if it were to move, beginning with the side to move; proofs start from the
    # position with that side to move
    threats: tuple[Fact, ...]
    pins: tuple[Fact, ...]
    holds: tuple[Hold, ...]


@dataclass(frozen=True)
class MoveQuestion:
    """Asks for the facts about the last move of a line."""

    line: Line  # legal moves, the move asked about last
    # before, after: a judge's opinion on the positions before and after that move
    before: Opinion
    after: Opinion
    rules: Rules = DEFAULT_RULES  # for repetitions
    is_last: bool = True  # whether the game ended with the move; where play went on, the rules did not end it
    looks_again: bool = True  # whether a mark is searched again, which only the built-in engine's own deserve


@dataclass(frozen=True)
class MistakeQuestion:
    """Asks whether to offer an explanation of the last move of a game before the opponent answers it."""

    line: Line  # the game, the player's move last
    measure: float  # the largest loss of winning chance that is ignored


@dataclass(frozen=True)
class HintQuestion:
    """Asks for a hint about the best move of a position."""

    at: Line  # the position
    line: Moves  # the best line, at least one move
    instead: Move | None = None  # a mistake to be explained as well


@dataclass(frozen=True)
class PositionQuestion:
    """Asks for the threats, pins and sole defenders of a position."""

    at: Line  # the position


Question = MoveQuestion | MistakeQuestion | HintQuestion | PositionQuestion
Reply = MoveNotes | Offer | HintLadder | PositionNotes | None

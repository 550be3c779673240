"""The coach's facts, hints, offers and explanations in the session, and the guided game, as plain data.

Facts about a move are stored under the key of the position after it, as judgements are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum

from xiangqi.board import Move
from xiangqi.coach.facts import Fact
from xiangqi.coach.notes import DeepLook, HintLadder, Offer, PositionNotes
from xiangqi.line import Line, Moves


class HintStep(IntEnum):
    """The steps by which a hint is revealed."""

    ASKED = 0
    THEME = 1
    PIECE = 2
    MOVE = 3  # with the reason


@dataclass(frozen=True)
class HintGiven:
    """A hint that is revealed step by step."""

    question_id: int  # identifies the answer
    document_id: int  # the game
    at: Line  # the position
    line: Moves  # the engine's line; its first move is the proposed one
    ladder: HintLadder | None = None  # the whole hint; None until the coach has answered
    step: HintStep = HintStep.ASKED  # how much has been revealed

    def proposes(self, document_id: int, line: Line) -> bool:
        """Return whether the last move of a game's line is the one that the hint proposed."""
        return self.document_id == document_id and self.at.then(self.line[0]) == line


@dataclass(frozen=True)
class Interruption:
    """A move of the player that the coach examines before the opponent answers it."""

    question_id: int  # identifies the answer
    document_id: int  # the game
    moves: Moves  # the moves of the game, the player's last
    until: float  # time in seconds up to which the game waits for the coach
    offer: Offer | None = None  # the coach's offer; None until it has answered
    explained: bool = False  # whether the player wants an explanation


@dataclass(frozen=True)
class Insight:
    """The explanation of the position on the board."""

    question_id: int  # identifies the answer
    document_id: int  # the document on the board
    at: Line  # the position
    notes: PositionNotes | None = None  # the explanation; None until the coach has answered
    failure: str = ""  # why there is no explanation; "" without a failure


@dataclass(frozen=True)
class Better:
    """The reason why a move is better than a practised mistake."""

    question_id: int  # identifies the answer
    fen: str  # the position before the mistake
    played: Move  # the mistake
    reason: Fact | None = None  # None until the coach has answered, and where it knows none
    fault: Fact | None = None  # why the mistake is one; None as for `reason`


@dataclass(frozen=True)
class Coaching:
    """The coach's part of the session."""

    # facts about moves, by the key of the position after them
    told: Mapping[int, tuple[Fact, ...]] = field(default_factory=dict)
    # the costs of these moves by the coach's own searches, by the same keys; None if the first verdict stands
    looked: Mapping[int, DeepLook | None] = field(default_factory=dict)
    # keys of the moves asked about, by the id of the question
    asked: Mapping[int, int] = field(default_factory=dict)
    hint: HintGiven | None = None  # the latest hint
    interruption: Interruption | None = None  # the move that the coach examines
    insight: Insight | None = None  # the explained position; None without one
    better: Better | None = None  # about the latest practised mistake; None before the first one

    def without_question(self, question_id: int) -> Coaching:
        """Return this state without a question about a move."""
        return replace(self, asked={number: key for number, key in self.asked.items() if number != question_id})


@dataclass(frozen=True)
class Guide:
    """The guided first game."""

    document_id: int  # the guided game
    step: int = 0  # the index of the current text

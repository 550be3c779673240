"""What the coach has said, and what it is asked: plain data.

Facts about moves are kept under the key of the position after the move, as judgements are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum

from xiangqi.app.analysis.judgement import Moves
from xiangqi.coach.facts import Fact
from xiangqi.coach.notes import HintLadder, Offer, PositionNotes


class HintStep(IntEnum):
    """How much of a hint has been told."""

    ASKED = 0
    THEME = 1
    PIECE = 2
    MOVE = 3
    REASON = 4


@dataclass(frozen=True)
class HintGiven:
    """A hint that is given step by step.

    Attributes:
        question_id: stamp of the answer.
        start_fen, moves: the position.
        line: what the engine expects; its first move is what is proposed.
        ladder: what there is to tell, None before the coach has answered.
        step: how much of it has been told.
    """

    question_id: int
    start_fen: str
    moves: Moves
    line: Moves
    ladder: HintLadder | None = None
    step: HintStep = HintStep.ASKED

    def proposes(self, start_fen: str, moves: Moves) -> bool:
        """Whether the last of some moves is what was proposed there."""
        return (self.start_fen, (*self.moves, self.line[0])) == (start_fen, moves)


@dataclass(frozen=True)
class LessonMove:
    """A move of the player's that the coach looks at before it is answered.

    Attributes:
        question_id: stamp of the answer.
        document_id: the game.
        moves: of the game, the player's last.
        until: time in seconds after which nobody waits for the coach.
        offer: what it has found; None as long as it looks.
        explained: the player wants to know why.
    """

    question_id: int
    document_id: int
    moves: Moves
    until: float
    offer: Offer | None = None
    explained: bool = False


@dataclass(frozen=True)
class Insight:
    """The position on the board explained.

    Attributes:
        question_id: stamp of the answer.
        start_fen, moves: the position.
        notes: what there is to see in it, None before the coach has answered.
        failure: why it cannot say anything, "" if it can.
    """

    question_id: int
    start_fen: str
    moves: Moves
    notes: PositionNotes | None = None
    failure: str = ""


@dataclass(frozen=True)
class Coaching:
    """All that the coach has to do with the session.

    Attributes:
        told: facts about moves, by the key of the position after them.
        asked: keys of the moves that it is asked about, by the stamp of the question.
        hint: the last one that was given.
        lesson: the move it looks at.
        insight: the position explained, None while nobody asks.
    """

    told: Mapping[int, tuple[Fact, ...]] = field(default_factory=dict)
    asked: Mapping[int, int] = field(default_factory=dict)
    hint: HintGiven | None = None
    lesson: LessonMove | None = None
    insight: Insight | None = None

    def without_question(self, question_id: int) -> Coaching:
        """The same without a question about a move."""
        return replace(self, asked={number: key for number, key in self.asked.items() if number != question_id})


@dataclass(frozen=True)
class Guide:
    """The guided first game.

    Attributes:
        document_id: of the game; another one is not guided.
        step: which of the things to say is said.
    """

    document_id: int
    step: int = 0

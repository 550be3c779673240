"""What the player wants of the coach."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.model.intent import Intent, Leaves
from xiangqi.board import Move


@dataclass(frozen=True)
class ShowProof(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Play out what proves a sentence, move by move, with the pieces it is about marked.

    Attributes:
        start_fen: where the line before it begins.
        base: the moves before it.
        moves: of the proof; empty where the position alone shows it.
        squares: of the pieces to be marked.
        at_end: the squares are those after the last move, not before the first.
    """

    start_fen: str
    base: tuple[Move, ...]
    moves: tuple[Move, ...]
    squares: tuple[int, ...] = ()
    at_end: bool = False


@dataclass(frozen=True)
class LeaveMove(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """The move that the coach has stopped at stays, and is answered."""


@dataclass(frozen=True)
class SeeWhy(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Let the coach say why the move it has stopped at is a mistake."""


@dataclass(frozen=True)
class ExplainPosition(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Say what both sides threaten in the position on the board and what holds what, or no longer."""

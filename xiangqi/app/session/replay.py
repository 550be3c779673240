"""The replay of a judged cycle, the game offered at the start, and the message about a damaged journal."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from xiangqi.app.session.document import Document
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.positions import full_moves
from xiangqi.i18n.message import Message


@dataclass(frozen=True)
class Replay:
    """The replay of a judged cycle, shown by moving the cursor on the board."""

    first: int  # the ply of the cycle's first position; its last one is the end of the game
    playing: bool = False  # whether the moves are played automatically
    due: float = 0.0  # when the next move is due, in seconds, while they are


@dataclass(frozen=True)
class ResumeOffer:
    """An unfinished game found at the start and offered in a bar. Not modal: the board remains usable."""

    document: Document  # the game in the journal
    flipped: bool = False  # whether the board was turned
    damaged: bool = False  # whether the journal was damaged, so that this is only the part before the fault

    @property
    def play(self) -> GameInProgress:
        """The game: its players, moves and clock."""
        if self.document.play is None:
            raise AssertionError("what is offered is a game")
        return self.document.play


def damage(set_aside: Path | None, plies: int) -> Message:
    """Return the message that a journal was damaged, with the number of moves saved and its new path.

    Args:
        set_aside: the new path of the file, None if it could not be copied.
        plies: the number of plies that were recovered.
    """
    name = str(set_aside or "")
    if not plies:
        return Message("toast.journal_lost", name=name)
    return Message("toast.journal_damaged", name=name, count=full_moves(plies))

"""The session's data about games, apart from the documents."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.document import Document
from xiangqi.app.mode import GameInProgress


@dataclass(frozen=True)
class Replay:
    """The replay of a judged cycle, shown by moving the cursor on the board."""

    first: int  # ply of the first position of the cycle; the last one is the end of the game
    playing: bool = False  # whether the moves follow each other by themselves
    due: float = 0.0  # time in seconds of the next move while they do


@dataclass(frozen=True)
class ResumeOffer:
    """An unfinished game found at the start and offered in a bar. Not modal: the board remains usable."""

    document: Document  # the game as the journal holds it
    flipped: bool = False  # whether the board was turned
    damaged: bool = False  # the journal was faulty and this is what it holds before the fault

    @property
    def play(self) -> GameInProgress:
        """The game: its players, moves and clock."""
        if self.document.play is None:
            raise AssertionError("what is offered is a game")
        return self.document.play

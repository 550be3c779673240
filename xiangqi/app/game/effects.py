"""Effects that save games, and the events about games of earlier runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.session.replay import ResumeOffer
from xiangqi.records.revision import Revision


@dataclass(frozen=True)
class JournalFound(Event):
    """An unfinished game of an earlier run was found at the start."""

    offer: ResumeOffer  # the game
    set_aside: Path | None = None  # the new path of a damaged journal; None if it was intact


@dataclass(frozen=True)
class WriteJournal(Effect):
    """Write the current game to the journal, durably."""

    document_id: int  # the game's document
    game: Revision  # its present state, with the tags needed to resume it


@dataclass(frozen=True)
class GameUnkept(Event):
    """A game could not be written to the disk, and would be lost with this program."""

    document_id: int
    detail: str  # the reason


@dataclass(frozen=True)
class GameOnDisk(Event):
    """The present state of a game is on the disk: in the journal, or in the library."""

    document_id: int


@dataclass(frozen=True)
class KeepGame(Effect):
    """Add a finished game, or one that was left after some moves, to the library."""

    document_id: int  # the game's document; given again if the game has changed
    game: Revision  # its current state, as it would be written
    # the mover's remaining time after each move, in milliseconds, -1 if unknown; empty without a clock
    clocks: tuple[int, ...] = ()


@dataclass(frozen=True)
class DeleteJournal(Effect):
    """Delete the journal of a game that is over or was left, unless the library does not accept the game."""

    is_last: bool = False  # whether the program ends, so that the place need not be free for another game


@dataclass(frozen=True)
class KeepJournal(Effect):
    """Rename the journal of an unfinished game, so that it is kept."""


@dataclass(frozen=True)
class DeleteDraft(Effect):
    """Delete the draft, since all documents have been saved or discarded."""


@dataclass(frozen=True)
class WriteDraft(Effect):
    """Save the unsaved documents as a draft, durably."""

    games: tuple[Revision, ...]  # the present state of the documents, the topmost first
    awaited: bool  # whether it must be written before the change is shown, as a move of a game is

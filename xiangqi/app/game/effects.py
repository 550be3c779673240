"""Effects that save games, and the events about games of earlier runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.game.state import ResumeOffer
from xiangqi.records.revision import Revision


@dataclass(frozen=True)
class JournalFound(Event):
    """An unfinished game of an earlier run was found at the start."""

    offer: ResumeOffer  # the game
    set_aside: Path | None = None  # where a damaged journal was put, None when it was sound


@dataclass(frozen=True)
class WriteJournal(Effect):
    """Write the current game to the journal, durably."""

    document_id: int  # which game
    game: Revision  # as it is now, with the tags from which it can be taken up again


@dataclass(frozen=True)
class KeepGame(Effect):
    """Add a game that is over, or that is left after some moves, to the library."""

    document_id: int  # which game; when it is given again it has changed
    game: Revision  # as it is now, as it would be written
    # what was left to the mover after each move, in milliseconds, -1 where that is not known; empty without a
    # clock
    clocks: tuple[int, ...] = ()


@dataclass(frozen=True)
class DeleteJournal(Effect):
    """Delete the journal of a game that is over or left. A game that the library rejects is kept."""

    is_last: bool = False  # the program ends: the place need not be free for another game


@dataclass(frozen=True)
class KeepJournal(Effect):
    """Rename the journal of an unfinished game, so that it is kept."""

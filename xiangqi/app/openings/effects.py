"""Effects that read and change one's repertoire, and the events they answer with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.openings.state import SideView
from xiangqi.board import Move
from xiangqi.records.revision import Revision
from xiangqi.records.tree import Game

if TYPE_CHECKING:
    from xiangqi.repertoire.departures import Departure
    from xiangqi.repertoire.lines import Known
    from xiangqi.repertoire.store import Change


@dataclass(frozen=True)
class LoadRepertoire(Effect):
    """Read the repertoires of both sides."""


@dataclass(frozen=True)
class RepertoireRead(Event):
    """The repertoires as they are kept."""

    sides: dict[int, SideView]  # by RED and BLACK


@dataclass(frozen=True)
class AddMoves(Effect):
    """Add moves to a repertoire."""

    side: int
    moves: tuple[Known, ...]


@dataclass(frozen=True)
class RemoveMoves(Effect):
    """Take moves out of a repertoire, and what can only be reached by them."""

    side: int
    moves: tuple[Known, ...]


@dataclass(frozen=True)
class PreviewRecord(Effect):
    """Find out what the lines of a record would add to a repertoire."""

    side: int
    tree: Revision


@dataclass(frozen=True)
class RecordPreviewed(Event):
    """What the lines of a record would add."""

    side: int
    moves: tuple[Known, ...]
    change: Change


@dataclass(frozen=True)
class MakeRecord(Effect):
    """Write a repertoire as a record with variations."""

    side: int
    name: str  # its title


@dataclass(frozen=True)
class RecordMade(Event):
    """A repertoire as a record."""

    game: Game


@dataclass(frozen=True)
class CompareGame(Effect):
    """Find out where a game that has ended left the lines."""

    document_id: int
    side: int
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class GameCompared(Event):
    """Where a game left the lines."""

    document_id: int
    side: int
    departure: Departure | None

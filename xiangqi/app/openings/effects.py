"""Effects that read and change the player's repertoire, and the events with the answers."""

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
    """Read both sides' repertoires."""


@dataclass(frozen=True)
class RepertoireRead(Event):
    """The repertoires have been read."""

    sides: dict[int, SideView]  # the repertoires by side, RED and BLACK


@dataclass(frozen=True)
class AddMoves(Effect):
    """Add moves to a repertoire."""

    side: int
    moves: tuple[Known, ...]


@dataclass(frozen=True)
class RemoveMoves(Effect):
    """Remove moves from a repertoire, along with moves that only they lead to."""

    side: int
    moves: tuple[Known, ...]


@dataclass(frozen=True)
class PreviewRecord(Effect):
    """Find what the lines of a record would add to a repertoire."""

    side: int
    tree: Revision


@dataclass(frozen=True)
class RecordPreviewed(Event):
    """The moves that the lines of a record would add."""

    side: int
    moves: tuple[Known, ...]  # the new ones, then the answers for which there is no room
    change: Change


@dataclass(frozen=True)
class MakeRecord(Effect):
    """Write a repertoire as a record with variations."""

    side: int
    name: str  # the record's title


@dataclass(frozen=True)
class RecordMade(Event):
    """A repertoire has been written as a record."""

    game: Game


@dataclass(frozen=True)
class CompareGame(Effect):
    """Find where a finished game left the lines of the repertoire."""

    document_id: int
    side: int
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class GameCompared(Event):
    """A finished game has been compared with the lines of the repertoire."""

    document_id: int
    side: int
    departure: Departure | None

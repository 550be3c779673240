"""The session's state of the repertoires."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xiangqi.core.constants import RED

if TYPE_CHECKING:
    from xiangqi.insights.figures import FamilyResults
    from xiangqi.repertoire.departures import Departure
    from xiangqi.repertoire.gaps import Gap
    from xiangqi.repertoire.lines import Repertoire
    from xiangqi.repertoire.training import Standing


@dataclass(frozen=True)
class SideView:
    """One side's repertoire with its standing, gaps and results."""

    repertoire: Repertoire
    standing: Standing
    gaps: tuple[Gap, ...]  # the likeliest first
    scores: tuple[FamilyResults, ...] = ()  # of its families, the most frequent first


@dataclass(frozen=True)
class LeftLines:
    """Where the last game left the lines."""

    document_id: int  # of the game
    side: int  # RED or BLACK, the player's
    departure: Departure


@dataclass(frozen=True)
class OpeningsState:
    """The repertoires as last read, and what the panel shows."""

    sides: dict[int, SideView] = field(default_factory=dict)  # by RED and BLACK; empty before it is read
    asked: bool = False  # whether it has been requested
    shown: int = RED  # the side whose repertoire the panel shows
    checked: int = 0  # the document of the game that was compared last
    left: LeftLines | None = None  # None if the last game stayed in the lines, or if there is no game

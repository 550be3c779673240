"""The state of the repertoires in the session."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

from xiangqi.core.constants import RED

if TYPE_CHECKING:
    from xiangqi.insights.figures import FamilyResults
    from xiangqi.repertoire.departures import Departure
    from xiangqi.repertoire.gaps import Gap
    from xiangqi.repertoire.lines import Repertoire
    from xiangqi.repertoire.outline import Stretch
    from xiangqi.repertoire.training import CardCounts


@dataclass(frozen=True)
class SideView:
    """One side's repertoire, with its gaps, the state of its cards and the results of games."""

    repertoire: Repertoire
    standing: CardCounts
    gaps: tuple[Gap, ...]  # the likeliest first
    scores: tuple[FamilyResults, ...] = ()  # the results by opening family, the most frequent first

    @cached_property
    def outline(self) -> tuple[Stretch, ...]:
        """The stretches of the repertoire, found once, since each drawing reads them."""
        from xiangqi.repertoire.outline import outline

        return tuple(outline(self.repertoire))

    @cached_property
    def codes(self) -> frozenset[str]:
        """The codes of the openings in which its lines end."""
        from xiangqi.openings import opening_of

        found = (opening_of((*one.way, *one.moves)) for one in self.outline if one.is_end)
        return frozenset(one.code for one in found if one is not None)


@dataclass(frozen=True)
class LeftLines:
    """The last game's departure from the lines of the repertoire."""

    document_id: int  # the game's document
    side: int  # the player's side, RED or BLACK
    departure: Departure


class OpeningsView(str, Enum):
    """The views of the place of openings."""

    EXPLORE = "explore"  # the moves played from the position on the board
    MINE = "mine"  # the player's own lines
    TRAIN = "train"


@dataclass(frozen=True)
class OpeningsState:
    """The repertoires as last read, and the state of the place of openings."""

    sides: dict[int, SideView] = field(default_factory=dict)  # by RED and BLACK; empty before they are read
    asked: bool = False  # whether the repertoires have been requested
    shown: int = RED  # the side whose repertoire is shown, and added to
    view: OpeningsView = OpeningsView.EXPLORE
    checked: int = 0  # the id of the document whose game was compared last
    left: LeftLines | None = None  # None if the last game stayed in the lines, or if there is no game

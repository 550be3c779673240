"""The session's insights into players, as plain frozen data."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from xiangqi.library import LibraryPlayer, Person

if TYPE_CHECKING:
    from xiangqi.insights.claims import Insights
    from xiangqi.insights.dossier import Dossier
    from xiangqi.insights.figures import Figures


class InsightsPage(str, Enum):
    """The pages about a player."""

    CLAIMS = "claims"  # the costliest weaknesses, with positions
    TIME = "time"  # charts of rating, costly moves and time
    OPENINGS = "openings"  # by side
    PREPARE = "prepare"  # of another player: where they leave the masters' practice, and positions to aim for
    RESULTS = "results"  # of another player: endgames, opponents, length of games
    PLAYERS = "players"  # of the library; each has their own pages
    GAMES = "games"  # what has been reviewed, whose games count, and a button to stop


@dataclass(frozen=True)
class BackgroundReview:
    """The reviews in the window's idle time."""

    id: int = 0  # stamps the reports; 0 before the first order
    running: bool = False  # whether the process is allowed to work
    # whose games are reviewed, and whether all of them; None if they must be looked up again
    about: tuple[Person, bool] | None = None
    counted: int = 0  # games that have been reviewed
    waiting: int | None = None  # games still to be reviewed; None until that is known
    left_out: int = 0  # games with help or from other positions
    failure: str = ""  # why nothing is reviewed; "" without a failure
    wish: str = ""  # another player whose games are reviewed first, because the person has asked; "" for none
    # time in seconds from which the window counts as idle; ignored in comparisons
    idle_from: float = field(default=0.0, compare=False)

    @property
    def is_done(self) -> bool:
        """Whether every game has been reviewed."""
        return self.waiting == 0


@dataclass(frozen=True)
class PlayerInsights:
    """The insights into a player's games."""

    insights: Insights
    figures: Figures
    games: int  # in the library, including those left out
    reviewed: int  # the number of these with results
    dossier: Dossier | None = None  # for an opponent; None for the person at this computer


@dataclass(frozen=True)
class InsightsState:
    """The part of the session that holds insights into players."""

    reviews: BackgroundReview = field(default_factory=BackgroundReview)
    page: InsightsPage = InsightsPage.CLAIMS
    name: str = ""  # the player shown; "" for the person at this computer
    of_masters: bool = False  # whether the player is one of the masters' games, not of the library
    chosen: int = 0  # the index of the claim whose positions are shown
    report: PlayerInsights | None = None  # the latest report; None before the first
    failure: str = ""  # why there is none; "" without a failure
    ask_id: int = 0  # stamps the expected answer
    stale: bool = True  # whether games or reviews have changed since the last question
    # players in the library, the ones with the most games first; None until they are listed
    players: tuple[LibraryPlayer, ...] | None = None
    masters: tuple[LibraryPlayer, ...] | None = None  # the same of the masters' games
    lists_masters: bool = False  # whether the page of players lists the masters
    picked: tuple[str, ...] = ()  # the names in that list marked as the person's own

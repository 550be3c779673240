"""What games say about players, as far as the session knows it: plain frozen data."""

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

    CLAIMS = "claims"  # what costs most, with positions
    TIME = "time"  # rating, costly moves and time, drawn
    OPENINGS = "openings"  # by side
    PREPARE = "prepare"  # of another player: where they leave practice, and positions to aim for
    RESULTS = "results"  # of another player: endings, opponents, length
    PLAYERS = "players"  # of the library, each with pages of their own
    GAMES = "games"  # what has been reviewed, whose games count, stop and go


@dataclass(frozen=True)
class BackgroundReview:
    """The reviews in the window's idle time."""

    id: int = 0  # stamps the reports; 0 before the first order
    running: bool = False  # whether the process may work
    # whose games are reviewed, and whether all of them; None where they have to be looked up anew
    about: tuple[Person, bool] | None = None
    counted: int = 0  # games that have been reviewed
    waiting: int | None = None  # games still to be reviewed; None before that is known
    left_out: int = 0  # games with help or from other positions
    failure: str = ""  # why nothing is reviewed, "" if nothing is wrong
    # time in seconds from which the window is idle; no part of what is compared
    idle_from: float = field(default=0.0, compare=False)

    @property
    def is_done(self) -> bool:
        """Whether no game waits."""
        return self.waiting == 0


@dataclass(frozen=True)
class Report:
    """What the games of a player say."""

    insights: Insights
    figures: Figures
    games: int  # in the library, those that are left out included
    reviewed: int  # of these, those with what was found in them
    dossier: Dossier | None = None  # what an opponent sees; None for the person at this computer


@dataclass(frozen=True)
class InsightsState:
    """The feature's part of the session."""

    reviews: BackgroundReview = field(default_factory=BackgroundReview)
    page: InsightsPage = InsightsPage.CLAIMS
    name: str = ""  # the player whose games are looked at, "" for the person at this computer
    chosen: int = 0  # the index of the claim whose positions are shown
    report: Report | None = None  # the latest answer; None before the first
    failure: str = ""  # why there is none, "" if nothing is wrong
    ask_id: int = 0  # stamps the expected answer
    stale: bool = True  # whether games or reviews have changed since the question
    # players of the library, those with the most games first; None before they were asked for
    players: tuple[LibraryPlayer, ...] | None = None
    picked: tuple[str, ...] = ()  # of these names, those that are the person's, while they are asked for

"""What games say about players, as far as the session knows it: plain frozen data."""

from __future__ import annotations

from dataclasses import dataclass, field

from xiangqi.library import Person


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
class InsightsState:
    """The feature's part of the session."""

    reviews: BackgroundReview = field(default_factory=BackgroundReview)

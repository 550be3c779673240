"""The sequential probability ratio test: stop a match as soon as its question is answered.

Two hypotheses about the Elo difference are held against each other. Nothing else is known of how results are
distributed (draws, unfair openings), so for each hypothesis the likeliest distribution is taken among those
that agree with it: the generalised test, over pairs of games and their five outcomes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from xiangqi.errors import XiangqiError
from xiangqi.i18n.message import Message
from xiangqi.match.statistics import score_at

_FURTHEST_ELO: Final = 1000.0  # beyond it a score is all but 0 or 1, and nothing is left to test
_UNSEEN: Final = 1e-3  # counted for an outcome that has not occurred: it is not impossible
_HALVINGS: Final = 60


class Verdict(Enum):
    """What the test says."""

    OPEN = "undecided"
    H0 = "H0 accepted"
    H1 = "H1 accepted"


@dataclass(frozen=True)
class Sprt:
    """A test of H0 (the difference is elo0) against H1 (it is elo1).

    Raises:
        XiangqiError: the hypotheses are not in order or too far away, or a risk is none.
    """

    # elo0, elo1: of the first engine over the second, elo0 below elo1
    elo0: float
    elo1: float
    alpha: float = 0.05  # accepted risk that H1 is accepted though H0 is true
    beta: float = 0.05  # accepted risk that H0 is accepted though H1 is true

    def __post_init__(self) -> None:
        if not -_FURTHEST_ELO <= self.elo0 < self.elo1 <= _FURTHEST_ELO:
            first, second, most = (f"{elo:g}" for elo in (self.elo0, self.elo1, _FURTHEST_ELO))
            raise XiangqiError(Message("detail.hypotheses", first=first, second=second, most=most))
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise XiangqiError(Message("detail.risk", first=f"{self.alpha:g}", second=f"{self.beta:g}"))

    @property
    def bounds(self) -> tuple[float, float]:
        """H0 is accepted at the first log likelihood ratio, H1 at the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """Log likelihood ratio of H1 to H0.

        Args:
            counts: how often each outcome occurred; they are equally spaced from 0 to 1.
        """
        total = sum(counts)
        if not total:
            return 0.0
        seen = [max(float(count), _UNSEEN) for count in counts]
        shares = [count / sum(seen) for count in seen]
        against, favoured = (_likeliest(shares, score_at(elo)) for elo in (self.elo0, self.elo1))
        return total * sum(
            share * math.log(one / zero) for share, zero, one in zip(shares, against, favoured, strict=True)
        )

    def verdict(self, counts: Sequence[int]) -> Verdict:
        """Whether the results seen decide between the hypotheses."""
        low, high = self.bounds
        ratio = self.ratio(counts)
        return Verdict.H0 if ratio <= low else Verdict.H1 if ratio >= high else Verdict.OPEN


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """Of all distributions with a given mean, the one that makes the observed shares likeliest.

    Lagrange's condition gives share / (1 + t * (outcome - mean)); t is where the mean comes out right. The
    sum below falls with t, from plus to minus infinity between the two poles of the outermost outcomes.
    """
    top = len(shares) - 1
    offsets = [place / top - mean for place in range(len(shares))]
    low, high = -1 / offsets[-1], -1 / offsets[0]
    for _ in range(_HALVINGS):
        t = (low + high) / 2
        excess = sum(share * offset / (1 + t * offset) for share, offset in zip(shares, offsets, strict=True))
        low, high = (t, high) if excess > 0 else (low, t)
    t = (low + high) / 2
    return [share / (1 + t * offset) for share, offset in zip(shares, offsets, strict=True)]

"""The sequential probability ratio test, which ends a match as soon as its question is decided.

It compares two hypotheses about the Elo difference. Since the distribution of results (draws, unfair openings)
is otherwise unknown, the likeliest distribution that agrees with each hypothesis is used: the generalised test
(GSPRT), over pairs of games with their five outcomes.
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

_FURTHEST_ELO: Final = 1000.0  # beyond it the score is practically 0 or 1
_UNSEEN: Final = 1e-3  # the count of an outcome that has not occurred yet
_HALVINGS: Final = 60


class SprtState(Enum):
    """The state of the test."""

    OPEN = "undecided"
    H0 = "H0 accepted"
    H1 = "H1 accepted"


@dataclass(frozen=True)
class Sprt:
    """A test of H0 (the difference is elo0) against H1 (it is elo1).

    Raises:
        XiangqiError: the hypotheses are not in order or too extreme, or a risk is out of range.
    """

    # Elo of the first engine over the second, elo0 below elo1
    elo0: float
    elo1: float
    alpha: float = 0.05  # the probability of accepting H1 if H0 is true
    beta: float = 0.05  # the probability of accepting H0 if H1 is true

    def __post_init__(self) -> None:
        if not -_FURTHEST_ELO <= self.elo0 < self.elo1 <= _FURTHEST_ELO:
            first, second, most = (f"{elo:g}" for elo in (self.elo0, self.elo1, _FURTHEST_ELO))
            raise XiangqiError(Message("detail.hypotheses", first=first, second=second, most=most))
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise XiangqiError(Message("detail.risk", first=f"{self.alpha:g}", second=f"{self.beta:g}"))

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which H0 and H1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """Return the log likelihood ratio of H1 to H0.

        Args:
            counts: how often each outcome occurred; the outcomes score from 0 to 1, equally spaced.
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

    def verdict(self, counts: Sequence[int]) -> SprtState:
        """Return the hypothesis that the test accepts; OPEN if it accepts neither yet."""
        low, high = self.bounds
        ratio = self.ratio(counts)
        return SprtState.H0 if ratio <= low else SprtState.H1 if ratio >= high else SprtState.OPEN


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """Return the distribution with a given mean that makes the observed shares likeliest.

    The Lagrange condition gives share / (1 + t * (outcome - mean)), where t is chosen so that the mean is
    right. The sum below decreases in t, from plus to minus infinity between the two poles of the outermost
    outcomes.
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

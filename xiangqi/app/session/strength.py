"""The levels of engines: the measured rating and the search limits of each."""

from __future__ import annotations

from typing import Final

from xiangqi.app.session.players import Player, PlayerKind
from xiangqi.engine.common.levels import RATINGS
from xiangqi.engine.common.types import Limits
from xiangqi.ladder import FULL_STRENGTH

LOWEST: Final = 1
HIGHEST: Final = FULL_STRENGTH

# The built-in engine knows its levels and stops by itself; only the highest needs the time.
_BUILT_IN_MS: Final = 5_000

# Other engines know nothing of these levels: they are given less time.
_ENGINE_MS: Final = (
    50,
    100,
    200,
    300,
    500,
    750,
    1_000,
    2_000,
    4_000,
    5_000,
    6_000,
    6_400,
    6_800,
    7_200,
    7_600,
    8_000,
)

HINT_LIMITS: Final = Limits(movetime_ms=1_500)

VERDICT_LIMITS: Final = Limits(movetime_ms=400)
"""The limits for judging a move tried in place of a mistake: those of a review for one position."""


def clamped(level: int) -> int:
    """Return the nearest existing level."""
    return min(max(level, LOWEST), HIGHEST)


def rating_of(level: int) -> int:
    """Return the measured rating of the built-in engine at a level; for the highest it is a lower bound."""
    return RATINGS[clamped(level)]


def limits_for(player: Player) -> Limits:
    """Return the search limits of a player's engine for one move."""
    if player.kind is PlayerKind.ENGINE:
        return Limits(movetime_ms=_ENGINE_MS[clamped(player.level) - LOWEST])
    return Limits(movetime_ms=_BUILT_IN_MS)

"""How strong the computer plays: the ladder of levels as limits of its search."""

from __future__ import annotations

from typing import Final

from xiangqi.app.state import Player, PlayerKind
from xiangqi.engine.types import Limits

LOWEST: Final = 1
HIGHEST: Final = 10

# Nodes and depth make the lower levels the same on every machine; the time keeps slow ones from being tedious.
_LADDER: Final = (
    Limits(depth=1, nodes=200, movetime_ms=3_000),
    Limits(depth=2, nodes=1_000, movetime_ms=3_000),
    Limits(depth=3, nodes=4_000, movetime_ms=3_000),
    Limits(depth=4, nodes=15_000, movetime_ms=3_000),
    Limits(depth=6, nodes=60_000, movetime_ms=3_000),
    Limits(depth=8, nodes=250_000, movetime_ms=3_000),
    Limits(nodes=1_000_000, movetime_ms=3_000),
    Limits(movetime_ms=1_000),
    Limits(movetime_ms=2_500),
    Limits(movetime_ms=6_000),
)

# Other engines need not understand limits on nodes, and should not be kept from using their time.
_ENGINE_MS: Final = (50, 100, 200, 300, 500, 750, 1_000, 2_000, 4_000, 8_000)

HINT_LIMITS: Final = Limits(movetime_ms=1_500)


def limits_for(player: Player) -> Limits:
    """When a player's engine should stop thinking about a move."""
    index = min(max(player.level, LOWEST), HIGHEST) - 1
    if player.kind is PlayerKind.ENGINE:
        return Limits(movetime_ms=_ENGINE_MS[index])
    return _LADDER[index]

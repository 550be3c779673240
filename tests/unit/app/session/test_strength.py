"""Every level is stronger than the one below it."""

from __future__ import annotations

from itertools import pairwise

from xiangqi.app.session.players import Player, PlayerKind
from xiangqi.app.session.strength import HIGHEST, LOWEST, limits_for


def test_an_external_engine_has_more_time_at_each_level() -> None:
    levels = range(LOWEST, HIGHEST + 1)
    times = [limits_for(Player(PlayerKind.ENGINE, level)).movetime_ms or 0 for level in levels]
    assert times[0] > 0
    assert all(less < more for less, more in pairwise(times))

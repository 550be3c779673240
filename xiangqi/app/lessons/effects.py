"""The effect that saves the stars of tasks, and the event with the stars saved so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event


@dataclass(frozen=True)
class StarsKnown(Event):
    """The stars of each task are known, including those earned in other windows."""

    stars: Mapping[str, int]  # 1 to 3, by task


@dataclass(frozen=True)
class KeepStars(Effect):
    """Save the stars of each task."""

    stars: Mapping[str, int]

"""The effect that keeps how well tasks were done, and the event on what is known of earlier ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event


@dataclass(frozen=True)
class StarsKnown(Event):
    """How many stars each task has, those of other windows included."""

    stars: Mapping[str, int]  # 1 to 3, by task


@dataclass(frozen=True)
class KeepStars(Effect):
    """Keep how many stars each task has."""

    stars: Mapping[str, int]

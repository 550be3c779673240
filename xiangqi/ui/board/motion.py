"""Sliding pieces: the difference between two positions on the board, spread over a fifth of a second."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from xiangqi.core.constants import file_of, rank_of
from xiangqi.diagram.picture import Slide

SLIDE_SECONDS: Final = 0.2
"""How long a piece slides."""

_MOST_SLIDES: Final = 4  # the eye cannot follow more; then the board changes without a slide


@dataclass(frozen=True)
class _Journey:
    from_square: int
    to_square: int
    code: int
    captured: int


class Motion:
    """Detects which pieces have moved, and computes their places while they slide."""

    def __init__(self) -> None:
        self._pieces: Mapping[int, int] | None = None
        self._journeys: tuple[_Journey, ...] = ()
        self._began_s = float("-inf")
        self._dropped: int | None = None

    def dropped(self, square: int | None) -> None:
        """Record that the player has dropped a piece on a square, so that it does not slide there."""
        self._dropped = square

    def show(self, pieces: Mapping[int, int], now_s: float) -> None:
        """Update the pieces on the board (square -> piece code), and start sliding those that moved.

        No piece slides at the first call, or if more than _MOST_SLIDES have moved; a piece that the player
        dropped never does.
        """
        if self._pieces is None or pieces == self._pieces:
            self._pieces = self._pieces or pieces
            return
        journeys = _difference(self._pieces, pieces)
        self._pieces = pieces
        self._journeys = tuple(journey for journey in journeys if journey.to_square != self._dropped)
        self._dropped = None
        self._began_s = now_s

    def moving(self, now_s: float) -> bool:
        """Return whether any piece is sliding."""
        return bool(self._journeys) and now_s - self._began_s < SLIDE_SECONDS

    def slides(self, now_s: float) -> tuple[Slide, ...]:
        """Return the sliding pieces; those that have arrived are forgotten."""
        if not self.moving(now_s):
            self._journeys = ()
            return ()
        progress = max(0.0, (now_s - self._began_s) / SLIDE_SECONDS)
        return tuple(
            Slide(journey.from_square, journey.to_square, journey.code, progress, journey.captured)
            for journey in self._journeys
        )


def _difference(before: Mapping[int, int], after: Mapping[int, int]) -> list[_Journey]:
    """Return the slides from one position to the next; none if there would be more than _MOST_SLIDES.

    Each piece comes from the nearest square that lost an equal one.
    """
    gone = {square: code for square, code in before.items() if after.get(square) != code}
    journeys = []
    for square, code in after.items():
        if before.get(square) == code:
            continue
        origins = [origin for origin, lost in gone.items() if lost == code]
        if origins:
            origin = min(origins, key=lambda origin: _distance(origin, square))
            del gone[origin]
            journeys.append(_Journey(origin, square, code, before.get(square, 0)))
    return journeys if len(journeys) <= _MOST_SLIDES else []


def _distance(one: int, other: int) -> int:
    return abs(file_of(one) - file_of(other)) + abs(rank_of(one) - rank_of(other))

"""The classics as levels, the stars for them, and the state of their page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from xiangqi.app.session.mode import Unrated
from xiangqi.app.session.solved import key_of
from xiangqi.records.packed import PackedGame

MOST_STARS: Final = 3
STAGE: Final = 30
"""The number of levels that are shown at once."""

_LENGTHS: Final = (3, 6, 10)  # the most moves of a mate in each group of mates but the last
_LONGER: Final = 99


def mate_group(moves: int) -> int:
    """Return the longest mate, in moves, of the group that a mate belongs to; 0 for no mate."""
    return next((most for most in _LENGTHS if moves <= most), _LONGER) if moves else 0


@dataclass(frozen=True)
class ClassicLevel:
    """A level: a position of an old book."""

    game: PackedGame  # the position, as `exercises.classics.record_of` has it
    rating: int  # the measured difficulty
    longest: int  # as `mate_group` has it

    @property
    def key(self) -> str:
        """The key of its stars: board and side to move."""
        return key_of(self.game.fen)


@dataclass(frozen=True)
class ClassicsState:
    """The classics' part of the session."""

    goal: str = ""  # the course that is shown, a value of `ClassicGoal`
    courses: Mapping[str, tuple[ClassicLevel, ...]] = field(default_factory=dict)  # those that have been read
    stars: Mapping[str, int] = field(default_factory=dict)  # by the keys of levels
    stage: int = -1  # index of the stage that is shown; -1 for that of the next level

    @property
    def levels(self) -> tuple[ClassicLevel, ...]:
        """The levels of the course that is shown."""
        return self.courses.get(self.goal, ())


def next_level(levels: Sequence[ClassicLevel], solved: frozenset[str]) -> int | None:
    """Return the index of the first level that has not been solved; None if all are."""
    return next((place for place, level in enumerate(levels) if level.key not in solved), None)


def stars_for(help_taken: Sequence[Unrated]) -> int:
    """Return the stars for a solved level: one less for moves taken back, and one less for any other help."""
    slips = (Unrated.TAKE_BACK in help_taken) + any(one is not Unrated.TAKE_BACK for one in help_taken)
    return MOST_STARS - slips

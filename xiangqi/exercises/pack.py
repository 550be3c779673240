"""The shipped pack of exercises: composed mates, and positions from the program's own games.

The pack is compressed text with one exercise per line and tab-separated fields: board and side to move as in a
FEN, kind, rating, comma-separated themes, and the solution as concatenated coordinates.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import lru_cache
from typing import Final

from xiangqi.board import Move
from xiangqi.coach.facts import FactKind
from xiangqi.exercises.packed_lines import asset_bytes, pack_lines, unpack_lines
from xiangqi.line import Moves

ASSET: Final = "exercises.xz"
DAILY: Final = 10
_HEADER: Final = "xiangqi exercises 1"
_EASY: Final = 2  # the number of easy exercises at the beginning of the daily ones
_EASIER: Final = 600  # how far below the player's rating these are, in Elo
_FIRST: Final = 700  # the rating around which exercises are chosen for a player without one
_NEAR: Final = 300  # Elo around the player's rating from which the daily exercises are taken


class ExerciseKind(str, Enum):
    """The kinds of solutions."""

    WIN = "win"  # the only move that wins
    SAVE = "save"  # the only move that does not lose
    MATE = "mate"  # the only move that forces mate


@dataclass(frozen=True)
class Exercise:
    """A position with a solution to be found."""

    fen: str  # the position, with the solver to move
    # the main line, whose first and last moves are the solver's. The first is the only good move; later ones
    # may have equals.
    solution: Moves
    kind: ExerciseKind
    # values of coach.facts.FactKind, and PATTERN + names of mating patterns; the most specific first
    themes: tuple[str, ...]
    rating: int  # on the scale of engine.common.levels.RATINGS; a player of that rating solves half of these

    @property
    def key(self) -> str:
        """The key under which progress in the exercise is stored: board and side to move."""
        return " ".join(self.fen.split()[:2])

    @property
    def mate(self) -> int:
        """The number of moves to mate; 0 if the goal is not mate."""
        return (len(self.solution) + 1) // 2 if self.kind is ExerciseKind.MATE else 0


def pack_exercises(exercises: Iterable[Exercise]) -> bytes:
    """Return the content of a pack file with some exercises."""
    return pack_lines(_HEADER, map(_line_of, exercises))


def _line_of(exercise: Exercise) -> str:
    moves = "".join(move.iccs for move in exercise.solution)
    themes = ",".join(exercise.themes)
    return "\t".join((exercise.key, exercise.kind.value, str(exercise.rating), themes, moves))


def unpack_exercises(data: bytes) -> tuple[Exercise, ...]:
    """Return the exercises in the content of a pack file.

    Raises:
        ResourceError: the content is damaged or of another version; the message names the line.
    """
    return unpack_lines(data, _HEADER, _exercise)


def _exercise(line: str) -> Exercise:
    key, kind, rating, themes, moves = line.split("\t")
    steps = tuple(Move.from_iccs(moves[place : place + 4]) for place in range(0, len(moves), 4))
    if len(steps) % 2 == 0:
        raise ValueError("a solution ends with the side that it begins with")
    return Exercise(
        f"{key} - - 0 1", steps, ExerciseKind(kind), tuple(filter(None, themes.split(","))), int(rating)
    )


@lru_cache(maxsize=1)
def load_pack() -> tuple[Exercise, ...]:
    """Return the shipped pack, the easiest exercises first.

    Raises:
        ResourceError: the asset is missing or damaged.
    """
    return unpack_exercises(asset_bytes(ASSET))


def select(
    exercises: Sequence[Exercise],
    theme: str = "",
    kind: ExerciseKind | None = None,
    ratings: tuple[int, int] | None = None,
) -> list[Exercise]:
    """Return the exercises that meet some conditions, in their original order.

    Args:
        exercises: the exercises to choose from.
        theme: the required theme, "" for any.
        kind: the required kind, None for any.
        ratings: the lowest and highest rating, None for any.
    """
    return [
        exercise
        for exercise in exercises
        if (not theme or theme in exercise.themes)
        and (kind is None or exercise.kind is kind)
        and (ratings is None or ratings[0] <= exercise.rating <= ratings[1])
    ]


def themes_of(exercises: Iterable[Exercise]) -> dict[str, int]:
    """Return the number of exercises of each theme, the most frequent first."""
    counts: dict[str, int] = {}
    for exercise in exercises:
        for theme in exercise.themes:
            counts[theme] = counts.get(theme, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def todays_ten(
    exercises: Sequence[Exercise], day: date, rating: int | None, solved: frozenset[str] = frozenset()
) -> list[Exercise]:
    """Return the exercises of a day in order of difficulty: at most DAILY, including two easy ones.

    Args:
        exercises: the exercises to choose from.
        day: the player's date.
        rating: the player's rating; exercises near it are preferred. If it is None, easy ones are chosen: mates
            in one and hanging pieces.
        solved: keys of exercises solved before this day, which are used only if there are no others.
    """
    seed = hashlib.sha256(day.isoformat().encode()).digest()
    mixed = random.Random(seed).sample(exercises, len(exercises))
    if rating is None:
        return _nearest([one for one in mixed if _is_first(one)] or mixed, _FIRST, DAILY, solved)
    easy = _nearest(mixed, rating - _EASIER, _EASY, solved)
    others = [exercise for exercise in mixed if exercise not in easy]
    ten = (*easy, *_nearest(others, rating, DAILY - len(easy), solved))
    return sorted(ten, key=lambda exercise: exercise.rating)


def _is_first(exercise: Exercise) -> bool:
    """Return whether a complete beginner can solve an exercise: a mate in one, or a hanging piece."""
    return exercise.mate == 1 or (FactKind.HANGS.value in exercise.themes and len(exercise.solution) == 1)


def _nearest(mixed: Sequence[Exercise], rating: int, count: int, solved: frozenset[str]) -> list[Exercise]:
    """Return exercises near a rating in order of difficulty, solved ones only if there are no others."""

    def order(exercise: Exercise) -> tuple[bool, int]:
        return exercise.key in solved, max(0, abs(exercise.rating - rating) - _NEAR)

    return sorted(sorted(mixed, key=order)[:count], key=lambda exercise: exercise.rating)

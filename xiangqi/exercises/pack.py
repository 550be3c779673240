"""The shipped pack of exercises with one move to find: composed mates, positions of the program's own games.

The pack is text, compressed: a line an exercise, with fields separated by tabs: board and side to move as in a
FEN, kind, rating, themes separated by commas, the solution as coordinates run together.
"""

from __future__ import annotations

import hashlib
import lzma
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import lru_cache
from typing import Final

from xiangqi.board import Move
from xiangqi.errors import ResourceError, XiangqiError
from xiangqi.i18n.message import Message
from xiangqi.line import Moves
from xiangqi.resources import asset

ASSET: Final = "exercises.xz"
DAILY: Final = 10
_HEADER: Final = "xiangqi exercises 1"
_LARGEST: Final = 16 << 20  # bytes of the pack when it is unpacked
_NEAR: Final = 300  # Elo round the player's rating from which a day's exercises are taken


class ExerciseKind(str, Enum):
    """What an exercise asks for."""

    WIN = "win"  # the only move that wins
    SAVE = "save"  # the only move that does not lose
    MATE = "mate"  # the only move that forces mate


@dataclass(frozen=True)
class Exercise:
    """A position and what is to be found in it."""

    fen: str  # the position; its side to move has the task
    # the main line, moves of both sides, the first and the last by the side to move. Only the first one is the
    # only good one; later ones may have equals.
    solution: Moves
    kind: ExerciseKind  # what is asked for
    # values of coach.facts.FactKind, and PATTERN + names of mating patterns; the most telling first
    themes: tuple[str, ...]
    rating: int  # how hard it is, on the scale of engine.common.levels.RATINGS: who has it finds every second

    @property
    def key(self) -> str:
        """What stands for it in records of progress: board and side to move."""
        return " ".join(self.fen.split()[:2])

    @property
    def mate(self) -> int:
        """Moves to mate, 0 where none is asked for."""
        return (len(self.solution) + 1) // 2 if self.kind is ExerciseKind.MATE else 0


def pack_exercises(exercises: Iterable[Exercise]) -> bytes:
    """The content of a pack's file."""
    lines = [_HEADER]
    for exercise in exercises:
        moves = "".join(move.iccs for move in exercise.solution)
        fields = (exercise.key, exercise.kind.value, str(exercise.rating), ",".join(exercise.themes), moves)
        lines.append("\t".join(fields))
    return lzma.compress("\n".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME)


def unpack_exercises(data: bytes) -> tuple[Exercise, ...]:
    """The exercises of a pack's file.

    Raises:
        ResourceError: it is damaged, or of another version; the message names the line.
    """
    try:
        text = lzma.LZMADecompressor(memlimit=1 << 28).decompress(data, _LARGEST).decode()
    except (lzma.LZMAError, UnicodeDecodeError) as error:
        raise ResourceError(Message("detail.damaged_pack", reason=str(error))) from None
    header, *lines = text.split("\n")
    if header != _HEADER:
        raise ResourceError(Message("detail.foreign_pack", found=repr(header[:40]), wanted=repr(_HEADER)))
    found = []
    for number, line in enumerate(lines, 2):
        try:
            found.append(_exercise(line))
        except (XiangqiError, ValueError) as error:
            raise ResourceError(
                Message(
                    "detail.damaged_pack", reason=Message("detail.place_line", line=number, reason=str(error))
                )
            ) from None
    return tuple(found)


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
    """The shipped pack, the easiest first.

    Raises:
        ResourceError: it is missing or damaged.
    """
    try:
        data = asset(ASSET).read_bytes()
    except OSError as error:
        raise ResourceError(Message("detail.unread_pack", reason=str(error))) from None
    return unpack_exercises(data)


def select(
    exercises: Sequence[Exercise],
    theme: str = "",
    kind: ExerciseKind | None = None,
    ratings: tuple[int, int] | None = None,
) -> list[Exercise]:
    """The exercises that fit, in their order.

    Args:
        exercises: to choose from.
        theme: one that they must have, "" for any.
        kind: what they ask for, None for anything.
        ratings: the lowest and the highest, None for any.
    """
    return [
        exercise
        for exercise in exercises
        if (not theme or theme in exercise.themes)
        and (kind is None or exercise.kind is kind)
        and (ratings is None or ratings[0] <= exercise.rating <= ratings[1])
    ]


def themes_of(exercises: Iterable[Exercise]) -> dict[str, int]:
    """Every theme with the number of exercises that have it, the most frequent first."""
    counts: dict[str, int] = {}
    for exercise in exercises:
        for theme in exercise.themes:
            counts[theme] = counts.get(theme, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def todays_ten(
    exercises: Sequence[Exercise], day: date, rating: int, solved: frozenset[str] = frozenset()
) -> list[Exercise]:
    """The exercises of a day, rising in difficulty: the same all day, others the next.

    Args:
        exercises: to choose from.
        day: the player's date.
        rating: of the player; what is near it comes first.
        solved: keys of exercises that were solved before this day; they come only when the others run out.
    """
    seed = hashlib.sha256(day.isoformat().encode()).digest()
    mixed = random.Random(seed).sample(exercises, len(exercises))

    def order(exercise: Exercise) -> tuple[bool, int]:
        return exercise.key in solved, max(0, abs(exercise.rating - rating) - _NEAR)

    return sorted(sorted(mixed, key=order)[:DAILY], key=lambda exercise: exercise.rating)

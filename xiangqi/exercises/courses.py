"""Courses on mating patterns, basic endgames, repetition and openings: sequences of lessons, as data.

The endings, repetitions and openings, and the selection of exercises for the "four mates" course, come from
the asset `lessons.json`, which `tools/build_lessons.py` builds; patterns are taught with positions from the
pack.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import PATTERN
from xiangqi.coach.patterns import PATTERNS
from xiangqi.coach.verdict_facts import Probe
from xiangqi.disk import read_file
from xiangqi.errors import ResourceError
from xiangqi.exercises.pack import Exercise, ExerciseKind, load_pack
from xiangqi.i18n.message import Message
from xiangqi.line import Moves
from xiangqi.referee import DEFAULT_RULES, Outcome, Rules, judge
from xiangqi.resources import DAMAGE, asset
from xiangqi.tables import TableVerdict

ASSET: Final = "lessons.json"
EXERCISES: Final = 5
"""The number of exercises per pattern, in addition to the example."""

FOUR_MATES: Final = "four_mates"
ENDINGS: Final = "endings"
REPETITION: Final = "repetition"
OPENINGS_COURSE: Final = "openings"

_LARGEST: Final = 1 << 20  # largest size of the asset in bytes
_WORTH: Final = {TableVerdict.WIN: 2, TableVerdict.DRAW: 1, TableVerdict.UNKNOWN: 1, TableVerdict.LOSS: 0}


@dataclass(frozen=True)
class IdeaLesson:
    """An example of a mating pattern: a position and the mating line."""

    key: str  # identifies the lesson within its course
    pattern: str  # one of coach.patterns.PATTERNS
    fen: str
    line: Moves  # the mating line


@dataclass(frozen=True)
class ExerciseLesson:
    """An exercise of the pack to be solved."""

    key: str
    exercise: Exercise


@dataclass(frozen=True)
class EndingLesson:
    """An endgame to be won or held against the endgame tables."""

    key: str  # identifies the lesson within its course
    material: str  # such as KPKA, the attacker first
    fen: str  # the position, with the player to move
    wins: bool  # whether it is a win rather than a draw


@dataclass(frozen=True)
class JudgementLesson:
    """A repetition to be judged."""

    key: str  # identifies the lesson within its course
    fen: str  # the position it begins from
    moves: Moves  # the whole repetition
    cycle: int  # the number of moves in one cycle
    rules: str  # the name of the rule set

    def verdict(self) -> Outcome:
        """Return the referee's verdict.

        Raises:
            ResourceError: the moves are not a repetition.
        """
        found = judge(self.fen, self.moves, Rules(self.rules))
        if found is None:
            raise ResourceError(f"the cycle {self.key!r} is no repetition")
        return found


@dataclass(frozen=True)
class OpeningLesson:
    """An opening to be played for both sides from the starting position."""

    key: str  # identifies the lesson within its course
    opening: str  # one of openings.CODES
    moves: Moves  # the masters' moves


CourseStep = IdeaLesson | ExerciseLesson | EndingLesson | JudgementLesson | OpeningLesson


@dataclass(frozen=True)
class Course:
    """A sequence of lessons."""

    key: str  # PATTERN + a name of coach.patterns.PATTERNS, or FOUR_MATES, ENDINGS, REPETITION, OPENINGS_COURSE
    lessons: tuple[CourseStep, ...]  # their keys are distinct


@lru_cache(maxsize=1)
def load_courses() -> tuple[Course, ...]:
    """Return all courses: the four mates, the patterns with at most EXERCISES exercises each, then the rest.

    Raises:
        ResourceError: an asset is missing or damaged.
    """
    patterns = (pattern_course(name, load_pack()) for name in PATTERNS)
    mates, *others = _shipped_lessons()
    return (mates, *(course for course in patterns if course is not None), *others)


def pattern_course(name: str, exercises: Sequence[Exercise]) -> Course | None:
    """Return a mating pattern's course: the idea, then up to EXERCISES exercises; None if no exercise has it.

    Args:
        name: one of coach.patterns.PATTERNS.
        exercises: the exercises to choose from, the easiest first.
    """
    theme = PATTERN + name
    fitting = [
        exercise for exercise in exercises if exercise.kind is ExerciseKind.MATE and theme in exercise.themes
    ]
    if not fitting:
        return None
    named_first = [exercise for exercise in fitting if _first_pattern(exercise) == theme] or fitting
    idea = min(named_first, key=lambda exercise: (exercise.mate, len(exercise.key), exercise.rating))
    rest = [exercise for exercise in fitting if exercise is not idea]
    wanted = min(EXERCISES, len(rest))
    steps = [rest[round(place * (len(rest) - 1) / max(1, wanted - 1))] for place in range(wanted)]
    lessons = (ExerciseLesson(exercise.key, exercise) for exercise in steps)
    return Course(theme, (IdeaLesson("idea", name, idea.fen, idea.solution), *lessons))


def _first_pattern(exercise: Exercise) -> str:
    return next((theme for theme in exercise.themes if theme.startswith(PATTERN)), "")


def _shipped_lessons() -> tuple[Course, ...]:
    try:
        values = json.loads(read_file(_path(), _LARGEST).decode())
        mates = tuple(lesson for one in values["mates"] for lesson in _mates(one))
        endings = tuple(
            EndingLesson(f"{one['material']} {one['goal']}", one["material"], one["fen"], one["goal"] == "win")
            for one in values["endings"]
        )
        cycles = tuple(_judgement(one) for one in values["cycles"])
        openings = tuple(
            OpeningLesson(one["code"], one["code"], _moves(one["moves"])) for one in values["openings"]
        )
    except DAMAGE as error:
        raise ResourceError(Message("detail.unread_lessons", reason=str(error))) from None
    return (
        Course(FOUR_MATES, mates),
        Course(ENDINGS, endings),
        Course(REPETITION, cycles),
        Course(OPENINGS_COURSE, openings),
    )


def _mates(values: Mapping[str, Any]) -> Iterator[IdeaLesson | ExerciseLesson]:
    """Yield the lessons of one of the four mates: the idea, then exercises of the pack."""
    by_key = {exercise.key: exercise for exercise in load_pack()}
    pattern, idea = values["pattern"], by_key[values["idea"]]
    yield IdeaLesson(f"idea {pattern}", pattern, idea.fen, idea.solution)
    for key in values["exercises"]:
        yield ExerciseLesson(key, by_key[key])


def _path() -> Path:
    return asset(ASSET)


def _judgement(values: Mapping[str, str]) -> JudgementLesson:
    cycle = _moves(values["cycle"])
    rules = values.get("rules", DEFAULT_RULES.name)
    return JudgementLesson(values["name"], values["fen"], cycle * 2, len(cycle), rules)


def _moves(text: str) -> Moves:
    return tuple(map(Move.from_iccs, text.split()))


# ---- Playing an ending against the tables -----------------------------------------------------------------


def keeps_goal(verdict: TableVerdict, *, wins: bool) -> bool:
    """Return whether a position with this verdict for the player still allows the goal of the lesson."""
    return verdict is TableVerdict.WIN if wins else verdict is not TableVerdict.LOSS


def table_reply(board: Board, probe: Probe) -> Move | None:
    """Return the best move according to the tables.

    Of winning moves, captures are preferred, then faster wins; of drawing ones, those with the most losing
    replies; of losing ones, moves that take nothing, then those that hold out longest.

    Args:
        board: the position. It is not changed.
        probe: looks up the tables.

    Returns:
        None if no table covers the position or the game is over.
    """
    report = probe(board)
    if not report.moves or report.verdict is TableVerdict.NOT_COVERED:
        return None
    best = max(_WORTH.get(verdict, -1) for verdict in report.moves.values())
    moves = sorted(move for move, verdict in report.moves.items() if _WORTH.get(verdict, -1) == best)
    return max(moves, key=lambda move: _tenacity(board, move, best, probe))


def _tenacity(board: Board, move: Move, worth: int, probe: Probe) -> tuple[int, int]:
    """Return a sort key for a move that keeps the best result."""
    after = board.copy()
    after.push_unchecked(move)
    report = probe(after)
    if worth == _WORTH[TableVerdict.DRAW]:  # prefer moves with many losing replies
        return sum(verdict is TableVerdict.LOSS for verdict in report.moves.values()), -len(report.moves)
    plies = 1000 if report.plies is None else report.plies
    takes = int(board.is_capture(move))
    return (takes, -plies) if worth == _WORTH[TableVerdict.WIN] else (-takes, plies)

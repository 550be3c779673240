"""The first lessons as data: pages to read beside a board, and tasks to do on it.

They come from the asset `first_lessons.json`. Their texts are in the catalogues: ``first.KEY`` is the name of a
lesson; in ``first.KEY.page.N`` and ``first.KEY.task.N``, N counts from 1. Generals may be missing from a
position, and only the learner moves, unless a task has replies.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, Final

from xiangqi.board import Board, Move, parse_square
from xiangqi.core.constants import BLACK, LETTERS, RED
from xiangqi.disk import read_file
from xiangqi.errors import ResourceError
from xiangqi.fen import parse_fen
from xiangqi.i18n.message import Message
from xiangqi.line import Moves
from xiangqi.resources import DAMAGE, asset

ASSET: Final = "first_lessons.json"
_LARGEST: Final = 1 << 20  # largest size of the asset in bytes

LIT_AREAS: Final = ("palace", "river")
"""Areas that can be lit, besides ``file e``, ``rank 4``, a piece's moves (``moves e4``) and points (``e4``)."""


class Goal(str, Enum):
    """The goals of tasks. The learner is the side to move."""

    PLACE = "place"  # put the missing pieces on their points
    REACH = "reach"  # one of the learner's pieces has been on each target
    TAKE = "take"  # the piece on each target is taken
    CHECK = "check"  # the opponent is in check
    ANSWER = "answer"  # any legal move that gets the learner out of check
    GUARD = "guard"  # the piece on each target could be taken back
    MATE = "mate"  # the opponent is in check and has no legal move
    STALEMATE = "stalemate"  # the opponent is not in check and has no legal move
    POINTS = "points"  # the points, among several, that answer a question


class Asks(str, Enum):
    """The kinds of questions about points."""

    CAN = "can"  # the end points of the legal moves
    CANNOT = "cannot"  # the end points of the illegal moves
    BLOCKS = "blocks"  # the points that block the only move
    PALACE = "palace"  # the points in the learner's palace
    ACROSS = "across"  # the points on the opponent's side of the river


@dataclass(frozen=True)
class PointQuestion:
    """Points to choose from."""

    asks: Asks
    points: tuple[int, ...]  # the points that can be clicked: the end point of each move, if there are moves
    moves: Moves = ()  # the moves that the question is about

    def move_at(self, point: int) -> Move | None:
        """Return the move that one of the points stands for; None if the points do not stand for moves."""
        if self.asks is Asks.BLOCKS or not self.moves:
            return None
        return self.moves[self.points.index(point)]


@dataclass(frozen=True)
class Task:
    """An assignment to be done on the board."""

    key: str  # lesson and number, such as horse.2
    fen: str  # the position, with the learner to move
    goal: Goal
    moves: int  # the fewest moves, placements or points that solve it
    solution: tuple[str, ...]  # moves h2e2, placements R@a0, or points e3
    targets: tuple[int, ...] = ()  # points to be reached, and pieces to be taken or guarded
    by: int = 0  # kind of the pieces that reach the targets, 0 for any
    replies: Moves = ()  # the opponent's reply to each move; () if only the learner moves
    safe: bool = False  # a piece that has just moved must not be taken
    question: PointQuestion | None = None  # the question of a task that asks for points

    @property
    def words(self) -> str:
        """The key of the task's text, without ``first.``."""
        lesson, number = self.key.split(".")
        return f"{lesson}.task.{number}"

    @property
    def placements(self) -> tuple[tuple[int, int], ...]:
        """The pieces to be placed, with their squares; () in other tasks."""
        if self.goal is not Goal.PLACE:
            return ()
        return tuple((_piece(text[0]), parse_square(text[2:])) for text in self.solution)


@dataclass(frozen=True)
class LessonPage:
    """A page to read: a position, and the areas lit on it."""

    fen: str
    lit: tuple[str, ...]  # LIT_AREAS, files, ranks, moves and points


@dataclass(frozen=True)
class Lesson:
    """A lesson: pages followed by tasks."""

    key: str
    pages: tuple[LessonPage, ...]
    tasks: tuple[Task, ...]

    @property
    def steps(self) -> tuple[LessonPage | Task, ...]:
        """The pages and tasks in order."""
        return (*self.pages, *self.tasks)


def page_targets(page: LessonPage) -> tuple[int, ...]:
    """Return the points that can be reached by the pieces whose moves a page explains."""
    named = (words.removeprefix("moves ") for words in page.lit if words.startswith("moves "))
    return tuple(square for name in named for square in moves_from(page.fen, parse_square(name)))


def moves_from(fen: str, square: int) -> tuple[int, ...]:
    """Return the squares that the piece on a square can reach."""
    return tuple(move.to_square for move in Board(fen).legal_moves() if move.from_square == square)


@lru_cache(maxsize=1)
def load_lessons() -> tuple[Lesson, ...]:
    """Return the first lessons in order.

    Raises:
        ResourceError: the asset is missing or damaged.
    """
    try:
        values = json.loads(read_file(asset(ASSET), _LARGEST).decode())
        return tuple(_lesson(value) for value in values["lessons"])
    except DAMAGE as error:
        raise ResourceError(Message("detail.unread_lessons", reason=str(error))) from None


def find_lesson(key: str) -> Lesson:
    """Return the lesson with this key, which must exist."""
    return next(lesson for lesson in load_lessons() if lesson.key == key)


def _lesson(values: dict[str, Any]) -> Lesson:
    key = values["key"]
    pages = tuple(LessonPage(page["fen"], tuple(page["lit"])) for page in values["pages"])
    tasks = tuple(_task(f"{key}.{number}", task) for number, task in enumerate(values["tasks"], 1))
    return Lesson(key, pages, tasks)


def _task(key: str, values: dict[str, Any]) -> Task:
    parse_fen(values["fen"])
    asked = values.get("question")
    return Task(
        key=key,
        fen=values["fen"],
        goal=Goal(values["goal"]),
        moves=values["moves"],
        solution=tuple(values["solution"]),
        targets=_squares(values.get("targets", [])),
        by=LETTERS.index(values["by"]) if "by" in values else 0,
        replies=_moves(values.get("replies", [])),
        safe=values.get("safe", False),
        question=None if asked is None else _question(asked),
    )


def _question(values: dict[str, Any]) -> PointQuestion:
    return PointQuestion(Asks(values["asks"]), _squares(values["points"]), _moves(values.get("moves", [])))


def _squares(names: list[str]) -> tuple[int, ...]:
    return tuple(map(parse_square, names))


def _moves(texts: list[str]) -> Moves:
    return tuple(map(Move.from_iccs, texts))


def _piece(letter: str) -> int:
    return (RED if letter.isupper() else BLACK) | LETTERS.index(letter.upper())

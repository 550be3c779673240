"""Converts courses for printing: positions to solve into tasks, openings and repetitions into games."""

from __future__ import annotations

from xiangqi.board import Board
from xiangqi.coach.facts import theme_key
from xiangqi.core.constants import RED
from xiangqi.exercises.courses import (
    Course,
    EndingLesson,
    ExerciseLesson,
    IdeaLesson,
    JudgementLesson,
    OpeningLesson,
)
from xiangqi.exercises.pack import Exercise, ExerciseKind
from xiangqi.fen import START_FEN
from xiangqi.line import Moves
from xiangqi.openings import main_name
from xiangqi.printing.options import Layout
from xiangqi.printing.sheet import PrintedProblem, task_of
from xiangqi.records.tree import Game


def course_title(course: Course, layout: Layout) -> str:
    """Return the name of a course."""
    name = layout.say(theme_key(course.key) if "." in course.key else f"course.{course.key}")
    return name[:1].upper() + name[1:]


def course_tasks(course: Course, layout: Layout) -> list[PrintedProblem]:
    """Return a course's positions to solve, as tasks."""
    tasks = []
    for lesson in course.lessons:
        if isinstance(lesson, IdeaLesson):
            tasks.append(task_of(Exercise(lesson.fen, lesson.line, ExerciseKind.MATE, (), 0), layout))
        elif isinstance(lesson, ExerciseLesson):
            tasks.append(task_of(lesson.exercise, layout))
        elif isinstance(lesson, EndingLesson):
            tasks.append(PrintedProblem(lesson.fen, (), _goal(lesson, layout)))
    return tasks


def _goal(lesson: EndingLesson, layout: Layout) -> str:
    side = layout.say("side.red" if Board(lesson.fen).turn == RED else "side.black")
    return layout.say(f"print.task.{'win' if lesson.wins else 'save'}", side=side, count=0)


def course_games(course: Course, layout: Layout) -> list[Game]:
    """Return a course's lines to play, as games: openings, and repetitions with the referee's verdict."""
    games = []
    for number, lesson in enumerate(course.lessons, 1):
        if isinstance(lesson, OpeningLesson):
            games.append(_game(layout.texts.tell(main_name(lesson.opening)), lesson.moves))
        elif isinstance(lesson, JudgementLesson):
            game = _game(f"{course_title(course, layout)} {number}", lesson.moves[: lesson.cycle], lesson.fen)
            game.root.comment = layout.say("print.repeated")
            *_, last = game.root.line()
            last.add_comment(_verdict(lesson, layout))
            games.append(game)
    return games


def _verdict(lesson: JudgementLesson, layout: Layout) -> str:
    found = lesson.verdict()
    side = "draw" if found.winner is None else "red" if found.winner == RED else "black"
    return f"{layout.say(f'result.{side}')}: {layout.say(f'reason.{found.reason}')}"


def _game(title: str, moves: Moves, fen: str = START_FEN) -> Game:
    game = Game(headers={"Title": title}, start_fen=fen)
    game.root.extend(moves)
    return game

"""List the first lessons with their tasks."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from xiangqi.cli import DONE
from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import print_json
from xiangqi.core.constants import LETTERS, square_name
from xiangqi.lessons.lesson import Lesson, Task, load_lessons


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--json", action="store_true", help="option.json_lines")


def run(args: argparse.Namespace) -> int:
    """List the tasks of every lesson.

    Raises:
        ResourceError: the lessons are missing or damaged.
    """
    for place, lesson in enumerate(load_lessons(), 1):
        if not args.json:
            name = language.say("first.name", number=place, name=language.say(f"first.{lesson.key}"))
            print(name if place == 1 else f"\n{name}")
        for number, task in enumerate(lesson.tasks, 1):
            if args.json:
                print_json(_as_object(lesson, number, task))
            else:
                print("\n".join(_in_words(number, task)))
    return DONE


def _as_object(lesson: Lesson, number: int, task: Task) -> dict[str, object]:
    """Return the JSON object for a task, without fields that do not apply to it."""
    asked = task.question
    more = {
        "replies": list(map(str, task.replies)),
        "targets": _names(task.targets),
        "by": LETTERS[task.by] if task.by else "",
        "safe": task.safe,
        "asks": asked.asks.value if asked is not None else "",
        "points": _names(asked.points) if asked is not None else [],
        "asked_moves": list(map(str, asked.moves)) if asked is not None else [],
    }
    return {
        "lesson": lesson.key,
        "task": number,
        "fen": task.fen,
        "goal": task.goal.value,
        "moves": task.moves,
        "solution": list(task.solution),
        **{name: value for name, value in more.items() if value},
    }


def _names(squares: Sequence[int]) -> list[str]:
    return list(map(square_name, squares))


def _in_words(number: int, task: Task) -> list[str]:
    goal = language.say(f"first.{task.words}")
    return [f"  {number}. {goal}", f"     {task.fen}  {' '.join(task.solution)}"]

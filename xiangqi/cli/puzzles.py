"""List the built-in exercises, or the classics from old books."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from xiangqi.board import Board
from xiangqi.cli import DONE
from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import UsageError, add_notation, number_within, print_json
from xiangqi.coach.facts import theme_key
from xiangqi.exercises.classics import load_classics, of_goal
from xiangqi.exercises.old_books import ClassicGoal
from xiangqi.exercises.pack import Exercise, ExerciseKind, load_pack, select, themes_of
from xiangqi.i18n.message import Message
from xiangqi.notation import Style, format_move
from xiangqi.referee.endings import is_stalemate
from xiangqi.terminal import columns

_HIGHEST = 4000  # rating
_MOST = 1_000_000
_TASK_COLUMNS = 9
_THEME_COLUMNS = 34


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--set", dest="series", choices=["pack", "classics"], default="pack", help="option.puzzles.set"
    )
    parser.add_argument("--goal", choices=[goal.value for goal in ClassicGoal], help="option.puzzles.goal")
    parser.add_argument("--theme", default="", help="option.puzzles.theme")
    parser.add_argument("--kind", choices=[kind.value for kind in ExerciseKind], help="option.puzzles.kind")
    parser.add_argument("--least", type=number_within(0, _HIGHEST), default=0, help="option.puzzles.least")
    parser.add_argument("--most", type=number_within(0, _HIGHEST), default=_HIGHEST, help="option.puzzles.most")
    parser.add_argument("--limit", type=number_within(0, _MOST), default=0, help="option.puzzles.limit")
    parser.add_argument("--themes", action="store_true", help="option.puzzles.themes")
    parser.add_argument("--json", action="store_true", help="option.json_lines")
    add_notation(parser)


def run(args: argparse.Namespace) -> int:
    """List the exercises or themes.

    Raises:
        UsageError: there is no such theme, or an option does not go with the set.
        ResourceError: the pack or the classics are missing or damaged.
    """
    if args.series == "classics":
        return _list_classics(args)
    if args.goal:
        raise UsageError(Message("cli.goal_of_classics"))
    pack = load_pack()
    known = themes_of(pack)
    if args.theme and args.theme not in known:
        raise UsageError(Message("cli.no_theme", name=repr(args.theme), names=", ".join(sorted(known))))
    kind = ExerciseKind(args.kind) if args.kind else None
    found = select(pack, args.theme, kind, (args.least, args.most))
    if args.themes:
        _list_themes(found, as_json=args.json)
        return DONE
    for exercise in found[: args.limit or None]:
        if args.json:
            print_json(_as_object(exercise))
        else:
            print(_in_a_line(exercise, Style(args.notation)))
    return DONE


def _list_classics(args: argparse.Namespace) -> int:
    if args.theme or args.kind or args.themes:
        raise UsageError(Message("cli.themes_of_pack"))
    goal = ClassicGoal(args.goal) if args.goal else None
    found = [one for one in of_goal(load_classics(), goal) if args.least <= one.rating <= args.most]
    for classic in found[: args.limit or None]:
        if args.json:
            print_json(
                {
                    "fen": classic.fen,
                    "goal": classic.goal.value,
                    "mate": classic.mate or None,
                    "rating": classic.rating,
                    "book": classic.book,
                    "title": classic.title,
                    "line": [move.iccs for move in classic.line],
                }
            )
        else:
            task = language.say(f"cli.classic.{classic.goal.value}", count=classic.mate)
            gap = " " * (_TASK_COLUMNS - columns(task))
            print(f"{classic.rating:4}  {task}{gap}  {classic.key}  {classic.title} · {classic.book}")
    return DONE


def _list_themes(exercises: Sequence[Exercise], *, as_json: bool) -> None:
    for theme, count in themes_of(exercises).items():
        if as_json:
            print_json({"theme": theme, "exercises": count})
        else:
            print(f"{count:6} {theme:<{_THEME_COLUMNS}} {language.say(theme_key(theme))}")


def _as_object(exercise: Exercise) -> dict[str, object]:
    return {
        "fen": exercise.fen,
        "solution": [move.iccs for move in exercise.solution],
        "themes": exercise.themes,
        "rating": exercise.rating,
        "kind": exercise.kind.value,
        "mate": exercise.mate or None,
    }


def _in_a_line(exercise: Exercise, style: Style) -> str:
    board, moves = Board(exercise.fen), []
    for move in exercise.solution:
        moves.append(format_move(board, move, style))
        board.push(move)
    key = "stalemate" if exercise.mate and is_stalemate(board) else exercise.kind.value
    task = language.say(f"cli.puzzle.{key}", count=exercise.mate)
    gap = " " * (_TASK_COLUMNS - columns(task))
    themes = ", ".join(language.say(theme_key(theme)) for theme in exercise.themes)
    return f"{exercise.rating:4}  {task}{gap}  {exercise.key}  {' '.join(moves)}  {themes}"

"""Make documents: games and books, web pages that play games, pictures, and sheets of exercises."""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from xiangqi.cli import DONE, FAULTS
from xiangqi.cli.library import add_question, question_of
from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import UsageError, add_notation, existing_library, number_within
from xiangqi.cli.parts.record_files import notation_for, read_input
from xiangqi.cli.parts.workers import add_cluster, workers_for
from xiangqi.coach.judge import review_record
from xiangqi.coach.notes import GameReview
from xiangqi.coach.second_look import NODES
from xiangqi.diagram.symbols import GLYPHS
from xiangqi.diagram.theme import THEMES, themed
from xiangqi.disk import write_output
from xiangqi.errors import LibraryError, RecordError, XiangqiError
from xiangqi.exercises.courses import load_courses
from xiangqi.exercises.pack import load_pack, select, themes_of
from xiangqi.fen import START_FEN
from xiangqi.fen_spelling import starts_position
from xiangqi.i18n.languages import language_named
from xiangqi.i18n.message import Message
from xiangqi.jobs.work import in_order, run_chunks
from xiangqi.library import Library
from xiangqi.library.library import default_path
from xiangqi.library.own_files import insist_on_foreign
from xiangqi.printing import SUFFIXES, Diagrams, Layout, Output, Places, Shape, made, made_sheet
from xiangqi.printing.course import course_games, course_tasks, course_title
from xiangqi.printing.flow import PAPERS
from xiangqi.printing.game import is_text
from xiangqi.printing.sheet import GRIDS, PrintedProblem, task_of, tasks_in
from xiangqi.records.packed import PackedGame, pack
from xiangqi.records.tree import Game, TreeBuilder
from xiangqi.terminal import ProgressLine

_PICTURES: Final = (".svg", ".png")
_PIECES: Final = (*GLYPHS, "western")
_MOST_EVERY: Final = 200
_HIGHEST: Final = 4000  # rating
_SEED: Final = 51  # fixed, so that equal options give equal exercises
_OPENERS: Final = {"darwin": "open", "linux": "xdg-open"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="option.print.files")
    add("-o", dest="output", type=Path, required=True, metavar="OUT", help="option.print.output")
    add("--game", type=number_within(1, 10**6), metavar="N", help="option.print.game")
    add("--diagrams", nargs="+", metavar="WHERE", default=[], help="option.print.diagrams")
    add("--review", action="store_true", help="option.print.review")
    add("--nodes", type=number_within(100, 10**9), default=NODES, help="option.print.nodes")
    count = os.cpu_count() or 1
    add("--processes", type=number_within(1, 256), default=count, metavar="K", help="option.review.processes")
    add_cluster(parser)
    add("--exercises", action="store_true", help="option.print.exercises")
    add("--course", metavar="NAME", help="option.print.course")
    add("--theme", default="", help="option.print.theme")
    add("--least", type=number_within(0, _HIGHEST), default=0, help="option.print.least")
    add("--most", type=number_within(0, _HIGHEST), default=_HIGHEST, help="option.print.most")
    add("--count", type=number_within(1, 1000), default=12, metavar="N", help="option.print.count")
    add("--per-page", type=int, choices=sorted(GRIDS), default=6, help="option.print.per_page")
    add("--upside-down", action="store_true", help="option.print.upside_down")
    add("--library", nargs="?", const="", metavar="LIBRARY", help="option.print.library")
    add_question(parser)
    add("--flip", action="store_true", help="option.print.flip")
    add("--paper", choices=sorted(PAPERS), default="a4", help="option.print.paper")
    add("--colours", choices=sorted(THEMES), help="option.print.colours")
    add("--pieces", choices=_PIECES, help="option.print.pieces")
    add("--title", default="", help="option.print.title")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--card", action="store_true", help="option.print.card")
    shape.add_argument("--first-page", action="store_true", help="option.print.first_page")
    add("--width", type=number_within(200, 4000), default=1080, help="option.print.width")
    add("--open", action="store_true", help="option.print.open")
    add_notation(parser, None, "option.review.notation")


def run(args: argparse.Namespace) -> int:
    """Write the document; return 1 if a record has faults, or characters are missing from the fonts.

    Raises:
        UsageError: there is nothing to print, the suffix or an option is invalid, the options cannot be
            combined, or an input cannot be read.
        StorageError: the output is one of the inputs or of the program's own files, or cannot be written.
        XiangqiError: the games cannot make this document, a cluster cannot be used, or no program opens files.
    """
    form = args.output.suffix.lower()
    if str(args.output) == "-":
        raise UsageError(Message("cli.print_no_stdout"))
    if form not in SUFFIXES:
        raise UsageError(Message("print.suffix", name=str(args.output)))
    diagrams = _diagrams(args)
    library = None if args.library is None else Path(args.library or default_path())
    if args.files and library is not None:
        raise UsageError(Message("cli.print_not_both"))
    if args.course is not None and (args.files or args.exercises or library is not None):
        raise UsageError(Message("cli.print_course_alone"))
    if not (args.files or args.exercises or library is not None or args.course is not None):
        raise UsageError(Message("cli.print_what"))
    insist_on_foreign(args.output, [*(file for file in args.files if not _is_position(file)), library])
    source = _Source(args, library)
    try:
        layout = _layout(args, diagrams, form)
        content = _content(args, source, layout, form)
    except (RecordError, LibraryError) as error:
        raise UsageError(str(error)) from None
    write_output(args.output, content.content)
    language.remark("cli.printed", name=str(args.output), size=max(1, len(content.content) >> 10))
    if content.missing:
        language.remark("cli.print_missing", names=" ".join(sorted(content.missing)))
    if args.open:
        _open(args.output)
    return FAULTS if content.missing or source.has_faults else DONE


def _diagrams(args: argparse.Namespace) -> Diagrams:
    """Return the places of diagrams; any further words are files.

    Raises:
        UsageError: the words are not valid places.
    """
    words: list[str] = args.diagrams
    if not words:
        return Diagrams()
    if words[0] in (Places.COMMENTS, Places.MISTAKES, Places.NONE):
        args.files += words[1:]
        return Diagrams(Places(words[0]))
    number = words[1] if words[0] == "every" and len(words) > 1 else ""
    if not (number.isascii() and number.isdigit() and 1 <= int(number[:4]) <= _MOST_EVERY):
        raise UsageError(Message("cli.print_diagrams", text=repr(" ".join(words[:2]))))
    args.files += words[2:]
    return Diagrams(Places.EVERY, int(number))


def _layout(args: argparse.Namespace, diagrams: Diagrams, form: str) -> Layout:
    """Return the layout, which follows the language unless options override it."""
    spoken = language.current()
    notation = notation_for(spoken, args.notation)
    colours = args.colours or ("plain" if form == ".pdf" or args.first_page else "wood")
    theme = themed(colours, args.pieces or language_named(spoken).script)
    return Layout(spoken, notation, PAPERS[args.paper], theme, diagrams, args.flip, args.title)


class _Source:
    """The requested games.

    Attributes:
        has_faults: whether a record had faults, which have been reported.
    """

    def __init__(self, args: argparse.Namespace, library: Path | None) -> None:
        self._args = args
        self._library = library
        self.has_faults = False

    def games(self) -> Iterator[Game]:
        """Yield all games.

        Raises:
            RecordError: a file cannot be read.
            LibraryError: the library cannot be opened, or the search options are invalid.
            UsageError: there is no such library or game.
        """
        if self._library is not None:
            yield from self._found(self._library)
            return
        number = 0
        for file in self._args.files:
            for number, game in enumerate(_read(file), 1):
                if self._args.game in (None, number):
                    self._tell_faults(file, number, game)
                    yield game
        if self._args.game is not None and self._args.game > number:
            raise UsageError(Message("cli.no_game_number", name=self._args.files[-1], number=self._args.game))

    def _found(self, path: Path) -> Iterator[Game]:
        with Library(existing_library(path)) as library:
            numbers = [number for number, _ in library.places(question_of(self._args))]
            if not numbers:
                raise UsageError(Message("cli.nothing_found"))
            told: list[LibraryError] = []
            for number in numbers:
                game = library.load_undamaged(number, told)
                if game is not None:
                    yield game
            for error in told:
                self.has_faults = True
                language.repeat(str(error))

    def _tell_faults(self, file: str, number: int, game: Game) -> None:
        for fault in game.errors:
            self.has_faults = True
            language.remark("cli.of_game", file=file, number=number, reason=str(fault))


def _is_position(word: str) -> bool:
    return word == "startpos" or starts_position(word)


def _read(file: str) -> Iterator[Game]:
    if not _is_position(file):
        yield from read_input(file)
        return
    game = Game(start_fen=START_FEN if file == "startpos" else file)
    TreeBuilder(game)
    yield game


def _games(args: argparse.Namespace, found: Iterable[Game], layout: Layout, form: str) -> Output:
    """Return a document with games, which are reviewed first if the options require it."""
    nodes = args.nodes if args.review or layout.diagrams.places is Places.MISTAKES else None
    shape = Shape.CARD if args.card else Shape.PAGE if args.first_page else Shape.LONG
    line = ProgressLine()

    def show(count: int) -> None:
        line.show(language.say("print.games", count=count))

    try:
        games = list(found)
        if not layout.title and len(games) > 1 and len(args.files) == 1:
            layout = replace(layout, title=Path(args.files[0]).stem)
        if nodes is None:
            return made(games, form, layout, shape=shape, width=args.width, progress=show)
        orders = [(pack(game), nodes) for game in games if not is_text(game)]
        with workers_for(args, max(1, min(args.processes, len(orders)))) as workers:
            reviews = (back.value() for back in in_order(run_chunks(workers, reviewed, orders)))
            return made(games, form, layout, reviews=reviews, shape=shape, width=args.width, progress=show)
    finally:
        line.end()


def reviewed(order: tuple[PackedGame, int]) -> GameReview:
    """Review a game, given with the number of nodes per position; the result depends on the order alone."""
    packed, nodes = order
    game = packed.unpack()
    return review_record(game, nodes)


def _content(args: argparse.Namespace, source: _Source, layout: Layout, form: str) -> Output:
    """Return the requested document."""
    if args.course is not None:
        return _course(args, layout, form)
    return _sheet(args, source, layout, form) if args.exercises else _games(args, source.games(), layout, form)


def _course(args: argparse.Namespace, layout: Layout, form: str) -> Output:
    """Return a course: a sheet if its lessons are positions to solve, otherwise its lines as games.

    Raises:
        UsageError: there is no such course.
    """
    courses = {course.key: course for course in load_courses()}
    course = courses.get(args.course)
    if course is None:
        names = ", ".join(courses)
        raise UsageError(Message("cli.no_course", name=repr(args.course), names=names))
    layout = replace(layout, title=args.title or course_title(course, layout))
    tasks = course_tasks(course, layout)
    if tasks:
        return made_sheet(tasks, form, layout, per_page=args.per_page, upside_down=args.upside_down)
    return _games(args, course_games(course, layout), layout, form)


def _sheet(args: argparse.Namespace, source: _Source, layout: Layout, form: str) -> Output:
    """Return a sheet of exercises."""
    layout = replace(layout, title=args.title or layout.say("print.exercises"))
    if args.files or args.library is not None:
        tasks = tasks_in(source.games(), layout)
    else:
        tasks = _from_pack(args, layout)
    return made_sheet(tasks, form, layout, per_page=args.per_page, upside_down=args.upside_down)


def _from_pack(args: argparse.Namespace, layout: Layout) -> list[PrintedProblem]:
    """Return exercises of the pack, the easiest first; the same options always give the same ones.

    Raises:
        UsageError: there is no such theme.
    """
    pack = load_pack()
    known = themes_of(pack)
    if args.theme and args.theme not in known:
        raise UsageError(Message("cli.no_theme", name=repr(args.theme), names=", ".join(sorted(known))))
    found = select(pack, args.theme, None, (args.least, args.most))
    chosen = random.Random(_SEED).sample(found, min(args.count, len(found)))
    return [task_of(exercise, layout) for exercise in sorted(chosen, key=lambda each: each.rating)]


def _open(path: Path) -> None:
    """Open a file in the system's default program.

    Raises:
        XiangqiError: the program that opens files is missing.
    """
    if sys.platform == "win32":
        os.startfile(path)
        return
    command = [_OPENERS.get(sys.platform, "xdg-open"), str(path.absolute())]
    try:
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    except OSError as error:
        raise XiangqiError(Message("detail.of_file", file=command[0], reason=str(error))) from None

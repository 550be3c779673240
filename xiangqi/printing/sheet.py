"""Typesets exercise sheets: a grid of boards, lines for the answers, and the solutions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core.constants import RED
from xiangqi.errors import XiangqiError
from xiangqi.exercises.pack import Exercise, ExerciseKind
from xiangqi.i18n.message import Message
from xiangqi.printing.flow import (
    TIE,
    Flow,
    Run,
    Strip,
    answer_lines,
    blank,
    diagram,
    number_page,
    paragraph,
    shortened,
    space,
)
from xiangqi.printing.game import HEADING, MOVE, SMALL, TEXT, numbered
from xiangqi.printing.options import Layout
from xiangqi.printing.page import Item, Page, TextStyle, board_height, shifted
from xiangqi.printing.pdf import PdfWriter
from xiangqi.records.tree import EMPTY_FEN, Game, known
from xiangqi.referee.endings import is_stalemate

GRIDS: Final = {6: (2, 3), 12: (3, 4)}
"""The numbers of columns and rows, by the number of exercises on a page."""

_HEAD: Final = 26.0  # height of a short title above the boards
_LINE: Final = 15.0
_MOST_CAPTION: Final = 2.6  # longest title or task that is not shortened, in board widths
_MOST_FOOT: Final = 0.25  # largest share of a page's height for solutions at its foot
_NAME: Final = 190.0  # width for a name and a date beside the title
_PAD: Final = 8.0
_SOLUTION: Final = TextStyle(7.0, whole=True)
_SOLVED: Final = TextStyle(8.5, whole=True)
_SOLUTION_NUMBER: Final = TextStyle(7.0, bold=True)


@dataclass(frozen=True)
class PrintedProblem:
    """A position with the task to solve in it."""

    fen: str
    solution: tuple[Move, ...]
    text: str  # the task in words


def task_of(exercise: Exercise, layout: Layout) -> PrintedProblem:
    """Return an exercise as a task to print."""
    board = Board(exercise.fen)
    kind: str = exercise.kind.value
    if exercise.kind is ExerciseKind.MATE:
        last = board.copy()
        for move in exercise.solution:
            last.push_unchecked(move)
        kind = "stalemate" if is_stalemate(last) else kind
    side = layout.say("side.red" if board.turn == RED else "side.black")
    text = layout.say(f"print.task.{kind}", side=side, count=exercise.mate)
    return PrintedProblem(exercise.fen, tuple(exercise.solution), text)


def tasks_in(games: Iterable[Game], layout: Layout) -> list[PrintedProblem]:
    """Return a task for each game: position, title with the side to move, and the main line as its solution.

    Games without a position are left out.
    """
    tasks = []
    for game in games:
        if game.start_fen != EMPTY_FEN:
            board = game.board()
            to_move = layout.say("print.to_move.red" if board.turn == RED else "print.to_move.black")
            text = f"{TIE}· ".join(filter(None, (known(game.headers, "Title"), to_move)))
            tasks.append(PrintedProblem(game.start_fen, tuple(game.main_line()), text))
    return tasks


def sheets(
    tasks: Sequence[PrintedProblem], layout: Layout, *, per_page: int = 6, upside_down: bool = False
) -> tuple[bytes, set[str]]:
    """Return tasks as PDF sheets, and the characters that the fonts lack.

    Args:
        tasks: the tasks, at least one.
        layout: the layout.
        per_page: a key of GRIDS.
        upside_down: whether to print solutions upside down at the foot of each page instead of on separate
            pages, provided that they are short enough.

    Raises:
        XiangqiError: there are no tasks.
    """
    if not tasks:
        raise XiangqiError(Message("print.no_tasks"))
    writer = PdfWriter(layout.title)
    grid = _Grid(tasks, layout, per_page, upside_down)
    pages = [grid.page(start) for start in range(0, len(tasks), per_page)]
    if not grid.has_solutions and _with_solutions(tasks, 1):
        pages += _solutions(tasks, layout)
    for number, page in enumerate(pages, 1):
        if len(pages) > 1:
            number_page(page, str(number), layout.title)
        writer.add(page)
    return writer.finish(), writer.missing


class _Grid:
    """Arranges tasks in a grid of equal boards, each with as many lines below it as the longest answer needs.

    Attributes:
        has_solutions: whether the solutions are at the foot of the pages.
    """

    def __init__(
        self, tasks: Sequence[PrintedProblem], layout: Layout, per_page: int, upside_down: bool
    ) -> None:
        self._tasks = tasks
        self._layout = layout
        self._per_page = per_page
        self._columns, self._rows = GRIDS[per_page]
        paper = layout.paper
        self._inner = paper.width - 2 * paper.margin
        self._width = (self._inner - (self._columns - 1) * paper.gap) / self._columns
        room = self._inner - _NAME - _PAD
        title = shortened(layout.title, HEADING, _MOST_CAPTION * room)
        self._title = list(paragraph([(title, HEADING)], room))
        self._title_height = sum(line.height for line in self._title)
        self._top = max(_HEAD, self._title_height + _PAD)
        self._captions = [self._caption(number, task) for number, task in enumerate(tasks, 1)]
        self._caption_height = max(sum(line.height for line in lines) for lines in self._captions)
        longest = max(len(task.solution) for task in tasks)
        self._lines = max(1, min(3, (longest + 2) // 4))
        self._feet = [
            list(paragraph(_solved(tasks[start : start + per_page], start + 1, layout), self._inner))
            for start in range(0, len(tasks) if upside_down else 0, per_page)
        ]
        foot = max((sum(strip.height for strip in foot) + 14 for foot in self._feet), default=0)
        self.has_solutions = upside_down and foot <= _MOST_FOOT * paper.depth
        self._height = (paper.depth - self._top - self.has_solutions * foot) / self._rows

    def page(self, start: int) -> Page:
        """Return the page that begins with the task at this index."""
        paper = self._layout.paper
        page = Page(paper.width, paper.height)
        page.items += _laid(self._head(), paper.margin, paper.margin - 6)
        if self.has_solutions:
            page.turned += _laid(self._feet[start // self._per_page], paper.margin, paper.margin)
        for place in range(min(self._per_page, len(self._tasks) - start)):
            row, column = divmod(place, self._columns)
            x = paper.margin + column * (self._width + paper.gap)
            y = paper.margin + self._top + row * self._height
            page.items += _laid(self._cell(start + place), x, y)
        return page

    def _head(self) -> Iterator[Strip]:
        """Yield the title, and beside it lines for a name and a date."""
        layout = self._layout
        yield from self._title
        fields = blank(((layout.say("print.name"), 3), (layout.say("print.date"), 2)), _NAME, SMALL)
        beside = (shifted(item, self._inner - _NAME, -self._title_height) for item in fields)
        yield Strip(0, tuple(beside))

    def _caption(self, number: int, task: PrintedProblem) -> list[Strip]:
        text = shortened(task.text, TEXT, _MOST_CAPTION * self._width)
        return list(paragraph([(f"{number}. ", MOVE), (text, TEXT)], self._width, align="centre"))

    def _cell(self, place: int) -> Iterator[Strip]:
        """Yield the text of a task, its board, and lines for the answer."""
        layout = self._layout
        picture = layout.shown(Board(self._tasks[place].fen))
        room = self._height - self._caption_height - self._lines * _LINE - _PAD - 6
        size = min(self._width, room / board_height(picture, layout.theme, 1.0))
        caption = self._captions[place]
        yield Strip(self._caption_height - sum(line.height for line in caption))
        yield from caption
        yield from diagram(picture, layout.theme, self._width, most=size, flipped=layout.flipped)
        yield from answer_lines(self._width, self._lines)


def _laid(strips: Iterable[Strip], x: float, y: float) -> Iterator[Item]:
    """Yield the items of strips, one below another."""
    for strip in strips:
        for item in strip.items:
            yield shifted(item, x, y)
        y += strip.height


def _solved(tasks: Sequence[PrintedProblem], first: int, layout: Layout) -> list[Run]:
    """Return the solutions of a page as one text."""
    runs: list[Run] = []
    for number, task in _with_solutions(tasks, first):
        runs += [(f"{number}.{TIE}", _SOLUTION_NUMBER), (moves_of(task, layout) + "   ", _SOLUTION)]
    return runs


def _with_solutions(tasks: Sequence[PrintedProblem], first: int) -> list[tuple[int, PrintedProblem]]:
    return [(number, task) for number, task in enumerate(tasks, first) if task.solution]


def _solutions(tasks: Sequence[PrintedProblem], layout: Layout) -> list[Page]:
    """Return pages of solutions."""
    flow = Flow(layout.paper)
    width = layout.paper.column
    flow.add(paragraph([(layout.say("print.solutions"), HEADING)], width, keeps_next=True))
    for number, task in _with_solutions(tasks, 1):
        flow.add(paragraph([(f"{number}.{TIE}", MOVE), (moves_of(task, layout), _SOLVED)], width))
        flow.add([space(3)])
    flow.settle()
    return flow.pages


def moves_of(task: PrintedProblem, layout: Layout) -> str:
    """Return a solution as one text."""
    return numbered(Board(task.fen), task.solution, layout)

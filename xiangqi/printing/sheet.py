"""Sets sheets of exercises: boards in a grid, lines for the answers, and the solutions elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core.constants import RED
from xiangqi.errors import XiangqiError
from xiangqi.exercises.pack import Exercise, ExerciseKind
from xiangqi.i18n.message import Message
from xiangqi.notation import format_move
from xiangqi.printing.flow import Flow, Run, Strip, answer_lines, diagram, number_page, paragraph, space
from xiangqi.printing.game import HEADING, MOVE, TEXT
from xiangqi.printing.options import Layout
from xiangqi.printing.page import Item, Page, Style, board_height, shifted
from xiangqi.printing.pdf import PdfWriter
from xiangqi.records.tree import EMPTY_FEN, Game, known
from xiangqi.referee.endings import is_stalemate

GRIDS: Final = {6: (2, 3), 12: (3, 4)}
"""Columns and rows by the number of exercises on a page."""

_HEAD: Final = 26.0  # height of the title above the boards
_CAPTION: Final = 15.0
_LINE: Final = 15.0
_PAD: Final = 8.0
_SOLUTION: Final = Style(7.0, whole=True)
_SOLVED: Final = Style(8.5, whole=True)
_SOLUTION_NUMBER: Final = Style(7.0, bold=True)


@dataclass(frozen=True)
class Task:
    """A position with something to find."""

    fen: str
    solution: tuple[Move, ...]
    text: str  # the task in words


def task_of(exercise: Exercise, layout: Layout) -> Task:
    """Return an exercise of the pack as a task."""
    board = Board(exercise.fen)
    kind: str = exercise.kind.value
    if exercise.kind is ExerciseKind.MATE:
        last = board.copy()
        for move in exercise.solution:
            last.push_unchecked(move)
        kind = "stalemate" if is_stalemate(last) else kind
    side = layout.say("side.red" if board.turn == RED else "side.black")
    text = layout.say(f"print.task.{kind}", side=side, count=exercise.mate)
    return Task(exercise.fen, tuple(exercise.solution), text)


def tasks_in(games: Iterable[Game], layout: Layout) -> list[Task]:
    """Return the positions of games as tasks, with their titles, and their main lines as solutions.

    Games without a position are left out.
    """
    tasks = []
    for game in games:
        if game.start_fen != EMPTY_FEN:
            board = game.board()
            to_move = layout.say("print.to_move.red" if board.turn == RED else "print.to_move.black")
            tasks.append(Task(game.start_fen, tuple(game.main_line()), known(game.headers, "Title") or to_move))
    return tasks


def sheets(
    tasks: Sequence[Task], layout: Layout, *, per_page: int = 6, upside_down: bool = False
) -> tuple[bytes, set[str]]:
    """Return tasks as sheets in PDF, and the characters that the fonts do not have.

    Args:
        tasks: at least one.
        layout: how it looks.
        per_page: a key of GRIDS.
        upside_down: whether to print solutions upside down at the foot of each page instead of on separate
            pages.
    """
    if not tasks:
        raise XiangqiError(Message("print.no_tasks"))
    writer = PdfWriter(layout.title)
    pages = [
        _page(tasks[start : start + per_page], start + 1, layout, per_page, upside_down)
        for start in range(0, len(tasks), per_page)
    ]
    if not upside_down:
        pages += _solutions(tasks, layout)
    for number, page in enumerate(pages, 1):
        if len(pages) > 1:
            number_page(page, str(number))
        writer.add(page)
    return writer.finish(), writer.missing


def _page(tasks: Sequence[Task], first: int, layout: Layout, per_page: int, upside_down: bool) -> Page:
    """Return a page of tasks."""
    paper = layout.paper
    page = Page(paper.width, paper.height)
    inner = paper.width - 2 * paper.margin
    title = list(paragraph([(layout.title, HEADING)], inner, align="centre"))[:1]
    page.items += _laid(title, paper.margin, paper.margin - 6)
    foot = list(paragraph(_solved(tasks, first, layout), inner)) if upside_down else []
    page.turned += _laid(foot, paper.margin, paper.margin)
    foot_height = sum(strip.height for strip in foot) + (14 if foot else 0)
    columns, rows = GRIDS[per_page]
    width = (inner - (columns - 1) * paper.gap) / columns
    height = (paper.depth - _HEAD - foot_height) / rows
    for place, task in enumerate(tasks):
        row, column = divmod(place, columns)
        x = paper.margin + column * (width + paper.gap)
        y = paper.margin + _HEAD + row * height
        page.items += _laid(_cell(task, first + place, layout, width, height), x, y)
    return page


def _cell(task: Task, number: int, layout: Layout, width: float, height: float) -> Iterator[Strip]:
    """Yield a board, its task, and lines for the answer."""
    picture = layout.shown(Board(task.fen))
    lines = max(1, min(3, (len(task.solution) + 2) // 4))
    room = height - _CAPTION - lines * _LINE - _PAD - 6
    size = min(width, room / board_height(picture, layout.theme, 1.0))
    text = [(f"{number}. ", MOVE), (task.text, TEXT)]
    yield from list(paragraph(text, width, align="centre"))[:1]
    yield from diagram(picture, layout.theme, width, most=size, flipped=layout.flipped)
    yield from answer_lines(width, lines)


def _laid(strips: Iterable[Strip], x: float, y: float) -> Iterator[Item]:
    """Yield the items of strips one below the other."""
    for strip in strips:
        for item in strip.items:
            yield shifted(item, x, y)
        y += strip.height


def _solved(tasks: Sequence[Task], first: int, layout: Layout) -> list[Run]:
    """Return the solutions of a page as one text."""
    runs: list[Run] = []
    for number, task in enumerate(tasks, first):
        runs += [(f"{number}. ", _SOLUTION_NUMBER), (moves_of(task, layout) + "   ", _SOLUTION)]
    return runs


def _solutions(tasks: Sequence[Task], layout: Layout) -> list[Page]:
    """Return pages of solutions."""
    flow = Flow(layout.paper)
    width = layout.paper.column
    flow.add(paragraph([(layout.say("print.solutions"), HEADING)], width, keeps_next=True))
    for number, task in enumerate(tasks, 1):
        flow.add(paragraph([(f"{number}. ", MOVE), (moves_of(task, layout), _SOLVED)], width))
        flow.add([space(3)])
    flow.settle()
    return flow.pages


def moves_of(task: Task, layout: Layout) -> str:
    """Return a solution as one text."""
    board, moves = Board(task.fen), []
    for move in task.solution:
        moves.append(format_move(board, move, layout.notation))
        board.push_unchecked(move)
    return " ".join(moves) or "–"

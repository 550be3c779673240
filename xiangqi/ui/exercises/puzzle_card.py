"""What the column says while the running game is a puzzle, and the way to others."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.app import positions
from xiangqi.app.document import Document
from xiangqi.app.exercises.puzzle_goal import is_puzzle, key_of
from xiangqi.app.exercises.puzzles import ListPuzzles, SolveAnother
from xiangqi.app.mode import Puzzle
from xiangqi.core.constants import RED
from xiangqi.notation import Style
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_GOALS: Final = {
    (True, False): "puzzle.red_wins",
    (True, True): "puzzle.red_draws",
    (False, False): "puzzle.black_wins",
    (False, True): "puzzle.black_draws",
}


def puzzle_card(scene: PanelContext, puzzle: Puzzle, rect: pygame.Rect) -> list[Widget]:
    """Lay out the puzzle's number, its task, and buttons: previous, once more, the list, next."""
    texts, document, painter = scene.texts, scene.state.document, scene.painter
    room = Room(rect, painter.unit).inner(10)
    buttons = _buttons(scene, puzzle, room.bottom(CONTROL - 4, 4))
    solved = is_solved(scene, document.start_fen)
    title, count = "puzzle.title", len(document.games)
    if puzzle.task is not None:
        title, count = "practice.title", count - 1  # the last one is the whole game
    half = room.rest.height // 2
    return [
        Card("note", rect, marked=solved),
        Label(
            "puzzle.title",
            room.top_px(half, 0),
            texts(title, place=_place(document) + 1, count=count),
            bold=True,
            single=True,
        ),
        Label(
            "puzzle.goal",
            room.rest,
            _words(scene, puzzle, solved),
            size=SMALL,
            colour=painter.palette.muted,
            single=True,
        ),
        *buttons,
    ]


def _buttons(scene: PanelContext, puzzle: Puzzle, row: pygame.Rect) -> list[Widget]:
    texts, document = scene.texts, scene.state.document
    before, again, listed, after = columns(row, 4, scene.px(GAP))
    solved = is_solved(scene, document.start_fen)
    place, games = _place(document), document.games
    onwards = place + 1 < len(games) and is_puzzle(games[place + 1])
    return [
        Button(
            "puzzle.before",
            before,
            icon="previous",
            action=SolveAnother(-1),
            enabled=place > 0 and is_puzzle(games[place - 1]),
            tip=texts("puzzle.before"),
        ),
        Button(
            "puzzle.again",
            again,
            texts("puzzle.again"),
            SolveAnother(0),
            primary=_is_over(puzzle) and not solved,
        ),
        Button("puzzle.list", listed, texts("puzzle.list"), ListPuzzles()),
        Button(
            "puzzle.after",
            after,
            icon="next",
            action=SolveAnother(1),
            enabled=onwards,
            primary=solved and onwards,
            tip=texts("puzzle.after"),
        ),
    ]


def _place(document: Document) -> int:
    """Return which of its file's games a puzzle is, from 0."""
    return document.collection.index if document.collection is not None else 0


def _is_over(puzzle: Puzzle) -> bool:
    return puzzle.end is not None or puzzle.found is not None


def _words(scene: PanelContext, puzzle: Puzzle, solved: bool) -> str:
    """Return what is asked, or what has come of it."""
    if puzzle.found is False:
        return scene.texts("practice.missed")
    return scene.texts("puzzle.solved") if _is_over(puzzle) and solved else goal_text(scene, puzzle)


def goal_text(scene: PanelContext, puzzle: Puzzle) -> str:
    """Say which side is to reach what, or which move is to be improved."""
    if puzzle.task is not None:
        start, style = puzzle.line.upto(0), Style(scene.state.settings.notation)
        return scene.texts("practice.goal", move=positions.move_text(start, puzzle.task.played, style))
    return scene.texts(_GOALS[puzzle.setup.human_side == RED, puzzle.draw])


def is_solved(scene: PanelContext, fen: str) -> bool:
    """Return whether a puzzle has been solved, now or ever."""
    return key_of(fen) in scene.state.solved

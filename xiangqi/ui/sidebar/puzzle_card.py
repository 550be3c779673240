"""What the column says while the running game is a puzzle, and the way to others."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.app.messages import record_intents
from xiangqi.app.model import positions
from xiangqi.app.model.game.mode import Puzzle
from xiangqi.app.model.game.puzzle_goal import is_puzzle, key_of
from xiangqi.core.constants import RED
from xiangqi.notation import Style
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import CONTROL, GAP, PanelContext, Room, columns
from xiangqi.ui.toolkit.painter import SMALL
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_GOALS: Final = {
    (True, False): "puzzle.red_wins",
    (True, True): "puzzle.red_draws",
    (False, False): "puzzle.black_wins",
    (False, True): "puzzle.black_draws",
}


def puzzle_card(scene: PanelContext, puzzle: Puzzle, rect: pygame.Rect) -> list[Widget]:
    """Which puzzle it is, what is asked, and buttons: the one before, once more, the list, the next."""
    texts, document, painter = scene.texts, scene.state.document, scene.painter
    room = Room(rect, painter.unit).inner(10)
    before, again, listed, after = columns(room.bottom(CONTROL - 4, 4), 4, scene.px(GAP))
    over = puzzle.end is not None or puzzle.found is not None
    solved = is_solved(scene, document.start_fen)
    place, games = document.collection.index if document.collection is not None else 0, document.games
    title, count = "puzzle.title", len(games)
    if puzzle.task is not None:
        title, count = "practice.title", len(games) - 1  # the last one is the whole game
    back = place > 0 and is_puzzle(games[place - 1])
    onwards = place + 1 < len(games) and is_puzzle(games[place + 1])
    half = room.rest.height // 2
    return [
        Card("note", rect, marked=solved),
        Label(
            "puzzle.title",
            room.top_px(half, 0),
            texts(title, place=place + 1, count=count),
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
        Button(
            "puzzle.before",
            before,
            icon="previous",
            action=record_intents.SolveAnother(-1),
            enabled=back,
            tip=texts("puzzle.before"),
        ),
        Button(
            "puzzle.again",
            again,
            texts("puzzle.again"),
            record_intents.SolveAnother(0),
            primary=over and not solved,
        ),
        Button("puzzle.list", listed, texts("puzzle.list"), record_intents.ListPuzzles()),
        Button(
            "puzzle.after",
            after,
            icon="next",
            action=record_intents.SolveAnother(1),
            enabled=onwards,
            primary=solved and onwards,
            tip=texts("puzzle.after"),
        ),
    ]


def _words(scene: PanelContext, puzzle: Puzzle, solved: bool) -> str:
    """What is asked, or what has come of it."""
    if puzzle.found is False:
        return scene.texts("practice.missed")
    over = puzzle.end is not None or puzzle.found is not None
    return scene.texts("puzzle.solved") if over and solved else goal_text(scene, puzzle)


def goal_text(scene: PanelContext, puzzle: Puzzle) -> str:
    """Who is to reach what, or to play better than what."""
    if puzzle.task is not None:
        state = scene.state
        fen, style = scene.state.document.start_fen, Style(state.settings.notation)
        return scene.texts("practice.goal", move=positions.move_text(fen, (), puzzle.task.played, style))
    return scene.texts(_GOALS[puzzle.setup.human_side == RED, puzzle.draw])


def is_solved(scene: PanelContext, fen: str) -> bool:
    """Whether a puzzle has been solved, now or ever."""
    return key_of(fen) in scene.state.solved

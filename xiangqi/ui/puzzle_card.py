"""What the column says while the running game is a puzzle, and the way to others."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.app import record_intents
from xiangqi.app.puzzle_goal import key_of
from xiangqi.app.state import Puzzle
from xiangqi.core.constants import RED
from xiangqi.ui.cards import Card
from xiangqi.ui.paint import SMALL
from xiangqi.ui.scene import CONTROL, GAP, Room, Scene, columns
from xiangqi.ui.widgets import Button, Label, Widget

_GOALS: Final = {
    (True, False): "puzzle.red_wins",
    (True, True): "puzzle.red_draws",
    (False, False): "puzzle.black_wins",
    (False, True): "puzzle.black_draws",
}


def puzzle_card(scene: Scene, puzzle: Puzzle, rect: pygame.Rect) -> list[Widget]:
    """Which puzzle it is, what is asked, and buttons: the one before, once more, the list, the next."""
    texts, record, painter = scene.texts, puzzle.record, scene.painter
    room = Room(rect, painter.unit).inner(10)
    before, again, listed, after = columns(room.bottom(CONTROL - 4, 4), 4, scene.px(GAP))
    over = scene.state.game.end is not None
    solved = is_solved(scene, record.game.start_fen)
    onwards = solved and record.index + 1 < len(record.games)
    title = texts("puzzle.title", place=record.index + 1, count=len(record.games))
    half = room.rest.height // 2
    return [
        Card("note", rect, marked=solved),
        Label("puzzle.title", room.top_px(half, 0), title, bold=True, single=True),
        Label(
            "puzzle.goal",
            room.rest,
            texts("puzzle.solved") if solved and over else goal_text(scene, puzzle),
            size=SMALL,
            colour=painter.palette.muted,
            single=True,
        ),
        Button(
            "puzzle.before",
            before,
            icon="previous",
            action=record_intents.SolveAnother(-1),
            enabled=record.index > 0,
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
            enabled=record.index + 1 < len(record.games),
            primary=onwards,
            tip=texts("puzzle.after"),
        ),
    ]


def goal_text(scene: Scene, puzzle: Puzzle) -> str:
    """Who is to reach what."""
    return scene.texts(_GOALS[scene.state.game.setup.human_side == RED, puzzle.draw])


def is_solved(scene: Scene, fen: str) -> bool:
    """Whether a puzzle has been solved, now or ever."""
    return key_of(fen) in scene.state.solved

"""What the column says while the running game is a puzzle, and the way to others."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.app import positions, record_intents
from xiangqi.app.puzzle_goal import is_puzzle, key_of
from xiangqi.app.state import Puzzle
from xiangqi.core.constants import RED
from xiangqi.notation import Style
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
    over = scene.state.game.end is not None or puzzle.found is not None
    solved = is_solved(scene, record.game.start_fen)
    place, games = record.index, record.games
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


def _words(scene: Scene, puzzle: Puzzle, solved: bool) -> str:
    """What is asked, or what has come of it."""
    if puzzle.found is False:
        return scene.texts("practice.missed")
    over = scene.state.game.end is not None or puzzle.found is not None
    return scene.texts("puzzle.solved") if over and solved else goal_text(scene, puzzle)


def goal_text(scene: Scene, puzzle: Puzzle) -> str:
    """Who is to reach what, or to play better than what."""
    if puzzle.task is not None:
        state = scene.state
        fen, style = puzzle.record.game.start_fen, Style(state.settings.notation)
        return scene.texts("practice.goal", move=positions.move_text(fen, (), puzzle.task.played, style))
    return scene.texts(_GOALS[scene.state.game.setup.human_side == RED, puzzle.draw])


def is_solved(scene: Scene, fen: str) -> bool:
    """Whether a puzzle has been solved, now or ever."""
    return key_of(fen) in scene.state.solved

"""The explorer's buttons that add the line on the board to the player's repertoire, or remove it."""

from __future__ import annotations

import pygame

from xiangqi.app.openings.repertoire import AddToRepertoire, DropLine, OpenRepertoire, last_move
from xiangqi.app.session import view
from xiangqi.core.constants import opponent
from xiangqi.fen import START_FEN
from xiangqi.ui.parts.context import PanelContext, columns
from xiangqi.ui.toolkit.roles import GAP
from xiangqi.ui.toolkit.widgets import Button, Widget


def line_buttons(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the buttons that add or remove the line on the board, and the one that opens the repertoire."""
    texts, line = scene.texts, view.board_line(scene.state).here
    left, right = columns(rect, 2, scene.px(GAP))
    kept = last_move(scene.state) is not None
    return [
        Button(
            "repertoire.line",
            left,
            texts("repertoire.drop_line" if kept else "repertoire.keep_line"),
            DropLine() if kept else AddToRepertoire(),
            enabled=bool(line.moves) and line.start_fen == START_FEN,
        ),
        Button(
            "repertoire.open",
            right,
            texts("repertoire.title"),
            OpenRepertoire(opponent(line.turn) if line.moves else line.turn),
        ),
    ]

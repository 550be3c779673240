"""The explorer's buttons that add the line on the board to the player's openings, or remove it."""

from __future__ import annotations

import pygame

from xiangqi.app.openings.place import OpenRepertoire
from xiangqi.app.openings.repertoire import AddToRepertoire, DropLine, last_move
from xiangqi.app.session import view
from xiangqi.core.constants import BLACK, RED, opponent
from xiangqi.fen import START_FEN
from xiangqi.ui.parts.context import PanelContext, columns
from xiangqi.ui.toolkit.roles import GAP
from xiangqi.ui.toolkit.widgets import Button, Widget


def line_buttons(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the buttons that add or remove the line on the board, and the one that shows the openings.

    The line is added for the player's side in the game, else for the side that moved last.
    """
    texts, line = scene.texts, view.board_line(scene.state).here
    left, right = columns(rect, 2, scene.px(GAP))
    side = scene.state.document.player_side
    if side not in (RED, BLACK):
        side = opponent(line.turn) if line.moves else line.turn
    kept = last_move(scene.state, side) is not None
    key = "repertoire.drop_for" if kept else "repertoire.keep_for"
    return [
        Button(
            "repertoire.line",
            left,
            texts(key, side=scene.side_name(side)),
            DropLine(side) if kept else AddToRepertoire(side),
            enabled=bool(line.moves) and line.start_fen == START_FEN,
        ),
        Button("repertoire.open", right, texts("openings.mine"), OpenRepertoire(side)),
    ]

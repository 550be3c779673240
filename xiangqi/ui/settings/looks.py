"""Pictures for the choices in the settings: boards, sets of pieces, dark and light panels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import pygame

from xiangqi.board import Board
from xiangqi.core.constants import BLACK, KING, KNIGHT, RED
from xiangqi.diagram.geometry import BoardLayout
from xiangqi.ui.board.board_view import BoardView
from xiangqi.ui.board.pieces import piece
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import PanelColours, palette
from xiangqi.ui.toolkit.theme import BOARDS, PIECES, look

_CELL: Final = 36.0  # of the board in a thumbnail, points
_SHOWN: Final = (RED | KING, BLACK | KNIGHT)
_PIECE: Final = 60.0  # largest diameter of a piece, points


def draw_board(painter: Painter, box: pygame.Rect, name: str, pieces: str) -> None:
    """Draw the upper left part of a board, with the pieces of a set at the start of a game."""
    painter.surface.blit(_corner(name, pieces, painter.px(_CELL)), box)


@lru_cache(maxsize=8)
def _corner(name: str, pieces: str, cell_px: int) -> pygame.Surface:
    """Return the upper half of a board at the start of a game, with its frame."""
    whole = BoardLayout(0, 0, cell_px)
    surface = pygame.Surface((whole.width, whole.height), depth=32)
    BoardView(look(name, pieces)).draw(surface, whole, Board().picture())
    return surface.subsurface((0, 0, whole.width, whole.height // 2)).copy()


def draw_pieces(painter: Painter, box: pygame.Rect, name: str) -> None:
    """Draw a general of Red and a horse of Black, side by side or, in a narrow box, the general alone."""
    theme = PIECES[name]
    diameter = min(painter.px(_PIECE), box.height - painter.px(4))
    shown = _SHOWN if 2 * diameter + painter.px(4) <= box.width else _SHOWN[:1]
    step = diameter + painter.px(4)
    left = box.centerx - (step * len(shown) - painter.px(4)) // 2
    for place, code in enumerate(shown):
        picture = piece(theme, code, diameter)
        painter.surface.blit(picture, (left + place * step, box.centery - diameter // 2))


def draw_panels(painter: Painter, box: pygame.Rect, dark: bool) -> None:
    """Draw a small window with dark or light panels: rail, board, card, gold button."""
    colours = palette(dark)
    inside = Painter(painter.surface, colours, painter.unit)
    inside.box(box, colours.background, 5)
    gap = painter.px(6)
    rail = pygame.Rect(box.left, box.top, painter.px(14), box.height)
    painter.surface.fill(colours.rail, rail)
    board = pygame.Rect(rail.right + gap, box.top + gap, 0, box.height - 2 * gap)
    board.width = round(board.height * 0.9)
    inside.box(board, BOARDS["walnut"].field.light, 3, BOARDS["walnut"].frame.light)
    card = pygame.Rect(board.right + gap, board.top, box.right - gap - board.right - gap, board.height)
    inside.box(card, colours.surface, 4, colours.outline)
    _draw_lines(inside, card, colours)


def _draw_lines(painter: Painter, card: pygame.Rect, colours: PanelColours) -> None:
    edge, height = painter.px(6), painter.px(4)
    inks: Sequence[tuple[int, int, int]] = (colours.text, colours.muted, colours.muted)
    button = pygame.Rect(card.left + edge, card.bottom - edge - painter.px(11), 0, painter.px(11))
    button.width = card.width - 2 * edge
    top = card.top + edge
    for ink, share in zip(inks, (0.6, 0.85, 0.45), strict=True):
        if top + height <= button.top - painter.px(3):
            painter.box(pygame.Rect(card.left + edge, top, round(button.width * share), height), ink, 2)
        top += height + painter.px(5)
    painter.box(button, colours.gold, 3)

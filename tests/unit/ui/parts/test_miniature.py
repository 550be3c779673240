"""Miniatures of positions: what they show."""

from __future__ import annotations

import pygame
import pytest

from xiangqi.board import Board
from xiangqi.core.constants import BOARD_SQUARES
from xiangqi.ui.parts.small_board import miniature
from xiangqi.ui.toolkit.theme import look

WALNUT = look("walnut", "traditional")


def points(fen: str) -> bytes:
    board = Board(fen)
    return bytes(board.piece_at(square) for square in BOARD_SQUARES)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def test_a_miniature_shows_the_pieces_where_they_stand() -> None:
    lone = miniature(100, points("3k5/9/9/9/9/9/9/9/9/4K4 w"), WALNUT)
    more = miniature(100, points("3k5/9/9/9/9/9/9/9/9/R3K4 w"), WALNUT)
    differing = [
        (x, y)
        for x in range(lone.get_width())
        for y in range(lone.get_height())
        if lone.get_at((x, y)) != more.get_at((x, y))
    ]
    cell = lone.get_width() // 9
    assert differing
    assert all(x <= cell and y >= 9 * cell - 1 for x, y in differing), "the chariot stands at the lower left"
    turned = miniature(100, points("3k5/9/9/9/9/9/9/9/9/R3K4 w"), WALNUT, flipped=True)
    assert pixels(turned) != pixels(more)


@pytest.mark.parametrize("known", [b"", b"\1\2"])
def test_an_unknown_position_is_an_empty_board(known: bytes) -> None:
    assert pixels(miniature(60, known, WALNUT)) == pixels(miniature(60, bytes(90), WALNUT))

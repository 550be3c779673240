"""Miniatures of positions: what they show, and which position of a game it is."""

from __future__ import annotations

import pygame
import pytest
from ui_session import Session

from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.board import Board
from xiangqi.core.constants import BOARD_SQUARES
from xiangqi.ui.parts.small_board import miniature
from xiangqi.ui.toolkit.lists import ListBox
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


def shown(session: Session, index: int) -> bytes:
    session.send(OpenPanel(Panel.GAME_LIST))
    session.draw()
    listed = session.widget("games")
    assert isinstance(listed, ListBox)
    picture = listed.rows[index].picture
    assert picture is not None
    return pixels(picture(100))


def test_a_game_is_shown_as_it_ended_and_a_puzzle_as_it_begins() -> None:
    session = Session()
    session.open_record('[Red "A"]\n\n1. h2e2 h9g7 *\n\n[Red "B"]\n\n1. b2e2 *\n')
    end = Board()
    for move in ("h2e2", "h9g7"):
        end.push(next(legal for legal in end.legal_moves() if legal.iccs == move))
    assert shown(session, 0) == pixels(miniature(100, points(end.fen()), WALNUT))
    start = "4k4/R8/9/9/9/9/9/9/1R7/3K5 w"
    puzzles = Session()
    puzzles.open_record(f"{start}\nb1b9\n\n" * 2, "puzzles.txt")
    assert puzzles.state.document.games[1].plies == 1, "its moves are the solution"
    assert shown(puzzles, 1) == pixels(miniature(100, points(start), WALNUT))

"""Tests of what is made of the network's chances: openings, doubts, and boards of which too little is seen."""

from __future__ import annotations

import numpy as np
import pytest

from xiangqi.board import Board, Move, parse_square
from xiangqi.core.constants import square_name
from xiangqi.recognition.finding import Candidate
from xiangqi.recognition.matching import letter_of
from xiangqi.recognition.network import CLASSES, Points
from xiangqi.recognition.reader import Sight, is_board, read
from xiangqi.recognition.reading import Reading, Side, square_at
from xiangqi.recognition.rectify import COLUMNS, ROWS

Doubts = dict[str, tuple[str, float]]
"""By square: a wrong letter and its probability; the rest is the right letter's."""


def seen(fen: str, doubts: Doubts, bottom: Side = "red") -> Sight:
    """Return what a network may see of a board, clear except on some points."""
    board = Board(fen)
    chances = np.full((10, 9, len(CLASSES)), 1e-4)
    for row in range(10):
        for column in range(9):
            square = square_at(row, column, bottom)
            right = letter_of(board.piece_at(square))
            wrong, chance = doubts.get(square_name(square), (right, 0.0))
            chances[row, column, CLASSES.index(wrong)] = chance
            chances[row, column, CLASSES.index(right)] = 1 - chance
    on = np.full((ROWS, COLUMNS), 9.0, np.float32)
    on[[0, -1]] = on[:, [0, -1]] = -9
    points = Points(np.zeros((ROWS, COLUMNS, 17), np.float32), on, np.zeros((ROWS, COLUMNS, 2), np.float32))
    return Sight(
        Candidate(np.eye(3), points, np.ones((ROWS, COLUMNS), bool)), chances / chances.sum(-1, keepdims=True)
    )


def reading_of(fen: str, doubts: Doubts, bottom: Side = "red") -> Reading:
    return read(seen(fen, doubts, bottom), 9.0, is_alone=True)


def after(*moves: str) -> str:
    board = Board()
    for move in moves:
        board.push(Move.from_iccs(move))
    return board.fen()


EXCHANGED = (
    {"a0": ("P", 0.99), "a3": ("R", 0.99)},  # a chariot and a soldier
    {"b9": ("b", 0.99), "c9": ("n", 0.99)},  # a horse and an elephant
    {"h2": ("N", 0.98), "h0": ("C", 0.98), "d9": ("k", 0.9), "e9": ("a", 0.9)},
)


@pytest.mark.parametrize("bottom", ["red", "black"])
@pytest.mark.parametrize("moves", [(), ("h2e2", "h9g7"), ("c3c4", "b9c7", "h0g2", "c6c5")])
@pytest.mark.parametrize("doubts", EXCHANGED)
def test_pieces_of_an_opening_are_never_exchanged(doubts: Doubts, moves: tuple[str, ...], bottom: Side) -> None:
    fen = after(*moves)
    board = Board(fen)
    start = Board()
    known = {
        name: doubt
        for name, doubt in doubts.items()
        if board.piece_at(parse_square(name)) == start.piece_at(parse_square(name))
    }
    reading = reading_of(fen, known, bottom)
    assert reading.board == fen.split()[0]
    assert reading.bottom == bottom
    doubtful = {square_name(square) for square in reading.doubtful}
    assert doubtful >= known.keys(), "what the signs do not say is asked"
    assert reading.certain == (not known)


@pytest.mark.parametrize("gone", ["b0", "e3", "a9"])
def test_odds_are_no_opening(gone: str) -> None:
    board = Board()
    rows = seen(board.fen(), {gone: (".", 0.999)})
    reading = read(rows, 9.0, is_alone=True)
    assert reading.pieces[parse_square(gone)].letter == "."
    assert reading.certain


@pytest.mark.parametrize("bottom", ["red", "black"])
def test_a_point_that_is_half_covered_is_as_hidden_as_those_beside_it(bottom: Side) -> None:
    fen = "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
    reading = reading_of(fen, {"b9": ("#", 0.99), "a9": ("#", 0.21)}, bottom)
    assert reading.board == Board().fen().split()[0]
    assert {square_name(square) for square in reading.doubtful} == {"a9", "b9"}
    little = reading_of(fen, {"b9": ("#", 0.99), "a9": ("#", 0.02)}, bottom)
    assert (little.board, little.doubtful) == (reading.board, reading.doubtful)
    for doubts in ({"b9": ("#", 0.99)}, {"a9": ("#", 0.21)}, {"i9": ("#", 0.99), "a9": ("#", 0.02)}):
        assert reading_of(fen, doubts, bottom).board == fen.split()[0], (
            "it is clear that a9 is empty, or nothing covers it"
        )


def test_a_page_that_is_all_covered_is_no_starting_position() -> None:
    squares = [square_name(square_at(row, column, "red")) for row in range(10) for column in range(9)]
    assert not is_board(seen(Board().fen(), dict.fromkeys(squares, ("#", 0.99))))
    assert is_board(seen(Board().fen(), dict.fromkeys(squares[:20], ("#", 0.99))))


def test_signs_of_which_too_many_are_alike_are_no_set_of_xiangqi() -> None:
    squares = [f"{file}{rank}" for rank in (0, 1, 2, 7, 8, 9) for file in "abcdefghi"]
    assert not is_board(seen("9/9/9/9/9/9/9/9/9/4K1k2 w", dict.fromkeys(squares[:29], ("b", 0.6))))
    assert is_board(seen("9/9/9/9/9/9/9/9/9/4K1k2 w", dict.fromkeys(squares[:15], ("b", 0.6))))


def test_a_grid_on_which_too_little_is_clear_is_no_board() -> None:
    squares = [square_name(square_at(row, column, "red")) for row in range(10) for column in range(9)]
    assert not is_board(seen(Board().fen(), dict.fromkeys(squares[20:60], ("N", 0.4))))
    assert is_board(seen(Board().fen(), dict.fromkeys(squares[20:49], ("N", 0.4))))


def test_more_points_are_doubtful_where_the_boards_place_is_unclear() -> None:
    rows = seen(after("h2e2", "h9g7", "h0g2"), {"e6": (".", 0.06)})
    clear, unclear = read(rows, 9.0, is_alone=True), read(rows, 0.0, is_alone=True)
    assert clear.doubtful == ()
    assert {square_name(square) for square in unclear.doubtful} == {"e6"}
    assert unclear.reason == "it is unclear where the board is"

"""Tests that masters' practice is found on either wing, with consistent counts."""

from __future__ import annotations

import pytest

from xiangqi.board import Board, Move
from xiangqi.openings import mirrored, opening_of, practice
from xiangqi.resources import asset


def after(*moves: str) -> Board:
    board = Board()
    for move in moves:
        board.push(Move.from_iccs(move))
    return board


def test_the_asset_is_small() -> None:
    assert asset(practice.ASSET).stat().st_size <= 300_000


def test_first_moves_stand_where_books_put_them() -> None:
    first = [one.move.iccs for one in practice.lookup(Board())]
    assert first[:5] == ["h2e2", "c3c4", "g0e2", "h0g2", "h2d2"]
    games = [one.games for one in practice.lookup(Board())]
    assert games == sorted(games, reverse=True)
    assert practice.weights(Board())[Move.from_iccs("b2e2")] == games[0]


@pytest.mark.parametrize("moves", [("h2e2",), ("h2e2", "h9g7"), ("c3c4", "b7c7", "h2e2")])
def test_mirror_images_share_their_counts(moves: tuple[str, ...]) -> None:
    board = after(*moves)
    image = after(*(mirrored(Move.from_iccs(move)).iccs for move in moves))
    there = {mirrored(one.move): (one.red_wins, one.draws, one.black_wins) for one in practice.lookup(image)}
    here = {one.move: (one.red_wins, one.draws, one.black_wins) for one in practice.lookup(board)}
    assert here == there
    assert here
    assert practice.opening_at(board) == practice.opening_at(image)


def test_every_move_is_legal_and_leads_to_no_more_games() -> None:
    boards = [Board()]
    looked_at = 0
    while boards and looked_at < 300:
        board = boards.pop(0)
        looked_at += 1
        assert set(practice.weights(board)) <= set(board.legal_moves())
        for one in practice.lookup(board)[:2]:
            deeper = board.copy()
            deeper.push(one.move)
            boards.append(deeper)
    assert looked_at == 300


def test_positions_have_the_opening_of_the_usual_way() -> None:
    board = after("h2e2", "h9g7", "h0g2", "b9c7", "i0h0", "i9h9", "c3c4", "g6g5", "h0h6")
    found = opening_of(board.move_stack)
    assert found is not None
    assert practice.opening_at(board) == found.code == "C30"
    assert practice.opening_at(after("a0a1", "a9a8")) is None


def test_an_unknown_position_has_no_moves() -> None:
    assert practice.lookup(after("e3e4", "e6e5", "e4e5")) == ()

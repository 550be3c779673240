"""Static exchange evaluation against exchanges played out on a real board."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from walks import choices, walk

from xiangqi.board import Board, Move
from xiangqi.core.constants import KIND_MASK, KING
from xiangqi.core.position import State, set_position
from xiangqi.engine.common.layout import new_engine_state
from xiangqi.engine.search.see import SEE_VALUE, least_valuable_attacker, see_ge


def state_of(board: Board) -> State:
    state = new_engine_state()
    set_position(state, board.pieces(), board.turn)
    return state


def kind_at(board: Board, square: int) -> int:
    return board.piece_at(square) & KIND_MASK


def takers(board: Board, target: int) -> list[int]:
    """Squares from which the side to move could capture on `target`."""
    return [move.from_square for move in board.pseudo_legal_moves() if move.to_square == target]


def gain_of(board: Board, move: Move) -> int:
    """Return what a capture wins when both sides go on taking with their weakest piece, or stop."""
    gain = int(SEE_VALUE[kind_at(board, move.to_square)])
    board.push_unchecked(move)
    gain -= max(0, reply_gain(board, move.to_square))
    board.pop()
    return gain


def reply_gain(board: Board, target: int) -> int:
    taker = least_valuable_attacker(state_of(board), target, board.turn)
    if taker == 0:
        return 0
    move = Move.of(int(taker), target)
    if kind_at(board, move.from_square) == KING:
        board.push_unchecked(move)
        retaken = bool(takers(board, target))
        board.pop()
        if retaken:
            return 0
    return gain_of(board, move)


@settings(max_examples=25)
@given(choices(70))
def test_the_least_valuable_attacker_is_the_cheapest_real_taker(numbers: list[int]) -> None:
    for board, _ in walk(numbers):
        state = state_of(board)
        for target in {move.to_square for move in board.pseudo_legal_moves() if board.is_capture(move)}:
            square = int(least_valuable_attacker(state, target, board.turn))
            real = takers(board, target)
            assert square in real
            worth = [(kind_at(board, s) == KING, SEE_VALUE[kind_at(board, s)]) for s in real]
            assert (kind_at(board, square) == KING, SEE_VALUE[kind_at(board, square)]) == min(worth)


@settings(max_examples=25)
@given(choices(70))
def test_agrees_with_the_exchange_played_out(numbers: list[int]) -> None:
    for board, _ in walk(numbers):
        state = state_of(board)
        before = state[:256].copy()
        for move in board.pseudo_legal_moves():
            if board.is_capture(move):
                gain = gain_of(board, move)
                assert see_ge(state, int(move), gain) == 1, (board.fen(), move)
                assert see_ge(state, int(move), gain + 1) == 0, (board.fen(), move)
        assert (state[:256] == before).all()


@pytest.mark.parametrize(
    ("fen", "move", "won"),
    [
        ("4k4/9/9/9/r8/9/9/9/9/R3K4 w", "a0a5", 1000),  # nobody protects the chariot
        ("4k4/9/9/r8/p8/9/9/9/9/R3K4 w", "a0a5", 110 - 1000),  # a protected pawn is poison
        ("4k4/9/9/9/4p4/9/9/4C4/9/R3K4 w", "a0a5", 0),  # a quiet move that hangs nothing
    ],
)
def test_see_counts_plain_exchanges(fen: str, move: str, won: int) -> None:
    state = state_of(Board(fen))
    assert see_ge(state, int(Move.from_iccs(move)), won) == 1
    assert see_ge(state, int(Move.from_iccs(move)), won + 1) == 0

"""Making and taking back moves: the array comes back bit for bit, key and score stay true."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from walks import choices, play, walk

from xiangqi.board import Board, Move
from xiangqi.core import jit
from xiangqi.core.constants import (
    BLACK,
    BOARD_SIZE,
    BOARD_SQUARES,
    CODE_MASK,
    DOWN,
    KEY,
    KING,
    MOVES,
    OFF_BOARD,
    PAWN,
    PIECES,
    RED,
    RIGHT,
    SCORE,
    SIDE,
    SLOT_SHIFT,
    SQUARES,
    make_square,
)
from xiangqi.core.position import (
    State,
    make_move,
    new_state,
    rays_above,
    rays_beside,
    set_position,
    unmake_move,
)
from xiangqi.core.values import FULL_PHASE, endgame_of, midgame_of, phase_of

EXAMPLES = 60 if jit.COMPILED else 10


def from_scratch(board: Board) -> State:
    """Return the array that a fresh set-up of the same pieces gives."""
    state = new_state()
    set_position(state, board.pieces(), board.turn)
    return state


@given(choices())
@settings(max_examples=EXAMPLES)
def test_unmake_restores_the_array_bit_for_bit(numbers: list[int]) -> None:
    for board, legal in walk(numbers):
        before = board.state.copy()
        for move in legal:
            captured = make_move(board.state, move)
            unmake_move(board.state, move, captured)
            assert np.array_equal(board.state, before)


@given(choices())
@settings(max_examples=EXAMPLES)
def test_rays_end_at_the_nearest_pieces_wherever_a_game_has_gone(numbers: list[int]) -> None:
    state = play(numbers).state
    for square in BOARD_SQUARES:
        found = [int(rays_beside(state, square)), int(rays_above(state, square))]
        for packed, step in ((found[0], RIGHT), (found[1], DOWN)):
            for shift, direction in ((0, -step), (4, step)):
                near, far = packed >> shift & 15, packed >> 8 + shift & 15
                assert [near, far] == [
                    _line_number(seen, step) for seen in _seen_from(state, square, direction)
                ]


def _seen_from(state: State, square: int, step: int) -> list[int]:
    """Return the first two pieces in a direction, 0 for none, found step by step."""
    seen = []
    square += step
    while state[SQUARES + square] != OFF_BOARD and len(seen) < 2:
        if state[SQUARES + square] != 0:
            seen.append(square)
        square += step
    return [*seen, 0, 0][:2]


def _line_number(square: int, step: int) -> int:
    """Column of a square looked at along a row, row of one looked at along a column."""
    return square & 15 if step == RIGHT else square >> 4


@given(choices())
@settings(max_examples=EXAMPLES)
def test_taking_back_a_whole_game_restores_the_start(numbers: list[int]) -> None:
    board = play(numbers)
    while board.move_stack:
        board.pop()
    assert np.array_equal(board.state[:MOVES], Board().state[:MOVES])


@given(choices())
@settings(max_examples=EXAMPLES)
def test_key_and_score_equal_a_recomputation(numbers: list[int]) -> None:
    for board, _ in walk(numbers):
        fresh = from_scratch(board)
        assert board.state[KEY] == fresh[KEY]
        assert board.state[SCORE] == fresh[SCORE]
        assert board.state[SIDE] == fresh[SIDE]


@given(choices())
@settings(max_examples=EXAMPLES)
def test_board_and_piece_list_tell_the_same(numbers: list[int]) -> None:
    for board, _ in walk(numbers):
        listed = {
            int(board.state[PIECES + slot]): slot for slot in range(32) if board.state[PIECES + slot] != 0
        }
        standing = {
            square: int(board.state[SQUARES + square]) >> SLOT_SHIFT
            for square in BOARD_SQUARES
            if board.state[SQUARES + square] != 0
        }
        assert listed == standing
        for square, slot in listed.items():
            code = int(board.state[SQUARES + square]) & CODE_MASK
            assert bool(code & RED) == (slot < 16)
            assert (code & 7 == KING) == (slot in (0, 16))


def test_keys_tell_positions_and_sides_apart() -> None:
    seen: dict[int, str] = {}
    for seed in range(40):
        for board, _ in walk(range(seed, seed + 60)):
            identity = " ".join(board.fen().split()[:2])
            assert seen.setdefault(board.key, identity) == identity
    assert len(seen) > 500
    fen = "3k5/9/9/9/9/9/9/9/9/4K4"
    assert Board(f"{fen} w").key != Board(f"{fen} b").key


def test_two_ways_to_a_position_give_one_key() -> None:
    keys = []
    for moves in ("h2e2 h9g7 b0c2", "b0c2 h9g7 h2e2"):
        board = Board()
        for text in moves.split():
            board.push(Move.from_iccs(text))
        keys.append(board.key)
    assert keys[0] == keys[1]


def test_score_is_even_at_the_start_and_turns_with_the_board() -> None:
    for part in (midgame_of, endgame_of):
        assert part(Board().state[SCORE]) == 0
        red_up = part(Board("4k4/9/9/9/9/9/9/9/9/R3K4 w").state[SCORE])
        black_up = part(Board("4k3r/9/9/9/9/9/9/9/9/4K4 b").state[SCORE])
        assert red_up == -black_up > 500
    assert phase_of(Board().state[SCORE]) == FULL_PHASE


def test_the_edge_is_closed() -> None:
    state = new_state()
    outside = [square for square in range(256) if square not in BOARD_SQUARES]
    assert (state[outside] == OFF_BOARD).all()
    assert state.shape == (BOARD_SIZE,)
    assert state.dtype == np.int64


@pytest.mark.parametrize(
    "placement",
    [
        {make_square(3, 0): RED | KING, make_square(4, 0): RED | KING},
        {make_square(file, rank): BLACK | PAWN for file in range(4) for rank in range(4)},
    ],
)
def test_more_pieces_than_slots(placement: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="more than"):
        set_position(new_state(), placement, RED)

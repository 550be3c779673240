"""The kernels of chasing: against a plain reading of the rule that shares no code, and article by article."""

from __future__ import annotations

import random

import numpy as np
import pytest
from generated_cycles import cycles, random_position
from plain_referee import judge as plain_judge
from plain_referee import newly_threatened, play, read, square

from xiangqi.board import Board, Move, parse_square
from xiangqi.core import chase, jit
from xiangqi.core.constants import BLACK, BOARD_SIZE, MOVES, RED, square_name
from xiangqi.core.position import State

POSITIONS = 30 if jit.COMPILED else 3
CYCLES = 150 if jit.COMPILED else 25


def attacks(fen: str, move: str) -> dict[str, int]:
    """Return what the mover attacks after a move: capture -> class."""
    state = Board(fen).state
    end = chase.list_attacks(state, Move.from_iccs(move), chase.ANY_PIECE)
    return {str(Move(entry & 0xFFFF)): entry >> chase.ATTACK_SHIFT for entry in state[MOVES:end].tolist()}


def chased_squares(board: Board, move: Move) -> set[str]:
    threatened = int(chase.new_threats(board.state, move, chase.ANY_PIECE))
    return {square_name(s) for s in board.pieces() if threatened >> board.slot_at(s) & 1}


def with_moves(board: Board, moves: list[Move]) -> State:
    return np.concatenate((board.state, np.array(moves, dtype=np.int64)))


def test_new_threats_agree_with_the_plain_reading() -> None:
    rng = random.Random(6)
    compared = 0
    for _ in range(POSITIONS):
        fen = random_position(rng, rng.randint(1, 13))
        board, plain = Board(fen), read(fen)
        for move in board.legal_moves():
            if board.is_capture(move):
                continue
            origin, target = square(str(move)[:2]), square(str(move)[2:])
            expected = newly_threatened(plain, origin, target)
            after = play(plain, origin, target)
            squares = {f"{'abcdefghi'[f]}{rank}" for (f, rank), piece in after.items() if piece in expected}
            assert chased_squares(board, move) == squares, (fen, str(move))
            compared += bool(squares)
    assert compared > POSITIONS


def test_weights_and_verdict_agree_with_the_plain_reading() -> None:
    weights = {RED: 0, BLACK: 0}
    judged = 0
    for fen, moves in cycles(seed=4, count=CYCLES):
        board = Board(fen)
        for move in moves * 2:
            board.push(move)
        state = with_moves(board, moves * 2)
        length = 2 * len(moves)
        for side in weights:
            weights[side] = int(chase.offence(state, BOARD_SIZE, length, side)) & chase.WEIGHT_MASK
        assert (weights[RED], weights[BLACK]) == plain_judge(fen, [str(move) for move in moves * 2]), fen
        own, enemy = (weights[side] for side in (board.turn, RED + BLACK - board.turn))
        assert chase.cycle_verdict(state, BOARD_SIZE, length) == (enemy > own) - (own > enemy)
        judged += own != enemy
    assert judged > CYCLES / 50


def test_kernels_restore_the_state() -> None:
    for fen, moves in cycles(seed=9, count=10):
        board = Board(fen)
        state = with_moves(board, moves)
        before = state.copy()
        chase.offence(state, BOARD_SIZE, len(moves), RED)
        chase.cycle_length(state, BOARD_SIZE, len(moves), 2)
        chase.list_attacks(state, moves[0], chase.ANY_PIECE)
        chase.king_attackers(state, RED)
        state[MOVES:BOARD_SIZE] = before[MOVES:BOARD_SIZE]
        assert np.array_equal(state, before)


def test_cycle_length_counts_back_to_an_occurrence() -> None:
    board = Board("3k5/9/9/9/9/9/9/9/9/R4K3 w")
    moves = [Move.from_iccs(text) for text in ("a0a1", "d9d8", "a1a0", "d8d9")] * 2
    for move in moves:
        board.push(move)
    state = with_moves(board, moves)
    assert [int(chase.cycle_length(state, BOARD_SIZE, 8, count)) for count in (2, 3, 4)] == [4, 8, 0]
    assert chase.cycle_length(state, BOARD_SIZE, 7, 3) == 0


# Articles, each by a position of its own.


def test_d3_pinned_attacker_may_take_along_the_pin_only() -> None:
    pinned = "4k4/4r4/9/c8/9/4R4/9/9/9/4K4 w"
    assert attacks(pinned, "e4e6") == {"e6a6": chase.PINNED, "e6e8": chase.LIKE_EXCHANGE}


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("3k5/1c7/P8/9/9/9/9/9/9/4K4 w", "a7b7"),  # by a pawn
        ("3k5/9/9/9/9/9/9/9/3cn4/4K4 w", "e0f0"),  # by a king
        ("3k5/9/9/p8/9/9/9/9/9/4KR3 w", "f0f6"),  # of a pawn on its own side of the river
        ("3k5/9/9/9/9/9/9/9/9/4KR3 w", "f0f9"),  # of a king: that is check
    ],
)
def test_d4_what_never_counts(fen: str, move: str) -> None:
    assert attacks(fen, move) == {}


def test_d4_a_pawn_across_the_river_can_be_threatened() -> None:
    assert attacks("3k5/9/9/9/9/p8/9/9/9/4KR3 w", "f0f4") == {"f4a4": chase.NEW_ATTACK}


def guard(fen: str, capture: str, origin: str) -> int:
    board = Board(fen)
    return int(chase.guard(board.state, Move.from_iccs(capture), parse_square(origin), 0))


@pytest.mark.parametrize(
    ("fen", "capture", "origin", "expected"),
    [
        ("3k5/9/r5c2/9/9/9/6R2/9/9/4K4 b", "g3g7", "a7", chase.DIRECT),
        ("3k5/9/9/9/9/6n2/6R2/9/6r2/5K3 b", "g3g4", "g1", chase.OPENED),
        ("3k5/9/9/9/9/6n2/6R2/9/6c2/5K3 b", "g3g4", "g1", chase.CUT_OFF),
        ("4k4/9/4r1c2/9/9/4R4/6R2/9/9/3K5 b", "g3g7", "e7", chase.FALSE_ROOT),
        ("3k5/9/6c2/a8/9/9/6R2/9/9/4K4 b", "g3g7", "a6", chase.NO_GUARD),
    ],
)
def test_d5_tells_real_guards_from_false_ones(fen: str, capture: str, origin: str, expected: int) -> None:
    assert guard(fen, capture, origin) == expected


def test_d5_a_check_discovered_by_the_capture_makes_a_false_root() -> None:
    found = attacks("3rk4/9/3c5/4P4/4N4/9/9/9/4R4/5K3 w", "e6f6")
    assert found["e5d7"] == chase.NEW_ATTACK


def test_d6_horse_and_cannon_threaten_even_a_protected_chariot() -> None:
    fen = "3k5/9/r6r1/9/P8/9/9/1C5R1/9/4K4 w"
    assert attacks(fen, "b2a2")["a2a7"] == chase.NEW_ATTACK
    assert attacks("3k5/9/r6n1/9/9/9/9/7R1/9/4K4 w", "h2h3") == {"h3h7": chase.PROTECTED}


def test_d7_an_attack_on_a_like_piece_that_can_take_back_is_an_offer() -> None:
    assert attacks("3k5/9/9/r8/9/9/9/9/1R7/4K4 w", "b1a1") == {"a1a6": chase.LIKE_EXCHANGE}
    pinned = "4k4/9/4r4/9/9/9/4C4/4C4/1R7/3K5 w"
    assert attacks(pinned, "b1b7")["b7e7"] == chase.NEW_ATTACK


def test_d8_parrying_a_check_does_not_renew_attacks() -> None:
    fen = "3k5/n8/9/9/4r4/9/R8/9/9/4K4 w"
    assert attacks(fen, "e0f0") == {"a3a8": chase.OLD_THREAT}


def test_d8_a_check_does_not_take_away_protection() -> None:
    fen = "3k5/9/c3r4/9/8R/9/9/9/9/R3K4 w"
    assert attacks(fen, "i5i9")["a0a7"] == chase.PROTECTED


def test_d9_sliding_along_the_line_is_not_new() -> None:
    fen = "3k5/9/9/9/7c1/9/9/9/9/4K2R1 w"
    assert attacks(fen, "h0h1") == {"h1h5": chase.OLD_THREAT}


def test_d9_ii_an_exchange_that_has_become_a_threat() -> None:
    fen = "4k4/9/9/R3r4/9/9/8R/9/9/3K5 w"
    assert attacks(fen, "i3h3") == {"a6e6": chase.LIKE_EXCHANGE}
    assert attacks(fen, "i3e3") == {"a6e6": chase.NEW_NO_EXCHANGE, "e3e6": chase.LIKE_EXCHANGE}


def test_d9_iii_losing_a_direct_protection_renews_the_attack() -> None:
    fen = "9/9/3ak4/9/3R5/4c4/9/4K1n2/3C2p2/3A5 w"
    assert attacks(fen, "e2d2")["d5d7"] == chase.NEW_UNPROTECTED


def test_d9_iii_losing_an_opened_protection_does_not() -> None:
    # The chariot behind the attacker protects only through it; closing its line changes nothing that counts.
    fen = "3k5/9/n8/9/9/R8/9/9/1C7/r3K4 w"
    assert attacks(fen, "b1a1")["a4a7"] == chase.OLD_THREAT


def test_d13_a_chariot_on_the_leg_of_a_horse_weighs_more() -> None:
    board = Board("4ka3/3r4C/3N5/7R1/9/9/9/9/9/3K5 w")
    moves = [Move.from_iccs(text) for text in ("h6h8", "f9e8", "h8h6", "e8f9")]
    found = int(chase.offence(with_moves(board, moves), BOARD_SIZE, 4, RED))
    assert found & chase.WEIGHT_MASK == 2
    assert found >> chase.CHASED_SHIFT == 1 << board.slot_at(parse_square("d8"))

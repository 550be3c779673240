"""The second generator: agreement with the first, masks, attack maps."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xiangqi import bitboards
from xiangqi.board import Board, Move, parse_square
from xiangqi.core import jit
from xiangqi.core.constants import BLACK, BOARD_SQUARES, KINDS, KING, KNIGHT, RED, ROOK, in_palace, square_name
from xiangqi.core.position import set_position
from xiangqi.fen import START_FEN, Position, parse_fen

GAMES = 40 if jit.COMPILED else 4
OWN_POSITIONS = Path(__file__).parents[1] / "data" / "perft.jsonl"


def test_agreement_on_our_positions() -> None:
    for line in OWN_POSITIONS.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        moves = bitboards.legal_moves(parse_fen(entry["fen"]))
        assert len(moves) == entry["perft"][0], entry["name"]
        assert sorted(moves) == sorted(Board(entry["fen"]).legal_moves()), entry["name"]


def test_agreement_on_the_verified_positions(shared_data: Path) -> None:
    lines = (shared_data / "rules" / "perft.jsonl").read_text(encoding="utf-8").splitlines()
    assert lines
    for line in lines:
        entry = json.loads(line)
        moves = bitboards.legal_moves(parse_fen(entry["fen"]))
        assert sorted(Move(move).iccs for move in moves) == entry["legal_moves"], entry["name"]


@pytest.mark.parametrize("seed", range(GAMES))
def test_agreement_along_random_games(seed: int) -> None:
    """Some four thousand positions, from the opening to bare kings."""
    chooser = random.Random(seed)
    board = Board()
    for _ in range(100):
        legal = board.legal_moves()
        assert sorted(bitboards.legal_moves(board.position())) == sorted(legal), board.fen()
        if not legal:
            break
        captures = [move for move in legal if board.is_capture(move)]
        board.push_unchecked(chooser.choice(captures if captures and seed % 2 else legal))


piece_codes = st.sampled_from([colour | kind for colour in (RED, BLACK) for kind in KINDS if kind != KING])
palaces = {
    side: st.sampled_from([square for square in BOARD_SQUARES if in_palace(square, side)])
    for side in (RED, BLACK)
}


@given(
    st.dictionaries(st.sampled_from(BOARD_SQUARES), piece_codes, max_size=14),
    palaces[RED],
    palaces[BLACK],
    st.sampled_from([RED, BLACK]),
)
@settings(max_examples=200 if jit.COMPILED else 30)
def test_agreement_on_any_placement(placement: dict[int, int], red: int, black: int, turn: int) -> None:
    """Also where pieces stand that could not get there, and where a side is in check out of turn."""
    position = Position({**placement, red: RED | KING, black: BLACK | KING}, turn)
    board = Board()
    set_position(board.state, position.placement, turn)
    assert sorted(bitboards.legal_moves(position)) == sorted(board.legal_moves())


def test_bits_and_squares() -> None:
    assert bitboards.bit_of(parse_square("a0")) == 0
    assert bitboards.bit_of(parse_square("b1")) == 10
    assert bitboards.bit_of(parse_square("i9")) == 89
    assert all(bitboards.square_of(bitboards.bit_of(square)) == square for square in BOARD_SQUARES)
    assert list(bitboards.bits(0b1011)) == [0, 1, 3]
    assert bitboards.ALL_POINTS.bit_count() == 90
    assert bitboards.HALF[RED] ^ bitboards.HALF[BLACK] == bitboards.ALL_POINTS


def attacked(fen: str, side: int) -> dict[str, int]:
    return {square_name(square): count for square, count in bitboards.attack_map(parse_fen(fen), side).items()}


def test_attack_map_counts_attackers_and_protectors() -> None:
    found = attacked("3k5/9/9/9/p8/9/9/9/9/R3R1K2 w", RED)
    assert found["a5"] == 1  # the chariot attacks the pawn
    assert "a6" not in found
    assert found["b0"] == found["d0"] == 2
    assert found["a0"] == found["e0"] == 1  # the chariots protect each other
    assert "i0" not in found


def test_attack_map_of_a_cannon_lies_behind_its_screen() -> None:
    found = attacked("3k5/9/9/9/9/C2p3p1/9/9/9/5K3 w", RED)
    assert {name for name in found if name.endswith("4")} == {"e4", "f4", "g4", "h4"}


def test_attack_map_of_a_horse_with_a_blocked_leg() -> None:
    found = attacked("3k5/9/9/9/4p4/4N4/9/9/9/5K3 b", RED)
    assert {"c3", "c5", "d2", "f2", "g3", "g5"} <= found.keys()
    assert not {"d6", "f6"} & found.keys()


def test_attack_map_is_for_one_side_whoever_is_to_move() -> None:
    position = parse_fen(START_FEN)
    red = bitboards.attack_map(position, RED)
    black = bitboards.attack_map(position, BLACK)
    assert bitboards.attack_map(Position(position.placement, BLACK), RED) == red
    assert red != black
    assert sum(red.values()) == sum(black.values())


def test_masks_end_at_the_edge() -> None:
    corner = bitboards.bit_of(parse_square("a0"))
    assert bitboards.attacks(RED | KNIGHT, corner, 0).bit_count() == 2
    assert bitboards.attacks(RED | ROOK, corner, 0).bit_count() == 17

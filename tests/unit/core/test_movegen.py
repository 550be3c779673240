"""Move generation: known moves of single pieces, move counts, and properties on random games."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from walks import choices, walk

from xiangqi.board import START_FEN, Board, Move
from xiangqi.core import jit
from xiangqi.core.attacks import (
    gives_check,
    has_given_check,
    in_check,
    king_square,
    leaves_king_attacked,
)
from xiangqi.core.constants import BOARD_SIZE, CORE_SIZE, MOVE_LIST_SIZE, MOVES, RED
from xiangqi.core.movegen import ALL_MOVES, CAPTURES, QUIETS, generate
from xiangqi.core.perft import MAX_DEPTH, perft
from xiangqi.core.position import State, new_state, set_position
from xiangqi.fen import parse_fen

DATA = Path(__file__).parents[2] / "data" / "perft.jsonl"
SLOW = not jit.COMPILED or os.environ.get("NUMBA_BOUNDSCHECK") == "1"
NODES = 3000 if not jit.COMPILED else 10**5 if SLOW else 10**9
EXAMPLES = 8 if not jit.COMPILED else 20 if SLOW else 60

POSITIONS = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


def state_of(fen: str) -> State:
    position = parse_fen(fen)
    state = new_state(CORE_SIZE)
    set_position(state, position.placement, position.turn)
    return state


def moves_of(board: Board, square: str) -> str:
    """Where the piece on a square may go."""
    return " ".join(sorted(move.iccs[2:] for move in board.legal_moves() if move.iccs[:2] == square))


@pytest.mark.parametrize("entry", POSITIONS, ids=[entry["name"] for entry in POSITIONS])
def test_perft_of_our_positions(entry: dict[str, object]) -> None:
    state = state_of(str(entry["fen"]))
    before = state[:BOARD_SIZE].copy()
    for depth, nodes in enumerate(entry["perft"], 1):  # type: ignore[arg-type, var-annotated]
        if nodes <= NODES:
            assert perft(state, depth) == nodes
    before[MOVES:] = state[MOVES:BOARD_SIZE]  # the buffer for moves may be written
    assert (state[:BOARD_SIZE] == before).all()


def test_perft_of_the_verified_positions(shared_data: Path) -> None:
    lines = (shared_data / "rules" / "perft.jsonl").read_text(encoding="utf-8").splitlines()
    assert lines
    for line in lines:
        entry = json.loads(line)
        board = Board(entry["fen"])
        assert sorted(move.iccs for move in board.legal_moves()) == entry["legal_moves"], entry["name"]
        assert board.is_check() == entry["in_check"], entry["name"]
        state = state_of(entry["fen"])
        for depth, nodes in enumerate(entry["perft"], 1):
            if nodes <= NODES:
                assert perft(state, depth) == nodes, (entry["name"], depth)


@pytest.mark.skipif(SLOW, reason="133 million nodes are too many for interpreted or bounds-checked kernels")
def test_perft_5_of_the_start() -> None:
    assert perft(state_of(START_FEN), 5) == 133_312_995


def test_playing_and_counting_the_last_ply_agree() -> None:
    depth = 4 if jit.COMPILED else 2
    nodes = {2: 1920, 4: 3_290_240}[depth]
    state = state_of(START_FEN)
    assert perft(state, depth, bulk=False) == perft(state, depth, bulk=True) == nodes


def test_perft_refuses_a_depth_out_of_range() -> None:
    state = state_of(START_FEN)
    assert perft(state, 0) == 1
    for depth in (-1, MAX_DEPTH + 1):
        with pytest.raises(ValueError, match="depth"):
            perft(state, depth)


@pytest.mark.parametrize(
    ("fen", "square", "targets"),
    [
        ("4k4/9/9/9/9/9/9/9/9/3K5 w", "d0", "d1"),  # e0 would face the other king
        ("3k5/9/9/9/9/9/9/4K4/9/9 w", "e2", "e1 f2"),  # d2 faces the king; e3 is outside the palace
        ("3k5/9/9/9/9/9/9/9/4A4/5K3 w", "e1", "d0 d2 f2"),
        ("3k5/9/9/9/2b6/9/9/4B4/9/5K3 w", "e2", "c0 c4 g0 g4"),
        ("3k5/9/9/9/4B4/9/9/9/9/5K3 w", "e5", "c3 g3"),  # an elephant does not cross, wherever it is set
        ("3k5/9/9/9/9/4N4/9/9/9/5K3 w", "e4", "c3 c5 d2 d6 f2 f6 g3 g5"),
        ("3k5/9/9/9/4p4/3pNp3/4p4/9/9/5K3 w", "e4", ""),  # all four legs blocked
        ("3k5/9/9/9/9/9/9/9/8p/5K2N w", "i0", "g1"),
        ("3k5/9/9/9/1p7/R2P5/9/9/p8/5K3 w", "a4", "a1 a2 a3 a5 a6 a7 a8 a9 b4 c4"),
        ("3k5/9/9/9/n8/C1p1p4/9/9/9/5K3 w", "a4", "a0 a1 a2 a3 b4 e4"),
        ("p2k5/9/9/9/n8/C8/9/9/9/5K3 w", "a4", "a0 a1 a2 a3 a9 b4 c4 d4 e4 f4 g4 h4 i4"),
        ("3k5/9/9/9/9/4P4/9/9/9/5K3 w", "e4", "e5"),
        ("3k5/9/9/9/4P4/9/9/9/9/5K3 w", "e5", "d5 e6 f5"),
        ("P3k4/9/9/9/9/9/9/9/9/5K3 w", "a9", "b9"),
        ("3k5/9/9/9/4p4/9/9/9/9/5K3 b", "e5", "e4"),
        ("3k5/9/9/9/9/4p4/9/9/9/5K3 b", "e4", "d4 e3 f4"),
        ("4k4/9/4r4/9/9/4N4/9/9/9/4K4 w", "e4", ""),  # pinned
        ("4k4/9/4r4/9/9/4R4/9/9/9/4K4 w", "e4", "e1 e2 e3 e5 e6 e7"),  # pinned, may stay on the file
    ],
)
def test_moves_of_a_piece(fen: str, square: str, targets: str) -> None:
    assert moves_of(Board(fen), square) == targets


@pytest.mark.parametrize(
    ("fen", "checked"),
    [
        ("3k5/9/9/9/9/9/9/9/9/3R1K3 b", True),
        ("3k5/9/9/9/9/3p5/9/9/9/3R1K3 b", False),
        ("3k5/9/9/9/9/3p5/9/9/9/3C1K3 b", True),
        ("3k5/3a5/9/9/9/3p5/9/9/9/3C1K3 b", False),
        ("3k5/3P5/9/9/9/9/9/9/9/5K3 b", True),
        ("3kP4/9/9/9/9/9/9/9/9/5K3 b", True),
        ("9/3kP4/9/9/9/9/9/9/9/5K3 b", True),
        ("3P5/3k5/9/9/9/9/9/9/9/5K3 b", False),  # a pawn does not look back
        ("3k5/9/2N6/9/9/9/9/9/9/5K3 b", True),
        ("3k5/2p6/2N6/9/9/9/9/9/9/5K3 b", False),  # leg
        ("3k5/3p5/2N6/9/9/9/9/9/9/5K3 b", True),  # beside the king, but no leg
        ("3k5/9/9/9/9/9/9/9/9/3K5 b", True),  # facing kings
        ("3k5/9/9/9/9/9/9/9/3A5/3K5 b", False),
    ],
)
def test_a_check_is_seen_in_every_form(fen: str, checked: bool) -> None:
    assert Board(fen).is_check() == checked


def test_a_side_without_king_is_never_in_check() -> None:
    state = state_of("9/9/9/9/9/9/9/9/9/r3k4 w")
    assert in_check(state, RED) == 0


@given(choices())
@settings(max_examples=EXAMPLES)
def test_legal_moves_are_the_safe_pseudo_legal_ones(numbers: list[int]) -> None:
    for board, legal in walk(numbers):
        pseudo_legal = board.pseudo_legal_moves()
        side = board.turn
        safe = []
        for move in pseudo_legal:
            board.push_unchecked(move)
            if not in_check(board.state, side):
                safe.append(move)
            board.pop()
        assert legal == safe
        assert len(pseudo_legal) < MOVE_LIST_SIZE


@given(choices())
@settings(max_examples=EXAMPLES)
def test_a_check_is_foreseen(numbers: list[int]) -> None:
    for board, legal in walk(numbers):
        before = board.state.copy()
        foreseen = [bool(gives_check(board.state, move)) for move in legal]
        assert (board.state == before).all()
        for move, checks in zip(legal, foreseen, strict=True):
            board.push_unchecked(move)
            assert board.is_check() == checks
            board.pop()


@given(choices())
@settings(max_examples=EXAMPLES)
def test_what_a_move_did_to_either_king_is_seen_from_the_move(numbers: list[int]) -> None:
    for board, _ in walk(numbers):
        state, side = board.state, board.turn
        king, checked = king_square(state, side), in_check(state, side)
        for move in board.pseudo_legal_moves():
            board.push_unchecked(move)
            unsafe = in_check(state, side)
            assert leaves_king_attacked(state, side, king, checked, move) == unsafe
            if not unsafe:
                assert has_given_check(state, move, board.turn) == in_check(state, board.turn)
            board.pop()


@given(choices())
@settings(max_examples=EXAMPLES)
def test_captures_and_quiet_moves_make_up_all(numbers: list[int]) -> None:
    for board, _ in walk(numbers):
        found = {}
        for wanted in (CAPTURES, QUIETS, ALL_MOVES):
            end = generate(board.state, MOVES, wanted)
            found[wanted] = board.state[MOVES:end].tolist()
        assert sorted(found[CAPTURES] + found[QUIETS]) == sorted(found[ALL_MOVES])
        assert all(board.is_capture(move) for move in found[CAPTURES])
        assert not any(board.is_capture(move) for move in found[QUIETS])


@given(choices(60))
@settings(max_examples=3)
def test_every_integer_is_judged_as_the_generator_does(numbers: list[int]) -> None:
    for board, legal in list(walk(numbers))[-1:]:
        every = range(0, 65536) if jit.COMPILED else range(0, 65536, 7)
        pseudo_legal = set(board.pseudo_legal_moves())
        assert {move for move in every if board.is_pseudo_legal(move)} == pseudo_legal & set(every)
        assert {move for move in every if board.is_legal(move)} == set(legal) & set(every)


@pytest.mark.parametrize("move", [-1, 65536, 65536 + Move.from_iccs("h2e2"), 1 << 62, -(1 << 40)])
def test_an_integer_that_is_no_move_is_not_legal(move: int) -> None:
    board = Board()
    assert not board.is_legal(move)
    assert not board.is_pseudo_legal(move)

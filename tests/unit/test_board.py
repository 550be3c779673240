"""Board and Move: what a Python user meets."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given, settings
from walks import choices, play, walk

from xiangqi import bitboards
from xiangqi.board import START_FEN, Board, Move, parse_square
from xiangqi.core.constants import BLACK, BOARD_SIZE, CANNON, CORE_SIZE, KNIGHT, PAWN, RED, square_name
from xiangqi.core.perft import perft
from xiangqi.core.position import new_state
from xiangqi.errors import FenError, IllegalMoveError, NotationError, XiangqiError


def test_the_start_position_is_set_up() -> None:
    board = Board()
    assert board.fen() == START_FEN
    assert board.turn == RED
    assert len(board.legal_moves()) == 44
    assert len(board.pieces()) == 32
    assert board.move_stack == []
    assert not board.is_check()
    assert board.peek_captured() == 0


def test_push_and_pop_with_counters() -> None:
    board = Board()
    moves = ["h2e2", "h9g7", "e2e6"]
    for text in moves:
        board.push(Move.from_iccs(text))
    assert board.fen() == "rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2"
    assert board.peek_captured() == BLACK | PAWN
    assert [str(move) for move in board.move_stack] == moves
    assert board.pop() == Move.from_iccs("e2e6")
    assert (board.halfmove_clock, board.fullmove_number, board.turn) == (2, 2, RED)
    assert board.peek_captured() == 0
    board.pop()
    board.pop()
    assert board.fen() == START_FEN
    with pytest.raises(IndexError):
        board.pop()


def test_clocks_go_on_from_the_fen() -> None:
    board = Board("3k5/9/9/9/9/9/9/9/9/R4K3 b - - 7 30")
    board.push(Move.from_iccs("d9d8"))
    assert board.fen().endswith("w - - 8 31")


@pytest.mark.parametrize("text", ["h2h3", "e0e2", "h9g7", "a5a6", "b0d1", "a0a3"])
def test_illegal_moves_are_refused_and_change_nothing(text: str) -> None:
    board = Board()
    if text == "h2h3":
        board.push(Move.from_iccs("h2e2"))  # then it is Black's turn
    before, moves = board.fen(), board.move_stack.copy()
    with pytest.raises(IllegalMoveError, match=text):
        board.push(Move.from_iccs(text))
    assert (board.fen(), board.move_stack) == (before, moves)


@given(choices())
@settings(max_examples=40)
def test_taking_back_retraces_every_position(numbers: list[int]) -> None:
    fens = []
    board = Board()
    for board, _ in walk(numbers):
        fens.append(board.fen())
    while board.move_stack:
        assert board.fen() == fens.pop()
        board.pop()
    assert fens == [START_FEN]


@given(choices(60))
@settings(max_examples=20)
def test_a_fen_gives_an_equal_board(numbers: list[int]) -> None:
    board = play(numbers)
    twin = Board(board.fen())
    assert twin.key == board.key
    assert twin.pieces() == board.pieces()
    assert sorted(twin.legal_moves()) == sorted(board.legal_moves())
    assert twin.position() == board.position()


def test_nobody_may_become_the_screen_of_a_cannon_before_his_king() -> None:
    board = Board()
    for text in ("h2e2", "h9g7", "e2e6"):
        board.push(Move.from_iccs(text))
    assert not board.is_check()
    screen = Move.from_iccs("d9e8")
    assert board.is_pseudo_legal(screen)
    assert not board.is_legal(screen)
    assert screen in board.pseudo_legal_moves()
    assert screen not in board.legal_moves()


def test_copies_are_independent() -> None:
    board = play(range(10))
    twin = board.copy()
    assert (twin.fen(), twin.key, twin.move_stack) == (board.fen(), board.key, board.move_stack)
    before = board.fen()
    twin.push(twin.legal_moves()[0])
    while twin.move_stack:
        twin.pop()
    assert twin.fen() == START_FEN
    assert board.fen() == before
    assert len(board.move_stack) == 10


def test_slots_follow_the_physical_piece() -> None:
    board = Board()
    slot = board.slot_at(parse_square("h0"))
    other = board.slot_at(parse_square("b0"))
    for text in ("h0g2", "a9a8", "g2e1", "a8a9", "e1d3"):
        board.push(Move.from_iccs(text))
    assert board.slot_at(parse_square("d3")) == slot != other
    assert board.piece_at(parse_square("d3")) == RED | KNIGHT


def test_captures_are_told_from_quiet_moves() -> None:
    board = Board()
    assert board.is_capture(Move.from_iccs("h2h9"))
    assert not board.is_capture(Move.from_iccs("h2h8"))
    assert board.piece_at(parse_square("h2")) == RED | CANNON


def test_positions_that_could_not_arise_can_be_set_up() -> None:
    board = Board("9/9/9/9/9/9/9/9/9/R8 w")
    assert len(board.legal_moves()) == 17


@pytest.mark.parametrize("fen", ["", "nonsense", "3kk4/9/9/9/9/9/9/9/9/4K4 w", "p8/" * 9 + "ppppppppp w"])
def test_unusable_fens_are_refused_with_the_place(fen: str) -> None:
    with pytest.raises(FenError) as caught:
        Board(fen)
    assert isinstance(caught.value, XiangqiError)


def test_text_of_a_board() -> None:
    lines = str(Board()).splitlines()
    assert lines[0] == "rnbakabnr"
    assert lines[1] == "........."
    assert len(lines) == 10
    assert repr(Board()) == f"Board({START_FEN!r})"


@pytest.mark.parametrize("text", ["h2e2", "H2E2", "h2-e2", "H2-E2"])
def test_moves_from_coordinates(text: str) -> None:
    move = Move.from_iccs(text)
    assert str(move) == move.iccs == "h2e2"
    assert repr(move) == "Move('h2e2')"
    assert (square_name(move.from_square), square_name(move.to_square)) == ("h2", "e2")
    assert move == Move.of(parse_square("h2"), parse_square("e2")) == int(move)


@pytest.mark.parametrize("text", ["", "h2", "h2e", "h2e2e2", "j2e2", "h2e10", "h２e2", "h2 e2", "炮二平五"])
def test_texts_that_are_no_coordinates(text: str) -> None:
    with pytest.raises(NotationError):
        Move.from_iccs(text)


@pytest.mark.parametrize("name", ["", "a", "a10", "j0", "A0", "a²", "9a"])
def test_names_that_are_no_square(name: str) -> None:
    with pytest.raises(NotationError, match="not a point"):
        parse_square(name)


@pytest.mark.parametrize("piece", "RNBACPrnbacp")
def test_a_side_can_have_fifteen_of_a_kind(piece: str) -> None:
    fen = f"3k5/{piece * 9}/{piece * 6}3/9/9/9/9/9/9/4K4 w - - 0 1"
    board = Board(fen)
    assert len(board.pieces()) == 17
    assert board.fen() == fen


CROWDED = [
    "R8/1R7/2R6/3R5/4R4/5R3/6R2/7R1/8R/1CCCCCC2 w",
    "4R4/R8/1R7/2R6/3R5/5R3/6R2/7R1/R7R/4R1R1R b",
    "r8/1c7/2r6/3c5/4r4/5c3/6r2/7c1/8r/1cccccc2 b",
    "R3k4/1R7/2R6/3R5/4R4/5R3/6R2/7R1/8R/RRRRRK3 w",
]
"""Chariots and cannons with more moves than a set of pieces can have."""


@pytest.mark.parametrize("fen", CROWDED)
def test_the_most_moves_have_room(fen: str) -> None:
    board = Board(fen)
    expected = sorted(bitboards.legal_moves(board.position()))
    moves = board.legal_moves()
    assert sorted(moves) == expected
    assert set(board.pseudo_legal_moves()) >= set(moves)
    state = new_state(CORE_SIZE)
    state[:BOARD_SIZE] = board.state
    answers = 0
    for move in moves:
        board.push(move)
        answers += len(board.legal_moves())
        board.pop()
    assert perft(state, 2) == answers


def test_a_copy_has_moves_of_its_own() -> None:
    for make in (Board.copy, copy.copy, copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))):
        board = Board()
        board.push(Move.from_iccs("h2e2"))
        twin = make(board)
        twin.push(Move.from_iccs("h9g7"))
        board.pop()
        assert (board.fen(), len(board.move_stack)) == (START_FEN, 0)
        assert [move.iccs for move in twin.move_stack] == ["h2e2", "h9g7"]
        twin.pop()
        twin.pop()
        assert twin.fen() == START_FEN

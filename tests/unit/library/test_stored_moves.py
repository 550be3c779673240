"""Codes of a byte a move, and positions found by replaying them."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.walks import choices, play
from xiangqi.board import Board, Move
from xiangqi.core.constants import mirror_square
from xiangqi.fen import START_FEN
from xiangqi.library import replay
from xiangqi.library.coding import STANDARD, Coder, at_least, at_most, pack_start
from xiangqi.library.query import Query, mirrored_board, scan_of

STARTS = (
    START_FEN,
    "3k5/9/9/9/9/9/9/4C4/9/4K4 w - - 0 1",
    "1ceak4/9/h2a5/2P1P1R2/9/9/9/3pC4/4A4/4KA3 b - - 3 9",
)


@given(choices(), st.sampled_from(STARTS))
def test_moves_come_back_from_their_codes(numbers: list[int], fen: str) -> None:
    board = play(numbers, fen)
    start = pack_start(fen)
    coded = Coder().encode(start, board.move_stack)
    assert coded.sound
    assert len(coded.codes) == len(board.move_stack)
    assert Coder().decode(start, coded.codes) == board.move_stack


def test_a_line_ends_before_a_move_that_is_not_legal() -> None:
    moves = [Move.from_iccs("h2e2"), Move.from_iccs("a0a5"), Move.from_iccs("b0c2")]
    assert len(Coder().encode(STANDARD, moves).codes) == 1


def test_damaged_codes_give_fewer_moves_and_no_illegal_ones() -> None:
    rng = random.Random(5)
    coder = Coder()
    for _ in range(300):
        moves = coder.decode(STANDARD, rng.randbytes(40))
        board = Board()
        for move in moves:
            assert board.is_legal(move)
            board.push(move)
        assert len(moves) < 40


def test_more_pieces_than_codes_are_told() -> None:
    crowd = "RRRRKRRRR/RRRRRR3/9/9/9/9/9/9/9/3k5 w - - 0 1"
    assert not Coder().encode(pack_start(crowd), []).sound
    assert Coder().encode(pack_start(START_FEN), []).sound


def test_other_starts_with_the_same_moves_have_other_digests() -> None:
    moves = [Move.from_iccs("h2e2")]
    black_to_move = START_FEN.replace(" w ", " b ")
    digests = {
        Coder().encode(pack_start(fen), moves[:count]).digest
        for fen in (START_FEN, black_to_move)
        for count in (0, 1)
    }
    assert len(digests) == 3  # the cannon's move is not Black's


def found_in(board: Board, fen: str, query: Query) -> tuple[int, int, int]:
    """Ply, move and whether turned, of one game."""
    coded = Coder().encode(pack_start(fen), board.move_stack)
    codes = np.frombuffer(coded.codes + bytes(16 - len(coded.codes) % 8), np.int64).copy()
    games = np.zeros(replay.ROW, np.int64)
    games[replay.LENGTH] = len(coded.codes)
    starts = np.frombuffer(pack_start(fen), np.int64).copy()
    replay.scan(replay.new_replay(), codes, games, starts, scan_of(query).query)
    return int(games[replay.PLY]), int(games[replay.NEXT]), int(games[replay.TURNED])


@given(choices(60), st.sampled_from(STARTS), st.integers(0, 1000))
def test_every_position_of_a_game_is_found_where_it_first_stood(
    numbers: list[int], fen: str, which: int
) -> None:
    board = play(numbers, fen)
    line = list(board.move_stack)
    walked = Board(fen)
    keys = [walked.key]
    fens = [walked.fen()]
    for move in line:
        walked.push(move)
        keys.append(walked.key)
        fens.append(walked.fen())
    ply = which % len(fens)
    first = keys.index(keys[ply])
    next_move = int(line[first]) if first < len(line) else 0
    assert found_in(board, fen, Query(position=fens[ply])) == (first, next_move, 0)
    in_mirror = mirrored_board(Board(fens[ply]))
    if in_mirror.key not in keys:
        assert found_in(board, fen, Query(position=in_mirror.fen()))[0] == replay.NOWHERE
        ply, move, turned = found_in(board, fen, Query(position=in_mirror.fen(), mirror=True))
        assert (ply, move, turned) == (first, next_move, 1)


@given(choices(90), st.sampled_from(STARTS))
def test_material_and_parts_are_found_as_by_hand(numbers: list[int], fen: str) -> None:
    board = play(numbers, fen)
    last = board.pieces()
    letters = {
        side: "".join(
            sorted((" KABNRCP"[code & 7] for code in last.values() if code & side), key="KRNCABP".index)
        )
        for side in (8, 16)
    }
    walked = Board(fen)
    material_ply = part_ply = None
    part = tuple(last.items())[:4]
    for ply, move in enumerate([*board.move_stack, None]):
        pieces = walked.pieces()
        if material_ply is None and sorted(pieces.values()) == sorted(last.values()):
            material_ply = ply
        if part_ply is None and all(pieces.get(square, 0) == code for square, code in part):
            part_ply = ply
        if move is not None:
            walked.push(move)
    for text in (letters[8] + letters[16], letters[16] + letters[8]):
        ply = found_in(board, fen, Query(material=text))[0]
        assert ply <= material_ply if letters[8] != letters[16] else ply == material_ply
    assert found_in(board, fen, Query(part=part))[0] == part_ply
    turned = tuple((mirror_square(square), code) for square, code in part)
    assert found_in(board, fen, Query(part=turned, mirror=True))[0] <= part_ply


def test_counts_are_compared_piece_by_piece() -> None:
    few = Board("3k5/9/9/9/9/9/9/4C4/9/4K4 w")
    many = Board()
    counts = np.array([int(few.state[293]), int(many.state[293])])
    assert at_most(counts, int(many.state[293])).tolist() == [True, True]
    assert at_most(counts, int(few.state[293])).tolist() == [True, False]
    assert at_least(counts, int(many.state[293])).tolist() == [False, True]

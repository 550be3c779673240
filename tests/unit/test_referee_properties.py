"""What must hold of every verdict, on cycles found by search from random positions.

The number of cycles can be raised with XIANGQI_TEST_CYCLES.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from functools import cache

from generated_cycles import cycles, random_position, there_and_back
from plain_referee import judge as plain_judge

from xiangqi.board import Board, Move
from xiangqi.core import jit
from xiangqi.core.constants import BLACK, RED, mirror_square, opponent, rotate_square
from xiangqi.fen import Position, format_fen
from xiangqi.referee import RepetitionVerdict, Rules, judge

COUNT = int(os.environ.get("XIANGQI_TEST_CYCLES", "200" if jit.COMPILED else "10"))
NO_LIMIT = Rules(natural_limit_rounds=None)
Case = tuple[str, list[Move]]


@cache
def cases() -> list[Case]:
    return list(cycles(seed=20, count=COUNT))


def verdict(fen: str, moves: list[Move], rules: Rules = NO_LIMIT) -> RepetitionVerdict:
    """Judge a cycle played twice."""
    return judged(fen, moves * 2, rules)


def judged(fen: str, moves: list[Move], rules: Rules = NO_LIMIT) -> RepetitionVerdict:
    found = judge(fen, moves, rules)
    assert found is not None
    assert found.verdict is not None
    return found.verdict


def summary(found: RepetitionVerdict) -> tuple[int | None, str, int, int]:
    return found.loser, found.reason, found.red_weight, found.black_weight


def test_the_cycles_are_worth_judging() -> None:
    found = Counter(verdict(fen, moves).reason for fen, moves in cases())
    assert found["perpetual_chase"] > COUNT / 20
    assert found["perpetual_check"] > 0
    assert found["repetition"] > 0


def test_agrees_with_the_plain_reading() -> None:
    for fen, moves in cases():
        found = verdict(fen, moves)
        weights = plain_judge(fen, [move.iccs for move in moves * 2])
        assert (found.red_weight, found.black_weight) == weights, (fen, moves)


def mirrored(fen: str, moves: list[Move]) -> Case:
    position = Board(fen).position()
    placement = {mirror_square(square): code for square, code in position.placement.items()}
    return (
        format_fen(Position(placement, position.turn)),
        [Move.of(mirror_square(move.from_square), mirror_square(move.to_square)) for move in moves],
    )


def colours_swapped(fen: str, moves: list[Move]) -> Case:
    position = Board(fen).position()
    placement = {rotate_square(square): code ^ RED ^ BLACK for square, code in position.placement.items()}
    return (
        format_fen(Position(placement, opponent(position.turn))),
        [Move.of(rotate_square(move.from_square), rotate_square(move.to_square)) for move in moves],
    )


def test_mirrors_with_the_board() -> None:
    for rules in (NO_LIMIT, Rules("cxa", natural_limit_rounds=None)):
        for fen, moves in cases():
            assert summary(verdict(*mirrored(fen, moves), rules)) == summary(verdict(fen, moves, rules)), fen


def test_swaps_with_the_colours() -> None:
    for fen, moves in cases():
        found, swapped = verdict(fen, moves), verdict(*colours_swapped(fen, moves))
        assert swapped.loser == (None if found.loser is None else opponent(found.loser)), fen
        assert swapped.reason == found.reason
        assert (swapped.red_weight, swapped.black_weight) == (found.black_weight, found.red_weight)


def test_does_not_depend_on_where_the_cycle_begins() -> None:
    for fen, moves in cases():
        expected = summary(verdict(fen, moves))
        board = Board(fen)
        for shift in range(1, min(len(moves), 6)):
            board.push(moves[shift - 1])
            shifted = moves[shift:] + moves[:shift]
            assert summary(verdict(board.fen(), shifted)) == expected, (fen, shift)


def test_does_not_depend_on_the_moves_before() -> None:
    rng = random.Random(7)
    compared = 0
    while compared < COUNT / 2:
        board = Board(random_position(rng, rng.randint(4, 12)))
        start = board.fen()
        for _ in range(rng.randint(1, 12)):
            moves = board.legal_moves()
            if moves:
                board.push(rng.choice(moves))
        if not board.legal_moves():
            continue
        before = list(board.move_stack)
        for moves in there_and_back(rng, board.copy()):
            compared += 1
            long = judged(start, before + moves * 2)
            assert summary(long) == summary(verdict(board.fen(), moves)), board.fen()

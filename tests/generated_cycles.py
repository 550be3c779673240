"""Repeated cycles found by search from random positions, for the tests of the referee."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice

import numpy as np

from xiangqi.board import Board, Move, parse_square
from xiangqi.core.chase import ANY_PIECE, WEIGHT_MASK, new_threats, offence
from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BLACK,
    BOARD_SIZE,
    BOARD_SQUARES,
    CANNON,
    KIND_MASK,
    KING,
    KNIGHT,
    PAWN,
    RED,
    ROOK,
)
from xiangqi.core.position import make_move
from xiangqi.fen import Position, format_fen, position_faults

_OTHERS = (ROOK, ROOK, CANNON, CANNON, KNIGHT, KNIGHT, PAWN, PAWN, PAWN, ADVISOR, ADVISOR, BISHOP, BISHOP)
_LONGEST_WALK = 30
_SHARE_OF_IDLE = 0.01
_FONDNESS = 0.8
_FIRST_MOVES = 10
_WALKS = 6
_MOST_OF_ONE_POSITION = 8


def random_position(rng: random.Random, pieces: int) -> str:
    """FEN of a sound position with up to `pieces` pieces a side besides the king, placed at random."""
    while True:
        placement: dict[int, int] = {}
        for side in (RED, BLACK):
            for kind in (*rng.sample(_OTHERS, pieces), KING):
                placement[rng.choice(_points(side | kind))] = side | kind
        position = Position(placement, rng.choice((RED, BLACK)))
        if not position_faults(position):
            return format_fen(position)


@cache
def _points(code: int) -> list[int]:
    """The points where a piece may stand."""
    kings = {parse_square("d0"): RED | KING, parse_square("e9"): BLACK | KING}
    if code & KIND_MASK == KING:
        kings = {square: king for square, king in kings.items() if king != code}
    return [
        square
        for square in BOARD_SQUARES
        if not any("cannot stand" in fault for fault in position_faults(Position({**kings, square: code})))
    ]


def there_and_back(rng: random.Random, board: Board) -> Iterator[list[Move]]:
    """Cycles of four plies: each side moves a piece and takes it back. All with an offence and some without."""
    quiet = _quiet(board)
    for first in rng.sample(quiet, min(len(quiet), _FIRST_MOVES)):
        board.push(first)
        for second in _quiet(board):
            moves = [first, second, _reverse(first), _reverse(second)]
            board.push(second)
            if _playable(board, moves[2:]) and (_offends(board, moves) or rng.random() < _SHARE_OF_IDLE):
                yield moves
            board.pop()
        board.pop()


def _quiet(board: Board) -> list[Move]:
    return [move for move in board.legal_moves() if not board.is_capture(move)]


def _reverse(move: Move) -> Move:
    return Move.of(move.to_square, move.from_square)


def _playable(board: Board, moves: list[Move]) -> bool:
    """Whether two quiet moves can follow."""
    if not board.is_legal(moves[0]) or board.is_capture(moves[0]):
        return False
    board.push(moves[0])
    playable = board.is_legal(moves[1]) and not board.is_capture(moves[1])
    board.pop()
    return playable


def _offends(board: Board, moves: list[Move]) -> bool:
    """Whether a side checks or newly attacks something with each of its two moves; played are the first two."""
    state = np.concatenate((board.state, np.array(moves, dtype=np.int64)))
    for move in moves[2:]:
        make_move(state, move)
    return any(offence(state, BOARD_SIZE, 4, side) & WEIGHT_MASK for side in (RED, BLACK))


def wandering(rng: random.Random, board: Board) -> Iterator[list[Move]]:
    """A cycle found by letting a few pieces of each side wander, fond of checks and attacks, until one recurs.

    The board is taken to the beginning of the cycle.
    """
    squares = {side: [s for s, code in board.pieces().items() if code & side] for side in (RED, BLACK)}
    movers = {board.slot_at(s) for own in squares.values() for s in rng.sample(own, min(len(own), 2))}
    keys, moves = [board.key], list[Move]()
    walk = board.copy()
    while len(moves) < _LONGEST_WALK:
        choice = [move for move in _quiet(walk) if walk.slot_at(move.from_square) in movers]
        if not choice:
            return
        active = [move for move in choice if _is_active(walk, move)]
        move = rng.choice(active if active and rng.random() < _FONDNESS else choice)
        walk.push(move)
        moves.append(move)
        if walk.key in keys:
            first = keys.index(walk.key)
            for played in moves[:first]:
                board.push(played)
            yield moves[first:]
            return
        keys.append(walk.key)


def _is_active(board: Board, move: Move) -> bool:
    """Whether a move gives check or newly threatens something."""
    if new_threats(board.state, move, ANY_PIECE):
        return True
    board.push(move)
    check = board.is_check()
    board.pop()
    return check


def cycles(seed: int, count: int) -> Iterator[tuple[str, list[Move]]]:
    """Start position and moves of `count` cycles; every position of a cycle recurs after its last move."""
    rng = random.Random(seed)
    while True:
        board = Board(random_position(rng, rng.randint(1, 13)))
        if not board.legal_moves():
            continue
        for found in islice(there_and_back(rng, board.copy()), _MOST_OF_ONE_POSITION):
            yield board.fen(), found
            count -= 1
            if not count:
                return
        for _ in range(_WALKS):
            start = board.copy()
            for found in wandering(rng, start):
                yield start.fen(), found
                count -= 1
                if not count:
                    return

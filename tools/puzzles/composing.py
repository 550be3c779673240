"""Mates composed at random: attackers near a palace, kept where exactly one move mates in the fewest moves.

Everything follows from a seed. What a mate is, is decided by coach.prover, what it is called by coach.patterns.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from xiangqi.board import Board
from xiangqi.coach.facts import FactKind, Moves
from xiangqi.coach.patterns import patterns_of
from xiangqi.coach.prover import Prover
from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BLACK,
    BOARD_SQUARES,
    BOTH,
    CANNON,
    KING,
    KNIGHT,
    PAWN,
    RANKS,
    RED,
    ROOK,
    in_palace,
    opponent,
    rank_of,
    rotate_square,
)
from xiangqi.exercises.pack import PATTERN, Exercise, ExerciseKind
from xiangqi.fen import Position, can_stand, find_faults, format_fen

LONGEST: Final = 3  # moves of a mate that is composed; longer ones come from games
_LEAST_CHOICE: Final = 12  # legal moves of the solver: with fewer there is nothing to find
_ATTACKERS: Final = (ROOK, ROOK, KNIGHT, KNIGHT, CANNON, CANNON, PAWN, PAWN)
_NEAR: Final = RANKS - 5  # rank from which an attacker stands near
_GUARDS: Final = (ADVISOR, ADVISOR, BISHOP, BISHOP)


def compose(seed: int, tries: int) -> list[Exercise]:
    """The mates among some random positions.

    Args:
        seed: of all chance.
        tries: positions to look at.
    """
    chance = random.Random(seed)
    prover = Prover()
    found = []
    for _ in range(tries):
        position = _attack(chance)
        if position is None:
            continue
        exercise = mate_in_position(Board(format_fen(position)), prover, LONGEST)
        if exercise is not None:
            found.append(exercise)
    return found


def mate_in_position(board: Board, prover: Prover, longest: int) -> Exercise | None:
    """The exercise of a position in which exactly one move mates in the fewest moves; None elsewhere."""
    if len(board.legal_moves()) < _LEAST_CHOICE:
        return None
    line = prover.mate(board, longest)
    if not line or len(line) > 2 * longest:
        return None
    moves = (len(line) + 1) // 2
    others = [move for move in board.legal_moves() if move != line[0]]
    if any(prover.mates_by(board, move, moves) for move in others):
        return None
    return Exercise(board.fen(), line, ExerciseKind.MATE, mate_themes(board, line), 0)


def mate_themes(board: Board, line: Moves) -> tuple[str, ...]:
    """The themes of a mating line: that it is one, and its patterns."""
    return (FactKind.MATE.value, *(PATTERN + pattern.name for pattern in patterns_of(board, line)))


def _attack(chance: random.Random) -> Position | None:
    """Red attackers round a black palace, as chance will have it; turned for Black in every second case.

    None where the pieces cannot stand so, or the side not to move is in check.
    """
    placement: dict[int, int] = {}
    _put(placement, chance, BLACK | KING, lambda square: in_palace(square, BLACK))
    _put(placement, chance, RED | KING, lambda square: in_palace(square, RED))
    for kind in chance.sample(_GUARDS, chance.randint(1, 4)):
        _put(placement, chance, BLACK | kind, lambda _: True)
    for kind in chance.sample(_ATTACKERS, chance.randint(2, 4)):
        _put(placement, chance, RED | kind, lambda square: rank_of(square) >= _NEAR)
    for kind in chance.sample(_ATTACKERS, chance.randint(0, 3)):
        _put(placement, chance, BLACK | kind, lambda _: True)
    for kind in chance.sample(_GUARDS, chance.randint(0, 3)):
        _put(placement, chance, RED | kind, lambda _: True)
    position = Position(placement, RED)
    if find_faults(position) or Board(format_fen(position)).is_check():
        return None
    return turned(position) if chance.random() < 0.5 else position


def _put(placement: dict[int, int], chance: random.Random, code: int, fits: Callable[[int], bool]) -> None:
    """Put a piece on an empty square where it can stand and that fits."""
    squares = [
        square
        for square in BOARD_SQUARES
        if square not in placement and can_stand(code & ~BOTH, code & BOTH, square) and fits(square)
    ]
    if squares:
        placement[chance.choice(squares)] = code


def turned(position: Position) -> Position:
    """The position seen from the other side of the table, colours changed."""
    placement = {rotate_square(square): code ^ BOTH for square, code in position.placement.items()}
    return Position(placement, opponent(position.turn))

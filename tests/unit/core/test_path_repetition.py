"""Repetition on the path, the plain rule: status bits 1 repeated, 2 the side to move checked, 4 the other."""

from __future__ import annotations

import pytest

from xiangqi.board import START_FEN, Board, Move
from xiangqi.core.constants import BOARD_SIZE, CORE_SIZE, PATH_LENGTH
from xiangqi.core.position import State, new_state, set_position
from xiangqi.core.repetition import ENEMY_CHECKS, OWN_CHECKS, REPEATED, path_pop, path_push, repetition_status
from xiangqi.fen import parse_fen

CHECKED_BY_ROOK = "4k4/9/9/9/9/9/9/9/R8/5K3 w"
BOTH_CHECK = "9/3k1r3/9/9/9/5c3/9/5R3/9/3C1K3 w"


def path(fen: str, moves: str) -> tuple[State, list[int]]:
    """Return the array after some moves on the path, and the status after each."""
    position = parse_fen(fen)
    state = new_state(CORE_SIZE)
    set_position(state, position.placement, position.turn)
    board = Board(fen)
    statuses = []
    for text in moves.split():
        move = Move.from_iccs(text)
        board.push(move)  # raises if the composed line is not legal
        assert path_push(state, move) == board.is_check()
        statuses.append(int(repetition_status(state)))
    return state, statuses


def test_the_bits_of_a_repetition_are_distinct() -> None:
    assert (REPEATED, OWN_CHECKS, ENEMY_CHECKS) == (1, 2, 4)


@pytest.mark.parametrize(
    ("fen", "moves", "statuses"),
    [
        # Horses out and back: a draw for either side to move.
        (START_FEN, "b0c2 b9c7 c2b0 c7b9 b0c2", [0, 0, 0, 1, 1]),
        # A rook checks without end: the king's side, to move, wins; then the checker, to move, loses.
        (CHECKED_BY_ROOK, "a1e1 e9d9 e1d1 d9e9 d1e1 e9d9 e1d1", [0, 0, 0, 0, 5, 3, 5]),
        # The same with one quiet move in the cycle of the rook.
        (CHECKED_BY_ROOK, "a1e1 e9d9 e1b1 d9e9 b1e1 e9d9", [0, 0, 0, 0, 1, 1]),
        # Each move uncovers or gives a check, on both sides.
        (BOTH_CHECK, "f2d2 f4d4 d2f2 d4f4 f2d2", [0, 0, 0, 7, 7]),
        # Nothing comes back past a capture, though the walk could go on.
        ("4k4/9/9/9/9/9/9/9/R7p/5K3 w", "a1i1 e9d9 i1d1 d9e9 d1e1 e9d9 e1d1", [0, 0, 0, 0, 0, 0, 5]),
    ],
)
def test_the_status_tells_repetitions_and_checks(fen: str, moves: str, statuses: list[int]) -> None:
    assert path(fen, moves)[1] == statuses


def test_the_second_last_occurrence_decides() -> None:
    """An old cycle of quiet moves does not excuse the checks of the last one."""
    quiet = "a1a2 e9d9 a2a1 d9e9 "
    checks = "a1e1 e9d9 e1d1 d9e9 d1e1"
    statuses = path(CHECKED_BY_ROOK, quiet + checks)[1]
    assert statuses[3] == REPEATED
    assert statuses[-1] == REPEATED | ENEMY_CHECKS


def test_pop_undoes_push() -> None:
    moves = "a1e1 e9d9 e1d1 d9e9 d1e1 e9d9"
    state, _ = path(CHECKED_BY_ROOK, moves)
    for text in reversed(moves.split()):
        path_pop(state, Move.from_iccs(text))
    start, _ = path(CHECKED_BY_ROOK, "")
    assert state[PATH_LENGTH] == 0
    assert (state[:BOARD_SIZE] == start[:BOARD_SIZE]).all()
    assert repetition_status(state) == 0

"""History of quiet moves: what a bonus changes, after which moves, and what it leaves alone."""

from __future__ import annotations

import pytest

from xiangqi.board import Board, Move
from xiangqi.core.position import State, set_position
from xiangqi.core.repetition import path_push
from xiangqi.engine.common.layout import (
    CONTINUATION_1,
    CONTINUATION_2,
    CONTINUATION_SIZE,
    EVAL_NONE,
    HISTORY,
    TECHNIQUES,
    new_engine_state,
)
from xiangqi.engine.common.techniques import (
    ALL_TECHNIQUES,
    CONTINUATION_HISTORY,
    EVALUATION_HISTORY,
    HISTORY_ORDER,
)
from xiangqi.engine.search.history import (
    HISTORY_MAX,
    continuation_1_row,
    continuation_2_row,
    learn_from_evaluation,
    penalise,
    quiet_history,
    reward,
)
from xiangqi.engine.search.node import push_null_move

ROOM = 40_000  # of MOVE_STACK, for a list of moves


def after(moves: str, state: State | None = None) -> State:
    """Return the start position after some moves; with another's history."""
    fresh = new_engine_state()
    if state is not None:
        fresh[:] = state
    board = Board()
    set_position(fresh, board.pieces(), board.turn)
    fresh[TECHNIQUES] = ALL_TECHNIQUES
    for text in moves.split():
        path_push(fresh, Move.from_iccs(text))
    return fresh


def value(state: State, move: str) -> int:
    return int(quiet_history(state, Move.from_iccs(move), continuation_1_row(state), continuation_2_row(state)))


def by_move(state: State, move: str) -> int:
    return int(state[HISTORY + Move.from_iccs(move)])


def test_a_refutation_counts_most_after_the_same_two_moves() -> None:
    state = after("h2e2 h9g7")
    reward(state, Move.from_iccs("h0g2"), 6)
    alone = by_move(state, "h0g2")
    assert alone > 0
    both = value(after("h2e2 h9g7", state), "h0g2")
    answer = value(after("c3c4 h9g7", state), "h0g2")
    follow_up = value(after("h2e2 b9c7", state), "h0g2")
    neither = value(after("c3c4 b9c7", state), "h0g2")
    assert both > answer > neither == alone
    assert both > follow_up > neither
    assert both - answer == follow_up - neither
    assert value(after("h2e2 h9g7", state), "b0c2") == 0


def test_another_piece_that_comes_to_the_same_point_has_a_history_of_its_own() -> None:
    state = after("h2e2 h9g7")
    reward(state, Move.from_iccs("b2c2"), 6)
    assert value(state, "b2c2") > 0
    assert value(state, "b0c2") == 0


def test_what_failed_before_a_refutation_falls() -> None:
    state = after("h2e2 h9g7")
    state[ROOM : ROOM + 3] = [Move.from_iccs(text) for text in ("a0a1", "b0c2", "h0g2")]
    penalise(state, ROOM, ROOM + 3, Move.from_iccs("h0g2"), 5)
    assert value(state, "a0a1") < by_move(state, "a0a1") < 0
    assert value(state, "b0c2") < 0
    assert value(state, "h0g2") == 0


def test_no_number_leaves_its_bounds() -> None:
    state = after("h2e2 h9g7")
    for _ in range(400):
        reward(state, Move.from_iccs("h0g2"), 100)
    assert HISTORY_MAX * 0.9 < by_move(state, "h0g2") <= HISTORY_MAX
    state[ROOM] = Move.from_iccs("h0g2")
    for _ in range(800):
        penalise(state, ROOM, ROOM + 1, 0, 100)
    assert -HISTORY_MAX <= by_move(state, "h0g2") < -HISTORY_MAX * 0.9


@pytest.mark.parametrize("moves", ["", "h2e2"])
def test_at_the_start_of_a_game_there_is_nothing_to_follow(moves: str) -> None:
    state = after(moves)
    move = "h9g7" if moves else "h2e2"
    reward(state, Move.from_iccs(move), 6)
    assert not state[CONTINUATION_2 : CONTINUATION_2 + CONTINUATION_SIZE].any()
    assert state[CONTINUATION_1 : CONTINUATION_1 + CONTINUATION_SIZE].any() == bool(moves)


def test_nothing_answers_a_pass() -> None:
    state = after("h2e2")
    push_null_move(state)
    reward(state, Move.from_iccs("h0g2"), 6)
    assert not state[CONTINUATION_1 : CONTINUATION_1 + CONTINUATION_SIZE].any()
    assert state[CONTINUATION_2 : CONTINUATION_2 + CONTINUATION_SIZE].any()


def test_without_the_technique_a_move_has_one_number() -> None:
    state = after("h2e2 h9g7")
    state[TECHNIQUES] &= ~CONTINUATION_HISTORY
    reward(state, Move.from_iccs("h0g2"), 6)
    assert value(state, "h0g2") == by_move(state, "h0g2") > 0


def test_a_quiet_move_is_known_by_what_it_gained() -> None:
    state = after("h2e2")
    learn_from_evaluation(state, -100, 50)  # from 100 worse to 50 worse
    good = by_move(state, "h2e2")
    learn_from_evaluation(state, 300, -20)
    assert good > 0 > by_move(state, "h2e2")


@pytest.mark.parametrize(
    ("before", "now", "missing"),
    [(EVAL_NONE, 50, 0), (50, EVAL_NONE, 0), (50, 50, EVALUATION_HISTORY), (50, 50, HISTORY_ORDER)],
)
def test_in_check_or_without_the_technique_nothing_is_gained(before: int, now: int, missing: int) -> None:
    state = after("h2e2")
    state[TECHNIQUES] &= ~missing
    learn_from_evaluation(state, before, now)
    assert by_move(state, "h2e2") == 0


@pytest.mark.parametrize("moves", ["h2h9", "h2e2 pass"])
def test_neither_a_capture_nor_a_pass_learns_from_the_evaluation(moves: str) -> None:
    state = after(moves.removesuffix(" pass"))
    if moves.endswith("pass"):
        push_null_move(state)
    learn_from_evaluation(state, -100, 50)
    assert not state[HISTORY : HISTORY + 65536].any()

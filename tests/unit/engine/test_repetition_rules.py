"""The engine knows what a repetition is worth: it avoids losing by one, and uses the opponent's violations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from generated_cycles import cycles

from xiangqi import rule_sets
from xiangqi.board import Board, Move
from xiangqi.core import jit
from xiangqi.core.constants import BLACK, BOARD_SIZE, RED
from xiangqi.core.cxa.classes import SEARCH_WORKSPACE_SIZE, classes_verdict
from xiangqi.core.cxa.workspace import MATE_NODES
from xiangqi.engine.common.layout import REPETITION_RULE
from xiangqi.engine.common.scores import REPETITION_BOUND
from xiangqi.engine.common.types import Info, Limits
from xiangqi.engine.worker import JUDGING_OF, Engine
from xiangqi.referee import Rules, judge

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "repetition.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
RULE_SETS = ("wxf", "cxa", "basic")  # "asian" is judged as "wxf"


def before_the_last_move(case: dict[str, Any], rules: str) -> tuple[Engine, Board, Move]:
    """Return the engine at the point where one more move completes the repetition, the board there, and the
    move.
    """
    moves = [Move.from_iccs(text) for text in case["cycle"] * 2]
    engine = Engine(hash_mb=1)
    engine.set_option("Rules", rules)
    engine.set_position(case["start_fen"], moves[:-1])
    board = Board(case["start_fen"])
    for move in moves[:-1]:
        board.push(move)
    return engine, board, moves[-1]


def winner_is_mover(case: dict[str, Any], rules: str, board: Board) -> bool | None:
    verdict = case[rules][0]
    if verdict == "draw":
        return None
    return (verdict == "red wins") == (board.turn == RED)


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_never_plays_into_a_lost_repetition_when_another_move_holds(case: dict[str, Any], rules: str) -> None:
    engine, board, last = before_the_last_move(case, rules)
    if winner_is_mover(case, rules, board) is False:
        assert engine.search(Limits(depth=4)).best_move != last or len(board.legal_moves()) == 1


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_scores_the_repetition_as_the_referee_judges_it(case: dict[str, Any], rules: str) -> None:
    engine, board, last = before_the_last_move(case, rules)
    info = engine.search(Limits(depth=3, search_moves=(last,))).info
    assert info is not None
    assert info.score_cp is not None
    expected = winner_is_mover(case, rules, board)
    if expected is None:
        assert info.score_cp == 0
    else:
        assert abs(info.score_cp) >= REPETITION_BOUND
        assert (info.score_cp > 0) == expected


def test_wins_by_the_opponents_violation_only_where_the_rules_forbid_it() -> None:
    outcomes = set()
    for case in CASES:
        for rules in ("wxf", "basic"):
            engine, board, last = before_the_last_move(case, rules)
            if winner_is_mover(case, "wxf", board):
                info = engine.search(Limits(depth=3, search_moves=(last,))).info
                assert info is not None
                outcomes.add((rules, info.score_cp is not None and info.score_cp >= REPETITION_BOUND))
    assert {("wxf", True), ("basic", False)} <= outcomes


def test_the_only_legal_move_is_played_even_if_it_loses() -> None:
    for case in CASES:
        engine, board, last = before_the_last_move(case, "wxf")
        if winner_is_mover(case, "wxf", board) is False:
            others = tuple(move for move in board.legal_moves() if move != last)
            assert engine.search(Limits(depth=2, banned_moves=others)).best_move == last


CHASED_BY_CHECKS = "3k5/R8/9/9/9/9/9/9/9/5K3 w"
ROUND = "a8a9 d9d8 a9a8 d8d9"


@pytest.mark.parametrize(("occurrences", "rounds", "is_won"), [(3, 1, False), (3, 2, True), (2, 1, True)])
def test_an_opponent_who_can_still_deviate_has_not_lost(occurrences: int, rounds: int, is_won: bool) -> None:
    engine = Engine(hash_mb=1)
    engine.set_option("Occurrences", str(occurrences))
    *moves, last = [Move.from_iccs(text) for text in ROUND.split() * rounds]
    engine.set_position(CHASED_BY_CHECKS, moves)
    info = engine.search(Limits(depth=6, search_moves=(last,))).info
    assert info is not None
    claims = info.score_cp is not None and info.score_cp >= REPETITION_BOUND
    assert claims == is_won
    if not is_won:
        assert info.mate is not None or (info.score_cp is not None and info.score_cp < 0)


def test_the_search_knows_what_each_rule_set_has_to_judge() -> None:
    assert set(JUDGING_OF) == {rule_set.judging for rule_set in rule_sets.ALL}
    engine = Engine(hash_mb=1)
    for rule_set in rule_sets.ALL:
        engine.set_option("Rules", rule_set.name)
        assert engine._state[REPETITION_RULE] == JUDGING_OF[rule_set.judging]


def test_verdicts_by_classes_are_those_of_the_referee() -> None:
    """The kernel that the search uses, on generated cycles; searches for mate that meet their bound aside."""
    compared = 0
    for fen, moves in cycles(seed=11, count=40 if jit.COMPILED else 2):
        found = judge(fen, moves * 2, Rules("cxa", natural_limit_rounds=None))
        assert found is not None
        assert found.verdict is not None
        if any(step.bounded for step in found.verdict.cycle):
            continue
        board = Board(fen)
        state = np.zeros(BOARD_SIZE + SEARCH_WORKSPACE_SIZE + len(moves), dtype=np.int64)
        state[:BOARD_SIZE] = board.state
        state[BOARD_SIZE + MATE_NODES] = 100_000
        first = BOARD_SIZE + SEARCH_WORKSPACE_SIZE
        state[first:] = moves
        expected = 0 if found.winner is None else 1 if found.winner == board.turn else -1
        for _ in range(2):  # the second time from memory
            assert classes_verdict(state, BOARD_SIZE, first, len(moves)) == expected, (fen, moves)
        assert list(state[:256]) == list(board.state[:256])
        compared += 1
    assert compared > 0


def test_no_offender_of_an_official_diagram_walks_on(shared_data: Path) -> None:
    """The move before the last of the third occurrence is the offender's last chance."""
    walked, offenders = [], 0
    lines = (shared_data / "rules" / "cxa_cases.jsonl").read_text("utf-8").splitlines()
    for case in map(json.loads, lines):
        moves = [Move.from_iccs(text) for text in case["moves_3fold"]]
        board = Board(case["start_fen"])
        for move in moves[:-2]:
            board.push(move)
        loser = {"red wins": BLACK, "black wins": RED, "draw": None}[case["expected"]]
        if loser != board.turn or len(board.legal_moves()) == 1:
            continue
        offenders += 1
        engine = Engine(hash_mb=1)
        engine.set_option("Rules", "cxa")
        engine.set_position(case["start_fen"], moves[:-2])
        if engine.search(Limits(depth=4)).best_move == moves[-2]:
            walked.append(case["name"])
    assert offenders > 20
    assert walked == []


def leaves_no_move(fen: str, moves: Sequence[Move]) -> bool:
    """Return whether a line of legal moves ends in mate or stalemate."""
    board = Board(fen)
    for move in moves:
        board.push(move)
    return not board.legal_moves()


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("7N1/9/5k3/6P2/7N1/9/9/9/3K5/r8 w", 3),
        ("R3P4/3k5/9/9/9/9/7p1/9/5K3/8r w", 4),
        ("6R2/3k5/6R2/9/9/1c7/9/5K3/r8/9 w", 5),
    ],
)
def test_checks_that_the_rules_forbid_do_not_put_a_mate_off(fen: str, moves: int) -> None:
    engine = Engine(hash_mb=1)
    engine.set_position(fen, ())
    found: list[Info] = []
    engine.search(Limits(depth=10), found.append)
    assert any(info.score_cp is not None and info.score_cp >= REPETITION_BOUND for info in found)
    assert found[-1].mate == moves
    assert len(found[-1].pv) == 2 * moves - 1
    assert leaves_no_move(fen, found[-1].pv)

"""The engine knows what a repetition is worth: it avoids losing by one, and uses the opponent's violations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from xiangqi.board import Board, Move
from xiangqi.core.constants import RED
from xiangqi.engine.scores import REPETITION_BOUND
from xiangqi.engine.types import Limits
from xiangqi.engine.worker import Engine

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "repetition.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
RULE_SETS = ("wxf", "cxa", "basic")


def before_the_last_move(case: dict[str, Any], rules: str) -> tuple[Engine, Board, Move]:
    """The engine at the point where one more move completes the repetition, the board there, and the move."""
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


@pytest.mark.parametrize("rules", ["wxf", "basic"])
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

"""Judging a repetition: the cycle is found, replayed, every move classified, the offences weighed."""

from __future__ import annotations

from xiangqi.board import Board
from xiangqi.core.constants import RED, opponent
from xiangqi.referee.rules import (
    CHECK,
    IDLE,
    MUTUAL_PERPETUAL_CHECK,
    PERPETUAL_CHECK,
    REPETITION,
    CycleMove,
    RepetitionVerdict,
    Rules,
)


def occurrence_plies(board: Board) -> list[int]:
    """How many plies ago the position on the board occurred, itself (0) first."""
    past = board.copy()
    plies = [0]
    while past.move_stack and past.halfmove_clock:
        past.pop()
        if past.key == board.key:
            plies.append(len(board.move_stack) - len(past.move_stack))
    return plies


def occurrences(board: Board) -> int:
    """How often the position on the board has occurred in its game, now included."""
    return len(occurrence_plies(board))


def judge_repetition(board: Board, rules: Rules) -> RepetitionVerdict | None:
    """Judge the position on the board as a repetition; None when it has not occurred often enough."""
    if occurrences(board) < rules.occurrences:
        return None
    return judge_cycle(board, rules, rules.occurrences)


def judge_cycle(board: Board, rules: Rules, counted: int) -> RepetitionVerdict:
    """Judge the cycle from the `counted`-last occurrence of the position on the board to the last."""
    past = board.copy()
    moves = [past.pop() for _ in range(occurrence_plies(board)[counted - 1])][::-1]
    start_fen = past.fen()
    cycle = []
    for move in moves:
        side = past.turn
        past.push(move)
        cycle.append(CycleMove(move, side, CHECK if past.is_check() else IDLE))
    red, black = (
        3 * all(step.kind == CHECK for step in cycle if (step.side == RED) == red) for red in (True, False)
    )
    loser = None if red == black else RED if red else opponent(RED)
    reason = PERPETUAL_CHECK if loser else MUTUAL_PERPETUAL_CHECK if red else REPETITION
    return RepetitionVerdict(loser, reason, "D11", red, black, tuple(cycle), start_fen, counted)

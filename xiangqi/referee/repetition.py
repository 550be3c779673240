"""Judging a repetition: the cycle is found and replayed, both sides' offences are weighed."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from xiangqi.board import Board
from xiangqi.core import chase
from xiangqi.core.constants import BLACK, BOARD_SIZE, PIECES, RED
from xiangqi.core.position import State
from xiangqi.referee.classify import play_and_classify
from xiangqi.referee.rules import (
    CHASE,
    CHASE_AND_THREAT,
    CHECK,
    CHECK_AND_CHASE,
    CHECK_AND_THREAT,
    CHECK_CHASE_AND_THREAT,
    IDLE,
    MUTUAL_PERPETUAL_CHASE,
    MUTUAL_PERPETUAL_CHECK,
    MUTUAL_VIOLATION,
    PERPETUAL_CHASE,
    PERPETUAL_CHECK,
    PERPETUAL_THREAT,
    REPETITION,
    CycleMove,
    RepetitionVerdict,
    Rules,
)

EQUAL_WEIGHTS: Final = "procedure 6"


class _Offence(NamedTuple):
    """What one side did: its weight, reason code, article, and the pieces chased all along as a bit set."""

    weight: int
    reason: str
    article: str
    chased: int = 0


_NONE: Final = _Offence(0, REPETITION, EQUAL_WEIGHTS)
_BY_WEIGHT: Final = {1: (PERPETUAL_CHASE, "D12"), 2: (PERPETUAL_CHASE, "D13"), 3: (PERPETUAL_CHECK, "D11")}
_MUTUAL: Final = {
    REPETITION: REPETITION,
    PERPETUAL_CHECK: MUTUAL_PERPETUAL_CHECK,
    PERPETUAL_CHASE: MUTUAL_PERPETUAL_CHASE,
}


def occurrences(board: Board) -> int:
    """How often the position on the board has occurred in its game, now included."""
    state, length = _with_history(board)
    count = 1
    while chase.cycle_length(state, BOARD_SIZE, length, count + 1):
        count += 1
    return count


def judge_repetition(board: Board, rules: Rules) -> RepetitionVerdict | None:
    """Judge the position on the board as a repetition; None when it has not occurred often enough."""
    state, length = _with_history(board)
    if not chase.cycle_length(state, BOARD_SIZE, length, rules.occurrences):
        return None
    return judge_cycle(board, rules, rules.occurrences)


def judge_cycle(board: Board, rules: Rules, counted: int) -> RepetitionVerdict:
    """Judge the moves from the `counted`-last occurrence of the position on the board to the last one.

    The position must have occurred that often. The board is not changed.
    """
    state, total = _with_history(board)
    length = int(chase.cycle_length(state, BOARD_SIZE, total, counted))
    start = board.copy()
    moves = [start.pop() for _ in range(length)][::-1]
    start_fen = start.fen()
    cycle = tuple(play_and_classify(start, move, rules) for move in moves)
    first = BOARD_SIZE + total - length
    red, black = (
        _offence(chase.offence(state, first, length, side), cycle, side, rules) for side in (RED, BLACK)
    )
    worse = red if red.weight > black.weight else black
    chased = [slot for slot in range(32) if worse.chased >> slot & 1] if red.weight != black.weight else []
    square = int(state[PIECES + chased[0]]) if chased else None
    return RepetitionVerdict(
        loser=None if red.weight == black.weight else RED if worse is red else BLACK,
        reason=_mutual_reason(red, black) if red.weight == black.weight else worse.reason,
        article=EQUAL_WEIGHTS if red.weight == black.weight else worse.article,
        red_weight=red.weight,
        black_weight=black.weight,
        cycle=cycle,
        start_fen=start_fen,
        occurrences=counted,
        chased_slots=tuple(chased),
        chased_square=square,
        chased_piece=0 if square is None else board.piece_at(square),
    )


def _with_history(board: Board) -> tuple[State, int]:
    """A copy of the board's state followed by the moves since the last capture, and their number."""
    length = min(board.halfmove_clock, len(board.move_stack))
    moves = np.array(board.move_stack[len(board.move_stack) - length :], dtype=np.int64)
    return np.concatenate((board.state, moves)), length


def _mutual_reason(red: _Offence, black: _Offence) -> str:
    """Reason code for a draw with equal weights."""
    return _MUTUAL.get(red.reason, MUTUAL_VIOLATION) if red.reason == black.reason else MUTUAL_VIOLATION


def _offence(found: int, cycle: tuple[CycleMove, ...], side: int, rules: Rules) -> _Offence:
    """What a side did under the rules in force, given what core.chase.offence found."""
    weight, chased = found & chase.WEIGHT_MASK, found >> chase.CHASED_SHIFT
    if rules.name == "basic" and weight < 3:
        return _NONE
    if rules.name == "cxa" and weight < 3:
        return _chinese_offence(weight, chased, [step for step in cycle if step.side == side])
    if weight == 0:
        return _NONE
    return _Offence(weight, *_BY_WEIGHT[weight], chased if weight < 3 else 0)


def _chinese_offence(weight: int, chased: int, moves: list[CycleMove]) -> _Offence:
    """Under "cxa" also threats of mate, and checks, chases and threats in turn, are offences; all weigh 1."""
    if weight > 0:
        return _Offence(1, PERPETUAL_CHASE, "D12", chased)
    kinds = {step.kind for step in moves}
    if IDLE in kinds or (kinds == {CHASE} and not all(step.threatens_mate for step in moves)):
        return _NONE
    if all(step.threatens_mate for step in moves):
        reason = PERPETUAL_THREAT
    elif all(step.threatens_mate or step.kind == CHECK for step in moves):
        reason = CHECK_AND_THREAT
    elif kinds == {CHECK, CHASE}:
        reason = CHECK_AND_CHASE
    else:
        reason = CHASE_AND_THREAT if CHECK not in kinds else CHECK_CHASE_AND_THREAT
    return _Offence(1, reason, "CXA")

"""Judgement of repetitions: finding the cycle, replaying it, and weighing both sides' offences."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from xiangqi import rule_sets
from xiangqi.board import Board
from xiangqi.core import chase
from xiangqi.core.constants import BLACK, BOARD_SIZE, PIECES, RED
from xiangqi.core.position import State
from xiangqi.referee.classes import classify_cycle
from xiangqi.referee.classify import play_and_classify
from xiangqi.referee.rules import (
    CHASE,
    CHASE_AND_THREAT,
    CHECK,
    CHECK_AND_CHASE,
    CHECK_AND_THREAT,
    CHECK_CHASE_AND_THREAT,
    MUTUAL_PERPETUAL_CHASE,
    MUTUAL_PERPETUAL_CHECK,
    MUTUAL_VIOLATION,
    PERPETUAL_CHASE,
    PERPETUAL_CHASES,
    PERPETUAL_CHECK,
    PERPETUAL_THREAT,
    REPETITION,
    THREAT,
    CycleMove,
    RepetitionVerdict,
    Rules,
)
from xiangqi.rule_sets import RuleSet

EQUAL_WEIGHTS: Final = "procedure 6"


class _Offence(NamedTuple):
    """A side's offence: weight, reason code, article, and a bit set of the pieces chased throughout."""

    weight: int
    reason: str
    article: str
    chased: int = 0


_NONE: Final = _Offence(0, REPETITION, EQUAL_WEIGHTS)
_OFFENCES: Final = {
    1: (rule_sets.CHASING, PERPETUAL_CHASE, "D12"),
    2: (rule_sets.CHASING_PINNED, PERPETUAL_CHASE, "D13"),
    3: (rule_sets.CHECKING, PERPETUAL_CHECK, "D11"),
}
"""Offences by the result of core.chase.offence."""
MIXTURES: Final = {
    frozenset({THREAT}): PERPETUAL_THREAT,
    frozenset({CHASE}): PERPETUAL_CHASES,
    frozenset({CHECK, CHASE}): CHECK_AND_CHASE,
    frozenset({CHECK, THREAT}): CHECK_AND_THREAT,
    frozenset({CHASE, THREAT}): CHASE_AND_THREAT,
    frozenset({CHECK, CHASE, THREAT}): CHECK_CHASE_AND_THREAT,
}
_MUTUAL: Final = {
    REPETITION: REPETITION,
    PERPETUAL_CHECK: MUTUAL_PERPETUAL_CHECK,
    PERPETUAL_CHASE: MUTUAL_PERPETUAL_CHASE,
    PERPETUAL_CHASES: MUTUAL_PERPETUAL_CHASE,
}


def occurrences(board: Board) -> int:
    """Return the number of times that the position on the board has occurred in its game, including now."""
    state, length = _with_history(board)
    count = 1
    while chase.cycle_length(state, BOARD_SIZE, length, count + 1):
        count += 1
    return count


def judge_repetition(board: Board, rules: Rules) -> RepetitionVerdict | None:
    """Judge the position on the board as a repetition; None if it has not occurred often enough."""
    state, length = _with_history(board)
    if not chase.cycle_length(state, BOARD_SIZE, length, rules.occurrences):
        return None
    return judge_cycle(board, rules, rules.occurrences)


def judge_cycle(board: Board, rules: Rules, counted: int) -> RepetitionVerdict:
    """Judge the moves since an earlier occurrence of the position on the board, which is not changed.

    The occurrence is the `counted`-th, counting back from the present one as the first. It must exist.
    """
    state, total = _with_history(board)
    length = int(chase.cycle_length(state, BOARD_SIZE, total, counted))
    start = board.copy()
    moves = [start.pop() for _ in range(length)][::-1]
    start_fen = start.fen()
    if rules.rule_set.by_classes:
        cycle = classify_cycle(start, moves)
        red, black = (
            _offence_by_classes([step for step in cycle if step.side == side]) for side in (RED, BLACK)
        )
    else:
        cycle = tuple(play_and_classify(start, move) for move in moves)
        first = BOARD_SIZE + total - length
        red, black = (
            _offence(chase.offence(state, first, length, side), rules.rule_set) for side in (RED, BLACK)
        )
    worse = red if red.weight > black.weight else black
    chased = [slot for slot in range(32) if worse.chased >> slot & 1] if red.weight != black.weight else []
    square = int(state[PIECES + chased[0]]) if chased else None
    return RepetitionVerdict(
        loser=None if red.weight == black.weight else RED if worse is red else BLACK,
        reason=_mutual_reason(red, black) if red.weight == black.weight else worse.reason,
        article=_article(red, black, worse, rules.rule_set),
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
    """Return a copy of the board's state followed by the moves since the last capture, and their number."""
    length = min(board.halfmove_clock, len(board.move_stack))
    moves = np.array(board.move_stack[len(board.move_stack) - length :], dtype=np.int64)
    return np.concatenate((board.state, moves)), length


def _article(red: _Offence, black: _Offence, worse: _Offence, rule_set: RuleSet) -> str:
    """Return the article of docs/rules.md that decides."""
    if red.weight == black.weight:
        return EQUAL_WEIGHTS
    return "C9" if rule_set.by_classes and {red.weight, black.weight} == {1, 2} else worse.article


def _mutual_reason(red: _Offence, black: _Offence) -> str:
    """Return the reason code of a draw by equal weights."""
    reasons = {_MUTUAL.get(offence.reason, MUTUAL_VIOLATION) for offence in (red, black)}
    return reasons.pop() if len(reasons) == 1 else MUTUAL_VIOLATION


def _offence(found: int, rule_set: RuleSet) -> _Offence:
    """Return a side's offence (D11 to D13), given the result of core.chase.offence."""
    kind = found & chase.WEIGHT_MASK
    if kind == 0:
        return _NONE
    offence, reason, article = _OFFENCES[kind]
    weight = rule_set.weights.get(offence, 0)
    if weight == 0:
        return _NONE
    return _Offence(weight, reason, article, 0 if reason == PERPETUAL_CHECK else found >> chase.CHASED_SHIFT)


def _offence_by_classes(moves: list[CycleMove]) -> _Offence:
    """Return a side's offence under rules that judge by classes: none if any move is idle (C1)."""
    if any(step.is_idle for step in moves):
        return _NONE
    kinds = frozenset(step.kind for step in moves)
    if kinds == {CHECK}:
        return _Offence(3, PERPETUAL_CHECK, "C1")
    joint = any(step.joint for step in moves)
    chased = [{1 << attack.chased_slot for attack in step.new_threats} for step in moves]
    common = sum(set.intersection(*chased)) if kinds == {CHASE} else 0
    reason = MIXTURES[kinds]
    if reason == PERPETUAL_CHASES and common:
        reason = PERPETUAL_CHASE
    return _Offence(1 if joint else 2, reason, "C1", common)

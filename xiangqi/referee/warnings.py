"""Warnings about repetitions before a move is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from xiangqi.board import Board
from xiangqi.core.constants import PIECES, opponent
from xiangqi.referee.cycle_judging import judge_cycle, occurrences
from xiangqi.referee.rules import DEFAULT_RULES, RepetitionVerdict, Rules

REPEATS: Final = "repeats"
EXPOSES: Final = "exposes"
LOSES: Final = "loses"
WINS: Final = "wins"
DRAWS: Final = "draws"


@dataclass(frozen=True)
class RepetitionWarning:
    """The consequence of a move that repeats a position."""

    # REPEATS if the game continues; LOSES, WINS or DRAWS (for the mover) if the move ends it; EXPOSES if the
    # game continues but a reply could end it as a loss for the mover, since it is often the victim of a chase
    # whose move completes the repetition
    kind: str
    occurrence: int  # of the position after the move or, for EXPOSES, after that reply
    side: int  # the side that would play the move
    # the judgement of the cycle that the move or, for EXPOSES, the reply completes; for REPEATS, of the cycle
    # so far, which shows what further repetition would lead to. Squares of chased pieces are those after the
    # move.
    verdict: RepetitionVerdict


def warning(board: Board, move: int, rules: Rules = DEFAULT_RULES) -> RepetitionWarning | None:
    """Return a warning if a legal move repeats a position, or if a reply could then make its mover lose.

    Otherwise return None. Only repetitions are considered, so there is no warning of a capture. The board is
    not changed.
    """
    if board.is_capture(move):
        return None
    after = board.copy()
    after.push_unchecked(move)
    occurrence = occurrences(after)
    if occurrence >= rules.occurrences:
        verdict = judge_cycle(after, rules, rules.occurrences)
        kind = {board.turn: LOSES, opponent(board.turn): WINS, None: DRAWS}[verdict.loser]
        return RepetitionWarning(kind, occurrence, board.turn, verdict)
    exposed = _lost_by_reply(after, rules)
    if exposed is not None:
        return RepetitionWarning(EXPOSES, rules.occurrences, board.turn, exposed)
    if occurrence < 2:
        return None
    return RepetitionWarning(REPEATS, occurrence, board.turn, judge_cycle(after, rules, occurrence))


def can_end_at_once(board: Board, rules: Rules = DEFAULT_RULES) -> bool:
    """Return whether some legal move ends the game by a repetition that the mover does not lose.

    If none does, earlier positions have no bearing on the current one yet.
    """
    return any(verdict.loser != board.turn for verdict in _verdicts_after_replies(board, rules))


def _lost_by_reply(board: Board, rules: Rules) -> RepetitionVerdict | None:
    """Return the verdict of a reply that would make the side that has just moved lose, or None."""
    for verdict in _verdicts_after_replies(board, rules):
        if verdict.loser == opponent(board.turn):
            return _as_it_stands(verdict, board)
    return None


def _verdicts_after_replies(board: Board, rules: Rules) -> Iterator[RepetitionVerdict]:
    """Yield the verdict of each legal move that ends the game by repetition."""
    nearly = {key for key, count in _earlier_positions(board).items() if count >= rules.occurrences - 1}
    if not nearly:
        return
    for reply in board.legal_moves():
        board.push_unchecked(reply)
        repeated = board.key in nearly and occurrences(board) >= rules.occurrences
        verdict = judge_cycle(board, rules, rules.occurrences) if repeated else None
        board.pop()
        if verdict is not None:
            yield verdict


def _as_it_stands(verdict: RepetitionVerdict, board: Board) -> RepetitionVerdict:
    """Return the verdict with the chased piece's square on this board."""
    if not verdict.chased_slots:
        return verdict
    return replace(verdict, chased_square=int(board.state[PIECES + verdict.chased_slots[0]]))


def _earlier_positions(board: Board) -> Counter[int]:
    """Return the number of times that each position since the last capture has occurred, by key."""
    past = board.copy()
    seen = Counter([past.key])
    while past.move_stack and past.halfmove_clock:
        past.pop()
        seen[past.key] += 1
    return seen

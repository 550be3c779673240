"""What a move would do to the game by repetition, told before it is played."""

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
    """What repeating a position by a move means."""

    # REPEATS when the game goes on, LOSES, WINS or DRAWS (for the mover) when the move ends it; EXPOSES when
    # the game goes on, but a reply of the opponent could end it as a loss for the mover: it is often the victim
    # of a chase whose move completes the repetition
    kind: str
    occurrence: int  # how often the position will have occurred; with EXPOSES, the one after that reply
    side: int  # who would play the move
    # the judgement of the cycle that the move, with EXPOSES the reply, completes; with REPEATS, of the cycle so
    # far, which tells what more of the same will lead to. A chased piece is named where it stands after the
    # move.
    verdict: RepetitionVerdict


def warning(board: Board, move: int, rules: Rules = DEFAULT_RULES) -> RepetitionWarning | None:
    """What a legal move would repeat or let the opponent repeat; None for nothing. The board is not changed."""
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
    """Whether some legal move ends the game by repetition and does not lose by that. The board is not changed.

    Where none does, positions that came up before say nothing yet about the one on the board.
    """
    return any(verdict.loser != board.turn for verdict in _verdicts_after_replies(board, rules))


def _lost_by_reply(board: Board, rules: Rules) -> RepetitionVerdict | None:
    """The verdict with which a reply would end the game as a loss for the side that has just moved."""
    for verdict in _verdicts_after_replies(board, rules):
        if verdict.loser == opponent(board.turn):
            return _as_it_stands(verdict, board)
    return None


def _verdicts_after_replies(board: Board, rules: Rules) -> Iterator[RepetitionVerdict]:
    """The verdict of every legal move that ends the game by repetition."""
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
    """The verdict with the chased piece where it is on the board."""
    if not verdict.chased_slots:
        return verdict
    return replace(verdict, chased_square=int(board.state[PIECES + verdict.chased_slots[0]]))


def _earlier_positions(board: Board) -> Counter[int]:
    """How often each position since the last capture has occurred, by key."""
    past = board.copy()
    seen = Counter([past.key])
    while past.move_stack and past.halfmove_clock:
        past.pop()
        seen[past.key] += 1
    return seen

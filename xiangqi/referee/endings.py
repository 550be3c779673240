"""The end of a game; all other code relies on the decisions made here."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from xiangqi.board import Board, Move
from xiangqi.core.constants import (
    BLACK,
    BLACK_KING_SLOT,
    KIND_MASK,
    KNIGHT,
    PIECES,
    RED,
    RED_KING_SLOT,
    SQUARES,
    opponent,
)
from xiangqi.errors import FenError, IllegalMoveError
from xiangqi.i18n.message import Message
from xiangqi.referee.cycle_judging import judge_repetition
from xiangqi.referee.rules import (
    CHECKMATE,
    DEFAULT_RULES,
    NATURAL_LIMIT,
    NO_ATTACKING_MATERIAL,
    STALEMATE,
    Outcome,
    Rules,
)


def outcome(board: Board, rules: Rules = DEFAULT_RULES) -> Outcome | None:
    """Return how the game on a board has ended, or None while it continues. The board is not changed.

    The conditions are tested in this order: checkmate and stalemate (the side without a move loses),
    repetition, the natural limit, no attacking material.
    """
    if not board.legal_moves():
        return Outcome(opponent(board.turn), CHECKMATE if board.is_check() else STALEMATE)
    verdict = judge_repetition(board, rules)
    if verdict is not None:
        winner = None if verdict.loser is None else opponent(verdict.loser)
        return Outcome(winner, verdict.reason, verdict)
    if natural_limit_reached(board, rules):
        return Outcome(None, NATURAL_LIMIT)
    if not has_attacking_material(board):
        return Outcome(None, NO_ATTACKING_MATERIAL)
    return None


def is_stalemate(board: Board) -> bool:
    """Return whether the side to move has no legal move and is not in check."""
    return not board.is_check() and not board.legal_moves()


@lru_cache(maxsize=64)
def ends_in_stalemate(start_fen: str, line: tuple[Move, ...]) -> bool:
    """Return whether a line ends in stalemate; False if it cannot be played."""
    board = Board(start_fen)
    for move in line:
        if not board.is_legal(move):
            return False
        board.push_unchecked(move)
    return is_stalemate(board)


def judge(start_fen: str, moves: Iterable[int], rules: Rules = DEFAULT_RULES) -> Outcome | None:
    """Return the outcome after `moves`, or None; only the final position is judged.

    Raises:
        FenError: the start position cannot be read, or a king is missing.
        IllegalMoveError: a move is illegal; the message has its number, from 1.
    """
    board = Board(start_fen)
    for slot, side in ((RED_KING_SLOT, "red"), (BLACK_KING_SLOT, "black")):
        if not board.state[PIECES + slot]:
            raise FenError(Message("detail.no_king", side=side))
    for number, move in enumerate(moves, 1):
        if not board.is_legal(move):
            raise IllegalMoveError(
                Message("detail.illegal_in_game", number=number, move=str(Move(move)), fen=board.fen())
            )
        board.push_unchecked(move)
    return outcome(board, rules)


def has_attacking_material(board: Board) -> bool:
    """Return whether either side has a piece that can cross the river (horse, chariot, cannon, soldier)."""
    squares = board.state[PIECES : PIECES + 32]  # captured pieces have square 0, which is empty
    return bool(np.any(board.state[SQUARES + squares] & KIND_MASK >= KNIGHT))


def natural_limit_reached(board: Board, rules: Rules) -> bool:
    """Return whether the game is drawn by the natural limit, whichever side claims it.

    At most `rules.counted_checks` checks of the claiming side count; each further check removes its round from
    the count. Since nobody claims here, the limit must hold for both sides. Moves before the board's start
    position count through its halfmove clock, but their checks are unknown.
    """
    if rules.natural_limit_rounds is None or board.halfmove_clock < 2 * rules.natural_limit_rounds:
        return False
    if rules.counted_checks is None:
        return True
    most = max(checks_given(board).values())
    uncounted = max(0, most - rules.counted_checks)
    return board.halfmove_clock - 2 * uncounted >= 2 * rules.natural_limit_rounds


def checks_given(board: Board) -> dict[int, int]:
    """Return the number of checks by each side since the last capture or the board's start position."""
    past = board.copy()
    checks = {RED: 0, BLACK: 0}
    while past.move_stack and past.halfmove_clock:
        checks[opponent(past.turn)] += past.is_check()
        past.pop()
    return checks

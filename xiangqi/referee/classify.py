"""Classifying one move of a cycle: check, chase, threat of mate or idle, with everything that it attacks.

What a threat is and when it is new is decided by the kernels of core.chase, the same that the search uses;
here their findings become data. The articles are those of docs/rules.md.
"""

from __future__ import annotations

from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core import chase
from xiangqi.core.constants import MOVES, PIECES, opponent
from xiangqi.fen import Position, format_fen
from xiangqi.referee.rules import CHASE, CHECK, IDLE, THREAT, Attack, CycleMove, Protector, Rules

_ARTICLES: Final = {
    chase.PINNED: "D3",
    chase.EXCHANGE: "D7",
    chase.PROTECTED: "D5",
    chase.STANDING: "D9",
    chase.NEW_ATTACK: "D9(i)",
    chase.NEW_NO_EXCHANGE: "D9(ii)",
    chase.NEW_UNPROTECTED: "D9(iii)",
}
_GUARDS: Final = {
    chase.CUT_OFF: "cut_off",
    chase.FORBIDDEN: "forbidden",
    chase.OPENED: "opened",
    chase.DIRECT: "direct",
}


def play_and_classify(board: Board, move: Move, rules: Rules) -> CycleMove:
    """Play a legal move on the board and tell its class and what it attacks."""
    side = board.turn
    end = chase.list_attacks(board.state, move, chase.ANY_PIECE)
    found = [(entry & 0xFFFF, entry >> chase.ATTACK_SHIFT) for entry in board.state[MOVES:end].tolist()]
    board.push_unchecked(move)
    attacks = tuple(_attack(board, capture, verdict) for capture, verdict in found)
    threatens = rules.name == "cxa" and threatens_mate(board, rules.mate_threat_moves)
    if board.is_check():
        kind = CHECK
    elif any(attack.new for attack in attacks):
        kind = CHASE
    else:
        kind = THREAT if threatens else IDLE
    return CycleMove(move, side, kind, attacks, threatens)


def _attack(board: Board, capture: int, verdict: int) -> Attack:
    """The attack that a capture stands for; the board is after the move, the attacked side to move."""
    chaser, chased = capture >> 8, capture & 255
    return Attack(
        chaser=chaser,
        chased=chased,
        chaser_piece=board.piece_at(chaser),
        chased_piece=board.piece_at(chased),
        chaser_slot=board.slot_at(chaser),
        chased_slot=board.slot_at(chased),
        new=verdict >= chase.NEW_ATTACK,
        article=_ARTICLES[verdict],
        protectors=_protectors(board, capture),
    )


def _protectors(board: Board, capture: int) -> tuple[Protector, ...]:
    """The pieces that guard the target of a capture, or seem to."""
    state, target = board.state, capture & 255
    known = chase.king_attackers(state, board.turn)
    first = PIECES + (board.slot_at(target) & 16)
    found = []
    for square in state[first : first + 16].tolist():
        if square not in (0, target):
            status = chase.guard(state, capture, square, known)
            if status != chase.NO_GUARD:
                found.append(Protector(square, board.piece_at(square), _GUARDS[status]))
    return tuple(found)


def threatens_mate(board: Board, moves: int) -> bool:
    """Whether the side that has just moved would mate if it could move again; a check is no such threat.

    Args:
        board: after the move; not changed.
        moves: how long the mate may take, giving check with every move.
    """
    if board.is_check():
        return False
    passed = Board(format_fen(Position(board.pieces(), opponent(board.turn))))
    return _mates(passed, moves)


def _mates(board: Board, moves: int) -> bool:
    """Whether the side to move mates within `moves` moves, all of them checks. The board ends as it began."""
    for move in board.legal_moves():
        board.push_unchecked(move)
        mated = board.is_check() and _is_lost(board, moves - 1)
        board.pop()
        if mated:
            return True
    return False


def _is_lost(board: Board, moves: int) -> bool:
    """Whether every reply to the check on the board allows mate within `moves` more moves."""
    replies = board.legal_moves()
    if replies and moves == 0:
        return False
    for reply in replies:
        board.push_unchecked(reply)
        mated = _mates(board, moves)
        board.pop()
        if not mated:
            return False
    return True

"""Classification of a move in a cycle as check, chase or idle, with everything that it attacks.

The kernels of core.chase, which the search uses as well, decide what a threat is and when it is new; this
module turns their findings into data. Articles refer to docs/rules.md.
"""

from __future__ import annotations

from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core import chase
from xiangqi.core.constants import BOTH, MOVES, PIECES
from xiangqi.referee.rules import CHASE, CHECK, IDLE, Attack, CycleMove, Protector

_ARTICLES: Final = {
    chase.PINNED: "D3",
    chase.LIKE_EXCHANGE: "D7",
    chase.PROTECTED: "D5",
    chase.OLD_THREAT: "D9",
    chase.NEW_ATTACK: "D9(i)",
    chase.NEW_NO_EXCHANGE: "D9(ii)",
    chase.NEW_UNPROTECTED: "D9(iii)",
}
_GUARDS: Final = {
    chase.CUT_OFF: "cut_off",
    chase.FALSE_ROOT: "forbidden",
    chase.OPENED: "opened",
    chase.DIRECT: "direct",
}


def play_and_classify(board: Board, move: Move) -> CycleMove:
    """Play a legal move on the board and return its class and attacks (D10)."""
    side = board.turn
    end = chase.list_attacks(board.state, move, chase.ANY_PIECE)
    found = [(entry & 0xFFFF, entry >> chase.ATTACK_SHIFT) for entry in board.state[MOVES:end].tolist()]
    before = board.copy()
    board.push_unchecked(move)
    attacks = tuple(_attack(board, before, capture, verdict) for capture, verdict in found)
    new = [attack for attack in attacks if attack.new]
    if board.is_check():
        return CycleMove(move, side, CHECK, "D10", attacks)
    return CycleMove(move, side, CHASE if new else IDLE, new[0].article if new else "D10", attacks)


def _attack(board: Board, before: Board, capture: int, verdict: int) -> Attack:
    """Return a possible capture as an Attack; the boards are those after and before the classified move."""
    chaser, chased = capture >> 8, capture & 255
    protectors = guards_of(board, capture)
    lost = _lost_guards(board, before, capture, protectors) if verdict == chase.NEW_UNPROTECTED else ()
    return Attack(
        chaser=chaser,
        chased=chased,
        chaser_piece=board.piece_at(chaser),
        chased_piece=board.piece_at(chased),
        chased_slot=board.slot_at(chased),
        new=verdict >= chase.NEW_ATTACK,
        article=_ARTICLES[verdict],
        protectors=protectors,
        lost_guards=lost,
    )


def _lost_guards(
    board: Board, before: Board, capture: int, protectors: tuple[Protector, ...]
) -> tuple[Protector, ...]:
    """Return the guards of the attacked piece that existed before the move and no longer do (D9(iii))."""
    origin = int(before.state[PIECES + board.slot_at(capture >> 8)])
    now = {protector.square for protector in protectors if protector.real}
    return tuple(
        guard
        for guard in guards_of(before, origin << 8 | capture & 255)
        if guard.real and guard.square not in now
    )


def guards_of(board: Board, capture: int) -> tuple[Protector, ...]:
    """Return the pieces that guard the target of a capture or seem to, whichever side is to move (D5)."""
    state, target = board.state, capture & 255
    known = chase.king_attackers(state, board.piece_at(target) & BOTH)
    first = PIECES + (board.slot_at(target) & 16)
    found = []
    for square in state[first : first + 16].tolist():
        if square not in (0, target):
            status = chase.guard(state, capture, square, known)
            if status != chase.NO_GUARD:
                found.append(Protector(square, board.piece_at(square), _GUARDS[status]))
    return tuple(found)

"""Classification of the moves of a cycle under rules that judge by classes (C1 to C9 of docs/rules.md).

The kernels of core.cxa.classes, which the search uses as well, make the decisions; this module turns their
findings into data.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import numpy as np

from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, BOARD_SIZE, KIND_MASK, KING, PAWN, PIECES, RED, SIDE
from xiangqi.core.cxa import classes, workspace
from xiangqi.core.cxa.exchange import open_account
from xiangqi.core.cxa.mate_threats import CHECKS_TO_MATE, mating_move
from xiangqi.core.cxa.wins import NO_WIN
from xiangqi.core.movegen import generate_legal
from xiangqi.core.position import State, make_move
from xiangqi.referee.classify import guards_of
from xiangqi.referee.idle_moves import purpose
from xiangqi.referee.rules import CHASE, CHECK, EXCHANGE, IDLE, THREAT, Attack, CycleMove

MATE_NODES: Final = 100_000  # per mate search
_REMEMBERED: Final = 4096  # cached moves
_KINDS: Final = {
    classes.CHECK: CHECK,
    classes.THREAT: THREAT,
    classes.CHASE: CHASE,
    classes.EXCHANGE: EXCHANGE,
    classes.IDLE: IDLE,
}
_ROOM: Final = BOARD_SIZE
_classified: OrderedDict[tuple[bytes, int, int], CycleMove] = OrderedDict()


def classify_cycle(start: Board, moves: Sequence[Move]) -> tuple[CycleMove, ...]:
    """Return the moves of a cycle with their classes, playing them on `start`, the board before the first."""
    arrived = start.slot_at(moves[-1].to_square)
    found = []
    for move in moves:
        slot = start.slot_at(move.from_square)
        found.append(_classify(start, move, arrived))
        start.push_unchecked(move)
        arrived = slot
    return tuple(found)


def _classify(board: Board, move: Move, arrived: int) -> CycleMove:
    """Return a move with its class, cached by the squares of all pieces."""
    pieces = board.state[PIECES : PIECES + 32].tobytes() + bytes([board.turn])
    key = (pieces, int(move), arrived)
    if key not in _classified:
        _classified[key] = _judge(board, move, arrived)
        if len(_classified) > _REMEMBERED:
            _classified.popitem(last=False)
    return _classified[key]


def _judge(board: Board, move: Move, arrived: int) -> CycleMove:
    state = np.concatenate((board.state, np.zeros(workspace.WORKSPACE_SIZE, dtype=np.int64)))
    state[_ROOM + workspace.MATE_NODES] = MATE_NODES
    found = int(classes.classify(state, _ROOM, int(move), arrived))
    room = state[_ROOM:]
    kind = _KINDS[found]
    after = board.copy()
    after.push_unchecked(move)
    is_silent = kind == CHECK or (board.is_check() and board.piece_at(move.from_square) & KIND_MASK == KING)
    proof: tuple[Move, ...] = ()
    if kind == THREAT:
        proof = _mate(state, move, Move(int(room[workspace.MATING_MOVE])))
    elif room[workspace.SERIES_GAIN]:
        proof = (Move(int(room[workspace.FIRST_CHECK])),)
    attacks = () if is_silent or kind == THREAT else _attacks(after, room)
    return CycleMove(
        move,
        board.turn,
        kind,
        _article(kind, room, is_silent),
        attacks,
        int(room[workspace.SERIES_GAIN]),
        bool(room[workspace.IS_JOINT]),
        proof,
        bool(room[workspace.BOUNDED]),
        purpose(board, after, move, attacks, arrived) if kind == IDLE else None,
    )


def _article(kind: str, room: State, is_silent: bool) -> str:
    if kind == IDLE and room[workspace.EXCUSED]:
        return "C8a"
    if kind == THREAT or (kind == IDLE and is_silent):
        return "C2"
    return {CHASE: "C5", EXCHANGE: "C6"}.get(kind, "C1")


def _mate(state: State, move: Move, first: Move) -> tuple[Move, ...]:
    """Return the mate that a move threatens, with the longest defence.

    `state`, in which the move has not been played yet, is modified.
    """
    state[_ROOM + workspace.STANDING_CHECKS] = 0
    make_move(state, int(move))
    side = int(state[SIDE]) ^ RED ^ BLACK
    state[SIDE] = side
    line = [first]
    while True:
        make_move(state, int(line[-1]))
        start = _ROOM + workspace.MOVE_LISTS
        answers = [int(answer) for answer in state[start : int(generate_legal(state, start))]]
        best: tuple[int, int, int] = (0, 0, 0)
        for answer in answers:
            after = state.copy()
            make_move(after, answer)
            open_account(after, _ROOM, side)
            after[_ROOM + workspace.OFFER_RECORD] = workspace.RECORD_AFTER
            checks = 1
            while checks < CHECKS_TO_MATE and not mating_move(after, _ROOM, _ROOM, checks):
                checks += 1
            best = max(best, (checks, answer, int(mating_move(after, _ROOM, _ROOM, checks))))
        if not best[2]:
            return tuple(line)
        make_move(state, best[1])
        line += [Move(best[1]), Move(best[2])]


def _attacks(after: Board, room: State) -> tuple[Attack, ...]:
    """Return the captures that the mover threatens after a move; `after` has the attacked side to move."""
    pairs = room[workspace.PAIRS : workspace.PAIRS + int(room[workspace.NEW_PAIRS])]
    new = {int(entry) & 0xFFFF: bool(entry >> 16 & 1) for entry in pairs}
    record = room[workspace.RECORD_AFTER :]
    base = 0 if after.turn == BLACK else workspace.SIDE_SLOTS
    found = []
    for slot in range(workspace.SIDE_SLOTS):
        for target in range(32):
            if not record[workspace.RECORD_POSSIBLE + slot] >> target & 1:
                continue
            chaser, chased = int(after.state[PIECES + base + slot]), int(after.state[PIECES + target])
            capture = chaser << 8 | chased
            value = int(record[workspace.RECORD_VALUES + slot * workspace.SIDE_SLOTS + (target & 15)])
            offered = bool(record[workspace.RECORD_OFFERS + slot] >> target & 1)
            attack = Attack(
                chaser=chaser,
                chased=chased,
                chaser_piece=after.piece_at(chaser),
                chased_piece=after.piece_at(chased),
                chased_slot=target,
                new=capture in new,
                article=_article_of(capture in new, offered, value, after.piece_at(chaser) & KIND_MASK),
                protectors=guards_of(after, capture),
                value=0 if value == NO_WIN else value,
                joint=new.get(capture, False),
            )
            found.append(attack)
    return tuple(found)


def _article_of(new: bool, offered: bool, value: int, kind: int) -> str:
    if new:
        return "C5"
    if offered:
        return "C6"
    if value == NO_WIN and kind in (KING, PAWN):
        return "C8"
    return "C5=" if value > 0 else "C4"

"""Observations on the boards of a game, for its story: the fight, the end and the winner's surplus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.drift import INVADERS, SOLDIERS, change_between
from xiangqi.coach.notes import MoveReview
from xiangqi.coach.scene import HEAVY, across, kind_of, side_of, value_of
from xiangqi.coach.spoils import Spoils, balanced, spoils_of
from xiangqi.coach.verdict_facts import probe_usual_tables
from xiangqi.core.constants import BLACK, CANNON, KNIGHT, PAWN, RED, ROOK, opponent
from xiangqi.line import Line, Moves
from xiangqi.tables import TableVerdict

UNEVEN: Final = "uneven"
"""The theme of a fight in which the sides lost different chariots, horses and cannons."""

FIGHTS: Final = ("endgame", "chariots", "presses", "sharp", "soldiers", "full", "exchanges", "traded", UNEVEN)
"""The possible themes of the fight in a game."""

_STEP: Final = 4  # plies between the boards that are looked at
_BOARDS: Final = 5
_FEW: Final = 5  # chariots, horses and cannons of both sides in an endgame, at most
_MANY: Final = 10  # the same where hardly anything was exchanged, at least
_DEEP: Final = 1.5  # of them across the river on average: an attack
_SEVERAL: Final = 2
_SOLDIERS: Final = 4  # that have gone where the fight is about them
_MOST: Final = 3  # pieces that are told
_PAIRS: Final = 3  # exchanged pairs that make a fight of exchanges
_PERIOD: Final = 4  # plies after which a repeated position comes again
_CYCLE: Final = 8  # the last plies of a game, which tell how it was repeated
_WINNERS: Final = 2  # chariots, horses, cannons and soldiers that may win against bare advisors and elephants
_AHEAD: Final = 200  # the least lead in material that is told: two soldiers
_FOLLOWED: Final = 40  # plies for which a piece is followed that a better move would have taken
_AFTER: Final = 14  # plies after a mistake in which what it cost is counted
_PIECE: Final = 300  # the same of what fell by small steps: a horse for a soldier
SOON: Final = 6
"""The number of plies after a move in which lost pieces are ascribed to it."""

ANOTHER: Final = 0.07
"""The loss of a later mistake to which lost pieces may be due instead."""


def fight_of(line: Line, until: int) -> tuple[str, int, tuple[int, ...]]:
    """Return the fight's theme up to a ply (of FIGHTS, or ""), the side that pressed or 0, and the trades."""
    boards = [line.upto(ply).board() for ply in range(max(0, until - _STEP * _BOARDS), until, _STEP)]
    last = line.upto(until).board()
    heavy = [code for code in last.pieces().values() if kind_of(code) in HEAVY]
    if len(heavy) <= _FEW:
        return "endgame", 0, ()
    if not any(kind_of(code) == ROOK for code in heavy):
        return "chariots", 0, ()
    red, black = (sum(across(board, side) for board in boards) / len(boards) for side in (RED, BLACK))
    if red >= _DEEP and black >= _DEEP:
        return "sharp", 0, ()
    if abs(red - black) >= _DEEP:
        return "presses", RED if red > black else BLACK, ()
    if len(heavy) >= _MANY:
        gone = 10 - sum(kind_of(code) == PAWN for code in last.pieces().values())
        return "soldiers" if gone >= _SOLDIERS else "full", 0, ()
    ours, theirs = gone_by(line, until)
    if ours != theirs:  # one piece more is no exchange
        return UNEVEN if len(ours) == len(theirs) else "", 0, ()
    traded = tuple((Counter(ours) & Counter(theirs)).elements())
    return ("exchanges" if len(traded) >= _PAIRS else "traded" if traded else ""), 0, traded


def chariots_gone(line: Line, until: int) -> int:
    """Return the last ply, up to a given one, at which a chariot was taken; 0 if none was."""
    found, board = 0, line.upto(0).board()
    for ply, move in enumerate(line.moves[:until], 1):
        found = ply if kind_of(board.piece_at(move.to_square)) == ROOK else found
        board.push_unchecked(move)
    return found


def gone_by(line: Line, until: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the chariots, horses and cannons lost by Red and by Black up to a ply, in the order of HEAVY."""
    before, after = line.upto(0).board(), line.upto(until).board()
    gone = [
        Counter(kind_of(code) for code in before.pieces().values() if side_of(code) == side)
        - Counter(kind_of(code) for code in after.pieces().values() if side_of(code) == side)
        for side in (RED, BLACK)
    ]
    red, black = (tuple(kind for kind in HEAVY for _ in range(count[kind])) for count in gone)
    return red, black


def change_of(line: Line, first: int, last: int, side: int) -> str:
    """Return the greatest change to a side's disadvantage between two plies, as in `drift.change_between`.

    "" is returned if there is none, or if it is the loss of one soldier or the arrival of one invader.
    """
    before, after = line.upto(first).board(), line.upto(last).board()
    change = change_between(before, after, side)
    lost = [sum(code == side | PAWN for code in board.pieces().values()) for board in (before, after)]
    come = across(after, opponent(side)) - across(before, opponent(side))
    is_slight = (change == SOLDIERS and lost[0] - lost[1] < _SEVERAL) or (
        change == INVADERS and come < _SEVERAL
    )
    return "" if is_slight else change


def lost_between(line: Line, moves: Sequence[MoveReview], first: int, last: int, side: int) -> tuple[int, ...]:
    """Return up to three chariots, horses and cannons that a side lost by its moves from one ply to another.

    Pieces lost soon after the last move count, unless the side made another mistake by then. The result is
    empty if the side took more than soldiers in return, or if the losses were the end of an exchange.

    Args:
        line: the whole game.
        moves: its moves, reviewed.
        first: the ply of the side's first move, from 1.
        last: the ply of its last move.
        side: RED or BLACK.
    """
    is_clear = all(move.loss < ANOTHER for move in moves[last + 1 : last + SOON : 2])
    after = soon(line, last) if is_clear else ()
    for start in (first - 1, max(0, first - 3)):  # without and with what was exchanged right before
        played = (*line.moves[start:last], *after)
        spoils = spoils_of(line.upto(start).board(), played, opponent(side))
        if spoils.balance < _PIECE or any(kind != PAWN for kind in spoils.lost):
            return ()
    return tuple(kind for kind in spoils.won if kind in HEAVY)[:_MOST]


def soon(line: Line, ply: int) -> Moves:
    """Return the moves of the next three rounds, and the rest of an exchange that they end in."""
    end = min(len(line.moves), ply + SOON)
    while end < len(line.moves) and line.upto(end).board().is_capture(line.moves[end]):
        end += 1
    return line.moves[ply:end]


def draw_of(line: Line, ahead: int) -> tuple[str, int]:
    """Return the reason on the board why a game ends in a draw, or "", and the side that it concerns, or 0.

    Args:
        line: the whole game.
        ahead: the side that stands better by the search, 0 if neither does.
    """
    board = line.board()
    earlier = line.upto(max(0, len(line.moves) - _PERIOD)).board()
    if len(line.moves) >= _PERIOD and earlier.fen().split()[:2] == board.fen().split()[:2]:
        checks = {side: checks_of(line, side) for side in (RED, BLACK)}
        side = max(checks, key=lambda one: checks[one])
        is_one = checks[side] >= _SEVERAL and not checks[opponent(side)]
        return ("checked", side) if is_one else ("repeated", 0)
    left = Counter(side_of(code) for code in board.pieces().values() if kind_of(code) in (*HEAVY, PAWN))
    if not left:
        return "bare", 0
    if ahead and (left[ahead] < _WINNERS or _is_table_draw(board)):
        return "too_few", ahead
    return "", 0


def checks_of(line: Line, side: int) -> int:
    """Return the number of checks by a side in the last eight plies of a game."""
    plies = range(max(0, len(line.moves) - _CYCLE) + 1, len(line.moves) + 1)
    return sum(line.turn_at(ply - 1) == side and line.upto(ply).board().is_check() for ply in plies)


def _is_table_draw(board: Board) -> bool:
    return probe_usual_tables(board).verdict is TableVerdict.DRAW


def surplus(board: Board, side: int) -> tuple[int, ...]:
    """Return the pieces by which a side is ahead: chariots, horses and cannons, or else two or more of a kind.

    The result is empty if the lead is worth less than two soldiers, or the other side has a chariot, horse or
    cannon more. Soldiers and guards count only if the other side has no piece more.
    """
    balance = Counter[int]()
    for code in board.pieces().values():
        balance[kind_of(code)] += 1 if side_of(code) == side else -1
    found = balanced(balance, alike=True)
    if any(kind in HEAVY for kind in found.lost) or found.balance < _AHEAD:
        return ()
    heavy = tuple(kind for kind in found.won if kind in HEAVY)
    light = [] if found.lost else [kind for kind in found.won if found.won.count(kind) >= _SEVERAL]
    return heavy or tuple(kind for kind in light if kind == light[-1])[:_MOST]


def spared(line: Line, ply: int, better: Move) -> tuple[int, ...]:
    """Return the pieces later taken by a piece that a better move would have taken, most valuable first.

    The piece is followed for 40 plies or until it is taken. The result is empty if its captures were worth less
    than two soldiers, or were more than three.

    Args:
        line: the whole game.
        ply: the move that was played instead, from 1.
        better: the better move, legal before it.
    """
    walked, at, taken = line.upto(ply - 1).board(), better.to_square, list[int]()
    if not walked.is_capture(better):
        return ()
    for move in line.moves[ply - 1 : ply - 1 + _FOLLOWED]:
        if move.to_square == at:
            break
        if move.from_square == at:
            at = move.to_square
            taken += [kind_of(walked.piece_at(at))] if walked.is_capture(move) else []
        walked.push_unchecked(move)
    worth = sum(map(value_of, taken))
    return tuple(sorted(taken, key=value_of, reverse=True)) if worth >= _AHEAD and len(taken) <= _MOST else ()


def toll(line: Line, moves: Sequence[MoveReview], first: int, last: int, until: int) -> tuple[Spoils, int]:
    """Return the opponent's net captures during some moves and soon after, and the last one's ply.

    The ply is 0 if nothing was captured since the first of the moves.

    The captures are counted from the beginning of an exchange until the mover's next mistake, but not into the
    middle of an exchange.

    Args:
        line: the whole game.
        moves: its moves, reviewed.
        first: the ply of the mover's first move, from 1.
        last: the ply of his last one.
        until: the last ply that may be counted.
    """
    start = first - 1
    while start and line.upto(start - 1).board().is_capture(line.moves[start - 1]):
        start -= 1
    limit = max(last, min(len(line.moves), last + _AFTER, until))
    again = next((move.ply - 1 for move in moves[last + 1 : limit : 2] if move.loss >= ANOTHER), limit)
    is_capture = [
        line.upto(ply - 1).board().is_capture(line.moves[ply - 1]) for ply in range(1, len(line.moves) + 1)
    ]
    end = max(ply for ply in range(last, again + 1) if ply in (last, len(line.moves)) or not is_capture[ply])
    taken = max((ply for ply in range(first + 1, end + 1) if is_capture[ply - 1]), default=0)
    return spoils_of(line.upto(start).board(), line.moves[start:end], opponent(line.turn_at(first - 1))), taken


def remaining(board: Board, side: int) -> tuple[int, ...]:
    """Return the chariots, horses, cannons and soldiers that a side has left, the most valuable first."""
    count = Counter(kind_of(code) for code in board.pieces().values() if side_of(code) == side)
    return tuple(kind for kind in (ROOK, CANNON, KNIGHT, PAWN) for _ in range(count[kind]))

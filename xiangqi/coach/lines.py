"""The part of a line that is shown: up to its last quiet position, or its first captures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from xiangqi.board import Board
from xiangqi.coach.notes import Opinion
from xiangqi.coach.prover import Prover
from xiangqi.coach.scene import played, value_of
from xiangqi.coach.soundness import DEEP, FOLLOWED
from xiangqi.coach.spoils import spoils_of
from xiangqi.coach.tactics import SLACK
from xiangqi.line import Moves

_SETTLED: Final = 3
"""The largest number of forced moves that may follow a line for it to be counted."""

_FORCED_NODES: Final = 100_000
"""Nodes of a search of all answers to a line: a twentieth of a second at most."""


_ALL_NODES: Final = 300_000
"""Nodes of all deep searches of that kind for one line, whatever was searched before it."""


_WORSE: Final = 0.04
"""The additional loss of winning chance from which a defence does not count, though it saves material."""


def until_quiet(board: Board, line: Moves, prover: Prover, most: int = FOLLOWED) -> Moves:
    """Return a line up to its last quiet position within `most` plies.

    Without one, return that part of the line with the few forced captures that settle it; failing that, the
    line's first captures, or its first move.
    """
    last = min(most, len(line))
    for end in range(last, 1, -1):
        if is_quiet(board, line[:end], prover):
            return line[:end]
    return _settled(board, line[:last], prover) or captures_from(board, line, 0) or line[:1]


def is_quiet(board: Board, line: Moves, prover: Prover) -> bool:
    """Return whether a side that has played a line loses nothing by force after it, whoever is to move.

    If it is to move, it must not win anything either, which would still have to be counted.
    """
    end = played(board, line)
    return prover.holds(end, SLACK) and (end.turn != board.turn or prover.keeps(end, SLACK))


def is_forced(board: Board, line: Moves, prover: Prover, search: Callable[[Board], Opinion] | None) -> bool:
    """Return whether the side to move wins about as much as in a line, by its first move, against any answer.

    A line shows only one defence, and the best one may lose less. So all defences are searched to DEEP plies,
    or fewer once the nodes are spent. A defence that saves material but costs clearly more winning chance does
    not count.

    Args:
        board: the position before the line. It is not changed.
        line: legal moves.
        prover: searches the defences.
        search: judges positions; without it, a line is believed.
    """
    if search is None:
        return True
    with prover.limited(_ALL_NODES):
        other = _defence(board, line, prover)
    if other is None:
        return True
    apart = next((index for index, both in enumerate(zip(line, other, strict=False)) if both[0] != both[1]), 0)
    if apart % 2 == 0:
        return False
    start = played(board, line[:apart])
    shown, saving = (search(played(start, [way[apart]])).chance for way in (line, other))
    return saving > shown + _WORSE


def _defence(board: Board, line: Moves, prover: Prover) -> Moves | None:
    """Return a line with a defence that saves more than SLACK of what the given line wins, or None.

    None means that there is no such defence, as far as searches of up to DEEP plies can see. If there is one
    but it is not known, the line is empty.
    """
    won = spoils_of(board, line, board.turn).balance - SLACK
    if prover.wins(board, line[0], won, DEEP, nodes=_FORCED_NODES):
        return None
    left = value_of(board.piece_at(line[0].to_square)) - won
    answered = played(board, line[:1])
    if all(prover.holds(answered, left, depth - 1) for depth in (prover.depth, DEEP)):
        return None
    found = prover.gain_by(board, line[0], DEEP)
    return () if found is None else found.line


def _settled(board: Board, line: Moves, prover: Prover) -> Moves:
    """Return a line with the few forced captures that follow it, or () if it is not quiet after them."""
    forced = prover.gain(played(board, line))
    whole = (*line, *forced.line) if forced is not None else ()
    is_settled = len(whole) <= len(line) + _SETTLED and captures_from(board, whole, len(line)) == whole
    return whole if whole and is_settled and is_quiet(board, whole, prover) else ()


def captures_from(board: Board, line: Moves, start: int) -> Moves:
    """Return a line's first `start` moves and all captures that follow without a pause."""
    walked = played(board, line[:start])
    end = start
    for step in line[start:]:
        if not walked.is_capture(step):
            break
        walked.push_unchecked(step)
        end += 1
    return line[:end]


def is_paid_for(board: Board, line: Moves) -> bool:
    """Return whether a line begins with a capture by a piece that goes on taking until it is taken itself."""
    if not board.is_capture(line[0]):
        return False
    walked, here = played(board, line[:1]), line[0].to_square
    for step in line[1:]:
        if step.to_square == here:
            return True
        if step.from_square == here:
            if not walked.is_capture(step):
                return False
            here = step.to_square
        walked.push_unchecked(step)
    return False

"""The times left in the shown position, and those that moves took, as far as known."""

from __future__ import annotations

from collections.abc import Mapping

from xiangqi.app.session.document import Document
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.time_control import Clock
from xiangqi.core.constants import BLACK, RED, opponent
from xiangqi.records.clock_times import left_s


def clocks_of(play: GameInProgress | None) -> tuple[int, ...]:
    """Return the mover's milliseconds left after each move, -1 for moves of an earlier run; () if untimed."""
    if play is None or play.clock is None:
        return ()
    known = play.clock.history[-len(play.moves) :]
    return (*(-1 for _ in play.moves[len(known) :]), *known)


def recorded_left_s(document: Document, side: int) -> float | None:
    """Return the seconds that a side had left in the position on the board, or None if unknown.

    The time is that after the side's latest move, taken from the move's comment or, in a game played in this
    program, from the stored times.
    """
    cursor, line = document.cursor, document.line
    for ply in range(cursor.ply, 0, -1):
        if line.turn_at(ply - 1) == side:
            told = left_s(document.tree.contents(cursor.nodes[ply]).comment)
            return _played_s(document, ply) if told is None else told
    return None


def _played_s(document: Document, ply: int) -> float | None:
    """Return the stored seconds after a move of the game itself, None if unknown."""
    record = document.collection
    stored = record.stored[record.index].clocks if record is not None and record.stored else ()
    clocks, nodes = stored or clocks_of(document.play), document.cursor.nodes
    is_game = all(document.tree.children(nodes[at])[0] is nodes[at + 1] for at in range(ply))
    return clocks[ply - 1] / 1000 if is_game and ply <= len(clocks) and clocks[ply - 1] >= 0 else None


def times_used(document: Document) -> Mapping[int, float]:
    """Return the seconds that each move of a game with a clock took, by its ply, as far as they are known.

    They are unknown for moves of an earlier run of the program, and once only the time for single moves is
    limited.
    """
    play = document.play
    return (
        {}
        if play is None or play.clock is None
        else _times_used(clocks_of(play), play.clock, play.line.turn_at(0))
    )


def _times_used(clocks: tuple[int, ...], clock: Clock, first: int) -> Mapping[int, float]:
    left: dict[int, float | None] = {side: float(clock.control_of(side).total_s) for side in (RED, BLACK)}
    used, side = {}, first
    for ply, left_ms in enumerate(clocks, 1):
        before, after = left[side], left_ms / 1000 if left_ms > 0 else None
        if before and after is not None:
            used[ply] = max(0.0, before + clock.control_of(side).increment_s - after)
        left[side], side = after, opponent(side)
    return used

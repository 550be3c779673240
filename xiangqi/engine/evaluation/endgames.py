"""Endgame tables at the root: the moves worth searching, and the scores of lines.

A line is scored by the result that its first move keeps. With a table of distances the engine plays the move
that leads to the next capture soonest, so that it makes progress.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.disk import is_folder, written_path
from xiangqi.engine.common.scores import TABLE_WIN
from xiangqi.engine.common.types import Info
from xiangqi.i18n.message import Message
from xiangqi.tables import Bounds, Tables, usual_folders

_DISTANT: Final = 500  # the plies assumed if no table has the distance


@dataclass(frozen=True)
class Knowledge:
    """The tables' knowledge of the root."""

    kept: tuple[Move, ...]  # the moves that keep the result, if possible those that win soonest or lose latest
    scores: dict[Move, int]  # centipawns for each move whose result is certain
    is_near: bool = True  # False in a won position if the distance to the next capture is unknown

    @property
    def winning(self) -> tuple[Move, ...]:
        """The moves that surely win."""
        return tuple(move for move, score in self.scores.items() if score > 0)

    def corrected(self, info: Info) -> Info:
        """Return the info with the score that the tables give its first move; a mate score is kept."""
        score = self.scores.get(info.pv[0]) if info.pv else None
        if score is None or (info.mate is not None and (info.mate > 0) == (score > 0) and score != 0):
            return info
        return replace(info, score_cp=score, mate=None)


def tables_of(path: str) -> Tables:
    """Return the tables in a folder, or the usual ones for an empty path.

    Raises:
        ValueError: there is no such folder.
    """
    if not path:
        return Tables(usual_folders())
    folder = written_path(path)
    if not is_folder(folder):
        raise ValueError(Message("detail.option.no_folder", name="TablePath", folder=str(folder)))
    return Tables([folder])


def look_up(tables: Tables, board: Board, moves: Sequence[Move]) -> Knowledge | None:
    """Return the tables' knowledge of a position; None if they do not cover it and all its successors.

    Tables do not know the history of the game: a move that repeats a position may end it, which the search
    judges. A winning side avoids such moves if others win; any other side keeps them if they lose nothing.

    Args:
        tables: probed for the position and its successors.
        board: restored on return.
        moves: the moves to choose among, at least one.

    Raises:
        TableError: a table is damaged.
    """
    if not tables.covers(board.state):
        return None
    seen = _earlier_keys(board)
    repeating: dict[Move, Bounds] = {}
    worth: dict[Move, tuple[Bounds, int | None]] = {}
    for move in moves:
        taking = board.is_capture(move)
        board.push_unchecked(move)
        bounds = tables.bounds(board.state)
        repeats = board.key in seen
        plies = None if repeats else 0 if taking else tables.plies(board.state)
        board.pop()
        if bounds is None:
            return None
        if repeats:
            repeating[move] = bounds.reversed
        else:
            worth[move] = bounds.reversed, plies
    fresh = [(bounds.low, bounds.high) for bounds, _ in worth.values()]
    best = max(fresh + [(bounds.low, bounds.high) for bounds in repeating.values()])
    again = [move for move, bounds in repeating.items() if (bounds.low, bounds.high) == best]
    if best not in fresh:  # only repetitions keep the result
        return Knowledge(tuple(again), _scores(worth))
    kept = [move for move, (bounds, _) in worth.items() if (bounds.low, bounds.high) == best]
    if best[0] == best[1] != 0:
        distances = {move: worth[move][1] for move in kept}
        known = [plies for plies in distances.values() if plies is not None]
        if best[0] > 0:
            kept = [move for move in kept if not known or distances[move] == min(known)]
        elif len(known) == len(kept):
            kept = [move for move in kept if distances[move] == max(known)]
    if best[0] <= 0:
        kept += again
    is_near = best[0] <= 0 or any(worth[move][1] is not None for move in kept)
    return Knowledge(tuple(kept), _scores(worth), is_near)


def _earlier_keys(board: Board) -> set[int]:
    """Return the keys of the positions since the last capture, except the current one."""
    past = board.copy()
    keys = set()
    while past.move_stack and past.halfmove_clock:
        past.pop()
        keys.add(past.key)
    return keys


def _scores(worth: dict[Move, tuple[Bounds, int | None]]) -> dict[Move, int]:
    scores = {}
    for move, (bounds, plies) in worth.items():
        if bounds.low == bounds.high:
            far = _DISTANT if plies is None else plies + 1
            scores[move] = bounds.low * (TABLE_WIN - far)
    return scores

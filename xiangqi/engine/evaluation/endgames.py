"""What endgame tables say of the root: the moves worth searching, and what lines are worth.

The tables know more than the search: a line is scored by what its first move keeps, and with a table of
distances the engine plays the move that comes nearest to the next capture, so that no win is put off for ever.
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

_DISTANT: Final = 500  # plies, where no table tells the distance


@dataclass(frozen=True)
class Knowledge:
    """What tables know of a root.

    Attributes:
        kept: the moves that keep most; where distances are known, those that win soonest or lose latest.
        scores: centipawns for each move whose worth is certain, from the mover's view.
        is_near: False for a won position where nothing tells how far off the next capture is.
    """

    kept: tuple[Move, ...]
    scores: dict[Move, int]
    is_near: bool = True

    @property
    def winning(self) -> tuple[Move, ...]:
        """The moves that surely win, however far off the next capture is."""
        return tuple(move for move, score in self.scores.items() if score > 0)

    def corrected(self, info: Info) -> Info:
        """News of a line with the score that its first move deserves; a mate that was found stays one."""
        score = self.scores.get(info.pv[0]) if info.pv else None
        if score is None or (info.mate is not None and (info.mate > 0) == (score > 0) and score != 0):
            return info
        return replace(info, score_cp=score, mate=None)


def tables_of(path: str) -> Tables:
    """The tables of a folder, or the usual ones for an empty path.

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
    """What tables know of a position, None where it is none of theirs.

    Tables know positions, not how they came about: a move that repeats one may end the game, which the search
    judges by the rules of repetition. A won side does without such moves as long as others win; any other side
    keeps those that lead to no worse position than others do.

    Args:
        tables: asked for the position and what each move leads to.
        board: unchanged in the end.
        moves: those to choose among, at least one.

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
    if best not in fresh:  # only what was played before keeps so much
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
    """Keys of the positions since the last capture, the present one left out."""
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

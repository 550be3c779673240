"""Facts from the referee about repetitions, and from the endgame tables about results given away."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.scene import placed, played
from xiangqi.core.constants import opponent
from xiangqi.errors import TableError
from xiangqi.referee import Rules, warning
from xiangqi.referee.warnings import DRAWS, LOSES, WINS
from xiangqi.tables import TableReport, Tables, TableVerdict

Probe = Callable[[Board], TableReport]
"""Looks up a legal position in the endgame tables."""

_MOST_PIECES: Final = 10  # no table covers more
_THEORY: Final = 800  # importance
_REPETITION: Final = 900
_WORTH: Final = {TableVerdict.WIN: 1, TableVerdict.DRAW: 0, TableVerdict.LOSS: -1}


def repetition_facts(board: Board, move: Move, rules: Rules) -> Iterator[Fact]:
    """Yield a fact with the verdict if the move ends the game by repetition.

    Args:
        board: the position before the move, with the moves of the game.
        move: a legal move on it.
        rules: the rules for the referee to apply.
    """
    found = warning(board, move, rules)
    if found is None or found.kind not in (LOSES, WINS, DRAWS):
        return
    after = played(board, [move])
    winner = board.turn if found.kind == WINS else opponent(board.turn)
    pieces: list[Placed] = [placed(after, move.to_square)]
    if found.verdict.chased_square is not None and found.kind != DRAWS:
        pieces.append(placed(after, found.verdict.chased_square))
    cycle = tuple(step.move for step in found.verdict.cycle)
    yield Fact(
        FactKind.REPETITION,
        winner,
        Start.BEFORE,
        tuple(pieces),
        (move,),
        name=f"{found.kind}.{found.verdict.reason}",
        moves=len(cycle),
        importance=_REPETITION,
    )


@cache
def _usual_tables() -> Tables:
    return Tables()


def probe_usual_tables(board: Board) -> TableReport:
    """Probe the shipped tables and the player's own; a damaged one counts as not covering the position."""
    try:
        return _usual_tables().probe(board)
    except TableError:
        return TableReport(TableVerdict.NOT_COVERED)


def _plies(report: TableReport) -> float:
    """Return the plies until a capture or mate; infinity if nobody wins or the distance is unknown."""
    return math.inf if report.plies is None else report.plies


def theory_facts(
    board: Board, move: Move, probe: Probe = probe_usual_tables, better: Move | None = None
) -> Iterator[Fact]:
    """Yield a fact if the move gives away the tablebase result, with a move that would have kept it.

    Args:
        board: the position before the move. It is not changed.
        move: a legal move on it.
        probe: looks up the tables.
        better: the engine's move, suggested if it keeps the result; otherwise the fastest win is suggested.
    """
    if len(board.pieces()) > _MOST_PIECES:
        return
    report = probe(board)
    kept = report.moves.get(move)
    if report.verdict not in _WORTH or kept not in _WORTH or _WORTH[kept] >= _WORTH[report.verdict]:
        return
    keeping = sorted(other for other, verdict in report.moves.items() if verdict is report.verdict)
    if better is None or better not in keeping:
        better = min(keeping, key=lambda other: _plies(probe(played(board, [other]))))
    yield Fact(
        FactKind.THEORY,
        board.turn,
        Start.BEFORE,
        (placed(board, better.from_square),),
        (better,),
        name=report.verdict.value,
        importance=_THEORY,
    )

"""What the endgame tables say about a move that gives a won or a drawn ending away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.scene import placed
from xiangqi.errors import TableError
from xiangqi.tables import TableReport, Tables, TableVerdict

Probe = Callable[[Board], TableReport]
"""What the tables know of a position that can arise."""

_MOST_PIECES: Final = 10  # with more there is no table, and no need to look
_IMPORTANCE: Final = 800
_WORTH: Final = {TableVerdict.WIN: 1, TableVerdict.DRAW: 0, TableVerdict.LOSS: -1}


@cache
def _usual_tables() -> Tables:
    return Tables()


def probe_usual_tables(board: Board) -> TableReport:
    """What the program's and the player's tables know; a damaged one knows nothing."""
    try:
        return _usual_tables().probe(board)
    except TableError:
        return TableReport(TableVerdict.NOT_COVERED)


def theory_facts(board: Board, move: Move, probe: Probe = probe_usual_tables) -> Iterator[Fact]:
    """That a move gives away what the position was worth, and the move that would have kept it.

    Args:
        board: before the move. It is not changed.
        move: legal on it.
        probe: the tables.
    """
    if len(board.pieces()) > _MOST_PIECES:
        return
    report = probe(board)
    kept = report.moves.get(move)
    if report.verdict not in _WORTH or kept not in _WORTH or _WORTH[kept] >= _WORTH[report.verdict]:
        return
    better = next(other for other, verdict in sorted(report.moves.items()) if verdict is report.verdict)
    yield Fact(
        FactKind.THEORY,
        board.turn,
        Start.BEFORE,
        (placed(board, better.from_square),),
        (better,),
        name=report.verdict.value,
        importance=_IMPORTANCE,
    )

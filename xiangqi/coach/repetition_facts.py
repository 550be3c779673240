"""What the referee says about a move that repeats a position."""

from __future__ import annotations

from collections.abc import Iterator

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.scene import placed, played
from xiangqi.core.constants import opponent
from xiangqi.referee import Rules, warning
from xiangqi.referee.warnings import DRAWS, LOSES, WINS

_IMPORTANCE = 900


def repetition_facts(board: Board, move: Move, rules: Rules) -> Iterator[Fact]:
    """The verdict with which a move ends the game by repetition, if it does.

    Args:
        board: before the move, with the moves of the game.
        move: legal on it.
        rules: by which the referee judges.
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
        importance=_IMPORTANCE,
    )

"""Explanations of one position: both sides' threats, pins and sole defenders, or a hint."""

from __future__ import annotations

from collections.abc import Iterator

from xiangqi.board import Board
from xiangqi.coach.deeds import deed_of
from xiangqi.coach.fact_scene import FactScene
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.notes import HintLadder, Hold, PositionNotes
from xiangqi.coach.scene import as_if, captures, kind_of, king_square, pinners, placed, retakes, side_of
from xiangqi.coach.visible import visible
from xiangqi.core.constants import BLACK, KING, PAWN, RED
from xiangqi.line import Moves


def explain(board: Board, finder: FactFinder) -> PositionNotes:
    """Explain a position for both sides; a side giving check has no threats. The board is not changed."""
    sides = (board.turn, RED if board.turn == BLACK else BLACK)
    threats = [fact for side in sides for fact in _threats(board, side, finder)]
    return PositionNotes(tuple(threats), tuple(_pins(board)), tuple(_holds(board)))


def hint_of(board: Board, line: Moves, finder: FactFinder) -> HintLadder:
    """Return the hint for a position whose best line is known: theme, piece, move and reason, step by step.

    Args:
        board: the position. It is not changed.
        line: one or more legal moves, the best move first.
        finder: proves the reason; without a proof that shows the gain, the reason is the move's visible effect.
    """
    proved = finder.reason(board, line)
    reason = proved if proved and _names_its_gain(board, proved) else _seen_in(board, line, finder)
    return HintLadder(placed(board, line[0].from_square), line[0], reason, line)


def _names_its_gain(board: Board, fact: Fact) -> bool:
    """Return whether the told part of a fact's proof wins some material, or the fact is not about material."""
    return not fact.gain or FactScene(board, None, fact).spoils.balance > 0


def _seen_in(board: Board, line: Moves, finder: FactFinder) -> Fact | None:
    """Return a fact about the visible purpose of a line's first move, or None if it has none worth telling."""
    found = None if board.is_capture(line[0]) else deed_of(board, line, None, finder.prover)
    if found is None:
        found = visible(board, line, finder)
    if found is None:
        return None
    name, others = found
    pieces = (placed(board, line[0].from_square), *others)
    proof = line[:3] if name == "prepares" else line[:1]
    return Fact(FactKind.BETTER, board.turn, Start.BEFORE, pieces, proof, name=name)


def _threats(board: Board, side: int, finder: FactFinder) -> Iterator[Fact]:
    """Yield facts about gains that a side could force if it were to move; none for a side giving check."""
    if side == board.turn or not board.is_check():
        seen = as_if(board, side)
        yield from (fact for fact in finder.by_force(seen) if _names_its_gain(seen, fact))


def _pins(board: Board) -> Iterator[Fact]:
    for square, code in board.pieces().items():
        if kind_of(code) in (KING, PAWN):
            continue
        for origin in pinners(board, square):
            side = side_of(code)
            king = placed(board, king_square(board, side))
            pieces = (placed(board, origin), Placed(square, code), king)
            yield Fact(FactKind.PIN, RED if side == BLACK else BLACK, Start.BEFORE, pieces, name="now")


def _holds(board: Board) -> Iterator[Hold]:
    for side in (RED, BLACK):
        seen = as_if(board, side)
        held: dict[int, list[Hold]] = {}
        for capture in captures(seen):
            guards = {move.from_square for move in retakes(seen, capture)}
            target = placed(seen, capture.to_square)
            if len(guards) == 1 and kind_of(target.code) not in (KING, PAWN):
                guard = placed(seen, next(iter(guards)))
                held.setdefault(target.square, []).append(
                    Hold(placed(seen, capture.from_square), target, guard)
                )
        yield from (holds[0] for holds in held.values())

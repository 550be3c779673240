"""Mates and threats of mate as facts, with their patterns."""

from __future__ import annotations

from typing import Final

from xiangqi.board import Board
from xiangqi.coach.facts import STALEMATE, Fact, FactKind, Start
from xiangqi.coach.patterns import patterns_of
from xiangqi.coach.scene import as_if, placed, played
from xiangqi.coach.threats import Intention
from xiangqi.line import Moves
from xiangqi.referee.endings import is_stalemate

THREAT: Final = 70
"""The importance of a threat."""

_MATE: Final = 1000  # importance


def _end(final: Board) -> str:
    """Return STALEMATE if a final position is one, otherwise an empty string."""
    return STALEMATE if is_stalemate(final) else ""


def mate_fact(board: Board, line: Moves, start: Start) -> Fact:
    """Return the fact of the mate at the end of a line, with the mate's patterns."""
    found = patterns_of(board, line)
    final = played(board, line)
    pieces = tuple(placed(final, square) for pattern in found for square in pattern.squares)
    moves = (len(line) + 1) // 2
    return Fact(
        FactKind.MATE,
        board.turn,
        start,
        tuple(dict.fromkeys(pieces)),
        line,
        moves=moves,
        patterns=tuple(pattern.name for pattern in found),
        name=_end(final),
        importance=_MATE - 10 * moves,
    )


def forced_mate(board: Board, line: Moves, moves: int, start: Start) -> Fact:
    """Return the engine's mate: as a proved one if its line is complete, else as one that the engine claims."""
    if len(line) >= 2 * moves - 1 and not played(board, line[: 2 * moves - 1]).legal_moves():
        return mate_fact(board, line[: 2 * moves - 1], start)
    pieces = (placed(board, line[0].from_square),)
    shown = line[: 2 * moves - 1]
    importance = _MATE - 10 * moves
    return Fact(FactKind.FORCED_MATE, board.turn, start, pieces, shown, moves=moves, importance=importance)


def _patterns(board: Board, line: Moves) -> tuple[str, ...]:
    """Return the patterns of the mate at the end of a line, () if the line is illegal or does not mate."""
    walked = board.copy()
    for step in line:
        if not walked.is_legal(step):
            return ()
        walked.push_unchecked(step)
    return () if walked.legal_moves() else tuple(pattern.name for pattern in patterns_of(board, line))


def mate_threat(board: Board, found: Intention, start: Start) -> Fact:
    """Return a threatened mate as a fact, with the patterns that do not depend on the idle reply."""
    mate = mate_fact(played(board, found.line[:2]), found.line[2:], start)
    threatened = _patterns(as_if(played(board, found.line[:1]), board.turn), found.line[2:])
    return Fact(
        FactKind.THREAT,
        board.turn,
        start,
        (placed(board, found.line[0].from_square),),
        found.line,
        moves=found.mate_moves,
        patterns=tuple(name for name in mate.patterns if name in threatened),
        name=mate.name or "mate",
        importance=THREAT + 100,
    )

"""Verifies a book's claim about a position, as far as the engine can, and measures its difficulty.

A win is *proved* by a mate, or accepted if the engine sees a clear margin with many nodes, both at once and at
the end of the book's line. A draw is accepted if no search of many nodes refutes it: it is not proved.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tools.classics.collecting import DRAW, WIN, Candidate
from tools.puzzles.measuring import TRIES, rating_of, solvers
from xiangqi.board import Board, Move
from xiangqi.engine.common.types import Info, Limits
from xiangqi.engine.worker import Engine
from xiangqi.exercises.pack import Exercise, ExerciseKind

MARGIN: Final = 600
"""Centipawns from which an unproved advantage counts as a win."""

_LEVEL: Final = 250  # centipawns within which a position counts as level
_HOPEFUL: Final = 300  # from which a claimed win is looked at more closely, if its line does not end in mate
_GLANCE: Final = 200_000  # nodes
_LOOK: Final = 2_000_000
_HASH_MB: Final = 64


@dataclass(frozen=True)
class Verdict:
    """The verdict on a book's claim."""

    goal: str  # "mate", "win" or "draw"; "" if the claim was not verified
    reason: str  # why not; else how: "mate", "margin", "unproved"
    mate: int = 0  # moves to mate as the engine sees them, 0 if it sees none
    rating: int = 0  # of players of whom half find a good first move
    first: tuple[str, ...] = ()  # first moves that are known to be good, in coordinates


@lru_cache(maxsize=1)
def _engine() -> Engine:
    return Engine(hash_mb=_HASH_MB)


def _seen(board: Board, nodes: int) -> Info | None:
    """Return the result of a search with an empty hash table, or None without a legal move."""
    engine = _engine()
    engine.clear()
    engine.set_board(board)
    return engine.search(Limits(nodes=nodes)).info


def verified(candidate: Candidate) -> Verdict:
    """Return the engine's verdict on a claim. Equal calls have equal results."""
    board = Board(candidate.fen)
    seen = _seen(board, _GLANCE)
    if seen is None or not seen.pv:
        return Verdict("", "no legal move")
    if candidate.goal == WIN:
        return _verified_win(candidate, board, seen)
    if candidate.goal == DRAW:
        return _verified_draw(candidate, board, seen)
    return Verdict("", "not claimed to be won or drawn by the first player")


def _verified_win(candidate: Candidate, board: Board, seen: Info) -> Verdict:
    end = _after(board, candidate.line)
    mated = not end.legal_moves() and end.turn != board.turn
    if not _is_mate(seen):
        if not mated and _score(seen) < _HOPEFUL:
            return Verdict("", f"{_score(seen):+} with {_GLANCE} nodes")
        again = _seen(board, _LOOK)
        assert again is not None
        seen = again
    if _is_mate(seen):
        return _rated(candidate, board, seen, "mate", "mate")
    if _score(seen) < MARGIN:
        return Verdict("", f"{_score(seen):+} with {_LOOK} nodes")
    if not mated:
        last = _seen(end, _GLANCE)
        sign = 1 if end.turn == board.turn else -1
        if last is None or _signed(last, sign) < MARGIN:
            return Verdict("", "not clearly won at the end of the line")
    return _rated(candidate, board, seen, "win", "margin")


def _verified_draw(candidate: Candidate, board: Board, seen: Info) -> Verdict:
    if not _is_level(seen):
        return Verdict("", f"{_score(seen):+} with {_GLANCE} nodes")
    again = _seen(board, _LOOK)
    assert again is not None
    if not _is_level(again):
        return Verdict("", f"{_score(again):+} with {_LOOK} nodes")
    end = _after(board, candidate.line)
    if not end.legal_moves():
        return Verdict("", "the line ends in mate")
    last = _seen(end, _GLANCE)
    if last is None or not _is_level(last):
        return Verdict("", "not level at the end of the line")
    return _rated(candidate, board, again, "draw", "unproved")


def _rated(candidate: Candidate, board: Board, seen: Info, goal: str, how: str) -> Verdict:
    """Return a verdict with the first moves that are known to be good, and with the rating of finding one."""
    best, book = seen.pv[0], candidate.line[0]
    good = [best]
    if book != best and _holds(board, book, goal):
        good.insert(0, book)
    kind = ExerciseKind.SAVE if goal == "draw" else ExerciseKind.WIN
    exercise = Exercise(candidate.fen, (good[0],), kind, (), 0)
    rating = rating_of(solvers(exercise, TRIES, good), TRIES)
    return Verdict(goal, how, max(0, seen.mate or 0), rating, tuple(move.iccs for move in good))


def _holds(board: Board, move: Move, goal: str) -> bool:
    after = board.copy()
    after.push(move)
    answer = _seen(after, _GLANCE)
    if answer is None:
        return True
    return _is_level(answer) if goal == "draw" else _signed(answer, -1) >= MARGIN


def _after(board: Board, line: tuple[Move, ...]) -> Board:
    end = board.copy()
    for move in line:
        end.push(move)
    return end


def _is_mate(info: Info) -> bool:
    return info.mate is not None and info.mate > 0


def _is_level(info: Info) -> bool:
    return abs(_score(info)) <= _LEVEL


def _score(info: Info) -> int:
    """Return a score in centipawns; those of mates are beyond any other."""
    if info.mate is not None:
        return 100_000 if info.mate > 0 else -100_000
    return info.score_cp or 0


def _signed(info: Info, sign: int) -> int:
    return sign * _score(info)

"""Facts from the opening names and the library about a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.scene import placed, played, starts_usually
from xiangqi.core.constants import RED
from xiangqi.fen import START_FEN
from xiangqi.line import Line
from xiangqi.openings import LONGEST, main_name, opening_of, practice

Counts = Callable[[Board], Mapping[Move, tuple[int, float]]]
"""A library's moves of a position: each with its number of games and the mover's score, 0.0 to 1.0."""

_IMPORTANCE = 20
_LEAST_GAMES = 5  # fewer are not significant
_PRACTISED = 20  # games of the masters' choice


class OpeningTeller:
    """Reports when a move completes a named opening, and how moves have scored in a library."""

    def __init__(self, counts: Counts | None = None) -> None:
        """Create a teller.

        Args:
            counts: looks up moves in a library; without it, no library facts are reported.
        """
        self._counts = counts

    def facts(self, board: Board, move: Move) -> Iterator[Fact]:
        """Yield the facts about practice and the opening's name for a move on a board with its whole game."""
        if starts_usually(board):
            yield from _leaves_practice(board, move)
            yield from _opening(board, move)

    def counted(self, board: Board, move: Move) -> Iterator[Fact]:
        """Yield how the move, or the most popular alternative to it, has scored in the library."""
        if self._counts is None or len(board.move_stack) >= LONGEST:
            return
        known = {
            other: (games, score)
            for other, (games, score) in self._counts(board).items()
            if games >= _LEAST_GAMES
        }
        if not known:
            return
        shown = move if move in known else max(known, key=lambda other: (known[other][0], -int(other)))
        games, score = known[shown]
        yield Fact(
            FactKind.LIBRARY,
            board.turn,
            Start.BEFORE,
            (placed(board, shown.from_square),),
            (shown,),
            name="played" if shown == move else "other",
            counts=(games, round(100 * score)),
            importance=_IMPORTANCE,
        )

    def name_of(self, line: Line) -> str | None:
        """Return the code of the game's opening, or None without one."""
        return _code(line.moves) if _is_usual(line.start_fen) else None


def _leaves_practice(board: Board, move: Move) -> Iterator[Fact]:
    """Yield what masters chose, if the game followed their practice until this move."""
    known = practice.lookup(board)
    if not known or move in practice.weights(board) or not _is_practice(board.move_stack):
        return
    best = known[0]
    if best.games < _PRACTISED:
        return
    yield Fact(
        FactKind.LEAVES_PRACTICE,
        board.turn,
        Start.BEFORE,
        (placed(board, best.move.from_square),),
        (best.move,),
        counts=(best.games, round(100 * best.games / sum(one.games for one in known))),
        importance=_IMPORTANCE,
    )


def _is_practice(moves: Sequence[Move]) -> bool:
    """Return whether masters have played every move of a game."""
    board = Board()
    for move in moves:
        if move not in practice.weights(board):
            return False
        board.push_unchecked(move)
    return True


def _opening(board: Board, move: Move) -> Iterator[Fact]:
    """Yield the opening's name if Black's move has changed it."""
    if board.turn == RED or len(board.move_stack) >= LONGEST:
        return
    before, code = _code(board.move_stack), _code([*board.move_stack, move])
    if code is not None and (before is None or main_name(code) != main_name(before)):
        side = played(board, [move]).turn
        yield Fact(FactKind.OPENING, side, Start.AFTER, name=code, importance=_IMPORTANCE - 10)


def _code(moves: Sequence[Move]) -> str | None:
    found = opening_of(moves)
    return found.code if found is not None else None


def _is_usual(start_fen: str) -> bool:
    return start_fen.split()[:2] == START_FEN.split()[:2]

"""Facts from the opening names and the library about a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.scene import placed, played, starts_usually
from xiangqi.core.constants import RED
from xiangqi.engine.book import Book, own_book
from xiangqi.fen import START_FEN
from xiangqi.line import Line
from xiangqi.openings import LONGEST, opening_name

Known = Callable[[Board], Mapping[Move, int]]
"""The known moves of a position, each with its number of games or its weight."""

Counts = Callable[[Board], Mapping[Move, tuple[int, float]]]
"""A library's moves of a position: each with its number of games and the mover's score, 0.0 to 1.0."""

_IMPORTANCE = 20
_LEAST_GAMES = 5  # fewer are not significant


class OpeningTeller:
    """Reports when a move completes a named opening, and how moves have scored in a library."""

    def __init__(self, known: Known | None = None, counts: Counts | None = None) -> None:
        """Create a teller with its sources.

        Args:
            known: looks up book moves; defaults to the program's own book.
            counts: looks up moves in a library; without it, no library facts are reported.
        """
        self._known = known
        self._counts = counts

    @cached_property
    def _moves(self) -> Known:
        return self._known or _own_book().moves

    def facts(self, board: Board, move: Move) -> Iterator[Fact]:
        """Yield the name of the opening that a move completes on a board with its whole game."""
        if starts_usually(board) and len(board.move_stack) < LONGEST:
            yield from self._opening(board, move)

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
        """Return the key of the game's opening, or None if it has no name."""
        return opening_name(list(line.moves)) if _is_usual(line.start_fen) else None

    def _opening(self, board: Board, move: Move) -> Iterator[Fact]:
        """Yield the opening's name if the move completes it and no book move could lead to a longer one."""
        before = opening_name(board.move_stack)
        name = opening_name([*board.move_stack, move])
        after = played(board, [move])
        if name is not None and name != before and board.turn != RED and self._moves(board):
            yield Fact(FactKind.OPENING, after.turn, Start.AFTER, name=name, importance=_IMPORTANCE - 10)


@lru_cache(maxsize=1)
def _own_book() -> Book:
    return Book.read(own_book())


def _is_usual(start_fen: str) -> bool:
    return start_fen.split()[:2] == START_FEN.split()[:2]

"""The facts about a classic other than its position, as tags of a record that are hidden until it is solved."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from xiangqi.board import Move
from xiangqi.errors import NotationError
from xiangqi.line import Moves
from xiangqi.records.tree import Game

_GOAL, _BOOK, _TITLE, _LINE = "ClassicGoal", "ClassicBook", "ClassicTitle", "ClassicLine"
_STEP = 4  # characters of a move


class ClassicGoal(str, Enum):
    """The goals for Red, who moves first."""

    MATE = "mate"  # a mate that the engine sees from the start
    WIN = "win"  # an advantage that the engine keeps clear to the end of the book's line
    DRAW = "draw"  # to hold; no search refutes it, but it is not proved


@dataclass(frozen=True)
class BookPage:
    """The place of a position in an old book, which is revealed once the position has been solved."""

    goal: ClassicGoal
    book: str  # the name of the book, in simplified characters
    title: str
    line: Moves  # the book's main line, which need not be the best play

    @property
    def headers(self) -> dict[str, str]:
        """The page as tags of a record, none of which is shown in lists."""
        line = "".join(move.iccs for move in self.line)
        return {_GOAL: self.goal.value, _BOOK: self.book, _TITLE: self.title, _LINE: line}

    @property
    def name(self) -> str:
        """Title and book in one line."""
        return f"{self.title} · {self.book}"

    @property
    def own_moves(self) -> int:
        """The number of moves that the book's line asks of the player."""
        return (len(self.line) + 1) // 2


def page_in(game: Game) -> BookPage | None:
    """Return the book page that a record's tags describe, or None."""
    tags = game.headers
    line = tags.get(_LINE, "")
    try:
        goal = ClassicGoal(tags.get(_GOAL, ""))
        moves = tuple(Move.from_iccs(line[place : place + _STEP]) for place in range(0, len(line), _STEP))
    except (NotationError, ValueError):
        return None
    return BookPage(goal, tags.get(_BOOK, ""), tags.get(_TITLE, ""), moves)

"""The shipped classics: endgames of old books, with results that the program has verified (docs/masters.md).

The asset is compressed text with one position per line and tab-separated fields: board and side to move as in a
FEN, goal, moves to mate, rating, book, title, and the book's main line as concatenated coordinates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from xiangqi.board import Move
from xiangqi.exercises.old_books import BookPage, ClassicGoal
from xiangqi.exercises.packed_lines import asset_bytes, pack_lines, unpack_lines
from xiangqi.line import Moves
from xiangqi.records.tree import Game

ASSET: Final = "classics.xz"
_HEADER: Final = "xiangqi classics 1"


@dataclass(frozen=True)
class Classic:
    """A position of an old book."""

    fen: str
    goal: ClassicGoal
    mate: int  # moves to mate as the engine sees them, 0 if it sees none
    rating: int  # on the scale of engine.common.levels.RATINGS; half of such players find a good first move
    book: str  # the name of the book, in simplified characters
    title: str
    line: Moves  # the book's main line, which need not be the best play

    @property
    def key(self) -> str:
        """The key under which progress is stored: board and side to move."""
        return " ".join(self.fen.split()[:2])


def pack_classics(classics: Iterable[Classic]) -> bytes:
    """Return the content of the asset that stores some classics, in their order."""
    return pack_lines(_HEADER, map(_line_of, classics))


def _line_of(one: Classic) -> str:
    moves = "".join(move.iccs for move in one.line)
    return "\t".join((one.key, one.goal.value, str(one.mate), str(one.rating), one.book, one.title, moves))


def unpack_classics(data: bytes) -> tuple[Classic, ...]:
    """Return the classics stored in the content of the asset.

    Raises:
        ResourceError: the content is damaged or of another version; the message names an invalid line.
    """
    return unpack_lines(data, _HEADER, _classic)


def _classic(line: str) -> Classic:
    key, goal, mate, rating, book, title, moves = line.split("\t")
    steps = tuple(Move.from_iccs(moves[place : place + 4]) for place in range(0, len(moves), 4))
    return Classic(f"{key} - - 0 1", ClassicGoal(goal), int(mate), int(rating), book, title, steps)


@lru_cache(maxsize=1)
def load_classics() -> tuple[Classic, ...]:
    """Return the shipped classics, the easiest first.

    Raises:
        ResourceError: the asset is missing or damaged.
    """
    return unpack_classics(asset_bytes(ASSET))


def record_of(classic: Classic) -> Game:
    """Return a classic as a record without moves, since the book's line need not be the best play.

    Its result is the goal; title, book and line are stored in tags that no list shows.
    """
    result = "1/2-1/2" if classic.goal is ClassicGoal.DRAW else "1-0"
    page = BookPage(classic.goal, classic.book, classic.title, classic.line)
    return Game(headers=page.headers, start_fen=classic.fen, result=result)


def of_goal(classics: Sequence[Classic], goal: ClassicGoal | None) -> list[Classic]:
    """Return the classics with a goal, or all, in their order."""
    return [one for one in classics if goal is None or one.goal is goal]

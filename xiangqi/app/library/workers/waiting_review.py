"""Reviews whose game, or which themselves, the library does not have yet."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any, Final

from xiangqi.library import Library, Review
from xiangqi.local_time import local_text, utc_now
from xiangqi.records.tree import Game

_LONGEST: Final = timedelta(days=30)
"""How long the review of a game that does not come is kept."""


@dataclass(frozen=True)
class WaitingReview:
    """A review on its way into the library."""

    review: Review  # as it is kept
    number: int = 0  # of its game in the library, 0 for one that is not there yet
    line: str = ""  # start, moves and result of that one

    def to_json(self) -> dict[str, Any]:
        """As a value of JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: Any) -> WaitingReview | None:
        """Return what `to_json` has made; None for anything else, as a later version may have left it."""
        try:
            return cls(Review(**value["review"]), int(value["number"]), str(value["line"]))
        except (TypeError, ValueError, KeyError):
            return None


def line_of(game: Game) -> str:
    """Start, moves and result, by which a game is found again."""
    return "|".join([game.start_fen, " ".join(move.iccs for move in game.main_line()), game.result])


def later_reviews(library: Library, values: list[Any]) -> list[Any]:
    """Give a library the reviews whose games it has; what has to go on waiting.

    Raises:
        LibraryError: the library cannot be read or written.
    """
    earliest = local_text(utc_now() - _LONGEST)
    return [value for value in values if not _is_done(library, value, earliest)]


def _is_done(library: Library, value: Any, earliest: str) -> bool:
    """Return whether nothing more is to be done with what waits; it is given to the library if that can be."""
    waiting = WaitingReview.from_json(value)
    if waiting is None:
        return False
    number = waiting.number or _number_of(library, waiting.line)
    if not library.holds(number):
        return bool(waiting.number) or waiting.review.made < earliest
    library.add_review(number, waiting.review)
    return True


def _number_of(library: Library, line: str) -> int:
    """Return the number of the latest own game with such a line; 0 for none."""
    _, moves, result = line.split("|")
    for own in library.own_games():
        if (own.result, own.plies) == (result, len(moves.split())):
            game = library.load_undamaged(own.number, [])
            if game is not None and line_of(game) == line:
                return own.number
    return 0

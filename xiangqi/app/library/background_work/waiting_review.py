"""Reviews that wait until the library has their game or accepts them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any, Final

from xiangqi.library import Library, Review
from xiangqi.local_time import local_text, utc_now
from xiangqi.records.tree import Game

_LONGEST: Final = timedelta(days=30)
"""The time for which a review is kept if its game never reaches the library."""

_BARS: Final = 2  # between start, moves and result


@dataclass(frozen=True)
class WaitingReview:
    """A review that has not been stored in the library yet."""

    review: Review  # in the form in which it is stored
    number: int = 0  # its game's number in the library, or 0 if the game is not in it yet
    line: str = ""  # the game's start, moves and result

    def to_json(self) -> dict[str, Any]:
        """Return a JSON object of the fields."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: Any) -> WaitingReview | None:
        """Return the review in an object made by `to_json`, or None for one with other fields or values."""
        try:
            found = cls(Review(**value["review"]), int(value["number"]), str(value["line"]))
        except (TypeError, ValueError, OverflowError, KeyError):
            return None
        is_named = bool(found.number) or found.line.count("|") == _BARS
        return found if is_named and isinstance(found.review.made, str) else None


def line_of(game: Game) -> str:
    """Return the start, moves and result as text, which identify a game."""
    return "|".join([game.start_fen, " ".join(move.iccs for move in game.main_line()), game.result])


def later_reviews(library: Library, values: list[Any]) -> list[Any]:
    """Store the reviews whose games are in a library; return those that must keep waiting.

    Raises:
        LibraryError: the library cannot be read or written.
    """
    earliest = local_text(utc_now() - _LONGEST)
    return [value for value in values if not _is_done(library, value, earliest)]


def _is_done(library: Library, value: Any, earliest: str) -> bool:
    """Store a waiting review if possible; return whether it need not wait any longer."""
    waiting = WaitingReview.from_json(value)
    if waiting is None:
        return False
    number = waiting.number or _number_of(library, waiting.line)
    if not library.holds(number):
        return bool(waiting.number) or waiting.review.made < earliest
    library.add_review(number, waiting.review)
    return True


def _number_of(library: Library, line: str) -> int:
    """Return the number of the latest own game with this line, or 0."""
    _, moves, result = line.split("|")
    for own in library.own_games():
        if (own.result, own.plies) == (result, len(moves.split())):
            game = library.load_undamaged(own.number, [])
            if game is not None and line_of(game) == line:
                return own.number
    return 0

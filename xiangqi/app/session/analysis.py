"""The analysis feature's part of the session, as plain frozen data.

Engine judgements are kept separately in `AppState.judgements`, so that they survive closing the analysis.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from xiangqi.engine.common.types import Info, Limits
from xiangqi.line import Line, Moves
from xiangqi.referee import Rules


@dataclass(frozen=True)
class SearchTarget:
    """A position for the analysis engine to search, and how to search it."""

    key: int  # the key of the judgement
    line: Line  # the position, in the form sent to the engine
    rules: Rules  # the rules on repetitions
    lines: int  # the number of best moves to report
    limits: Limits  # when to stop
    command: tuple[str, ...]  # the engine's program and arguments, () for the built-in one


@dataclass(frozen=True)
class AnalysisSearch:
    """The search that the analysis engine is running."""

    id: int  # marks the engine's replies; never reused
    task: SearchTarget  # the position being searched
    started: float  # time in seconds
    done: bool = False  # whether it has ended or failed; it is not restarted until the position changes
    failure: str = ""  # why it failed, "" if it did not
    info: Info | None = None  # the latest report; None before the first
    # the reports on each line since they were last applied; excluded from comparisons
    news: Mapping[int, Info] = field(default_factory=dict, compare=False)
    # the time in seconds from which reports are applied; excluded from comparisons
    due: float = field(default=0.0, compare=False)


@dataclass(frozen=True)
class ReviewProgress:
    """A review in progress: a line that is judged position by position, from its end to its start."""

    line: Line
    rules: Rules  # the rules on repetitions
    ply: int  # the position being judged
    side: int | None  # the player's side, whose mistakes go into the deck; None if it is unknown


@dataclass(frozen=True)
class Analysis:
    """The analysis that is in progress."""

    hidden: bool = False  # whether the engine's output is hidden, so that the player can think alone
    threat: bool = False  # whether the opponent's threat is searched as well
    # whether it was started without being asked for: a finished game is reviewed in the background
    quiet: bool = False
    everything: bool = False  # whether the mistakes of both sides count in a game of the player's own
    search: AnalysisSearch | None = None  # the engine's current search
    review: ReviewProgress | None = None  # the review in progress
    failures: int = 0  # the engine's failures since its last report
    document_id: int | None = None  # the document beside which it was last shown; None before that


@dataclass(frozen=True)
class Preview:
    """A line that is previewed on the board; it changes neither game nor record."""

    base: Line  # the line to its first position
    moves: Moves  # the previewed moves
    shown: int  # number of moves made on the board
    # the position it was opened from, as line and ply; it closes when that changes
    origin: tuple[Line, int]
    squares: tuple[int, ...] = ()  # the squares to mark, as before the first of the moves
    at_end: bool = False  # whether the squares are those after the last move
    # time in seconds of the next move while the moves follow each other, None while they do not
    due: float | None = None

    @property
    def marked(self) -> tuple[int, ...]:
        """The squares to mark in the previewed position; a mark moves along with its piece."""
        if self.at_end:
            return self.squares if self.shown == len(self.moves) else ()
        marked = dict.fromkeys(self.squares)
        for move in self.moves[: self.shown]:
            marked.pop(move.to_square, None)
            if move.from_square in marked:
                del marked[move.from_square]
                marked[move.to_square] = None
        return tuple(marked)

    @property
    def here(self) -> Line:
        """The line that leads to the position on the board."""
        return self.base.then(*self.moves[: self.shown])

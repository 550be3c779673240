"""The part of the session that belongs to analysis, as plain frozen data.

What engines have said about positions is kept beside it, in `AppState.judgements`: it stays when the analysis
is closed and opened again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from xiangqi.app.analysis.judgement import Moves
from xiangqi.engine.common.types import Info, Limits
from xiangqi.referee import Rules


class Tab(str, Enum):
    """What the column shows while positions are analysed."""

    GAME = "game"
    ANALYSIS = "analysis"


@dataclass(frozen=True)
class Task:
    """What the analysing engine is to look at.

    Attributes:
        key: what it says is kept under this key.
        start_fen: where the line begins.
        moves: made since.
        turn: RED or BLACK, whoever is to move.
        rules: for repetitions.
        lines: how many of the best moves are wanted.
        limits: when to stop.
        command: the engine's program and arguments, () for the built-in one.
    """

    key: int
    start_fen: str
    moves: Moves
    turn: int
    rules: Rules
    lines: int
    limits: Limits
    command: tuple[str, ...]


@dataclass(frozen=True)
class AnalysisSearch:
    """The search that the analysing engine is at.

    Attributes:
        id: stamps its replies; never used again.
        task: what it is about.
        started: time in seconds.
        done: it has ended by itself, or failed; it is not begun again before the position changes.
        failure: why it failed, "" if it did not.
        info: its last news, for depth, speed and nodes; None before the first.
        news: those of each line since they were last taken in; no part of what is compared.
        due: time in seconds from which news are taken in; no part of what is compared.
    """

    id: int
    task: Task
    started: float
    done: bool = False
    failure: str = ""
    info: Info | None = None
    news: Mapping[int, Info] = field(default_factory=dict, compare=False)
    due: float = field(default=0.0, compare=False)


@dataclass(frozen=True)
class ReviewProgress:
    """A whole line that is being judged, position by position, from its end to its beginning.

    Attributes:
        start_fen: where the line begins.
        moves: of the line.
        rules: for repetitions.
        ply: the position that is judged now.
    """

    start_fen: str
    moves: Moves
    rules: Rules
    ply: int


@dataclass(frozen=True)
class Analysis:
    """Positions are being analysed.

    Attributes:
        tab: what the column shows.
        hidden: the engine's words are not shown, so that the player can think alone.
        threat: what the opponent would do is looked for as well.
        search: what the engine is at.
        review: a whole line is being judged.
        failures: of the engine, since it last had something to say.
    """

    tab: Tab = Tab.ANALYSIS
    hidden: bool = False
    threat: bool = False
    search: AnalysisSearch | None = None
    review: ReviewProgress | None = None
    failures: int = 0


@dataclass(frozen=True)
class Preview:
    """A line that is played out on the board for a look; it changes neither game nor record.

    Attributes:
        start_fen: where the moves before it begin.
        base: the moves before it.
        moves: of the line.
        shown: how many of them have been made on the board.
        origin: the position it was opened from, as line and ply; it closes when that changes.
        squares: of the pieces that it is about, as they stand before the first of the moves.
        at_end: they stand there after the last one.
        due: time in seconds of the next move while the moves follow each other, None while they do not.
    """

    start_fen: str
    base: Moves
    moves: Moves
    shown: int
    origin: tuple[str, Moves, int]
    squares: tuple[int, ...] = ()
    at_end: bool = False
    due: float | None = None

    @property
    def marked(self) -> tuple[int, ...]:
        """The squares to be marked in the position on the board; a piece takes its mark along."""
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
    def played(self) -> Moves:
        """The moves up to the position on the board."""
        return (*self.base, *self.moves[: self.shown])

"""The input and output of a search: plain data shared by worker, protocol and command line.

This module loads no kernel, so that a protocol server answers before the engine is loaded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from xiangqi.i18n.message import Message

if TYPE_CHECKING:
    from xiangqi.board import Move


MOST: Final = (1 << 63) - 1
"""The largest number that a limit may have: the search counts in int64."""
_LIMITS: Final = (
    "depth",
    "nodes",
    "movetime_ms",
    "mate",
    "clock_ms",
    "increment_ms",
    "opponent_clock_ms",
    "moves_to_go",
)


@dataclass(frozen=True)
class Option:
    """A UCI option of an engine."""

    name: str
    type: str  # "check", "spin", "combo", "string" or "button"
    default: str = ""  # "" for a button
    min: int | None = None  # smallest value of a spin
    max: int | None = None
    choices: tuple[str, ...] = ()  # the values of a combo


@dataclass(frozen=True)
class Limits:
    """The limits of a search; None means no such limit. Without any, the search runs until it is stopped.

    With a limit of 0 nodes or plies, the search does as little as possible.
    """

    depth: int | None = None
    nodes: int | None = None
    movetime_ms: int | None = None
    mate: int | None = None  # stop once the shortest mate within this number of moves is found or refuted
    clock_ms: int | None = None  # the remaining time of the side to move
    increment_ms: int = 0
    opponent_clock_ms: int | None = None  # None: as clock_ms
    moves_to_go: int | None = None  # until the next time control
    infinite: bool = False  # ignore every other limit
    ponder: bool = False  # search on the opponent's time; the limits count from the ponderhit
    search_moves: tuple[Move, ...] = ()  # the only moves at the root; empty for all
    banned_moves: tuple[Move, ...] = ()  # never played at the root

    def __post_init__(self) -> None:
        """Check every number.

        Raises:
            ValueError: a number is above MOST, or negative and not a clock.
        """
        for name in _LIMITS:
            value, low = getattr(self, name), -MOST if name.endswith("clock_ms") else 0
            if value is not None and not low <= value <= MOST:
                raise ValueError(
                    Message("detail.limit", name=name, value=str(value), low=str(low), most=str(MOST))
                )


@dataclass(frozen=True)
class Info:
    """A report on a search, as in an info line of UCI."""

    depth: int
    seldepth: int
    nodes: int
    time_ms: int
    score_cp: int | None = None  # from the view of the side to move; None when mate is set
    mate: int | None = None  # moves to mate, negative when the side to move is mated
    bound: str = "exact"  # or "lower", "upper"
    multipv: int = 1
    nps: int = 0
    hashfull: int = 0  # permille of the transposition table
    pv: tuple[Move, ...] = ()


@dataclass(frozen=True)
class SearchResult:
    """The result of a search; best_move is None if there is no legal or no allowed move."""

    best_move: Move | None
    ponder_move: Move | None = None
    info: Info | None = None


@dataclass(frozen=True)
class TableEntry:
    """The entry of the transposition table for a position."""

    best_move: Move | None  # None if the entry has no legal move
    depth: int
    score_cp: int | None  # as in Info
    mate: int | None
    lower: bool  # whether the score is a lower bound; exact if it is also an upper bound
    upper: bool

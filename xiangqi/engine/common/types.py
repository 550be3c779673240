"""What a search is asked and what it answers: plain data shared by worker, protocol and command line.

Importing this module loads no kernel, so a protocol server can greet before the engine is compiled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from xiangqi.i18n.message import Message

if TYPE_CHECKING:
    from xiangqi.board import Move


MOST: Final = (1 << 63) - 1
"""The largest number of any limit: the search counts in so many bits."""
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
    """A setting of an engine.

    Attributes:
        name: as UCI spells it.
        type: "check", "spin", "combo", "string" or "button".
        default: the value at the start as text, "" for a button.
        min, max: bounds of a spin.
        choices: the values of a combo.
    """

    name: str
    type: str
    default: str = ""
    min: int | None = None
    max: int | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Limits:
    """When to stop; None means no such limit. With nothing set the search runs until it is stopped.

    A limit of 0 nodes or plies leaves the least that a search can do.

    Attributes:
        depth: plies of iterative deepening.
        nodes: nodes searched.
        movetime_ms: time for this move.
        mate: stop once the shortest mate within this many moves is found, or there is none.
        clock_ms, increment_ms: what is left on the mover's clock and what each move adds.
        opponent_clock_ms: what is left on the other clock; None when it is the same.
        moves_to_go: moves until the next time control.
        infinite: ignore every other limit until stopped.
        ponder: search on the opponent's time; the limits count from the ponderhit.
        search_moves: only these moves at the root; empty for all.
        banned_moves: never these moves at the root.
    """

    depth: int | None = None
    nodes: int | None = None
    movetime_ms: int | None = None
    mate: int | None = None
    clock_ms: int | None = None
    increment_ms: int = 0
    opponent_clock_ms: int | None = None
    moves_to_go: int | None = None
    infinite: bool = False
    ponder: bool = False
    search_moves: tuple[Move, ...] = ()
    banned_moves: tuple[Move, ...] = ()

    def __post_init__(self) -> None:
        """See that each number is one that a search can take.

        Raises:
            ValueError: one is below zero, which only a clock may be, or larger than any search needs.
        """
        for name in _LIMITS:
            value, low = getattr(self, name), -MOST if name.endswith("clock_ms") else 0
            if value is not None and not low <= value <= MOST:
                raise ValueError(
                    Message("detail.limit", name=name, value=str(value), low=str(low), most=str(MOST))
                )


@dataclass(frozen=True)
class Info:
    """One line of news from a search.

    Attributes:
        score_cp: from the mover's view, a pawn across the river is about 100; None when mate is set.
        mate: moves to mate, negative when the mover is mated; None when score_cp is set.
        bound: "exact", "lower" or "upper".
        hashfull: permille of the transposition table in use.
        pv: principal variation, best move first.
    """

    depth: int
    seldepth: int
    nodes: int
    time_ms: int
    score_cp: int | None = None
    mate: int | None = None
    bound: str = "exact"
    multipv: int = 1
    nps: int = 0
    hashfull: int = 0
    pv: tuple[Move, ...] = ()


@dataclass(frozen=True)
class SearchResult:
    """The end of a search: best_move is None when there is no legal (or no allowed) move."""

    best_move: Move | None
    ponder_move: Move | None = None
    info: Info | None = None


@dataclass(frozen=True)
class Known:
    """What the transposition table holds of a position.

    Attributes:
        best_move: the best or refuting move, None when the table has none that is legal.
        depth: plies of the search that the score comes from.
        score_cp, mate: as in Info.
        lower, upper: whether the true score is at least, at most this; both: it is exact.
    """

    best_move: Move | None
    depth: int
    score_cp: int | None
    mate: int | None
    lower: bool
    upper: bool

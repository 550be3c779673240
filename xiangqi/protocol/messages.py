"""What is said between a program and an engine: plain data, the same for UCI and UCCI. No text, no I/O.

A dialect (protocol.uci, protocol.ucci) turns messages into lines and lines into messages. Moves are kept as
the text that was sent: only a position can tell whether ranks count from 0 or from 1. Times are
milliseconds, scores centipawns from the mover's view, whatever the dialect writes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from xiangqi.engine.common.types import Option


@dataclass(frozen=True)
class ClockTimes:
    """What a player has left."""

    time_ms: int  # time on the clock
    increment_ms: int = 0  # added for each move
    # moves until the next time control, None when the time is for the whole game
    moves_to_go: int | None = None


# Commands: what the engine is told.


@dataclass(frozen=True)
class Handshake:
    """Tell who you are; the protocol is ``"uci"`` or ``"ucci"``, as is the word on the line."""

    protocol: str


@dataclass(frozen=True)
class IsReady:
    """Answer when everything before has been done."""


@dataclass(frozen=True)
class SetOption:
    """Change a setting; the value is None for a button."""

    name: str
    value: str | None = None


@dataclass(frozen=True)
class StartNewGame:
    """The next position belongs to another game."""


@dataclass(frozen=True)
class SetPosition:
    """A position: fen is None for the start of the game, then the moves played."""

    fen: str | None = None
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class BanMoves:
    """Root moves that may not be played until the next position."""

    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class Go:
    """Search. Limits that are not given are None."""

    ponder: bool = False  # the position is a guess; go on until stopped or until PonderHit
    infinite: bool = False  # go on until stopped
    # depth, nodes, mate: plies, nodes, moves to mate
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    movetime_ms: int | None = None  # time for this move
    # red, black: the clocks as UCI tells them, by colour
    red: ClockTimes | None = None
    black: ClockTimes | None = None
    mover: ClockTimes | None = None  # the clock as UCCI tells it, of the side to move
    search_moves: tuple[str, ...] = ()  # only these moves at the root; empty for all
    offers_draw: bool = False  # the opponent offers a draw


@dataclass(frozen=True)
class Stop:
    """Answer now with the best move found."""


@dataclass(frozen=True)
class PonderHit:
    """The guess was right: the clock runs now."""

    offers_draw: bool = False


@dataclass(frozen=True)
class ProbeTable:
    """UCCI: what does the table hold about a position?"""

    position: SetPosition


@dataclass(frozen=True)
class QuitEngine:
    """End the program."""


Command: TypeAlias = (
    Handshake
    | IsReady
    | SetOption
    | StartNewGame
    | SetPosition
    | BanMoves
    | Go
    | Stop
    | PonderHit
    | ProbeTable
    | QuitEngine
)


# Replies: what the engine says.


@dataclass(frozen=True)
class Identity:
    """One fact about the engine: key ``name``, ``author``, ``copyright``, ``user``."""

    key: str
    value: str


@dataclass(frozen=True)
class OptionOffer:
    """A setting that the engine has."""

    option: Option


@dataclass(frozen=True)
class HandshakeDone:
    """``uciok`` or ``ucciok``; the protocol's name tells which was spoken."""

    protocol: str


@dataclass(frozen=True)
class Ready:
    """``readyok``."""


@dataclass(frozen=True)
class InfoMessage:
    """News from a search; what was not told is None or empty. See engine.common.types.Info for the units."""

    depth: int | None = None
    seldepth: int | None = None
    multipv: int = 1
    score_cp: int | None = None
    mate: int | None = None
    bound: str = "exact"
    nodes: int | None = None
    nps: int | None = None
    hashfull: int | None = None
    time_ms: int | None = None
    pv: tuple[str, ...] = ()


REFUSED: Final = "error: this file is not used: "
"""How the note begins by which the built-in engine says that it goes on without a book or network."""


@dataclass(frozen=True)
class Note:
    """A remark in words for the user."""

    text: str


@dataclass(frozen=True)
class BestMove:
    """The end of a search; move is None when the engine has none to play."""

    move: str | None
    ponder: str | None = None
    draw: bool = False
    resign: bool = False


@dataclass(frozen=True)
class ProbeAnswer:
    """UCCI: what the table holds; the bounds have depth and score, and are equal when that is exact."""

    move: str | None = None
    lower: InfoMessage | None = None
    upper: InfoMessage | None = None


@dataclass(frozen=True)
class Bye:
    """UCCI: the engine leaves."""


Reply: TypeAlias = (
    Identity | OptionOffer | HandshakeDone | Ready | InfoMessage | Note | BestMove | ProbeAnswer | Bye
)

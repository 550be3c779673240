"""Messages between a program and an engine, as plain data shared by UCI and UCCI. No text, no I/O.

A dialect (protocol.uci, protocol.ucci) converts messages to lines and back. Moves are kept as the text that was
sent, since only a position can tell whether ranks are numbered from 0 or 1. Times are in milliseconds and
scores in centipawns from the mover's view, whatever the dialect uses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from xiangqi.engine.common.types import Option


@dataclass(frozen=True)
class ClockTimes:
    """A player's remaining time."""

    time_ms: int  # time on the clock
    increment_ms: int = 0  # added for each move
    # moves until the next time control, None if the time is for the whole game
    moves_to_go: int | None = None


# Commands to the engine.


@dataclass(frozen=True)
class Handshake:
    """Asks the engine to introduce itself; the protocol is ``"uci"`` or ``"ucci"``."""

    protocol: str


@dataclass(frozen=True)
class IsReady:
    """Asks for a Ready when all earlier commands have been executed."""


@dataclass(frozen=True)
class SetOption:
    """Sets an option; the value of a button is None."""

    name: str
    value: str | None = None


@dataclass(frozen=True)
class StartNewGame:
    """Announces that the next position belongs to another game."""


@dataclass(frozen=True)
class SetPosition:
    """Sets a position: a FEN, or None for the start of the game, and the moves played from it."""

    fen: str | None = None
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class BanMoves:
    """Bans root moves until the next position."""

    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class Go:
    """Starts a search. Limits that are not given are None."""

    ponder: bool = False  # the position is a guess; search until stopped or until PonderHit
    infinite: bool = False  # search until stopped
    # plies, nodes, moves to mate
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    movetime_ms: int | None = None  # time for this move
    # the clocks as in UCI, by colour
    red: ClockTimes | None = None
    black: ClockTimes | None = None
    mover: ClockTimes | None = None  # the clock of the side to move, as in UCCI
    search_moves: tuple[str, ...] = ()  # only these moves at the root; empty for all
    offers_draw: bool = False  # the opponent offers a draw


@dataclass(frozen=True)
class Stop:
    """Asks for the best move found so far."""


@dataclass(frozen=True)
class PonderHit:
    """Confirms that the opponent played the guessed move: the clock runs now."""

    offers_draw: bool = False


@dataclass(frozen=True)
class ProbeTable:
    """Asks for the hash table's entry for a position (UCCI)."""

    position: SetPosition


@dataclass(frozen=True)
class QuitEngine:
    """Tells the engine to exit."""


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


# Replies of the engine.


@dataclass(frozen=True)
class Identity:
    """A fact that the engine tells about itself; the key is ``name``, ``author``, ``copyright`` or ``user``."""

    key: str
    value: str


@dataclass(frozen=True)
class OptionOffer:
    """An option of the engine."""

    option: Option


@dataclass(frozen=True)
class HandshakeDone:
    """Ends the introduction: ``uciok`` or ``ucciok``, according to the protocol."""

    protocol: str


@dataclass(frozen=True)
class Ready:
    """Answers IsReady: ``readyok``."""


@dataclass(frozen=True)
class InfoMessage:
    """A report on a search; anything missing is None or empty. See engine.common.types.Info for the units."""

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
"""The beginning of the note by which the built-in engine reports that it cannot use a book or network."""


@dataclass(frozen=True)
class Note:
    """A remark for the user."""

    text: str


@dataclass(frozen=True)
class BestMove:
    """The result of a search; the move is None if the engine has none."""

    move: str | None
    ponder: str | None = None
    draw: bool = False
    resign: bool = False


@dataclass(frozen=True)
class ProbeAnswer:
    """The hash table's entry for a position (UCCI): bounds with depth and score, equal if these are exact."""

    move: str | None = None
    lower: InfoMessage | None = None
    upper: InfoMessage | None = None


@dataclass(frozen=True)
class Bye:
    """Announces that the engine is about to exit (UCCI)."""


Reply: TypeAlias = (
    Identity | OptionOffer | HandshakeDone | Ready | InfoMessage | Note | BestMove | ProbeAnswer | Bye
)

"""Effects that start, stop and ask engines, and the events with their answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.board import Move
from xiangqi.engine.common.types import Info, Limits, Option
from xiangqi.line import Line
from xiangqi.referee import DEFAULT_RULES, Rules


@dataclass(frozen=True)
class SearchInfo(Event):
    """News from the search with this id."""

    search_id: int
    info: Info


@dataclass(frozen=True)
class SearchDone(Event):
    """The search with this id has ended."""

    search_id: int  # its stamp
    move: Move | None  # None when the engine found none
    resigns: bool = False  # the engine gives the game up, whatever the move
    offers_draw: bool = False  # it offers a draw with the move


@dataclass(frozen=True)
class SearchFailed(Event):
    """The engine of the search with this id died, broke its protocol or never started."""

    search_id: int
    detail: str


@dataclass(frozen=True)
class EnginesPreparing(Event):
    """Which engines need a while before they are ready, and say so; all others are ready, or soon will be."""

    commands: tuple[tuple[str, ...], ...]  # of these engines, () for the built-in one


@dataclass(frozen=True)
class EngineIntroduced(Event):
    """The engine of the probe with this id runs, and says what it is called and what can be set."""

    probe_id: int
    name: str
    options: tuple[Option, ...]
    author: str = ""  # "" where it has not named one
    protocol: str = ""  # "uci" or "ucci"


@dataclass(frozen=True)
class EngineRefused(Event):
    """The program of the probe with this id does not start, or is no engine."""

    probe_id: int
    detail: str


class Role(str, Enum):
    """What an engine's process is for; each role has processes of its own, so that none waits for another."""

    GAME = "game"
    ANALYSIS = "analysis"


@dataclass(frozen=True)
class StartSearch(Effect):
    """Let an engine think. Replies carry the id; an engine still at another search is stopped first."""

    search_id: int  # stamp of the replies
    command: tuple[str, ...]  # the engine's program and arguments, () for the built-in one
    line: Line  # the game so far
    limits: Limits  # when to stop
    level: int  # how strong the built-in engine plays; other engines are not told
    rules: Rules = DEFAULT_RULES  # of the game, for the built-in engine; other engines are not told
    options: tuple[tuple[str, str], ...] = ()  # names and values that the player has chosen for the engine
    restart: bool = False  # start the engine's process anew first, after a failure
    role: Role = Role.GAME  # which of the engine's processes searches
    rating: int | None = None  # at which the built-in engine plays instead of the level; None for the level
    lines: int = 1  # how many of the best moves an analysing engine tells, each with what would follow


@dataclass(frozen=True)
class StopSearch(Effect):
    """Stop the search with this id; its replies are no longer wanted."""

    search_id: int


@dataclass(frozen=True)
class PrepareEngines(Effect):
    """A new game begins: its engines start, or clear what they remember of the old one; other players end."""

    commands: tuple[tuple[str, ...], ...]  # of its engines, () for the built-in one, which never ends


@dataclass(frozen=True)
class ProbeEngine(Effect):
    """Start an engine only to ask who it is and what can be set; the answer carries the id."""

    probe_id: int
    command: tuple[str, ...]


@dataclass(frozen=True)
class DropProbe(Effect):
    """End the engine that is being asked."""


@dataclass(frozen=True)
class PressEngineButton(Effect):
    """Set off an option of an engine that is a button, if the engine runs."""

    command: tuple[str, ...]
    name: str

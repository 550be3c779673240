"""Effects that start and stop searches of engines, and the events with their reports."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.board import Move
from xiangqi.engine.common.types import Info, Limits
from xiangqi.line import Line
from xiangqi.referee import DEFAULT_RULES, Rules


@dataclass(frozen=True)
class SearchInfo(Event):
    """A report from the search with the given id."""

    search_id: int
    info: Info


@dataclass(frozen=True)
class SearchDone(Event):
    """The search with the given id has ended."""

    search_id: int  # the search
    move: Move | None  # None if the engine found none
    resigns: bool = False  # whether the engine resigns, whatever the move
    offers_draw: bool = False  # whether it offers a draw with the move


@dataclass(frozen=True)
class SearchFailed(Event):
    """The engine of the search with the given id has died, violated its protocol or never started."""

    search_id: int
    detail: str


@dataclass(frozen=True)
class EnginesPreparing(Event):
    """The engines that report that they are still getting ready have changed; all others are ready."""

    commands: tuple[tuple[str, ...], ...]  # the commands of these engines, () for the built-in one


class Role(str, Enum):
    """The purpose of an engine process; each role has its own processes, so that none waits for another."""

    GAME = "game"
    ANALYSIS = "analysis"


@dataclass(frozen=True)
class StartSearch(Effect):
    """Start a search. Replies carry the id; a search that the engine is still running is stopped first."""

    search_id: int  # identifies the replies
    command: tuple[str, ...]  # the engine's program and arguments, () for the built-in one
    line: Line  # the game so far
    limits: Limits  # when to stop
    level: int  # the built-in engine's strength; ignored by other engines
    rules: Rules = DEFAULT_RULES  # the game's rules for the built-in engine; ignored by other engines
    options: tuple[tuple[str, str], ...] = ()  # the option values that the player has chosen
    restart: bool = False  # whether to restart the engine's process first, after a failure
    role: Role = Role.GAME  # which of the engine's processes searches
    rating: int | None = None  # the built-in engine's rating, which replaces the level; None for the level
    book: str = ""  # the file of first moves that the built-in engine plays, "" for its own
    lines: int = 1  # the number of best moves to report, with their continuations


@dataclass(frozen=True)
class StopSearch(Effect):
    """Stop the search with the given id; its replies are no longer needed."""

    search_id: int


@dataclass(frozen=True)
class PrepareEngines(Effect):
    """Prepare the engines of a new game: start them or clear their memory, and stop those no longer needed."""

    commands: tuple[tuple[str, ...], ...]  # its engines' commands; the built-in one, (), is never shut down

"""Effects that ask or change the library, and the events with its answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.library.state import Exploration
from xiangqi.library import Filter, OwnGame, Query, Report, Statistics


@dataclass(frozen=True)
class Explored(Event):
    """What was played in a position."""

    ask_id: int  # of the question
    answer: Exploration  # to it


@dataclass(frozen=True)
class LibraryChanged(Event):
    """Games have come, gone or changed."""


@dataclass(frozen=True)
class OwnGamesListed(Event):
    """One's own games."""

    ask_id: int  # of the question
    games: tuple[OwnGame, ...] = ()  # the latest first
    statistics: Statistics | None = None  # statistics of these games
    failure: str = ""  # why the list is empty; "" if nothing went wrong


@dataclass(frozen=True)
class StoredExported(Event):
    """Games were written into a file."""

    path: Path  # of the file
    count: int  # of the games
    missing: tuple[str, ...] = ()  # what could not be written in this format, as named by `records.losses`


@dataclass(frozen=True)
class ExportInTheWay(Event):
    """Games were to be written, but a file of that name is there."""

    path: Path
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class ReviewLoaded(Event):
    """The review of a game that was opened from the library."""

    # document_id, number: as they were asked
    document_id: int
    number: int
    # of the positions from the start on, as values of JSON; empty where there is no review
    judgements: tuple[object, ...] = ()


@dataclass(frozen=True)
class ImportProgress(Event):
    """How far an import is, or how it has ended."""

    import_id: int  # which
    report: Report  # what has been done
    file: str = ""  # the file being imported
    share: float = 0.0  # how much has been done, up to 1
    over: bool = False  # it has ended
    failure: str = ""  # why it stopped early, "" where it did not


@dataclass(frozen=True)
class AskExplorer(Effect):
    """Count what was played; a question that still waits is forgotten."""

    ask_id: int  # stamps the answer
    query: Query  # the question


@dataclass(frozen=True)
class LoadFound(Effect):
    """Read library games in batches, which are reported like those of a file."""

    load_id: int  # stamps the answers
    games: tuple[tuple[int, int], ...] = ()  # (number in the library, ply to show) of each
    query: Query = field(default_factory=Query)  # which games, where none are named


@dataclass(frozen=True)
class ListOwnGames(Effect):
    """List the player's own games and count them."""

    ask_id: int  # stamps the answer


@dataclass(frozen=True)
class DeleteStored(Effect):
    """Delete games of the library for good."""

    numbers: tuple[int, ...]


@dataclass(frozen=True)
class ExportStored(Effect):
    """Write games of the library in the format that the name of the file tells."""

    numbers: tuple[int, ...]  # of the games
    path: Path  # of the file
    notation: str  # of the moves, where the format has a choice
    overwrite: bool  # whether an existing file may be replaced


@dataclass(frozen=True)
class KeepReview(Effect):
    """Keep the review of a game with it, in place of an earlier one; nothing where it is not in the library."""

    document_id: int  # of the game, by which one that was just played is known
    number: int  # of the game in the library, 0 where it was not opened from there
    # red_accuracy, black_accuracy: 0 to 100, None where a side made no move
    red_accuracy: float | None
    black_accuracy: float | None
    judgements: tuple[object, ...]  # of the positions from the start on, as values of JSON


@dataclass(frozen=True)
class LoadReview(Effect):
    """Read the review of a game."""

    document_id: int  # where it is on the board; stamps the answer
    number: int  # of the game in the library


@dataclass(frozen=True)
class StartImport(Effect):
    """Bring files into the library, in a process of its own."""

    import_id: int  # stamps what is reported of it
    paths: tuple[Path, ...]  # files and folders
    wanted: Filter  # which games


@dataclass(frozen=True)
class CancelImport(Effect):
    """Bring in no more."""

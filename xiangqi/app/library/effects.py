"""Effects that query or change the library, and the events with the answers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.library.state import Exploration
from xiangqi.library import Filter, ImportReport, OwnGame, Query, Statistics
from xiangqi.library.masters import OWN_LIBRARY, Libraries, Script


@dataclass(frozen=True)
class Explored(Event):
    """The moves played in a position have been counted."""

    ask_id: int  # the question
    answer: Exploration  # its answer


@dataclass(frozen=True)
class OwnGamesListed(Event):
    """The player's own games have been listed."""

    ask_id: int  # the question
    games: tuple[OwnGame, ...] = ()  # the latest first
    statistics: Statistics | None = None  # statistics of these games
    failure: str = ""  # why the list is empty; "" if nothing went wrong


@dataclass(frozen=True)
class StoredExported(Event):
    """Games have been written to a file."""

    path: Path  # the file
    count: int  # the number of games
    missing: tuple[str, ...] = ()  # what the format cannot represent, as named by `records.losses`


@dataclass(frozen=True)
class ExportInTheWay(Event):
    """Games were not written because the file exists."""

    path: Path
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class ReviewLoaded(Event):
    """The review of a library game has been read."""

    # document_id, number: as in the request
    document_id: int
    number: int
    # the judgements of all positions from the start, as JSON values; empty if there is no review
    judgements: tuple[object, ...] = ()


@dataclass(frozen=True)
class ImportProgress(Event):
    """The progress or the end of an import."""

    import_id: int  # the import
    report: ImportReport  # the result so far
    file: str = ""  # the file being imported
    share: float = 0.0  # the share that is done, up to 1
    over: bool = False  # whether the import has ended
    failure: str = ""  # why it stopped early, or ""


@dataclass(frozen=True)
class MastersMaking(Event):
    """The library of masters' games is being made."""

    make_id: int  # the order
    share: float  # the share that is done, 0 to 1


@dataclass(frozen=True)
class MastersMade(Event):
    """The library of masters' games is there, or could not be made."""

    make_id: int  # the order
    failure: str = ""  # why it could not be made; "" if it is there


@dataclass(frozen=True)
class MakeMasters(Effect):
    """Make the library of masters' games in a separate process, unless it is there."""

    make_id: int  # identifies the answers
    script: Script  # how names are written


@dataclass(frozen=True)
class StopMasters(Effect):
    """Stop making the library of masters' games; nothing is left of it."""


@dataclass(frozen=True)
class AskExplorer(Effect):
    """Count the moves played in a position; a question that is still waiting is dropped."""

    ask_id: int  # identifies the answer
    query: Query  # the question
    libraries: Libraries = OWN_LIBRARY  # the libraries that are asked


@dataclass(frozen=True)
class PrepareSearch(Effect):
    """Load what the first search for the name of an opening would have to load while the window waits."""


@dataclass(frozen=True)
class ListOwnGames(Effect):
    """List the player's own games, with statistics."""

    ask_id: int  # identifies the answer


@dataclass(frozen=True)
class DeleteStored(Effect):
    """Delete games from the library permanently, with their reviews and everything learnt from them."""

    numbers: tuple[int, ...]


@dataclass(frozen=True)
class ExportStored(Effect):
    """Write library games in the format given by the file name."""

    numbers: tuple[int, ...]  # the games' numbers
    path: Path  # the file
    notation: str  # the notation, if the format has a choice
    overwrite: bool  # whether an existing file may be replaced


@dataclass(frozen=True)
class KeepReview(Effect):
    """Save the review of a game, replacing an earlier one; ignored if the library will not have the game."""

    document_id: int  # the game's document, which identifies a game that was just played
    number: int  # the game's number in the library, or 0 if it was not opened from there
    # red_accuracy, black_accuracy: 0 to 100, or None for a side without moves
    red_accuracy: float | None
    black_accuracy: float | None
    judgements: tuple[object, ...]  # JSON values for all positions from the start


@dataclass(frozen=True)
class LoadReview(Effect):
    """Read the review of a game."""

    document_id: int  # the game's document; stamps the answer
    number: int  # the game's number in the library


@dataclass(frozen=True)
class StartImport(Effect):
    """Import files into the library in a separate process."""

    import_id: int  # identifies the reports
    paths: tuple[Path, ...]  # files and folders
    wanted: Filter  # the games to import


@dataclass(frozen=True)
class CancelImport(Effect):
    """Stop importing."""

"""What is asked of the library, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from xiangqi.app.event import Event
from xiangqi.app.library.state import Exploration
from xiangqi.library import Filter, OwnGame, Query, Report, Statistics


@dataclass(frozen=True)
class LibraryFailed(Event):
    """Something could not be done with the library.

    Attributes:
        detail: what, and why.
        lost_game: it is that a game which is over was not put into it.
    """

    detail: str
    lost_game: bool = False


@dataclass(frozen=True)
class Explored(Event):
    """What was played in a position.

    Attributes:
        ask_id: of the question.
        answer: to it.
    """

    ask_id: int
    answer: Exploration


@dataclass(frozen=True)
class LibraryChanged(Event):
    """Games have come, gone or changed."""


@dataclass(frozen=True)
class OwnGamesListed(Event):
    """One's own games.

    Attributes:
        ask_id: of the question.
        games: the latest first.
        statistics: what they add up to.
        failure: why there are none, "" where there could be.
    """

    ask_id: int
    games: tuple[OwnGame, ...] = ()
    statistics: Statistics | None = None
    failure: str = ""


@dataclass(frozen=True)
class StoredExported(Event):
    """Games were written into a file.

    Attributes:
        path: of the file.
        count: of the games.
        missing: what of them the format has no place for, as `records.losses` names it.
    """

    path: Path
    count: int
    missing: tuple[str, ...] = ()


@dataclass(frozen=True)
class ExportInTheWay(Event):
    """Games were to be written, but a file of that name is there."""

    path: Path
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class ReviewLoaded(Event):
    """The review of a game that was opened from the library.

    Attributes:
        document_id, number: as they were asked.
        judgements: of the positions from the start on, as values of JSON; empty where there is no review.
    """

    document_id: int
    number: int
    judgements: tuple[object, ...] = ()


@dataclass(frozen=True)
class ImportProgress(Event):
    """How far an import is, or how it has ended.

    Attributes:
        import_id: which.
        report: what has been done.
        file: the one at hand.
        share: how much has been done, up to 1.
        over: it has ended.
        failure: why it stopped early, "" where it did not.
    """

    import_id: int
    report: Report
    file: str = ""
    share: float = 0.0
    over: bool = False
    failure: str = ""


@dataclass(frozen=True)
class MoreFound(Event):
    """A search has found more games than are listed.

    Attributes:
        listed: the first so many are.
        count: of all.
    """

    listed: int
    count: int


@dataclass(frozen=True)
class AskExplorer:
    """Count what was played; a question that still waits is forgotten.

    Attributes:
        ask_id: stamps the answer.
        query: the question.
    """

    ask_id: int
    query: Query


@dataclass(frozen=True)
class LoadFound:
    """Read games, some at a time; they come as those of a file do.

    Attributes:
        load_id: stamps the answers.
        games: (number in the library, ply to show) of each.
        query: which games, where none are named.
    """

    load_id: int
    games: tuple[tuple[int, int], ...] = ()
    query: Query = field(default_factory=Query)


@dataclass(frozen=True)
class ListOwnGames:
    """List the player's own games and count them.

    Attributes:
        ask_id: stamps the answer.
    """

    ask_id: int


@dataclass(frozen=True)
class DeleteStored:
    """Delete games of the library for good."""

    numbers: tuple[int, ...]


@dataclass(frozen=True)
class ExportStored:
    """Write games of the library in the format that the name of the file tells.

    Attributes:
        numbers: of the games.
        path: of the file.
        notation: of the moves, where the format has a choice.
        overwrite: whether an existing file may be replaced.
    """

    numbers: tuple[int, ...]
    path: Path
    notation: str
    overwrite: bool


@dataclass(frozen=True)
class KeepReview:
    """Keep the review of a game with it, in place of an earlier one; nothing where it is not in the library.

    Attributes:
        document_id: of the game, by which one that was just played is known.
        number: of the game in the library, 0 where it was not opened from there.
        red_accuracy, black_accuracy: 0 to 100, None where a side made no move.
        judgements: of the positions from the start on, as values of JSON.
    """

    document_id: int
    number: int
    red_accuracy: float | None
    black_accuracy: float | None
    judgements: tuple[object, ...]


@dataclass(frozen=True)
class LoadReview:
    """Read the review of a game.

    Attributes:
        document_id: where it is on the board; stamps the answer.
        number: of the game in the library.
    """

    document_id: int
    number: int


@dataclass(frozen=True)
class StartImport:
    """Bring files into the library, in a process of its own.

    Attributes:
        import_id: stamps what is reported of it.
        paths: files and folders.
        wanted: which games.
    """

    import_id: int
    paths: tuple[Path, ...]
    wanted: Filter


@dataclass(frozen=True)
class CancelImport:
    """Bring in no more."""

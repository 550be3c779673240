"""What the library has answered."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from xiangqi.app.messages.events import Event
from xiangqi.app.model.library_state import Exploration
from xiangqi.library import OwnGame, Report, Statistics


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

"""What is to be asked of the library, or done with it; answers are events of `library_events`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from xiangqi.library import Filter, Query


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


LibraryEffect = (
    AskExplorer
    | LoadFound
    | ListOwnGames
    | DeleteStored
    | ExportStored
    | KeepReview
    | LoadReview
    | StartImport
    | CancelImport
)

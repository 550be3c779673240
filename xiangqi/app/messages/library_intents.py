"""What the player wants of the library."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from xiangqi.app.model.intent import Intent, Leaves
from xiangqi.app.model.library_state import GameFilter, GameSearch, LibraryPage
from xiangqi.library import Filter


@dataclass(frozen=True)
class ToggleExplorer(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Show what was played from the position on the board, or no longer."""


@dataclass(frozen=True)
class FilterExplorer(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """Count other games."""

    filter: GameFilter


@dataclass(frozen=True)
class OpenStoredGame(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Put a game of the library on the board.

    Attributes:
        number: of the game in the library.
        ply: the position to show.
        review: begin to review it, or show its review, at once.
    """

    number: int
    ply: int = 0
    review: bool = False


@dataclass(frozen=True)
class ListExplored(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=False):
    """List all games that the explorer counts at the position on the board."""


@dataclass(frozen=True)
class OpenLibrary(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Open the panel of the library at a page."""

    page: LibraryPage


@dataclass(frozen=True)
class ChooseOwnGame(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Let the buttons act upon one of the player's own games."""

    number: int


@dataclass(frozen=True)
class DeleteOwnGame(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Take a game out of the library, after a question."""

    number: int


@dataclass(frozen=True)
class ExportGames(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Ask where games of the library are to be written.

    Attributes:
        numbers: of the games, in the order in which they shall stand there.
    """

    numbers: tuple[int, ...]


@dataclass(frozen=True)
class ExportTo(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Write games of the library in the format that the name tells; asks first when the file exists.

    Attributes:
        path: of the file, relative to the folder of the panel; ``.pgn`` is added to other endings.
        numbers: of the games.
        overwrite: replace an existing file without asking.
    """

    path: Path
    numbers: tuple[int, ...]
    overwrite: bool = False


@dataclass(frozen=True)
class ChangeSearch(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Fill in what to look for."""

    search: GameSearch


@dataclass(frozen=True)
class FindGames(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Look for the games, and list them."""


@dataclass(frozen=True)
class ChangeImportFilter(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Take other games of the files."""

    filter: Filter


@dataclass(frozen=True)
class ImportPath(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Bring a file, or all files in a folder, into the library."""

    path: Path


@dataclass(frozen=True)
class StopImport(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """Bring in no more; what has been finished stays."""


@dataclass(frozen=True)
class DismissImport(Intent, leaves_document=Leaves.NOTHING, allowed_in_editor=True):
    """The report of an import has been read."""

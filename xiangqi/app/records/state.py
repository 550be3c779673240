"""Folders, files that are read and films that are drawn, as the session knows them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class FolderEntry:
    """One line of the file list.

    Attributes:
        name: of the file or folder.
        is_folder: whether it can be entered.
        size: in bytes, 0 for folders.
    """

    name: str
    is_folder: bool
    size: int = 0


@dataclass(frozen=True)
class Folder:
    """What the open and save panels show.

    Attributes:
        path: the folder, None before the first listing.
        entries: folders first, then records, by name.
        error: why it cannot be listed, "" if it can.
        programs: what can be run is listed instead of records.
    """

    path: Path | None = None
    entries: tuple[FolderEntry, ...] = ()
    error: str = ""
    programs: bool = False


@dataclass(frozen=True)
class Loading:
    """A file that is being read in the background.

    Attributes:
        id: stamps its messages; those of an older load are dropped.
        name: of the file.
        count: games read so far.
        share: how much of the file that is, up to 1; 0 where its format does not tell.
    """

    id: int
    name: str
    count: int = 0
    share: float = 0.0


@dataclass(frozen=True)
class Film:
    """A game that is being drawn into a file.

    Attributes:
        id: stamps its reports.
        name: of the file.
        done: moves drawn so far.
        count: of all moves.
    """

    id: int
    name: str
    done: int
    count: int

"""Folders, files that are read and films that are drawn, as the session knows them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class FolderEntry:
    """One line of the file list."""

    name: str  # of the file or folder
    is_folder: bool  # whether it can be entered
    size: int = 0  # in bytes, 0 for folders
    changed: str = ""  # when a file was written last, ISO 8601, local; "" where that is not known


@dataclass(frozen=True)
class Folder:
    """What the open and save panels show."""

    path: Path | None = None  # the folder, None before the first listing
    entries: tuple[FolderEntry, ...] = ()  # folders first, then records, by name
    error: str = ""  # why it cannot be listed, "" if it can
    programs: bool = False  # what can be run is listed instead of records


@dataclass(frozen=True)
class Loading:
    """A file that is being read in the background."""

    id: int  # stamps its messages; those of an older load are dropped
    name: str  # of the file
    count: int = 0  # games read so far
    share: float = 0.0  # how much of the file that is, up to 1; 0 where its format does not tell


@dataclass(frozen=True)
class Film:
    """A game that is being drawn into a file."""

    id: int  # stamps its reports
    name: str  # of the file
    done: int  # moves drawn so far
    count: int  # of all moves

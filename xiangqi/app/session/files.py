"""The session's data about folders, files being read and saved, and films being drawn."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from xiangqi.app.intent import Intent


@dataclass(frozen=True)
class FolderEntry:
    """A line of the file list."""

    name: str  # the name of the file or folder
    is_folder: bool  # whether it is a folder
    size: int = 0  # in bytes, 0 for folders
    changed: str = ""  # the local time of a file's last change in ISO 8601; "" if unknown


@dataclass(frozen=True)
class Folder:
    """The contents of the open and save panels."""

    path: Path | None = None  # the folder, None before the first listing
    entries: tuple[FolderEntry, ...] = ()  # folders first, then records, by name
    error: str = ""  # why it cannot be listed, "" if it can
    programs: bool = False  # whether executable programs are listed instead of records


@dataclass(frozen=True)
class Loading:
    """A file that is being read in the background."""

    id: int  # identifies its events; those of an older load are dropped
    name: str  # the file's name
    count: int = 0  # games read so far
    share: float = 0.0  # the share of the file that has been read, up to 1; 0 if unknown


@dataclass(frozen=True)
class Film:
    """A game that is being drawn into a file."""

    id: int  # identifies its reports
    name: str  # the file's name
    done: int  # moves drawn so far
    count: int  # the number of all moves


@dataclass(frozen=True)
class Saving:
    """Unsaved changes: the intent that waits for their saving, those that may be lost, and those in a draft."""

    next_intent: Intent | None = None  # carried out once the document on the board is saved
    discarded: tuple[int, ...] = ()  # numbers of the revisions that the player has agreed to lose
    unkept: frozenset[int] = frozenset()  # ids of the games whose present state the disk refused
    drafted: tuple[int, ...] = ()  # numbers of the revisions in the draft; negative for an earlier run's
    draft_due: float = field(default=0.0, compare=False)  # time in seconds before which no draft is written

    def alone(self) -> Saving:
        """Return this state without an intent that follows the save."""
        return replace(self, next_intent=None)


SUFFIXES: Final = frozenset({".png", ".jpg", ".jpeg", ".jfif", ".gif", ".webp", ".bmp"})
"""The file extensions of readable pictures, in lower case."""

"""Lists folders for the open and save panels."""

from __future__ import annotations

import os
import stat
import sys
from datetime import datetime
from pathlib import Path
from typing import Final

from xiangqi.app.session.files import SUFFIXES, FolderEntry
from xiangqi.i18n.message import system_reason
from xiangqi.records.files import RECORD_SUFFIXES

_MOST_ENTRIES: Final = 5000


def list_folder(path: Path | None, programs: bool = False) -> tuple[Path, tuple[FolderEntry, ...], str]:
    """Return a folder's subfolders, records and pictures, or its programs; hidden ones are left out.

    Args:
        path: the folder; None for the user's documents. For a file, its folder is listed.
        programs: whether to list executable programs instead.

    Returns:
        The absolute path, up to _MOST_ENTRIES entries (folders first, by name), and the error or "".
    """
    folder = _absolute(path or _documents())
    try:
        return folder, tuple(_entries(folder, programs)[:_MOST_ENTRIES]), ""
    except OSError as error:
        return folder, (), system_reason(error)


def list_typed(folder: Path, name: str, programs: bool = False) -> tuple[tuple[FolderEntry, ...], str]:
    """Return the entries of a folder that begin with a typed name in any case, and the error or "".

    An entry with exactly the typed name comes first, even if it is hidden or, unless programs are listed, of
    another kind.
    """
    try:
        entries = _entries(folder, programs)
    except OSError as error:
        return (), system_reason(error)
    start = name.casefold()
    first = [entry for entry in entries if entry.name == name]
    if name and not first:
        first = _named(folder / name, programs)
    others = (entry for entry in entries if entry.name.casefold().startswith(start) and entry.name != name)
    return (*first, *others)[:_MOST_ENTRIES], ""


def _entries(folder: Path, programs: bool) -> list[FolderEntry]:
    """Return the lines of the list, folders first.

    Raises:
        OSError: the folder cannot be read.
    """
    with os.scandir(folder) as found:
        entries = [entry for entry in (_entry(item, programs) for item in found) if entry is not None]
    entries.sort(key=lambda entry: (not entry.is_folder, entry.name.casefold()))
    return entries


def _named(path: Path, only_folder: bool) -> list[FolderEntry]:
    """Return the line for a path that the list leaves out, or none if there is nothing of the wanted kind."""
    try:
        known = path.stat()
    except OSError:
        return []
    if stat.S_ISDIR(known.st_mode):
        return [FolderEntry(path.name, is_folder=True)]
    if only_folder:
        return []
    return [FolderEntry(path.name, is_folder=False, size=known.st_size, changed=_moment(known.st_mtime))]


def _documents() -> Path:
    documents = Path.home() / "Documents"
    return documents if documents.is_dir() else Path.home()


def _absolute(path: Path) -> Path:
    try:
        absolute = path.expanduser().resolve()
    except (OSError, RuntimeError):
        return path.absolute()
    return absolute.parent if absolute.is_file() else absolute


def _entry(item: os.DirEntry[str], programs: bool) -> FolderEntry | None:
    """Return a line of the list, or None for an entry that is not shown."""
    if item.name.startswith("."):
        return None
    try:
        if item.is_dir():
            return FolderEntry(item.name, is_folder=True)
        suffix = Path(item.name).suffix.lower()
        if not (_can_be_run(item, suffix) if programs else suffix in RECORD_SUFFIXES | SUFFIXES):
            return None
        known = item.stat()
        return FolderEntry(item.name, is_folder=False, size=known.st_size, changed=_moment(known.st_mtime))
    except OSError:  # gone meanwhile, or a link to nowhere
        return None


def _moment(seconds: float) -> str:
    """Return a time in seconds since 1970 as local time in ISO 8601, or "" if it is invalid."""
    try:
        return datetime.fromtimestamp(seconds).isoformat("T", "minutes")
    except (OverflowError, OSError, ValueError):
        return ""


def _can_be_run(item: os.DirEntry[str], suffix: str) -> bool:
    if sys.platform == "win32":
        return suffix in (".exe", ".bat", ".cmd", ".com")
    return item.is_file() and os.access(item.path, os.X_OK)

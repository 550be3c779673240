"""A file for entries that cannot be written to the library at present."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path
from typing import Any, Final

from xiangqi.exercises.entries import STATEMENTS, Entry, EntryTaker
from xiangqi.storage.waiting_file import WaitingFile

_MOST: Final = 1 << 63
_PARAMETER: Final = re.compile(r"\?\d")


class WaitingEntries(EntryTaker):
    """Entries in a file; each line contains the entries of one transaction."""

    def __init__(self, file: WaitingFile) -> None:
        """Use a file, without opening it yet."""
        self._file = file

    def take(self, *entries: Entry) -> list[int]:
        """Store entries in the file; the changes they will make to the library are not known yet.

        Raises:
            StorageError: they cannot be written.
        """
        if entries:
            self._file.add(entries)
        return [0] * len(entries)

    def move_to(self, library: EntryTaker) -> Path | None:
        """Move all waiting entries to a library. Entries that only a later version knows stay in the file.

        Returns:
            The path of a copy of the file if some of its lines were damaged.

        Raises:
            LibraryError: the library cannot be written; all entries stay in the file.
            StorageError: the file cannot be read or written.
        """

        def take(lines: list[Any]) -> list[Any]:
            known = {number: entries for number, line in enumerate(lines) if (entries := _entries(line))}
            library.take(*chain.from_iterable(known.values()))
            return [line for number, line in enumerate(lines) if number not in known]

        return self._file.hand_over(take)


def _entries(line: Any) -> list[Entry]:
    """Return the entries of a line if this version knows all of them, otherwise none."""
    try:
        entries = [Entry(kind, tuple(values)) for kind, values in line]
    except (TypeError, ValueError):
        return []
    return entries if all(map(_is_known, entries)) else []


def _is_known(entry: Entry) -> bool:
    statement = STATEMENTS.get(entry.kind) if isinstance(entry.kind, str) else None
    if statement is None or len(set(_PARAMETER.findall(statement))) != len(entry.values):
        return False
    return all(map(_can_be_stored, entry.values))


def _can_be_stored(value: object) -> bool:
    """Return whether SQLite can store a value."""
    if isinstance(value, int):
        return -_MOST <= value < _MOST
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode() == value
    return value is None or isinstance(value, float)

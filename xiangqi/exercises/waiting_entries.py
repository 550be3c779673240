"""What is done with exercises while the library does not take it: entries in a file, for later."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path
from typing import Any, Final

from xiangqi.exercises.entries import STATEMENTS, Entry, EntryTaker
from xiangqi.storage.waiting_file import WaitingFile

_PARAMETER: Final = re.compile(r"\?\d")


class WaitingEntries(EntryTaker):
    """Entries in a file, each line with those that belong together."""

    def __init__(self, file: WaitingFile) -> None:
        """Nothing is opened yet."""
        self._file = file

    def take(self, *entries: Entry) -> list[int]:
        """Keep entries; what they will change is not known.

        Raises:
            StorageError: they cannot be written.
        """
        if entries:
            self._file.add(entries)
        return [0] * len(entries)

    def move_to(self, library: EntryTaker) -> Path | None:
        """Give all that waits to a library. Entries that only a later version knows go on waiting.

        Returns:
            Where a copy of the file is, if lines of it were damaged.

        Raises:
            LibraryError: the library does not take it; all goes on waiting.
            StorageError: the file cannot be read or written.
        """

        def take(lines: list[Any]) -> list[Any]:
            known = {number: entries for number, line in enumerate(lines) if (entries := _entries(line))}
            library.take(*chain.from_iterable(known.values()))
            return [line for number, line in enumerate(lines) if number not in known]

        return self._file.hand_over(take)


def _entries(line: Any) -> list[Entry]:
    """What this version can carry out of a line: all of it or nothing."""
    try:
        entries = [Entry(kind, tuple(values)) for kind, values in line]
    except (TypeError, ValueError):
        return []
    return entries if all(map(_is_known, entries)) else []


def _is_known(entry: Entry) -> bool:
    statement = STATEMENTS.get(entry.kind)
    return statement is not None and len(set(_PARAMETER.findall(statement))) == len(entry.values)

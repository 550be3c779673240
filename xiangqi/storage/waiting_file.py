"""A queue of JSON values in a small file, for results that cannot be stored in the library yet.

Each line holds one value after its checksum. Lines are appended and flushed; the file is deleted once all its
values have been taken. A power cut in between may cause some values to be taken twice.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from xiangqi.disk import (
    cannot_be_read,
    copy_aside,
    flush,
    open_to_append,
    read_file,
    remove,
    write_atomically,
)
from xiangqi.errors import StorageError
from xiangqi.i18n.message import Message, system_reason
from xiangqi.lock import FileLock
from xiangqi.resources import data_folder

_PATIENCE_S: Final = 5.0  # how long to wait for another program of this user that is using the file
_LARGEST: Final = 64 << 20  # bytes

Take = Callable[[list[Any]], list[Any]]


class WaitingFile:
    """A queue of values in a file, which several programs may use."""

    def __init__(self, name: str) -> None:
        """Use the user's file with this name, without opening it yet."""
        self.path = data_folder() / f"{name}-waiting.txt"
        self._lock = FileLock(self.path.with_suffix(".lock"))

    def exists(self) -> bool:
        """Return whether values are waiting."""
        return self.path.exists()

    def add(self, value: object) -> None:
        """Append a value durably.

        Raises:
            StorageError: the file cannot be written.
        """
        with self._lock.held(_PATIENCE_S):
            try:
                with open_to_append(self.path) as file:
                    file.write(_line(value))
                    flush(file)
            except OSError as error:
                reason = system_reason(error)
                message = Message("detail.of_file_unwritten", file=str(self.path), reason=reason)
                raise StorageError(message) from error

    def hand_over(self, take: Take) -> Path | None:
        """Hand over all waiting values, and delete the file or leave only what must stay in it.

        Args:
            take: receives the values in order and returns those that must stay; if it raises an exception, all
                stay.

        Returns:
            The path of a copy of the file if some of its lines were damaged.

        Raises:
            StorageError: the file cannot be read or written.
        """
        with self._lock.held(_PATIENCE_S):
            values = [_value(line) for line in self._lines()]
            later = take([value for value in values if value is not None])
            aside = copy_aside(self.path, "damaged") if None in values else None
            if later:
                write_atomically(self.path, b"".join(map(_line, later)))
            else:
                remove(self.path)
        return aside

    def _lines(self) -> list[bytes]:
        try:
            return [line for line in read_file(self.path, _LARGEST).splitlines() if line]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StorageError(cannot_be_read(self.path, error)) from error


def _line(value: object) -> bytes:
    text = json.dumps(value).encode("ascii")
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _value(line: bytes) -> Any | None:
    """Parse a line written by `_line`; None if it is damaged."""
    checksum, _, text = line.partition(b" ")
    if checksum != b"%08x" % zlib.crc32(text):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None

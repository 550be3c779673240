"""A file with results of chunks, so that an interrupted command can be resumed.

The first line describes the work; each further line has the number and the result of one chunk, as JSON.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Generic, TypeVar

from xiangqi.disk import flush, read_file, sync_folder
from xiangqi.errors import StorageError
from xiangqi.i18n.message import Message, system_reason
from xiangqi.jobs.credentials import fingerprint_of

R = TypeVar("R")

_MOST_BYTES: Final = 1 << 32
_RESULT_START: Final = b'{"number": '
_DAMAGE: Final = (ValueError, KeyError, TypeError, OverflowError, RecursionError)


class Checkpoint(Generic[R]):
    """The results of finished chunks, kept in a file. Not thread-safe; must be closed."""

    def __init__(
        self,
        path: Path,
        work: Mapping[str, object],
        encode: Callable[[R], object],
        decode: Callable[[object], R],
    ) -> None:
        """Open a file, creating it if necessary; an incomplete last line is dropped.

        Args:
            path: the file.
            work: everything that the results depend on, as JSON; a hash of the sources is added.
            encode: converts a result to JSON.
            decode: converts JSON back to a result; raises ValueError, KeyError or TypeError for invalid values.

        Raises:
            StorageError: the file cannot be read or written, or has other content, which is not changed.
        """
        self._path = path
        self._encode = encode
        self._decode = decode
        self._known: dict[int, object] = {}
        head = json.loads(json.dumps({"work": work, "sources": fingerprint_of(("xiangqi",))}))
        try:
            good = self._read(head) if path.exists() else 0
            self._file = path.open("ab")
            self._file.truncate(good)
            sync_folder(path.parent)
            if not good:
                self._write(head)
        except OSError as error:
            raise self._fault(error) from None

    def _read(self, head: object) -> int:
        """Read the file's results, and return the number of bytes in complete lines.

        Raises:
            StorageError: the file has other content.
        """
        good = 0
        for line in io.BytesIO(read_file(self._path, _MOST_BYTES)):
            if not line.endswith(b"\n"):
                self._insist_on_cut(line, _RESULT_START if good else _line(head))
                break
            try:
                value = json.loads(line)
                if good:
                    self._known[int(value["number"])] = value["result"]
            except _DAMAGE:
                value = None
            if value is None or (not good and value != head):
                raise self._foreign()
            good += len(line)
        return good

    def _insist_on_cut(self, line: bytes, start: bytes) -> None:
        """Check that an incomplete line was truncated while it was written.

        Raises:
            StorageError: the line has another beginning.
        """
        if not (start.startswith(line) or line.startswith(start)):
            raise self._foreign()

    def _foreign(self) -> StorageError:
        return StorageError(Message("detail.kept.other", path=str(self._path)))

    def __contains__(self, number: int) -> bool:
        """Return whether the chunk with this number is done."""
        return number in self._known

    def __getitem__(self, number: int) -> R:
        """Return the result of a chunk that is done.

        Raises:
            StorageError: the result is damaged.
        """
        try:
            return self._decode(self._known[number])
        except _DAMAGE:
            raise StorageError(
                Message("detail.kept.damaged", path=str(self._path), number=number + 1)
            ) from None

    def add(self, number: int, result: R) -> None:
        """Store the result of a chunk.

        Raises:
            StorageError: the result cannot be written.
        """
        try:
            self._write({"number": number, "result": self._encode(result)})
        except OSError as error:
            raise self._fault(error) from None

    def _write(self, value: object) -> None:
        self._file.write(_line(value))
        flush(self._file)

    def close(self) -> None:
        """Close the file.

        Raises:
            StorageError: data left by an earlier error still cannot be written.
        """
        try:
            self._file.close()
        except OSError as error:
            raise self._fault(error) from None

    def _fault(self, error: OSError) -> StorageError:
        return StorageError(Message("detail.kept.file", path=str(self._path), reason=system_reason(error)))


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"

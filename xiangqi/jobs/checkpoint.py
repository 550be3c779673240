"""Results of chunks in a file, so that the same command goes on where it was stopped.

The first line says what work it is; each further line is one chunk's number and result, as JSON.
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
    """The results in a file. For one thread; close it when all is done."""

    def __init__(
        self,
        path: Path,
        work: Mapping[str, object],
        encode: Callable[[R], object],
        decode: Callable[[object], R],
    ) -> None:
        """Begin a file, or go on with one; a last line of it that was cut off is dropped.

        Args:
            path: of the file.
            work: all that results follow from, as JSON; the sources are added.
            encode: a result as JSON.
            decode: reads that back; ValueError, KeyError or TypeError say that it is something else.

        Raises:
            StorageError: it cannot be read or written, or holds anything else, which stays as it is.
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
        """Take in what the file holds; bytes of its whole lines.

        Raises:
            StorageError: it holds something else.
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
        """Let only what was cut off while it was written be dropped.

        Raises:
            StorageError: the line does not begin so.
        """
        if not (start.startswith(line) or line.startswith(start)):
            raise self._foreign()

    def _foreign(self) -> StorageError:
        return StorageError(Message("detail.kept.other", path=str(self._path)))

    def __contains__(self, number: int) -> bool:
        """Whether a chunk is done."""
        return number in self._known

    def __getitem__(self, number: int) -> R:
        """The result of a chunk that is done.

        Raises:
            StorageError: it is damaged.
        """
        try:
            return self._decode(self._known[number])
        except _DAMAGE:
            raise StorageError(
                Message("detail.kept.damaged", path=str(self._path), number=number + 1)
            ) from None

    def add(self, number: int, result: R) -> None:
        """Keep a chunk's result.

        Raises:
            StorageError: it cannot be written.
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
            StorageError: what an earlier fault has left over cannot be written either.
        """
        try:
            self._file.close()
        except OSError as error:
            raise self._fault(error) from None

    def _fault(self, error: OSError) -> StorageError:
        return StorageError(Message("detail.kept.file", path=str(self._path), reason=system_reason(error)))


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"

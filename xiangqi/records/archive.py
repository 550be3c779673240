"""ZIP archives of records: the games of all their files, in order.

The unpacked size is limited regardless of what the archive's directory says, and nested archives are not
opened.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from xiangqi.errors import RecordError
from xiangqi.i18n.message import Message
from xiangqi.records.tree import Game, RecordFault

NAME: Final = "zip"

_DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    ArithmeticError,
    LookupError,
    RuntimeError,  # encrypted, or a method that is not known
)
"""The exceptions that the library raises for a damaged archive."""
_MAGIC: Final = b"PK\x03\x04"
_MOST_FILES: Final = 10_000
_MOST_BYTES: Final = 64 << 20  # of all files together, unpacked
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # zipfile does not bound the output of others
_MOST_TOLD: Final = 20  # files without a record that are reported one by one
_NOT_RECORDS: Final = ("__MACOSX/", ".DS_Store", "Thumbs.db")  # files added by operating systems


@dataclass(frozen=True)
class Archives:
    """The reader of archives."""

    read_record: Callable[[bytes, str], Iterator[Game]]  # reads a file of an archive, given with its name
    NAME = NAME

    def sniff(self, data: bytes) -> bool:
        """Return whether the data is a ZIP archive."""
        return data.startswith(_MAGIC)

    def read(self, data: bytes) -> Iterator[Game]:
        """Yield the games of all files; anything unreadable becomes a fault of the last game.

        Raises:
            RecordError: the archive is damaged, is an office document, or contains no record.
        """
        try:
            archive = zipfile.ZipFile(io.BytesIO(data))
        except _DAMAGE as error:
            raise RecordError(
                Message(
                    "detail.place_byte", byte=0, reason=Message("detail.damaged_archive", reason=str(error))
                )
            ) from None
        if _is_document(archive):
            raise RecordError(Message("detail.place_byte", byte=0, reason=Message("detail.office_document")))
        last: Game | None = None
        refused: list[str] = []
        for game in _games(archive, self.read_record, refused):
            if last is not None:
                yield last
            last = game
        if last is None:
            raise RecordError(
                Message("detail.several", reasons=tuple(refused[:_MOST_TOLD]))
                if refused
                else Message("detail.empty_archive")
            )
        for reason in refused[:_MOST_TOLD]:
            last.add_fault(RecordFault(reason))
        if len(refused) > _MOST_TOLD:
            last.add_fault(RecordFault(Message("detail.more_refused", count=len(refused) - _MOST_TOLD)))
        yield last


def _is_document(archive: zipfile.ZipFile) -> bool:
    names = set(archive.namelist())
    return bool(names & {"[Content_Types].xml", "META-INF/MANIFEST.MF", "mimetype"})


def _games(
    archive: zipfile.ZipFile, read_record: Callable[[bytes, str], Iterator[Game]], refused: list[str]
) -> Iterator[Game]:
    room = _MOST_BYTES
    files = [info for info in archive.infolist() if not info.filename.endswith("/")]
    for number, info in enumerate(files):
        if info.filename.startswith(_NOT_RECORDS[0]) or info.filename.endswith(_NOT_RECORDS[1:]):
            continue
        name = "".join(letter if letter.isprintable() else "?" for letter in info.filename)
        if number >= _MOST_FILES:
            refused.append(
                Message("detail.of_file", file=name, reason=Message("detail.archive_files", most=_MOST_FILES))
            )
            return
        try:
            content = _unpacked(archive, info, room)
            room -= len(content)
            if content.startswith(_MAGIC):
                raise RecordError(
                    Message("detail.of_file", file=name, reason=Message("detail.archive_in_archive"))
                )
            for game in read_record(content, name):
                game.errors = [replace(fault, message=f"{name}: {fault.message}") for fault in game.errors]
                game.share = 0.0
                yield game
        except RecordError as error:
            refused.append(str(error))


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, room: int) -> bytes:
    """Return the content of a file in the archive.

    Raises:
        RecordError: the file is damaged, encrypted, compressed by an unsupported method, or larger than `room`.
    """
    if info.compress_type not in _METHODS:
        raise RecordError(
            Message("detail.of_file", file=info.filename, reason=Message("detail.archive_method"))
        )
    try:
        with archive.open(info) as stream:
            content = stream.read(room + 1)
    except _DAMAGE as error:
        raise RecordError(
            Message(
                "detail.of_file", file=info.filename, reason=Message("detail.not_unpacked", reason=str(error))
            )
        ) from None
    if len(content) > room:
        raise RecordError(
            Message(
                "detail.of_file",
                file=info.filename,
                reason=Message("detail.archive_too_large", mebibytes=_MOST_BYTES >> 20),
            )
        )
    return content

"""Protection of the program's own files, libraries and inputs against being overwritten."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from xiangqi.disk import is_there, open_plain
from xiangqi.errors import StorageError
from xiangqi.i18n.message import Message
from xiangqi.library.library import default_path
from xiangqi.library.schema import ENDINGS
from xiangqi.resources import data_folder

STDIN: Final = "-"
"""The file name that means standard input."""

_OWN: Final = re.compile(
    r"(settings|puzzles)\.(json|lock)|(practice|reviews)-waiting\.(txt|lock)|sparring-book\.txt|library\.db(-wal|-shm|-journal)?"
    r"|(journal|unsaved)(-\d+|-p\d+-[0-9a-f]{4})?(-(unstored|finished)-[0-9a-f-]+)?\.(pgn|lock)"
)
_START: Final = 64  # bytes of a file that identify its type
_DATABASE: Final = b"SQLite format 3\0"
_INDEX_VERSION: Final = (3_007_000).to_bytes(4, sys.byteorder)
_BESIDE_DATABASE: Final = re.compile(
    rb"\x37\x7f\x06[\x82\x83]|\xd9\xd5\x05\xf9\x20\xa1\x63\xd7|%(version)b.{44}%(version)b"
    % {b"version": re.escape(_INDEX_VERSION)},
    re.DOTALL,
)
"""The first bytes of SQLite's files beside a database: log, journal, and the log's index in two forms."""


def insist_on_foreign(output: Path, inputs: Iterable[str | Path | None] = ()) -> None:
    """Check that an output is neither one of the program's own files nor an input.

    Args:
        output: the file; links are followed. Anything but a regular file, such as a pipe, passes.
        inputs: the other files and folders that are read or written; None and names without a file are ignored.

    Raises:
        StorageError: the output is such a file; nothing was written.
    """
    if _is_special(output):
        return
    if any(_is_read(output, str(name)) for name in inputs if name is not None):
        raise _refusal(output, "detail.output_is_input")
    real = Path(os.path.realpath(output))
    if _is_database(real) or _is_own(real) or _is_part_of_program(real):
        raise _refusal(output, "detail.output_is_own")


def insist_on_place(library: Path) -> None:
    """Check that a library may be created at a path: that it is not reserved for another file of the program.

    A file that exists, and the path of the user's library, pass.

    Raises:
        StorageError: the path is reserved for another file; nothing has been written.
    """
    if not is_there(library) and not _is_same(library, default_path()):
        insist_on_foreign(library)


def _refusal(output: Path, key: str) -> StorageError:
    return StorageError(Message("detail.of_file", file=str(output), reason=Message(key)))


def _is_special(path: Path) -> bool:
    with contextlib.suppress(OSError, ValueError):
        return not stat.S_ISREG(path.stat().st_mode)
    return False


def _is_read(output: Path, name: str) -> bool:
    """Return whether an output is the input of this name, is in that folder, or belongs to that library."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        if name == STDIN:
            return os.path.samestat(os.fstat(sys.stdin.fileno()), output.stat())
        path = Path(name)
        if path.is_dir():
            return output.exists() and Path(os.path.realpath(path)) in Path(os.path.realpath(output)).parents
        ends = ENDINGS if _begins_as_database(path) else ("",)
        return any(_is_same(output, Path(f"{path}{end}")) for end in ends)
    return False


def _is_same(one: Path, other: Path) -> bool:
    """Return whether two names refer to the same file, also through links, or would if it existed."""
    with contextlib.suppress(OSError, ValueError):
        return one.samefile(other)
    names = (os.path.normcase(os.path.realpath(path)) for path in (one, other))
    return len(set(names)) == 1


def _is_database(path: Path) -> bool:
    """Return whether a file is an SQLite database, such as a library, or belongs to one."""
    names = [str(path).removesuffix(end) for end in ENDINGS if str(path).endswith(end)]
    is_beside = _BESIDE_DATABASE.match(_start_of(path)) is not None
    return is_beside or any(_begins_as_database(Path(name)) for name in names)


def _begins_as_database(path: Path) -> bool:
    return _start_of(path).startswith(_DATABASE)


def _start_of(path: Path) -> bytes:
    """Return the first bytes of a regular file, or b"" if it cannot be read."""
    with contextlib.suppress(OSError), open_plain(path) as file:
        return file.read(_START)
    return b""


def _is_own(path: Path) -> bool:
    """Return whether a path is that of one of the program's own files, whether it exists or not."""
    folder, names = data_folder(), {path.name}
    with contextlib.suppress(OSError):
        names |= {own.name for own in folder.iterdir()}
    return any(_OWN.fullmatch(name) and _is_same(path, folder / name) for name in names)


def _is_part_of_program(path: Path) -> bool:
    """Return whether a file is part of the installed program or its assets."""
    package = Path(__file__).resolve().parents[1]
    return not {package, package.parent / "assets"}.isdisjoint(path.parents)

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

from xiangqi.errors import StorageError
from xiangqi.i18n.message import Message
from xiangqi.library.schema import ENDINGS
from xiangqi.resources import data_folder

STDIN: Final = "-"
"""The file name that means standard input."""

_OWN: Final = re.compile(
    r"(settings|puzzles)\.(json|lock)|(practice|reviews)-waiting\.(txt|lock)|(journal|unsaved)(-\d+)?\.(pgn|lock)"
)
_DATABASE: Final = b"SQLite format 3\0"


def insist_on_foreign(output: Path, inputs: Iterable[str | Path | None] = ()) -> None:
    """Check that an output is neither one of the program's own files nor an input.

    Args:
        output: the file; links are followed. Anything but a regular file, such as a pipe, passes.
        inputs: files and folders that are read, or written as well; None and names of no file are ignored.

    Raises:
        StorageError: the output is such a file; nothing was written.
    """
    if _is_special(output):
        return
    if any(_is_read(output, str(name)) for name in inputs if name is not None):
        raise _refusal(output, "detail.output_is_input")
    real = Path(os.path.realpath(output))
    if _is_database(real) or any(_is_same(real, own) for own in _own_files()):
        raise _refusal(output, "detail.output_is_own")


def _refusal(output: Path, key: str) -> StorageError:
    return StorageError(Message("detail.of_file", file=str(output), reason=Message(key)))


def _is_special(path: Path) -> bool:
    with contextlib.suppress(OSError, ValueError):
        return not stat.S_ISREG(path.stat().st_mode)
    return False


def _is_read(output: Path, name: str) -> bool:
    """Return whether an output is the input of this name, lies in that folder, or belongs to that library."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        if name == STDIN:
            return os.path.samestat(os.fstat(sys.stdin.fileno()), output.stat())
        path = Path(name)
        if path.is_dir():
            return output.exists() and Path(os.path.realpath(path)) in Path(os.path.realpath(output)).parents
        return _is_same(output, path)
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
    return any(_begins_as_database(Path(name)) for name in names)


def _begins_as_database(path: Path) -> bool:
    with contextlib.suppress(OSError, ValueError), path.open("rb") as file:
        return file.read(len(_DATABASE)) == _DATABASE
    return False


def _own_files() -> list[Path]:
    """Return the existing files that belong to the program itself."""
    with contextlib.suppress(OSError):
        return [path for path in data_folder().iterdir() if _OWN.fullmatch(path.name)]
    return []

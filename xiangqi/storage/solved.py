"""The puzzles solved before the library stored them: a small file beside the settings, read once."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

from xiangqi.disk import cannot_be_read, read_file, set_aside
from xiangqi.errors import StorageError
from xiangqi.resources import data_folder

_VERSION: Final = 1
_MOST: Final = 200_000  # puzzles; more than anyone solves
_LONGEST: Final = 120  # characters of a position
_LARGEST: Final = 64 << 20  # bytes of the file
_LINE: Final = re.compile(
    rb'^  "([1-9A-Za-z/]{1,118} [wb])",?$', re.MULTILINE
)  # in the format in which it was written


def solved_path() -> Path:
    """Return the path of the file with the solved puzzles."""
    return data_folder() / "puzzles.json"


def load_solved(path: Path | None = None) -> tuple[frozenset[str], Path | None]:
    """Load the solved positions; if the file is damaged, set it aside and return those that can still be read.

    Returns:
        The positions, and the new path of a damaged file (None if nothing was damaged, or if the file could
        not be renamed). A file from a newer version is set aside as well, so that it is not overwritten.

    Raises:
        StorageError: the file exists but cannot be read.
    """
    path = path or solved_path()
    try:
        data = read_file(path, _LARGEST)
    except FileNotFoundError:
        return frozenset(), None
    except OSError as error:
        raise StorageError(cannot_be_read(path, error)) from error
    try:
        return _positions(json.loads(data.decode("utf-8"))), None
    except (ValueError, RecursionError):
        return _salvaged(data), set_aside(path, "damaged")


def _positions(content: object) -> frozenset[str]:
    """Return the positions in the content of a file.

    Raises:
        ValueError: the content is not that of such a file.
    """
    if not isinstance(content, dict) or content.get("version") != _VERSION:
        raise ValueError("not of this version")
    listed = content.get("solved")
    if not isinstance(listed, list) or len(listed) > _MOST:
        raise ValueError("no list")
    if not all(isinstance(fen, str) and fen.isascii() and len(fen) <= _LONGEST for fen in listed):
        raise ValueError("no positions")
    return frozenset(listed)


def _salvaged(data: bytes) -> frozenset[str]:
    """Return the positions on intact lines of a damaged file of this version."""
    if b'"version": %d,' % _VERSION not in data:
        return frozenset()
    return frozenset(line[1].decode() for line in _LINE.finditer(data))

"""Stars earned by a player, 1 to 3 for each task or classic, in a small file beside the settings."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xiangqi.disk import cannot_be_read, read_file, set_aside, write_atomically
from xiangqi.errors import StorageError
from xiangqi.lock import FileLock
from xiangqi.resources import data_folder

_VERSION: Final = 1
_PATIENCE_S: Final = 5.0
_MOST: Final = 5000  # entries; more than there are
_LARGEST: Final = 1 << 20  # bytes of the file


@dataclass(frozen=True)
class StarFile:
    """A file of stars, and the form of its keys."""

    name: str  # the name of the file
    key: str  # a pattern that a whole key matches

    @property
    def path(self) -> Path:
        """The path of the file."""
        return data_folder() / self.name

    def load(self, path: Path | None = None) -> tuple[dict[str, int], Path | None]:
        """Load the stars; if the file is damaged, write those that can still be read to a new one.

        Returns:
            The stars, 1 to 3, by key, and the new path of a damaged file (None if nothing was damaged, or if
            it could not be renamed). A file of a newer version is set aside as well, so that it is not
            overwritten.

        Raises:
            StorageError: the file exists but cannot be opened.
        """
        path = path or self.path
        try:
            data = read_file(path, _LARGEST)
        except FileNotFoundError:
            return {}, None
        except OSError as error:
            raise StorageError(cannot_be_read(path, error)) from error
        try:
            return self._stars(json.loads(data.decode("utf-8"))), None
        except (ValueError, RecursionError):
            found, aside = self._salvaged(data), set_aside(path, "damaged")
            if found and aside is not None:
                with contextlib.suppress(StorageError):  # the next star that is earned writes them, too
                    write_atomically(path, _content(found))
            return found, aside

    def keep(self, stars: Mapping[str, int], path: Path | None = None) -> dict[str, int]:
        """Add stars to the file atomically, keeping what another window has added; the most stars count.

        Returns:
            The file's new content.

        Raises:
            StorageError: the file cannot be read or written, or another window keeps it locked; the old file is
                unchanged.
        """
        path = path or self.path
        with FileLock(path.with_suffix(".lock")).held(_PATIENCE_S):
            present, _ = self.load(path)
            merged = best_of(present, stars)
            write_atomically(path, _content(merged))
        return merged

    def _stars(self, content: object) -> dict[str, int]:
        """Return the stars in the content of a file.

        Raises:
            ValueError: the content is not that of such a file.
        """
        if not isinstance(content, dict) or content.get("version") != _VERSION:
            raise ValueError("not of this version")
        stars = content.get("stars")
        if not isinstance(stars, dict) or len(stars) > _MOST:
            raise ValueError("no stars")
        pattern = re.compile(self.key)
        counted = stars.items()
        if not all(pattern.fullmatch(key) and type(count) is int and 1 <= count <= 3 for key, count in counted):
            raise ValueError("no stars of such things")
        return stars

    def _salvaged(self, data: bytes) -> dict[str, int]:
        """Return the stars on intact lines of a damaged file of this version."""
        if b'"version": %d,' % _VERSION not in data:
            return {}
        line = re.compile(rb'^    "(%s)": ([123]),?$' % self.key.encode(), re.MULTILINE)  # as written above
        return {found[1].decode(): int(found[2]) for found in line.finditer(data)}


def _content(stars: Mapping[str, int]) -> bytes:
    return json.dumps({"version": _VERSION, "stars": dict(stars)}, indent=2).encode() + b"\n"


def best_of(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """Return the larger number of stars for each key."""
    return {key: max(one.get(key, 0), other.get(key, 0)) for key in sorted({**one, **other})}


LESSONS: Final = StarFile("lessons.json", r"[a-z]{1,20}\.[1-9][0-9]?")
"""The stars of the tasks of the first lessons, such as ``horse.2``."""

CLASSICS: Final = StarFile("classics.json", r"[1-9a-zA-Z/]{10,90} [wb]")
"""The stars of the classics, by board and side to move."""

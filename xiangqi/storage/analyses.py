"""Keeps the latest analyses that were not saved, in one file of records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from xiangqi.disk import cannot_be_read, read_file, set_aside, write_atomically
from xiangqi.errors import RecordError, StorageError
from xiangqi.lock import FileLock
from xiangqi.records.files import read_bytes
from xiangqi.records.text import pgn_writer
from xiangqi.records.tree import Game
from xiangqi.resources import data_folder

MOST: Final = 10
"""The number of analyses that are kept."""

_KEY: Final = "AnalysisKey"  # the tag that names an analysis in the file, and nowhere else
_PATIENCE_S: Final = 5.0
_LARGEST: Final = 64 << 20  # bytes of the file


def analyses_path() -> Path:
    """Return the path of the file."""
    return data_folder() / "analyses.pgn"


def load_analyses(path: Path | None = None) -> tuple[dict[str, Game], Path | None]:
    """Load the analyses by their keys, the one changed last at the end.

    Returns:
        The analyses, and the new path of a file that is not a record and was set aside; None if it is a record
        or could not be renamed.

    Raises:
        StorageError: the file exists but cannot be read.
    """
    path = path or analyses_path()
    try:
        data = read_file(path, _LARGEST)
    except FileNotFoundError:
        return {}, None
    except OSError as error:
        raise StorageError(cannot_be_read(path, error)) from error
    try:
        games = list(read_bytes(data, path.name))
    except RecordError:
        return {}, set_aside(path, "damaged")
    return {game.headers.get(_KEY, str(place)): _without_key(game) for place, game in enumerate(games)}, None


def _without_key(game: Game) -> Game:
    return replace(game, headers={tag: value for tag, value in game.headers.items() if tag != _KEY})


def keep_analyses(changed: Mapping[str, Game], path: Path | None = None) -> None:
    """Add analyses to the file atomically, and keep only the last `MOST` of all, including other windows'.

    Raises:
        StorageError: the file cannot be read or written, or another window keeps it locked; the old file is
            unchanged.
    """
    path = path or analyses_path()
    with FileLock(path.with_suffix(".lock")).held(_PATIENCE_S):
        present, _ = load_analyses(path)
        others = {key: game for key, game in present.items() if key not in changed}
        kept = list({**others, **changed}.items())[-MOST:]
        games = (replace(game, headers={**game.headers, _KEY: key}) for key, game in kept)
        write_atomically(path, b"".join(map(pgn_writer.write, games)))

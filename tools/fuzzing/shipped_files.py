"""The files that come with the program, with other content: a reader may raise nothing but a ResourceError.

Packed files are given unpacked, since a change in what is compressed is nearly always found by its checksum.
"""

from __future__ import annotations

import contextlib
import io
import lzma
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Final
from unittest import mock

import numpy as np
import numpy.typing as npt

from tools.fuzzing.unsound import UnsoundError
from xiangqi import folding, pinyin, resources
from xiangqi.board import Board, Move
from xiangqi.errors import LibraryError, ResourceError
from xiangqi.exercises import courses
from xiangqi.exercises.classics import unpack_classics
from xiangqi.exercises.pack import unpack_exercises
from xiangqi.i18n import message
from xiangqi.insights import rates
from xiangqi.lessons import lesson
from xiangqi.library import masters
from xiangqi.library.masters_asset import MastersGame, packed, unpacked
from xiangqi.openings import aliases, practice, table
from xiangqi.recognition import network
from xiangqi.resources import asset

_PACKED: Final = b"\xfd7zXZ\0"
_LINES: Final = 30  # of a long asset
_PLURALS: Final = (0, 1, 2, 5, 11, 101, 1_000_000)


def _compressed(content: bytes) -> bytes:
    return content if content.startswith(_PACKED) else lzma.compress(content, preset=0)


@contextlib.contextmanager
def _given(data: bytes, *readers: ModuleType) -> Iterator[Path]:
    """Let modules find these bytes in place of any asset."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder, contextlib.ExitStack() as stack:
        path = Path(folder, "asset")
        path.write_bytes(data)
        for reader in (resources, *readers):
            stack.enter_context(mock.patch.object(reader, "asset", return_value=path))
        yield path


def masters_games(data: bytes) -> None:
    """Make the library of masters' games from the asset's content, with names in both scripts."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        for script in masters.Script:
            try:
                read = unpacked(_compressed(data))
                for _ in masters._write(Path(folder, script.value), read, script):
                    pass
            except (ResourceError, LibraryError):
                return


def masters_samples() -> Sequence[bytes]:
    """Return the unpacked content of small assets."""
    lines = (["h2e2", "h9g7", "h0g2"], ["h2e2", "h9g7", "i0h0"], ["c3c4"])
    games = [
        MastersGame(
            tuple(map(Move.from_iccs, line)), "胡榮華", f"柳{number}", "五羊杯", 19820100 + number, "1-0"
        )
        for number, line in enumerate(lines)
    ]
    return [lzma.decompress(packed(games, {"榮": "荣", "華": "华"})), lzma.decompress(packed([], {}))]


def openings(data: bytes) -> None:
    """Read the table of openings."""
    with contextlib.suppress(ResourceError):
        table.unpacked(_compressed(data))


def masters_moves(data: bytes) -> None:
    """Read the masters' moves, and look up those at the start."""
    with _given(_compressed(data)), contextlib.suppress(ResourceError):
        practice._rows.cache_clear()
        board = Board()
        for found in practice.lookup(board):
            board.is_legal(found.move)
        practice.opening_at(board)
    practice._rows.cache_clear()


def exercises(data: bytes) -> None:
    """Read the exercises."""
    with contextlib.suppress(ResourceError):
        unpack_exercises(_compressed(data))


def classics(data: bytes) -> None:
    """Read the classics."""
    with contextlib.suppress(ResourceError):
        unpack_classics(_compressed(data))


def first_lessons(data: bytes) -> None:
    """Read the first lessons."""
    with _given(data, lesson), contextlib.suppress(ResourceError):
        lesson.load_lessons.__wrapped__()


def more_lessons(data: bytes) -> None:
    """Read the courses."""
    with _given(data, courses), contextlib.suppress(ResourceError):
        courses._shipped_lessons()


def fault_rates(data: bytes) -> None:
    """Read the rates at which players of each rating make mistakes, and use them."""
    with _given(data, rates), contextlib.suppress(ResourceError):
        found = rates.shipped_rates.__wrapped__()
        found.cells(1500.0)
        found.rating_of(0.1)


def names(data: bytes) -> None:
    """Read the other names of openings, and the variants and readings of characters."""
    with _given(data):
        for read in (aliases.aliases, folding._one_of_each, pinyin.readings):
            with contextlib.suppress(ResourceError):
                read.__wrapped__()


def catalogue(data: bytes) -> None:
    """Read a language's texts, and let it choose plural forms."""
    with _given(data) as path, contextlib.suppress(ResourceError):
        found = message._read.__wrapped__(path)
        if any(found.plural(number) < 0 for number in _PLURALS):
            raise UnsoundError("no form")


def weights(data: bytes) -> None:
    """Read the networks that read pictures."""
    with _given(data), contextlib.suppress(ResourceError):
        network.layers.__wrapped__()


def weights_samples() -> Sequence[bytes]:
    """Return a network of one layer."""
    stream = io.BytesIO()
    layer: dict[str, npt.ArrayLike] = {
        "points.a.weights": np.ones((2, 3, 3, 3), np.int8),
        "points.a.scale": np.ones(2, np.float32),
        "points.a.bias": np.zeros(2),
        "points.a.step": [1, 1],
    }
    np.savez(stream, allow_pickle=False, **layer)
    return [stream.getvalue()]


def part_of(name: str, lines: int = _LINES) -> Callable[[], Sequence[bytes]]:
    """Return a function that returns the first lines of an asset, unpacked, as a sample."""

    def read() -> Sequence[bytes]:
        data = asset(name).read_bytes()
        text = lzma.decompress(data) if data.startswith(_PACKED) else data
        return [b"\n".join(text.split(b"\n")[:lines])]

    return read

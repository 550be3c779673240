"""The files of solved sets, for the tables that depend on them; they are not shipped.

A file is a line of JSON and the compressed words of all sets. It is written atomically, so that interrupted
work can be resumed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import numpy as np

from xiangqi.disk import open_plain, read_file, write_atomically
from xiangqi.errors import TableError
from xiangqi.i18n.message import Message
from xiangqi.tables.making.row_layout import Ints, RowLayout
from xiangqi.tables.making.solving import Sets, Won
from xiangqi.tables.material import Endgame
from xiangqi.tables.packing import pack_checked, unpack_checked

_SUFFIX: Final = ".sets"
_LARGEST: Final = 4 << 30  # bytes of a file
START: Final = b'{"generator": '
GENERATOR: Final = 1
"""The number of this generator, changed with the solver: sets made by another generator are rebuilt."""


def path_of(folder: Path, material: Endgame) -> Path:
    """Return the path of the sets of a canonical material."""
    return folder / (material.name + _SUFFIX)


def is_there(folder: Path, material: Endgame) -> bool:
    """Return whether the sets of a canonical material exist and were made by this generator."""
    try:
        with open_plain(path_of(folder, material)) as file:
            return bool(json.loads(file.readline(200)).get("generator") == GENERATOR)
    except (OSError, ValueError, AttributeError):
        return False


def save(folder: Path, sets: Sets) -> None:
    """Save the sets of a canonical material.

    Raises:
        StorageError: the file cannot be written.
    """
    doubts = sets.possible is not sets.won
    arrays = [*sets.legal]
    for won in (*sets.won, *(sets.possible if doubts else ())):
        arrays += [won.moving, won.waiting]
    head = json.dumps({"generator": GENERATOR, "doubts": doubts}).encode() + b"\n"
    data = pack_checked(np.stack(arrays).tobytes())
    write_atomically(path_of(folder, sets.layout.material), head + data)


def load(folder: Path, material: Endgame) -> Sets:
    """Load the sets of a canonical material.

    Raises:
        TableError: there are no such sets, or the file is damaged.
    """
    path = path_of(folder, material)
    try:
        head, data = read_file(path, _LARGEST).split(b"\n", 1)
        doubts = bool(json.loads(head)["doubts"])
        words = np.frombuffer(unpack_checked(data), dtype=np.int64).copy()
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise TableError(
            Message("detail.of_file", file=str(path), reason=Message("detail.unread", reason=str(error)))
        ) from None
    layout = RowLayout(material)
    arrays: list[Ints] = list(words.reshape(10 if doubts else 6, layout.cells, layout.words))
    first, second, third, fourth = (
        (Won(arrays[i], arrays[i + 1]) for i in range(2, 10, 2))
        if doubts
        else (Won(arrays[2], arrays[3]), Won(arrays[4], arrays[5]), None, None)
    )
    won = (first, second)
    possible = won if third is None or fourth is None else (third, fourth)
    return Sets(layout, (arrays[0], arrays[1]), won, possible)

"""The format of training data: positions of self-play as numpy records, in compressed shards.

A shard is one `.npz` file with one array, ``positions``, whose records are POSITION; each game is complete
and in order. A file is written completely or not at all.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.constants import BLACK, BOARD_SQUARES, CODE_MASK, KIND_MASK, RED
from xiangqi.fen import Position, format_fen

Records = npt.NDArray[Any]

IN_CHECK: Final = 1  # the side to move is in check
BEST_CAPTURES: Final = 2  # the best move found is a capture
PLAYED_AT_RANDOM: Final = 4  # not the best move was played; the next ones say little here

POSITION: Final = np.dtype(
    [
        (
            "board",
            "u1",
            45,
        ),  # two points a byte, high half first, in FEN order (a9, b9 … i0); codes as in unpack
        ("side", "u1"),  # to move: 0 Red, 1 Black
        ("score", "<i2"),  # of the search, for the side to move, as in engine.common.scores (mates included)
        ("result", "i1"),  # of the game, for the side to move: 1 won, 0 drawn, -1 lost
        ("game", "<u2"),  # number of the game within the shard
        ("ply", "<u2"),  # plies since the start position
        ("clock", "u1"),  # plies since the last capture
        ("flags", "u1"),  # IN_CHECK | BEST_CAPTURES | PLAYED_AT_RANDOM
        ("move", "<u2"),  # best move found, from << 8 | to on the padded board
    ]
)

_BLACK_CODES: Final = 7  # added to the kind of a black piece


def codes_of(squares: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
    """Return the codes, as in unpack and in FEN order, of boards in state layout, shape (…, 256)."""
    pieces = squares[..., BOARD_SQUARES] & CODE_MASK
    codes: npt.NDArray[np.uint8] = ((pieces & KIND_MASK) + _BLACK_CODES * (pieces >= BLACK)).astype(np.uint8)
    return codes


def pack(codes: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return boards of shape (…, 90) as the (…, 45) bytes of a record."""
    return (codes[..., 0::2] << 4 | codes[..., 1::2]).astype(np.uint8)


def unpack(packed: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Reverse pack: return codes, 0 empty, 1-7 Red's KABNRCP, 8-14 Black's, as uint8 of shape (…, 90)."""
    codes = np.empty((*packed.shape[:-1], 90), dtype=np.uint8)
    codes[..., 0::2] = packed >> 4
    codes[..., 1::2] = packed & 15
    return codes


def fen_of(record: Any) -> str:
    """Return the FEN of one record."""
    codes = unpack(record["board"]).tolist()
    placement = {
        square: code | RED if code <= _BLACK_CODES else (code - _BLACK_CODES) | BLACK
        for square, code in zip(BOARD_SQUARES, codes, strict=True)
        if code
    }
    turn = BLACK if record["side"] else RED
    return format_fen(Position(placement, turn, int(record["clock"]), int(record["ply"]) // 2 + 1))


def save_shard(path: Path, records: Records) -> None:
    """Write a shard; an existing file is replaced atomically."""
    unfinished = path.with_suffix(f".{os.getpid()}.tmp")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, positions=records)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def load_shard(path: Path) -> Records:
    """Return the records of one shard, dtype POSITION."""
    with np.load(path) as file:
        records: Records = file["positions"]
    return records


def shards_of(folders: Iterable[Path]) -> list[Path]:
    """Return the shards in some folders, in a fixed order."""
    return [path for folder in folders for path in sorted(folder.glob("shard-*.npz"))]

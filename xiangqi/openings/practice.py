"""Masters' practice: the moves played in 26,241 games from 1950 to 2013, by position, with their results.

The data were counted from the Chinese Chess Practical Dataset (Tseng and Chen 2026, CC BY 4.0), in positions
that occurred in at least five games; `library.masters` has the games. Mirror images count as one position.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.errors import ResourceError
from xiangqi.openings.places import as_in_books, mirrored, mirrored_place, place_of, turned_place
from xiangqi.resources import DAMAGE, asset_bytes

ASSET: Final = "practice.xz"
SOURCE: Final = "Chinese Chess Practical Dataset, Tseng and Chen 2026, CC BY 4.0"
"""The attribution required by the licence of the counts."""

_HEADER: Final = "xiangqi practice 1"


@dataclass(frozen=True)
class PracticeMove:
    """A move with the results of the games in which it was played."""

    move: Move
    # numbers of games by result
    red_wins: int
    draws: int
    black_wins: int

    @property
    def games(self) -> int:
        """The number of games in which the move was played."""
        return self.red_wins + self.draws + self.black_wins


def opening_at(board: Board) -> str | None:
    """Return the opening code under which masters most often reach a position, or None if it is unknown.

    Raises:
        ResourceError: the asset is missing or damaged.
    """
    row = _rows().get(place_of(board))
    return row.partition(" ")[0] if row else None


def lookup(board: Board) -> tuple[PracticeMove, ...]:
    """Return the moves that masters played in a position, the most frequent first; empty if there are none.

    In a symmetrical position, each move also represents its mirror image and is on the wing that books use.

    Raises:
        ResourceError: the asset is missing or damaged.
    """
    place, turned = turned_place(board)
    found = [
        PracticeMove(mirrored(move) if turned else move, *results) for move, results in _moves_at(place).items()
    ]
    if found and place == mirrored_place(place):
        found = [
            PracticeMove(as_in_books(board, one.move), one.red_wins, one.draws, one.black_wins) for one in found
        ]
    return tuple(sorted(found, key=lambda one: (-one.games, one.move)))


def weights(board: Board) -> dict[Move, int]:
    """Return the number of masters' games with each move; empty if there are none.

    In a symmetrical position, a move and its mirror image both have the number of games with either of them.

    Raises:
        ResourceError: the asset is missing or damaged.
    """
    found = {one.move: one.games for one in lookup(board)}
    place = turned_place(board)[0]
    return (
        found | {mirrored(move): games for move, games in found.items()}
        if place == mirrored_place(place)
        else found
    )


def packed(positions: Iterable[tuple[str, str, Mapping[str, tuple[int, int, int]]]]) -> bytes:
    """Return the content of the asset that stores the given positions.

    Args:
        positions: the key of each position (`places.place_of`), its opening code, and its moves with their
            results.
    """
    rows = [
        " ".join(
            [place, code, *(f"{move} {red} {drawn} {black}" for move, (red, drawn, black) in moves.items())]
        )
        for place, code, moves in sorted(positions)
    ]
    content = "\n".join([_HEADER, *rows]).encode()
    return lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)


@lru_cache(maxsize=1)
def _rows() -> dict[str, str]:
    """Return the asset's row for each position: the code of its opening, and moves with results.

    Raises:
        ResourceError: the asset is missing or damaged.
    """
    rows = {}
    try:
        header, *lines = lzma.decompress(asset_bytes(ASSET)).decode().split("\n")
        if header != _HEADER:
            raise ValueError(f"{header[:40]!r} instead of {_HEADER!r}")
        for line in lines:
            placement, side, moves = line.split(" ", 2)
            rows[f"{placement} {side}"] = moves
    except (lzma.LZMAError, *DAMAGE) as error:
        raise ResourceError(f"asset {ASSET}: {error}") from error
    return rows


def _moves_at(place: str) -> dict[Move, tuple[int, int, int]]:
    words = _rows().get(place, "").split()[1:]
    try:
        return {
            Move.from_iccs(words[at]): (int(words[at + 1]), int(words[at + 2]), int(words[at + 3]))
            for at in range(0, len(words), 4)
        }
    except DAMAGE as error:
        raise ResourceError(f"asset {ASSET}: {place}: {error}") from error

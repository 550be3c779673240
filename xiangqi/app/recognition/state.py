"""The session's state of the picture being read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from xiangqi.app.pixels import Pixels
from xiangqi.core.constants import FILES, RANKS, file_of, make_square, rank_of
from xiangqi.recognition.reading import Corners, Pixel, Reading, square_at

Source = Path | None
"""A file, or None for the picture in the clipboard."""


@dataclass(frozen=True)
class Recognition:
    """A picture and its reading. The position is in the editor, where it can be changed."""

    id: int  # stamps the events; those with another id are dropped
    source: Source
    waiting: tuple[Source, ...] = ()  # pictures still to be read
    picture: Pixels | None = None  # None until it has been opened
    reading: Reading | None = None  # None until the board has been read
    unseen: bool = False  # shows nothing before it opens, since what was pasted may be no picture
    failure: str = ""  # why the picture cannot be read
    doubtful: frozenset[int] = frozenset()  # squares that have not been checked yet
    chosen: int | None = None  # the selected square
    corners: Corners | None = None  # of the board, while they are set by hand
    side_known: bool = False  # whether the picture or the player has determined the side to move

    @property
    def is_busy(self) -> bool:
        """Whether the picture is being read."""
        return self.reading is None and not self.failure

    def places(self) -> dict[int, Pixel]:
        """Return the place of each square in the picture; empty if no board was found."""
        if self.reading is None or self.reading.corners is None:
            return {}
        from xiangqi.recognition.lattice import Lattice  # loads Pillow, which few sessions need

        matrix = Lattice(self.reading.corners).matrix
        places: dict[int, Pixel] = {}
        for row in range(RANKS):
            for column in range(FILES):
                x, y, scale = (float(value) for value in matrix @ (column, row, 1))
                places[square_at(row, column, self.reading.bottom)] = (x / scale, y / scale)
        return places


def turned_square(square: int) -> int:
    """Return the square in the same place once the board is rotated."""
    return make_square(FILES - 1 - file_of(square), RANKS - 1 - rank_of(square))

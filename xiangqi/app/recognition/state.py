"""A picture that is being read, as the session knows it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xiangqi.app.share.state import Pixels
from xiangqi.core.constants import FILES, RANKS, file_of, make_square, rank_of
from xiangqi.recognition.reading import Corners, Pixel, Reading, square_at

Source = Path | None
"""A file, or None for what is in the clipboard."""

SUFFIXES: Final = frozenset({".png", ".jpg", ".jpeg", ".jfif", ".gif", ".webp", ".bmp"})
"""Of pictures that are read, in lower case."""


@dataclass(frozen=True)
class Recognition:
    """A picture and what has been read from it. The position stands in the editor, where it can be changed."""

    id: int  # stamps the reports; those of an older one are dropped
    source: Source
    waiting: tuple[Source, ...] = ()  # pictures to be read after this one
    picture: Pixels | None = None  # None before it has been opened
    reading: Reading | None = None  # None while the board is looked for
    unseen: bool = False  # what was pasted may turn out to be no picture: nothing is shown until it is opened
    failure: str = ""  # why the picture cannot be read
    doubtful: frozenset[int] = frozenset()  # squares that nobody has looked at yet
    chosen: int | None = None  # the square whose piece is being chosen
    corners: Corners | None = None  # of the board while they are being set by hand
    side_known: bool = False  # whether the picture or the player has said who moves

    @property
    def is_busy(self) -> bool:
        """Whether it is being read."""
        return self.reading is None and not self.failure

    def places(self) -> dict[int, Pixel]:
        """Return where in the picture each square is; nothing if no board was found."""
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
    """Return the square opposite, which is in the same place once the board has been turned."""
    return make_square(FILES - 1 - file_of(square), RANKS - 1 - rank_of(square))

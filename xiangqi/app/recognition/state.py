"""The session's state of the picture being read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from xiangqi.app.editor.arrangement import Arrangement, Editor
from xiangqi.app.pixels import Pixels
from xiangqi.core.constants import FILES, RANKS, file_of, make_square, rank_of
from xiangqi.recognition.reading import Corners, Pixel, Reading, square_at

Source = Path | None
"""A file, or None for the picture in the clipboard."""


@dataclass(frozen=True)
class Checked:
    """A reading whose position was set up or corrected, and how far the player has checked it."""

    reading: Reading
    doubtful: frozenset[int]  # squares that have not been checked yet
    side_known: bool
    step: int  # the number of the editor's earlier states at that time
    layout: Arrangement  # the position at that time


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
    agreed: frozenset[int] = frozenset()  # those that were doubtful when the player said that all is right
    chosen: int | None = None  # the selected square
    corners: Corners | None = None  # of the board, while they are set by hand
    side_known: bool = False  # whether the picture or the player has determined the side to move
    readings: tuple[Checked, ...] = ()  # all that were set up, to which undoing and redoing lead back
    current: int = 0  # the one of them that is shown; its fields here are older than those of the recognition

    @property
    def is_busy(self) -> bool:
        """Whether the picture is being read."""
        return self.reading is None and not self.failure

    @property
    def has_reading(self) -> bool:
        """Whether a position read from this picture was set up; it stays if a later reading fails."""
        return bool(self.readings)

    def _saved(self) -> tuple[Checked, ...]:
        """Return the readings, with the player's corrections of the current one."""
        if self.reading is None or not self.readings:
            return self.readings
        old = self.readings[self.current]
        now = replace(old, reading=self.reading, doubtful=self.doubtful, side_known=self.side_known)
        return (*self.readings[: self.current], now, *self.readings[self.current + 1 :])

    def again(self, number: int) -> Recognition:
        """Return the recognition while the picture is read once more, with a new id."""
        readings = self._saved()
        return replace(self, id=number, reading=None, failure="", chosen=None, readings=readings)

    def read(self, reading: Reading, doubtful: frozenset[int], side_known: bool, editor: Editor) -> Recognition:
        """Return the recognition with a reading whose position was just set up or corrected in an editor."""
        made = Checked(reading, doubtful, side_known, len(editor.past), editor.layout)
        kept = self._saved()[: self.current + 1]
        return replace(self, readings=(*kept, made))._with(len(kept))

    def shown_in(self, editor: Editor) -> Recognition:
        """Return the recognition with the reading from which the position in an editor came."""
        stages = (*editor.past, editor.layout)
        fits = [
            number
            for number, made in enumerate(self.readings)
            if made.step < len(stages) and stages[made.step] == made.layout
        ]
        number = fits[-1] if fits else self.current
        return self if number == self.current else replace(self, readings=self._saved())._with(number)

    def back(self, number: int) -> Recognition:
        """Return the recognition as it was before the picture was read once more, with a new id."""
        return replace(self._with(self.current), id=number)

    def _with(self, number: int) -> Recognition:
        shown = self.readings[number]
        return replace(
            self,
            current=number,
            reading=shown.reading,
            doubtful=shown.doubtful,
            side_known=shown.side_known,
            agreed=frozenset(),
            failure="",
            chosen=None,
            corners=None,
        )

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
    """Return the square that is in this place once the board is rotated by 180 degrees."""
    return make_square(FILES - 1 - file_of(square), RANKS - 1 - rank_of(square))

"""Tables of games with a heading row, such as ``Red,Black,Moves``."""

from __future__ import annotations

import csv
from typing import Final, NamedTuple

from xiangqi.records.text.headings import NAMES
from xiangqi.records.text.tags import canonical

_MOVES: Final = frozenset(["moves", "movelist", "pgn", "iccs", "ucci", "着法", "著法", "棋谱", "棋譜", "招法"])
_SEPARATORS: Final = ",;\t|"


class HeadingRow(NamedTuple):
    """The heading row of a table of games."""

    separator: str
    names: list[str]  # of the tags, as in PGN where known
    moves: int  # the column with the moves

    def cells(self, text: str) -> tuple[dict[str, str], str] | None:
        """Return the tags and the moves in a row; None if it has another number of cells."""
        cells = _cells(text, self.separator)
        if len(cells) != len(self.names):
            return None
        named = zip(self.names, cells, strict=True)
        tags = {name: cell for place, (name, cell) in enumerate(named) if place != self.moves and name and cell}
        return tags, cells[self.moves]


def heading_row(text: str) -> HeadingRow | None:
    """Return the columns that a line names, one of which must be the moves; None if it is not a heading row."""
    for separator in _SEPARATORS:
        cells = _cells(text, separator) if separator in text else []
        moves = [place for place, cell in enumerate(cells) if cell.lower().replace(" ", "") in _MOVES]
        if len(moves) == 1:
            return HeadingRow(separator, [NAMES.get(cell.lower(), canonical(cell)) for cell in cells], moves[0])
    return None


def _cells(text: str, separator: str) -> list[str]:
    try:
        row = next(csv.reader([text], delimiter=separator, skipinitialspace=True), [])
    except csv.Error:  # a control character
        return []
    return [cell.strip() for cell in row]

"""Writes `docs/lab/theory.csv`: the value of each material according to the shipped tables.

    python -m tools.build_theory WORK

WORK is the folder of sets that `xiangqi tables make --work` has left behind.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from xiangqi.tables import Endgame, Tables
from xiangqi.tables.making.row_layout import Ints
from xiangqi.tables.making.solving import Sets
from xiangqi.tables.making.working import load
from xiangqi.tables.tablefile import TableFile

ROOT: Final = Path(__file__).parents[1]
DOCUMENT: Final = ROOT / "docs" / "lab" / "theory.csv"
_HEAD: Final = (
    "material,million positions,first to move: won %,drawn %,lost %,unknown %,"
    "second to move: won %,drawn %,lost %,unknown %,longest win in plies,bytes"
)


def _count(words: Ints) -> int:
    return int.from_bytes(words.tobytes(), "little").bit_count()


def shares(sets: Sets, side: int) -> tuple[float, float, float, float]:
    """Return the percentages of won, drawn, lost and unknown positions with a side to move."""
    legal = _count(sets.legal[side])
    won, lost = _count(sets.won[side].moving), _count(sets.won[1 - side].waiting)
    doubt = (sets.possible[side].moving & ~sets.won[side].moving) | (
        sets.possible[1 - side].waiting & ~sets.won[1 - side].waiting
    )
    unknown = _count(doubt)
    parts = (won, legal - won - lost - unknown, lost, unknown)
    first, second, third, fourth = (100 * part / legal for part in parts)
    return first, second, third, fourth


def row(table: TableFile, sets: Sets) -> str:
    """Return the document's line about a material."""
    positions = sets.layout.cells * sets.layout.bits / 1e6
    plies = table.longest
    cells = [f"{share:.1f}" for side in (0, 1) for share in shares(sets, side)]
    return ",".join(
        [table.material.name, f"{positions:.2f}", *cells, str(plies) if plies else "", str(table.size)]
    )


def main() -> None:
    """Rewrite the document with the values of all materials."""
    work = Path(sys.argv[1])
    tables = Tables([ROOT / "assets" / "tables"])
    rows = []
    for name in tables.names():
        table = tables.table(Endgame.parse(name))
        if table is not None:
            rows.append((table.material, row(table, load(work, table.material))))
    DOCUMENT.write_text("\n".join([_HEAD, *(line for _, line in sorted(rows)), ""]), encoding="utf-8")


if __name__ == "__main__":
    main()

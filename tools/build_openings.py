"""Make the assets about openings from a folder of facts.

``python -m tools.build_openings FOLDER`` writes ``assets/openings.xz`` from ``ecco.jsonl`` and
``entries.jsonl`` (docs/openings.md); with ``--aliases FILE`` also ``assets/opening_names.txt``, the other names
that players use. The names of the openings are texts of the catalogues and are not changed; at the end, the
Chinese names that differ from those in the folder are listed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from xiangqi.i18n.message import catalogue
from xiangqi.openings import (
    aliases,
    full_name,
    is_code,
)
from xiangqi.openings.table import ASSET, Table, packed

ASSETS: Final = Path(__file__).parents[1] / "assets"
_LEAST_SHARE: Final = 0.3  # least share of a code's games with a set of moves; rarer ones mislead
_CENTRAL: Final = "BCD"  # volumes in which sets of moves are searched
_NOTHING_YET: Final = frozenset(("B00", "B01", "B05"))  # codes that leave Black's answer open
_SAME: Final = "other word for the same"
_NEAREST: Final = {"五四炮": "B20 B24 C00"}  # names without a code of their own
_ALONE: Final = ("A03", "A04", "A05")  # first moves that no game of the folder opened with


def main() -> None:
    """Build from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the facts lie")
    parser.add_argument("--aliases", type=Path, help="a table of other names: alias, codes, name, note")
    args = parser.parse_args()
    folder: Path = args.folder
    if args.aliases is not None:
        write(ASSETS / aliases.ASSET, other_names(args.aliases.read_text(encoding="utf-8")).encode())
    codes = list(_lines(folder / "ecco.jsonl"))
    write(ASSETS / ASSET, packed(table_of(codes, _lines(folder / "entries.jsonl"))))
    for row in codes:
        name = catalogue("zh-Hans").tell(full_name(row["code"]))
        if name != row["name_hans"]:
            print(f"{row['code']}: {name}, in the folder {row['name_hans']}")


def other_names(table: str) -> str:
    """Return the asset of other names, from a table with the columns alias, codes, name and note.

    A line contains the name only if the note says that the alias is another word for it.
    """
    rows = [line.split("\t") for line in table.splitlines()[1:]]
    lines = [
        f"{alias}\t{codes or _NEAREST[alias]}\t{name if _SAME in note else ''}\n"
        for alias, codes, name, note in rows
    ]
    return "# Other names of openings, their codes, and the word that they stand for.\n" + "".join(lines)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as stream:
        yield from map(json.loads, stream)


def write(path: Path, content: bytes) -> None:
    """Write an asset and print its size."""
    path.write_bytes(content)
    print(f"{path}: {len(content)} bytes")


def table_of(codes: list[dict[str, Any]], entries: Iterator[dict[str, Any]]) -> Table:
    """Return the table that a classifier needs."""
    assert all(is_code(row["code"]) for row in codes)
    parents = {row["code"]: row["parent"] or "A00" for row in codes if row["code"] != "A00"}
    found = [(tuple(row["moves"]), row["code"], tuple(row["from"])) for row in entries]
    found += [(tuple(row["moves"]), row["code"], ("A00",)) for row in codes if row["code"] in _ALONE]
    sets = [
        (
            len(entry["moves"]),
            entry["share"],
            row["games"],
            frozenset(map(_signed, entry["moves"])),
            row["code"],
        )
        for row in codes
        if row["code"][0] in _CENTRAL and row["code"] not in _NOTHING_YET
        for entry in row["move_sets"]
        if entry["share"] >= _LEAST_SHARE
    ]
    ordered = sorted(sets, key=lambda entry: (-entry[0], -entry[1], -entry[2], entry[4]))
    return Table(parents, tuple(found), tuple((moves, code) for *_, moves, code in ordered))


def _signed(move: str) -> str:
    """Return ``"r h2e2"`` as ``"h2e2"`` and ``"b h9g7"`` as ``"-h9g7"``."""
    side, _, coordinates = move.partition(" ")
    return coordinates if side == "r" else f"-{coordinates}"


if __name__ == "__main__":
    main()

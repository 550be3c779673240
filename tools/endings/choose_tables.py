"""Chooses which tables are shipped with distances, and which with steps.

    python -m tools.endings.choose_tables EXACT STEPPED OUT [--most 25000000] [--exact MATERIAL ...]

EXACT and STEPPED are folders made by `xiangqi tables make` and `xiangqi tables make --steps`. OUT gets every
table that is in either, with distances if it fits: those named by `--exact` first, then the others in order
of increasing cost, as long as the total does not exceed the given bytes.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from typing import Final

from xiangqi.tables.tablefile import SUFFIX

_MOST_BYTES: Final = 25_000_000


def choose(exact: dict[str, int], stepped: dict[str, int], first: list[str], most: int) -> set[str]:
    """Return the names of the tables to take with distances.

    Args:
        exact: the bytes of the tables with distances, by name.
        stepped: the bytes of the tables with steps, by name.
        first: names that go before all others.
        most: the largest number of bytes for all of them together.
    """
    left = most - sum({**exact, **stepped}.values())
    more = {name: size - stepped.get(name, size) for name, size in exact.items()}
    chosen = set()
    for name in sorted(more, key=lambda name: (name not in first, more[name], name)):
        if more[name] <= left:
            left -= more[name]
            chosen.add(name)
    return chosen


def main() -> None:
    """Choose and copy the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exact_folder", type=Path, metavar="EXACT")
    parser.add_argument("stepped_folder", type=Path, metavar="STEPPED")
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--most", type=int, default=_MOST_BYTES, help="bytes")
    parser.add_argument("--exact", nargs="*", default=[], metavar="MATERIAL")
    args = parser.parse_args()
    folders = (args.exact_folder, args.stepped_folder)
    exact, stepped = (
        {path.stem: path.stat().st_size for path in folder.glob(f"*{SUFFIX}")} for folder in folders
    )
    chosen = choose(exact, stepped, args.exact, args.most)
    args.out.mkdir(parents=True, exist_ok=True)
    for name in {**exact, **stepped}:
        folder = args.exact_folder if name in chosen else args.stepped_folder
        shutil.copyfile(folder / (name + SUFFIX), args.out / (name + SUFFIX))
    total = sum(path.stat().st_size for path in args.out.glob(f"*{SUFFIX}"))
    rest = sorted(set(stepped) - chosen)
    print(f"{total:,} bytes, {len(chosen)} with distances, with steps: {' '.join(rest)}")


if __name__ == "__main__":
    main()

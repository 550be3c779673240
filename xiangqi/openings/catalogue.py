"""The 260 codes: their parents, families and names, and the codes that match a search.

Names are texts of the catalogues: ``opening.C41`` and, where a code has one, ``variation.C41``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from xiangqi.folding import mentions
from xiangqi.i18n.languages import SOURCE
from xiangqi.i18n.message import LANGUAGES, Message, catalogue
from xiangqi.openings.aliases import aliases, as_wished, in_usual_words
from xiangqi.openings.table import table

_LAST_OF_TENS: Final = {
    "A": (8, 16, 29, 39, 45, 54, 65),
    "B": (7, 14, 25, 36, 45, 56),
    "C": (6, 19, 25, 39, 49, 56, 68, 78, 86, 99),
    "D": (5, 15, 29, 36, 43, 55),
    "E": (9, 17, 27, 38, 48),
}
"""The last number of each group of ten, by volume."""

CODES: Final = tuple(
    f"{volume}{number:02}"
    for volume, ends in _LAST_OF_TENS.items()
    for last in ends
    for number in range(last - last % 10, last + 1)
)
"""All codes in order, A00 to E48."""

UNUSUAL: Final = "A00"
"""The code of games whose first move belongs to no other code."""

FAMILIES: Final = (
    *(UNUSUAL, "A10", "A40", "A50", "A60", "B00", "B10", "B20", "B30", "C00", "D00", "D30"),
    *("E00", "E10", "E40"),
)
"""The first code of each family; the family's name is the text ``family.CODE``."""

_KNOWN: Final = frozenset(CODES)


def is_code(text: str) -> bool:
    """Return whether a text is one of the codes."""
    return text in _KNOWN


def number_of(code: str | None) -> int:
    """Return the number that stands for a code in files: 1 for A00, 0 for None."""
    return 0 if code is None else 100 * (ord(code[0]) - ord("A")) + int(code[1:]) + 1


def code_of(number: int) -> str | None:
    """Return the code that a number stands for, or None if there is none."""
    volume, place = divmod(number - 1, 100)
    code = f"{chr(ord('A') + volume)}{place:02}"
    return code if number > 0 and is_code(code) else None


def family_of(code: str) -> str:
    """Return the first code of the family that a code belongs to."""
    return max(first for first in FAMILIES if first <= code)


def codes_in_family(first: str) -> str:
    """Return the codes of a family as a range that `codes_meant` understands, given its first code."""
    members = [code for code in CODES if family_of(code) == first]
    return f"{min(members)}-{max(members)}"


def ancestors(code: str) -> tuple[str, ...]:
    """Return a code and its ancestors, itself first."""
    parents = table().parents
    found = [code]
    while (parent := parents.get(found[-1])) is not None:
        found.append(parent)
    return tuple(found)


def main_name(code: str) -> Message:
    """Return the name of an opening without its variation."""
    return Message(f"opening.{code}")


def variation_name(code: str) -> Message | None:
    """Return the name of a code's variation, or None if the code stands for the whole opening."""
    key = f"variation.{code}"
    return Message(key) if catalogue(SOURCE).either(key, "") else None


def full_name(code: str) -> Message:
    """Return the name of an opening and its variation."""
    variation = variation_name(code)
    if variation is None:
        return main_name(code)
    return Message("opening.varied", opening=main_name(code), variation=variation)


@lru_cache(maxsize=64)
def codes_meant(text: str) -> frozenset[str]:
    """Return the codes that match a search for an opening; empty if there are none.

    Args:
        text: a code, which includes its descendants; the beginning of a code, such as C4; two codes joined by a
            hyphen, for these and all between; or part of the name of an opening or a family, in any language;
            or another name that players use for it. Two names may also run together, as in 当头炮急进中兵. If
            several words are not one name, the openings must match each of them.

    Raises:
        ResourceError: an asset is missing or damaged.
    """
    wanted = as_wished(text)
    if is_code(wanted.upper()):
        return frozenset(code for code in CODES if wanted.upper() in ancestors(code))
    first, _, last = wanted.upper().partition("-")
    if is_code(first) and is_code(last):
        return frozenset(code for code in CODES if first <= code <= last)
    begun = frozenset(code for code in CODES if code.startswith(wanted.upper()))
    found = begun or codes_called(text) or _named(wanted) or _run_together(wanted)
    if found or len(wanted.split()) < 2:
        return found
    return frozenset.intersection(*map(codes_meant, wanted.split()))


def codes_called(text: str) -> frozenset[str]:
    """Return the codes of the openings that players call by another name; empty if the text is no such name."""
    wanted = as_wished(text)
    alias = aliases().get(wanted)
    if alias is not None:
        return frozenset(filter(alias.means, CODES))
    usual = in_usual_words(wanted)
    return frozenset() if usual == wanted or _named(wanted) else _named(usual)


def _run_together(wanted: str) -> frozenset[str]:
    """Return the codes meant by two names run together; if no code matches both, the codes of the first.

    The result is empty if the text is not two such names.
    """
    for place in range(1, len(wanted)):
        second = aliases().get(wanted[place:])
        first = codes_called(wanted[:place]) or _named(wanted[:place]) if second is not None else None
        if first and second is not None:
            return frozenset(filter(second.means, first)) or first
    return frozenset()


def _named(wanted: str) -> frozenset[str]:
    return frozenset(code for code, names in _folded_names().items() if mentions(names, wanted))


def prepare_search() -> None:
    """Load the names in all languages, so that the first search for a name does not spend 50 ms on it."""
    _folded_names()


@lru_cache(maxsize=1)
def _folded_names() -> dict[str, str]:
    """Return for each code its names and those of its family in all languages, normalised for searching."""
    found = dict.fromkeys(CODES, "")
    for words in map(catalogue, LANGUAGES):
        names = (
            f"{words.tell(full_name(code))}\t{words.template(f'family.{family_of(code)}')}" for code in CODES
        )
        for code, name in zip(CODES, as_wished("\n".join(names)).split("\n"), strict=True):
            found[code] += f"{name}\t"
    return found

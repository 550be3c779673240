"""The words that lines of both protocols consist of: numbers, coordinates, keyword sections."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from xiangqi.engine.common.types import Option

_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
_MOVE = re.compile(r"([a-i])(10|[0-9])-?([a-i])(10|[0-9])", re.IGNORECASE)
_OPTION_TYPES = ("check", "spin", "combo", "string", "button", "label")
OPTION_WORDS = ("type", "default", "min", "max", "var")


def whole_number(text: str | None) -> int | None:
    """Return the number in a word, or None if it is not a number of at most 18 digits."""
    return int(text) if text is not None and _NUMBER.fullmatch(text) else None


def is_move(text: str) -> bool:
    """Return whether a word looks like coordinates, with ranks numbered from 0 or from 1."""
    return _MOVE.fullmatch(text) is not None


def has_tenth_rank(text: str) -> bool:
    """Return whether coordinates have a rank 10, so that ranks must be numbered from 1."""
    match = _MOVE.fullmatch(text)
    return match is not None and "10" in match.group(2, 4)


def shift_ranks(text: str, step: int) -> str | None:
    """Return coordinates with both ranks shifted by `step`, in lower case.

    None means that the text is not coordinates, or that a rank leaves 0 to 10.
    """
    match = _MOVE.fullmatch(text)
    if match is None:
        return None
    from_file, from_rank, to_file, to_rank = match.groups()
    ranks = int(from_rank) + step, int(to_rank) + step
    if not all(0 <= rank <= 10 for rank in ranks):
        return None
    return f"{from_file.lower()}{ranks[0]}{to_file.lower()}{ranks[1]}"


def leading_moves(words: Iterable[str]) -> tuple[str, ...]:
    """Return the coordinates that a series of words begins with, up to the first other word."""
    moves = []
    for word in words:
        if not is_move(word):
            break
        moves.append(word)
    return tuple(moves)


def sections(words: Sequence[str], keywords: Collection[str]) -> list[tuple[str, str]]:
    """Split words at keywords into pairs of keyword and text; words before the first one are dropped."""
    found: list[tuple[str, list[str]]] = []
    for word in words:
        if word in keywords:
            found.append((word, []))
        elif found:
            found[-1][1].append(word)
    return [(keyword, " ".join(rest)) for keyword, rest in found]


def read_option(name: str, words: Sequence[str]) -> Option | None:
    """Parse the description of an option from the word ``type`` on.

    None means that the name is empty or the type unknown.
    """
    parts = sections(words, OPTION_WORDS)
    values = dict(parts)
    kind = values.get("type", "")
    if not name or kind not in _OPTION_TYPES:
        return None
    default = values.get("default", "")
    return Option(
        name=name,
        type="string" if kind == "label" else kind,
        default="" if default == "<empty>" else default,
        min=whole_number(values.get("min")),
        max=whole_number(values.get("max")),
        choices=tuple(text for keyword, text in parts if keyword == "var"),
    )

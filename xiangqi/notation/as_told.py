"""Moves as they are told to a listener, who types them back: ``Red: chariot h0 to h3, takes cannon, check``."""

from __future__ import annotations

import re
from typing import Final

from xiangqi.notation import in_words
from xiangqi.notation.chinese import PIECES

KINDS: Final = in_words.KINDS | {character: (kind,) for character, kind in PIECES.items()}
"""The kinds of pieces that a word in lower case or a Chinese character names."""

KIND: Final = "|".join(sorted(map(re.escape, KINDS), key=len, reverse=True))
TOWARDS: Final = "to|到|đến|den|tới|toi"
_POINT: Final = "[a-i][0-9]"
_TAKES: Final = "takes?|captures?|吃掉?|ăn|an"

_HEAD: Final = re.compile(
    r"(?:[^:]{1,20}:)?(?:[0-9]{1,3}[.…]+)?(?:red|black|[红紅黑]方?|đỏ|do|đen|den):", re.IGNORECASE
)
"""The beginning of a told move: its number, if any, and its side."""

_TAKEN: Final = re.compile(
    rf"(.*?{_POINT}|{KIND})(?:{_TAKES})(?:(?:{KIND})(?:on|at|ở|o)?)?({_POINT})(?:的(?:{KIND}))?", re.IGNORECASE
)
"""A move told by what stands on the point to which it goes: ``cannon e2 takes horse on e9``."""

_BESIDE: Final = re.compile(rf"(.*[^,])(?:{_TAKES})(?:{KIND})", re.IGNORECASE)
"""A move followed directly by its capture: ``C2+7 takes horse``."""

_REST: Final = re.compile(
    rf"(?:{_TAKES})(?:{KIND})|check(?:mate)?|stalemate|[将將](?:军|軍|死)|困[毙斃]|chiếu(?:hết)?|hếtnướcđi"
    rf"|{_POINT}(?:{TOWARDS}){_POINT}|到[^,]+",
    re.IGNORECASE,
)
"""Details told after the move: its capture, its effect (check, mate, stalemate), and its points."""


def bare(text: str) -> str:
    """Return a told move without its side, its capture and other details; any other text unchanged.

    Args:
        text: NFKC-folded and without spaces.
    """
    head = _HEAD.match(text)
    move, *rest = (text[head.end() :] if head else text).split(",")
    if not all(map(_REST.fullmatch, rest)):
        return text
    if taken := _TAKEN.fullmatch(move):
        return f"{taken[1]}to{taken[2]}"
    beside = _BESIDE.fullmatch(move)
    return beside[1] if beside else move

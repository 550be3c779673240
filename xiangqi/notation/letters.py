"""Vertical-line notation in letters and digits: WXF ``C2.5``, numeric ``62.5``, Vietnamese ``P2-5``.

WXF dialects differ in the place of the sign for the front or rear piece (``C+-2``, ``+C-2``, ``C+5-2``), in the
sign for a move along the rank (``.`` or ``=``), in letter case, and in how they number three or more soldiers
on a file (``Pa.5``, or ``15=6`` for the first soldier on file 5).
"""

from __future__ import annotations

import re
from typing import Final

from xiangqi.core.constants import ADVISOR, BISHOP, CANNON, KING, KNIGHT, LETTERS, PAWN, ROOK
from xiangqi.notation.vertical import ADVANCE, ANY, FRONT, MIDDLE, REAR, RETREAT, TRAVERSE, VerticalMove

_KINDS: Final = {
    "K": (KING,),
    "A": (ADVISOR,),
    "G": (ADVISOR,),
    "B": (BISHOP,),
    "E": (BISHOP,),
    "M": (BISHOP,),
    "N": (KNIGHT,),
    "H": (KNIGHT,),
    "R": (ROOK,),
    "C": (CANNON,),
    "P": (PAWN,),
    "S": (PAWN, ADVISOR),  # soldier, rarely shi (advisor); no move fits both
}
_ACTIONS: Final = {"+": ADVANCE, "-": RETREAT, ".": TRAVERSE, "=": TRAVERSE}
_SELECTORS: Final = {
    "": ANY,
    "+": FRONT,
    ".": MIDDLE,
    "=": MIDDLE,
    "-": REAR,
    "A": 1,
    "B": 2,
    "C": 3,
    "D": 4,
    "E": 5,
}

_END: Final = r"([-+.=])([1-9])"
_PIECE_FIRST: Final = re.compile(r"([KAGBEMNHRCPS])([-+.=]?|[A-E])([1-9]?)" + _END)
_SIGN_FIRST: Final = re.compile(r"([-+.=])([KAGBEMNHRCPS])([1-9]?)" + _END)
_ORDINAL_AND_FILE: Final = re.compile(r"([1-5])([1-9])" + _END)


def read_wxf(text: str) -> list[VerticalMove]:
    """Return the meanings of a text, NFKC-folded and without spaces, in any dialect of WXF."""
    text = text.upper()
    if match := _ORDINAL_AND_FILE.fullmatch(text):
        ordinal, file, action, number = match.groups()
        return [VerticalMove(PAWN, int(file), int(ordinal), _ACTIONS[action], int(number))]
    if match := _PIECE_FIRST.fullmatch(text):
        letter, which, file, action, number = match.groups()
    elif match := _SIGN_FIRST.fullmatch(text):
        which, letter, file, action, number = match.groups()
    else:
        return []
    if not which and not file:
        return []
    return [
        VerticalMove(kind, int(file or 0), _SELECTORS[which], _ACTIONS[action], int(number))
        for kind in _KINDS[letter]
    ]


def middle_instead(words: VerticalMove) -> VerticalMove | None:
    """Return a soldier's move with the minus read as the middle of three, not the rear; None for any other."""
    if words.kind == PAWN and words.selector == REAR:
        return words._replace(selector=MIDDLE)
    return None


def read_digits(text: str) -> list[VerticalMove]:
    """Return the meanings of a numeric text, in which 1 to 7 stand for K A B N R C P."""
    at = 1 if text[:1] in ("+", "-", ".", "=") else 0
    if text[at : at + 1] not in tuple("1234567"):
        return []
    return read_wxf(text[:at] + LETTERS[int(text[at])] + text[at + 1 :])


_VIETNAMESE_KINDS: Final = {
    "Tg": KING,
    "S": ADVISOR,
    "T": BISHOP,
    "V": BISHOP,
    "M": KNIGHT,
    "X": ROOK,
    "P": CANNON,
    "B": PAWN,
    "C": PAWN,
}
_VIETNAMESE_SELECTORS: Final = {"": ANY, "t": FRONT, "g": MIDDLE, "s": REAR}
_VIETNAMESE_ACTIONS: Final = {".": ADVANCE, "+": ADVANCE, "/": RETREAT, "-": TRAVERSE, "=": TRAVERSE}
_VIETNAMESE: Final = re.compile(r"(Tg|[STVMXPBC])([tgs]?)([1-9]?)([-.+/=])([1-9])", re.IGNORECASE)


def read_vietnamese(text: str) -> list[VerticalMove]:
    """Return the meaning of Vietnamese notation: ``M8.7`` advances, ``X1/2`` retreats, ``P2-5`` traverses.

    Some people write Black's moves in lower case.
    """
    match = _VIETNAMESE.fullmatch(text)
    if match is None or not (match[2] or match[3]):
        return []
    letter, which, file, action, number = match.groups()
    return [
        VerticalMove(
            _VIETNAMESE_KINDS[letter.capitalize()],
            int(file or 0),
            _VIETNAMESE_SELECTORS[which.lower()],
            _VIETNAMESE_ACTIONS[action],
            int(number),
        )
    ]


_WXF_LETTERS: Final = ".KAEHRCP"


def write_wxf(words: VerticalMove) -> str:
    """Write a move in WXF: ``C2.5``, ``H8+7``, ``C+-2`` for the front cannon, ``Pa.5`` for a soldier."""
    if words.selector == ANY:
        which = str(words.file)
    elif words.selector > 0:
        which = "abcdefghi"[words.selector - 1]
    else:
        which = {FRONT: "+", MIDDLE: ".", REAR: "-"}[words.selector]
    action = {ADVANCE: "+", RETREAT: "-", TRAVERSE: "."}[words.action]
    return f"{_WXF_LETTERS[words.kind]}{which}{action}{words.number}"


_VIETNAMESE_LETTERS: Final = (".", "Tg", "S", "T", "M", "X", "P", "B")


def write_vietnamese(words: VerticalMove) -> str:
    """Write a move as in Vietnam: ``P2-5``, ``M8.7``, ``X1/2``, ``Pt.2`` for the front cannon, ``Bg7-6``.

    Its selector must not be an ordinal.
    """
    which = {ANY: "", FRONT: "t", MIDDLE: "g", REAR: "s"}[words.selector] + (
        str(words.file) if words.file else ""
    )
    action = {ADVANCE: ".", RETREAT: "/", TRAVERSE: "-"}[words.action]
    return f"{_VIETNAMESE_LETTERS[words.kind]}{which}{action}{words.number}"

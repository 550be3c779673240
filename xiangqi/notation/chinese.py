"""Chinese vertical-line notation: 炮二平五, 马８进７, 前车退二, simplified or traditional.

Only the piece is taken from the character; its colour is that of the side to move, since records mix 相 and 象,
兵 and 卒, simplified and traditional within one game.
"""

from __future__ import annotations

import re
from typing import Final

from xiangqi.core.constants import ADVISOR, BISHOP, CANNON, KING, KNIGHT, PAWN, RED, ROOK
from xiangqi.notation.vertical import ADVANCE, ANY, FRONT, MIDDLE, REAR, RETREAT, TRAVERSE, VerticalMove

_SPELLINGS: Final = {
    KING: "帅帥将將",
    ADVISOR: "仕士",
    BISHOP: "相象",
    KNIGHT: "马馬傌",
    ROOK: "车車俥伡",
    CANNON: "炮砲包",
    PAWN: "兵卒",
}
PIECES: Final = {character: kind for kind, spellings in _SPELLINGS.items() for character in spellings}
"""The kinds of pieces by their characters."""

_NUMERALS: Final = "一二三四五六七八九"
_NUMBERS: Final = {numeral: n for n, numeral in enumerate(_NUMERALS, 1)} | {str(n): n for n in range(1, 10)}
_SELECTORS: Final = {"前": FRONT, "中": MIDDLE, "后": REAR, "後": REAR}
_ORDINALS: Final = {numeral: n for numeral, n in _NUMBERS.items() if n <= 5}
_ACTIONS: Final = {
    "进": ADVANCE,
    "進": ADVANCE,
    "+": ADVANCE,
    "退": RETREAT,
    "-": RETREAT,
    "平": TRAVERSE,
    ".": TRAVERSE,
    "=": TRAVERSE,
}


def _one_of(characters: dict[str, int]) -> str:
    return "[" + re.escape("".join(characters)) + "]"


_END: Final = f"({_one_of(_ACTIONS)})({_one_of(_NUMBERS)})"
_PIECE: Final = f"({_one_of(PIECES)})"
_FILE: Final = f"({_one_of(_NUMBERS)})"
_WHICH: Final = f"({_one_of(_SELECTORS)})"
_WHICH_OR_ORDINAL: Final = f"({_one_of(_SELECTORS | _ORDINALS)})"

_PIECE_AND_FILE: Final = re.compile(_PIECE + _FILE + _END)  # 炮二平五
_WHICH_PIECE: Final = re.compile(_WHICH_OR_ORDINAL + _PIECE + _FILE + "?" + _END)  # 前炮退二, 前兵四平五
_PIECE_WHICH: Final = re.compile(_PIECE + _WHICH + _FILE + "?" + _END)  # 炮前退２
_WHICH_PAWN: Final = re.compile(_WHICH_OR_ORDINAL + _FILE + _END)  # 前四平五: only soldiers may be omitted


def read(text: str) -> list[VerticalMove]:
    """Return the meanings of a text, NFKC-folded and without spaces; empty if it is not Chinese notation."""
    if match := _PIECE_AND_FILE.fullmatch(text):
        piece, file, action, number = match.groups()
        return [VerticalMove(PIECES[piece], _NUMBERS[file], ANY, _ACTIONS[action], _NUMBERS[number])]
    if match := _WHICH_PIECE.fullmatch(text):
        which, piece, file, action, number = match.groups()
    elif match := _PIECE_WHICH.fullmatch(text):
        piece, which, file, action, number = match.groups()
    elif match := _WHICH_PAWN.fullmatch(text):
        which, file, action, number = match.groups()
        piece = "兵"
    else:
        return []
    selector = _SELECTORS.get(which) or _ORDINALS[which]
    return [VerticalMove(PIECES[piece], _NUMBERS.get(file, 0), selector, _ACTIONS[action], _NUMBERS[number])]


# Indexed by side, then by kind from KING to PAWN.
_SIMPLIFIED: Final = {True: ".帅仕相马车炮兵", False: ".将士象马车炮卒"}
_TRADITIONAL: Final = {True: ".帥仕相馬車炮兵", False: ".將士象馬車砲卒"}
_DIGITS: Final = "１２３４５６７８９"


def write(words: VerticalMove, side: int, *, traditional: bool = False) -> str:
    """Write a move: Red with Chinese numerals, Black with full-width digits, soldiers' ordinals in Chinese."""
    red = side == RED
    piece = (_TRADITIONAL if traditional else _SIMPLIFIED)[red][words.kind]
    numerals = _NUMERALS if red else _DIGITS
    rear, advance = ("後", "進") if traditional else ("后", "进")
    if words.selector == ANY:
        subject = piece + numerals[words.file - 1]
    elif words.selector > 0:
        subject = _NUMERALS[words.selector - 1] + piece
    else:
        subject = {FRONT: "前", MIDDLE: "中", REAR: rear}[words.selector] + piece
    action = {ADVANCE: advance, RETREAT: "退", TRAVERSE: "平"}[words.action]
    return subject + action + numerals[words.number - 1]

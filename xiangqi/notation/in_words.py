"""Vertical-line notation in words: ``Cannon 2 to 5``, Vietnamese ``Pháo 2 bình 5``, pinyin ``pào èr píng wǔ``.

Accents, tones and spaces may be missing. Words with several meanings are read in all of them.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Final

from xiangqi.core.constants import ADVISOR, BISHOP, CANNON, KING, KNIGHT, PAWN, ROOK
from xiangqi.notation.vertical import ADVANCE, ANY, FRONT, MIDDLE, REAR, RETREAT, TRAVERSE, VerticalMove


def _meanings(*rows: tuple[int, str]) -> dict[str, tuple[int, ...]]:
    """Return all the meanings of each word."""
    found: dict[str, tuple[int, ...]] = {}
    for meaning, words in rows:
        for word in words.split():
            found[word] = (*found.get(word, ()), meaning)
    return found


KINDS: Final = _meanings(
    (KING, "king general jiàng jiang shuài shuai tướng tuong soái soai"),
    (ADVISOR, "advisor adviser guard mandarin shì shi sĩ sỹ si"),
    (BISHOP, "elephant bishop minister xiàng xiang tượng tịnh tinh tuong voi"),
    (KNIGHT, "horse knight mǎ mã ma"),
    (ROOK, "chariot rook car jū ju chē che xe xa"),
    (CANNON, "cannon pào pháo phao pao"),
    (PAWN, "soldier pawn bīng bing zú zu tốt tot chốt chot binh"),
)
"""The kinds of pieces that a word in lower case names: one in most cases."""

_SELECTORS: Final = _meanings(
    (FRONT, "front qián qian trước truoc tiền tien"),
    (MIDDLE, "middle zhōng zhong giữa giua trung"),
    (REAR, "rear back hòu hou sau hậu hau"),
)
_ACTIONS: Final = _meanings(
    (ADVANCE, "+ forward advance advances jìn jin tấn tan tiến tien to"),
    (RETREAT, "- back backward retreat retreats tuì tui thoái thoai thối thoi lùi lui to"),
    (TRAVERSE, "= . traverse traverses sideways across píng ping bình binh to"),
)
_VIETNAMESE_ACTIONS: Final = _ACTIONS | _meanings((ADVANCE, "."), (RETREAT, "/"), (TRAVERSE, "-"))
_VIETNAMESE: Final = re.compile(
    "t[ướưu]+ng|so[áa]i|s[ĩỹi]|tượng|t[ịi]nh|voi|m[ãa]|x[ea]|ph[áa]o|ch?[ốo]t|t[ốo]t|binh"
)
_OF_PINYIN: Final = frozenset(["jìn", "jin", "tuì", "tui", "píng", "ping"])
_PLAIN_NUMBERS: Final = tuple((number, str(number)) for number in range(1, 10))
_NUMBERS: Final = _meanings(
    *_PLAIN_NUMBERS,
    *((1, "one yī yi"), (2, "two èr er"), (3, "three sān san"), (4, "four sì si"), (5, "five wǔ wu")),
    *((6, "six liù liu"), (7, "seven qī qi"), (8, "eight bā ba"), (9, "nine jiǔ jiu")),
)
_VIETNAMESE_NUMBERS: Final = _meanings(
    *_PLAIN_NUMBERS,
    *((1, "một mot"), (2, "hai"), (3, "ba"), (4, "bốn bon tư tu"), (5, "năm nam"), (6, "sáu sau")),
    *((7, "bảy bay"), (8, "tám tam"), (9, "chín chin")),
)

_TONED: Final = re.compile(
    "jiang|shuai|shi|xiang|ma|ju|che|pao|bing|zu|qian|zhong|hou|jin|tui|ping|yi|er|san|si|wu|liu|qi|ba|jiu"
)
"""Pinyin syllables, after which a digit may stand for the tone."""


def _any_of(words: dict[str, tuple[int, ...]]) -> str:
    """Return a pattern that matches any of the words, trying the longest first."""
    longest_first = sorted(words, key=len, reverse=True)
    return "|".join(re.escape(word) + "[1-5]?" * bool(_TONED.fullmatch(word)) for word in longest_first)


_GAP: Final = "[ \t\u00a0\u3000]{0,3}-?[ \t\u00a0\u3000]{0,3}"
_WHICH: Final = f"(?:{_any_of(_SELECTORS)}){_GAP}"
_PREPOSITION: Final = f"(?:(?:on|from|at|to|by){_GAP})?(?:file{_GAP})?"
_NUMBER: Final = f"{_PREPOSITION}(?:{_any_of(_NUMBERS | _VIETNAMESE_NUMBERS)})"
PATTERN: Final = (
    f"(?i:(?P<spoken_before>{_WHICH})?(?P<spoken_kind>{_any_of(KINDS)}){_GAP}(?P<spoken_behind>{_WHICH})?"
    f"(?P<spoken_file>{_NUMBER}{_GAP})?(?(spoken_before)|(?(spoken_behind)|(?(spoken_file)|(?!))))"
    f"(?P<spoken_action>{_any_of(_VIETNAMESE_ACTIONS)}){_GAP}(?P<spoken_number>{_NUMBER}))"
)
"""Regular expression of a move in words; another expression can contain it only once."""

_MOVE: Final = re.compile(PATTERN)
_PART: Final = re.compile(
    "|".join(sorted(_SELECTORS | _NUMBERS | _VIETNAMESE_NUMBERS, key=len, reverse=True)), re.IGNORECASE
)
_TONES: Final = "12345"


def read(text: str) -> list[VerticalMove]:
    """Return the meanings of an NFKC-folded text in words; several if a word has several meanings."""
    match = _MOVE.fullmatch(text)
    if match is None:
        return []
    piece = match["spoken_kind"].lower().rstrip(_TONES)
    which = _part(match["spoken_before"] or match["spoken_behind"], _SELECTORS)
    action = match["spoken_action"].lower().rstrip(_TONES)
    vietnamese = _VIETNAMESE.fullmatch(piece) is not None and action not in _OF_PINYIN
    numbers = _VIETNAMESE_NUMBERS if vietnamese else _NUMBERS
    file, number = _part(match["spoken_file"], numbers), _part(match["spoken_number"], numbers)
    ways = (_VIETNAMESE_ACTIONS if vietnamese else _ACTIONS).get(action, ())
    return [VerticalMove(kind, file, which, way, number) for kind, way in product(KINDS[piece], ways)]


def _part(text: str | None, words: dict[str, tuple[int, ...]]) -> int:
    """Return the meaning of a part of a move, or 0, which stands for no file or selector, if it is missing."""
    found = (words[word] for part in _PART.findall(text or "") if (word := part.lower()) in words)
    return next(found, (ANY,))[0]


_WRITTEN_KINDS: Final = (".", "Tướng", "Sĩ", "Tượng", "Mã", "Xe", "Pháo", "Tốt")


def write_vietnamese(words: VerticalMove) -> str:
    """Write a move in Vietnamese words: ``Pháo 2 bình 5``, ``Xe trước thoái 1``, ``Tốt sau 7 tấn 1``.

    Its selector must not be an ordinal.
    """
    which = {ANY: "", FRONT: " trước", MIDDLE: " giữa", REAR: " sau"}[words.selector]
    file = f" {words.file}" if words.file else ""
    action = {ADVANCE: "tấn", RETREAT: "thoái", TRAVERSE: "bình"}[words.action]
    return f"{_WRITTEN_KINDS[words.kind]}{which}{file} {action} {words.number}"

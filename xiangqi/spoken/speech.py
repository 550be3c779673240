"""Moves as a player says them aloud, and in forms that synthetic voices pronounce correctly.

Chinese voices take 车 for *chē* and 相 for *xiāng*; on a board they are *jū* and *xiàng*. Voices that read
pinyin get pinyin; all others get characters that sound right.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from xiangqi.i18n.languages import language_named
from xiangqi.line import Line
from xiangqi.notation import Style
from xiangqi.spoken.teller import Teller

_SYLLABLES: Final = {
    "帅帥": "shuai4",
    "将將": "jiang4",
    "仕士": "shi4",
    "相象": "xiang4",
    "车車俥": "ju1",
    "马馬傌": "ma3",
    "炮砲": "pao4",
    "兵": "bing1",
    "卒": "zu2",
    "前": "qian2",
    "中": "zhong1",
    "后後": "hou4",
    "进進": "jin4",
    "退": "tui4",
    "平": "ping2",
    "一1": "yi1",
    "二2": "er4",
    "三3": "san1",
    "四4": "si4",
    "五5": "wu3",
    "六6": "liu4",
    "七7": "qi1",
    "八8": "ba1",
    "九9": "jiu3",
    "吃": "chi1",
    "军軍": "jun1",
    "死": "si3",
    "困": "kun4",
    "毙斃": "bi4",
    "红紅": "hong2",
    "黑": "hei1",
    "方": "fang1",
    "胜勝": "sheng4",
    "和": "he2",
    "棋": "qi2",
}
_PINYIN: Final = {one: syllable for characters, syllable in _SYLLABLES.items() for one in characters}
_NO_PIECE: Final = {"将军": "jiang1 jun1", "將軍": "jiang1 jun1", "将死": "jiang1 si3", "將死": "jiang1 si3"}
"""Words in which the character for a general is not a piece and is pronounced differently."""

_WORDS: Final = re.compile(f"({'|'.join(_NO_PIECE)})")

_LIKE: Final = str.maketrans("车車俥相仕傌砲将將", "居居居象士马炮匠匠")
"""Characters that sound like the pieces, for voices that mispronounce those."""


def spoken_move(line: Line, language: str) -> str:
    """Return the last move of a line as a player of a language says it: "cannon to e2, check", 炮二平五."""
    style = Style(language_named(language).notation)
    return Teller(language, style).move(line.before.board(), line.moves[-1], points=False)


def pinyin(text: str) -> str:
    """Return a Chinese text of moves as pinyin syllables with tone numbers; other characters are kept."""
    told: list[str] = []
    for part in _WORDS.split(unicodedata.normalize("NFKC", text)):
        told += [_NO_PIECE[part]] if part in _NO_PIECE else (_PINYIN.get(one, one) for one in part)
    return " ".join(" ".join(told).split()).replace(" ,", ",")


def sounding(text: str) -> str:
    """Return a Chinese text of moves in characters that ordinary voices pronounce correctly."""
    parts = _WORDS.split(unicodedata.normalize("NFKC", text))
    return "".join(part if part in _NO_PIECE else part.translate(_LIKE) for part in parts)

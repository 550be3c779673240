"""The tokens of move text, and what a word is by its form: a move, a result, or neither.

Nothing here knows the board. A move may be in any notation.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import islice
from typing import Final

_PIECE: Final = "[帅帥将將仕士相象马馬傌车車俥伡炮砲包兵卒]"
_NUMBER: Final = "[一二三四五六七八九1-9１-９]"
_WHICH: Final = "[前中后後]"
_ORDINAL: Final = "[前中后後一二三四五1-5１-５]"
_ACTION: Final = "[进進退平]"
CHINESE_MOVE: Final = (
    f"(?:{_PIECE}{_NUMBER}|{_ORDINAL}{_PIECE}{_NUMBER}?|{_PIECE}{_WHICH}{_NUMBER}?|{_WHICH}{_NUMBER})"
    f"{_ACTION}{_NUMBER}"
)
"""Regular expression of a move in Chinese characters."""

_DASHES: Final = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-") | {ord("⁄"): "/"}
_RESULT: Final = r"1-0|0-1|1/2-1/2|½-½|0\.5-0\.5"
_LAST: Final = r"[^\S\n]* (?: \Z | \n [^\S\n]* (?: \n | \Z | \[ ) )"  # a match score has more moves after it
_PLAIN: Final = "[^\\s(){};$!?*！？（）；，。、：…]"  # a character that can be part of a word
TOKEN: Final = re.compile(
    rf"""
      (?P<number> [0-9０-９]{{1,6}} [.．。、:：…]+ (?! [0-9０-９] (?! [0-9０-９][-+=.－＋＝．][0-9０-９] ) ) )
    | (?P<chinese> {CHINESE_MOVE} )
    | \{{ (?P<comment> [^}}]* ) (?P<closed> \}}? )
    | /\* (?P<aside> .*? ) (?: \*/ | \Z )
    | ; (?P<rest> [^\n]* )
    | （ (?P<remark> [^（）\n]* ) ）
    | (?P<open> \( )
    | (?P<close> \) )
    | \$ (?P<nag> [0-9]{{1,3}} )
    | (?P<result> (?: {_RESULT} | [1１]：[0０] (?= {_LAST} ) | [0０]：[1１] (?= {_LAST} ) )
        (?! [\w/+=.-] ) | \* )
    | (?P<mark> [!?！？]+ )
    | (?P<dots> …{{1,6}} | \.{{3,6}} (?= \s ) )
    | (?P<word> (?: (?! {CHINESE_MOVE} ) {_PLAIN} ){{1,200}} )
    """,
    re.VERBOSE | re.DOTALL,
)
"""The tokens; the name of the group that matched last tells which kind one is."""

_CHINESE: Final = re.compile(CHINESE_MOVE)
_SPELLINGS: Final = {
    "1-0": "1-0 红胜 紅勝 红先胜 紅先勝 红方胜 紅方勝 先胜 先勝 胜 勝 黑负 黑負 1:0",
    "0-1": "0-1 黑胜 黑勝 黑方胜 黑方勝 黑先胜 黑先勝 红负 紅負 红先负 紅先負 先负 先負 负 負 0:1",
    "1/2-1/2": "1/2-1/2 ½-½ 0.5-0.5 和 和棋 和局 红先和 紅先和 先和 draw 1/2 ½ 0.5:0.5",
    "*": "*",
}
_RESULTS: Final = {word: result for result, spellings in _SPELLINGS.items() for word in spellings.split()}

_WORD_LIKE_A_MOVE: Final = re.compile(
    r"(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9+\-=.:/#&]{2,10}|[0-9]{2}[-+=.][0-9]|[-+.=][0-9][-+.=][0-9]"
)
_SURE_MOVE: Final = re.compile(
    r"[A-Ia-i](?:10|[0-9])-?[A-Ia-i](?:10|[0-9])|[KABCEGHMNPRSTXkabceghmnprst+.-][a-z1-9+=.-]?[1-9]?[-+.=/][1-9]"
    r"|[KABCEHNR][a-i]?(?:10|[0-9])?x?[a-i](?:10|[0-9])[+#]?|[1-7][1-9][-+.=][1-9]"
)
_FROM_SQUARE: Final = re.compile(r"[a-iA-I]([0-9])-?[a-iA-I][0-9]")
_FIRST_WORDS: Final = 200
_PART_OF_CHINESE: Final = re.compile(
    f"(?=.*(?:{_PIECE}|{_WHICH}))(?:{_PIECE}|{_ORDINAL}|{_ACTION}|{_NUMBER}){{1,5}}\ufffd?"
)
_SPOILED_CHINESE: Final = re.compile(  # not before the piece, as remarks have 改炮平五
    f"(?:.{_NUMBER}|{_PIECE}.|{_ORDINAL}.){_ACTION}{_NUMBER}"
    f"|(?:{_PIECE}{_NUMBER}|{_ORDINAL}{_PIECE})(?:.{_NUMBER}|{_ACTION}.)"
)


def plain(word: str) -> str:
    """A word as on a typewriter, without what punctuates it."""
    return _folded(word).rstrip(".,:")


def _folded(text: str) -> str:
    """A text with its full-width characters, and its dashes of all lengths, as on a typewriter."""
    return unicodedata.normalize("NFKC", text).translate(_DASHES)


def result_of(text: str) -> str:
    """The result a text such as "1-0" or "红胜" stands for; "" when it is none."""
    return _RESULTS.get(_folded(text).strip().rstrip(".。").lower(), "")


def is_like_move(word: str) -> bool:
    """Whether a plain word has the form of a move in letters or digits; it may still be something else."""
    return _WORD_LIKE_A_MOVE.fullmatch(word) is not None


def is_part_of_chinese(word: str) -> bool:
    """Whether a word can be what is left of a move in Chinese characters."""
    return _PART_OF_CHINESE.fullmatch(word) is not None


def is_spoiled_chinese(word: str) -> bool:
    """Whether a word can be a move in Chinese characters of which one is wrong."""
    return _SPOILED_CHINESE.fullmatch(word) is not None


def spelling(text: str) -> str:
    """The side whose moves are spelt so: "w", "b", or "" where neither or both."""
    if text.isascii():
        if len(text) == 4 and text[0].isalpha() and text[2] in "+-.=":
            return "w" if text[0].isupper() else "b"
        return ""
    numerals = any(letter in "一二三四五六七八九" for letter in text)
    digits = any(letter.isdigit() for letter in text if letter not in "一二三四五六七八九")
    return "" if numerals == digits else "w" if numerals else "b"


def side_of(text: str) -> str:
    """The side whose move a text may be: as it is spelt, or whose half of the board it begins in."""
    from_square = _FROM_SQUARE.match(text)
    return spelling(text) or ("" if from_square is None else "w" if from_square[1] < "5" else "b")


def is_move(text: str) -> bool:
    """Whether a text is a whole move, and hardly anything else."""
    return bool(_CHINESE.fullmatch(text) or _SURE_MOVE.fullmatch(text))


def mostly_moves(text: str) -> bool:
    """Whether at least half of the words of a text are moves; neither numbers nor comments count."""
    first = list(islice(words(text), _FIRST_WORDS))
    moves = [word for word, is_like in first if is_like and is_move(word)]
    return 2 * len(moves) >= len(first) > 0


def has_moves(text: str) -> bool:
    """Whether a text looks like move text: a Chinese move, or several of its first words are moves."""
    first = list(islice(words(text), _FIRST_WORDS))
    moves = [word for word, is_like in first if is_like and (not word.isascii() or _SURE_MOVE.fullmatch(word))]
    return len(moves) >= min(2, len(first)) > 0 or not all(map(str.isascii, moves))


def says_game(text: str) -> bool:
    """Whether a text holds a whole move or a result, as what stands between the tags of two games does."""
    for match in TOKEN.finditer(text):
        if match.lastgroup in ("chinese", "result"):
            return True
        if match.lastgroup == "word":
            word = plain(match[0])
            if is_move(word) or (len(word) > 1 and result_of(word)):
                return True
    return False


def words(text: str) -> Iterator[tuple[str, bool]]:
    """Words that are neither comments nor numbers, and whether each has the form of a move."""
    for match in TOKEN.finditer(text):
        if match.lastgroup == "chinese":
            yield match[0], True
        elif match.lastgroup == "word":
            word = plain(match[0])
            yield word, is_like_move(word)

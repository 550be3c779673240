"""Words in move text that are not moves."""

from __future__ import annotations

import re
from typing import Final

from xiangqi.records.tree import clean_comment

_SIGNS: Final = frozenset("(){}$*;")
_REST_OF_LINE: Final = re.compile(r"[^\w\n]*")
_END_OF_LINE: Final = re.compile(r"[^\S\n]*(?:\n|\Z)")
_END_OF_SENTENCE: Final = re.compile("[。！？!?]*")
_ENDS_SENTENCE: Final = re.compile("[。！？!?.,，;；]\\Z")
_LINE_BEGINS: Final = re.compile(r"\n[^\w\n]*\Z")
_LINE_ENDS: Final = re.compile(r"[^\w\n]*(?:\n|\Z)")
_WIDEST: Final = 40  # characters examined on either side of a page number
_SHOWN: Final = 24  # characters of skipped text that a fault shows

SAYS: Final = re.compile("[^\\W_]|[\u2190-\u24ff\u25b2-\u25c5\u2600-\u27ff\u2900-\u2bff\U0001f000-\U0001faff]")
"""A letter, a digit, or a sign that is neither punctuation nor a part of a table."""

VARIES: Final = re.compile(
    r"变|變|另|如|若|或|改|参考|參考|第[一二三四五][种種]|^\W*[A-Za-z甲乙丙丁戊己]\W*$"
    r"|[（(\[【][0-9一二三四五六七八九十a-zA-Z]{1,3}[)）\]】]"
    r"|\b(?:var|alt|or\b|line|better|if\b|instead|also|sub)",
    re.IGNORECASE,
)
"""Words that announce a variation."""

ANNOUNCES: Final = re.compile(r"(?:\A|\n)\W*(?:[附另]?[变變][着著招化例]?|variations?|var)\W*\Z", re.IGNORECASE)
"""A last line that only announces a variation."""

OTHER_GAME: Final = re.compile(
    r"(?:第[ \t]*[0-9０-９一二三四五六七八九十百]{1,5}[ \t]*|[0-9一二三四五六七八九十][ \t]*|对)[局盘盤]"
    r"|[例题題图圖]|\b(?:game|board|round|table)\b"
    r"|^\W*(?:[红紅黑][方棋]?|red|black|white)(?:[ \t\u3000]+|[:：\]］】])",
    re.IGNORECASE | re.MULTILINE,
)
"""Words that announce another game."""


_HAN_NUMBER: Final = "[一二三四五六七八九十百]{1,5}"
_ROMAN: Final = "[IVX]{1,5}"
_ORDINAL: Final = f"[0-9０-９]{{1,3}}|{_HAN_NUMBER}"
_CHAPTER: Final = re.compile(
    rf"\W*(?:第[ \t]*(?:{_ORDINAL})[ \t]*(?:[章节節篇讲講课課局盘盤部]|回(?!合))|{_HAN_NUMBER}、|{_ROMAN}\."
    rf"|(?:chapter|part|section|lesson|game)[ \t]*(?:{_ORDINAL}|{_ROMAN}))",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(r"\W*[0-9一二三四五六七八九十]{1,3}[)）\]】](?=\W*\w)")
_CAPTION: Final = re.compile(
    r"(?:[图圖例题題]|\b(?:fig(?:ure)?|diagram|no|page)\.?|№)[ \t\u3000]*\Z", re.IGNORECASE
)


class Stray:
    """Collects words that are not moves, with the text between them, until a move follows.

    Attributes:
        begin, end: the offsets of the beginning of the first word and the end of the last.
    """

    def __init__(self, text: str) -> None:
        self.begin = self.end = 0
        self._text = text
        self._parts: list[str] = []
        self._number = (0, 0)  # begin and end of the last number without a dot
        self._alone = 0  # the last one alone in its line that continues the count of the one before

    def __bool__(self) -> bool:
        return bool(self._parts)

    def add(self, begin: int, end: int) -> None:
        """Add the words text[begin:end], with a number right before them and the end of their sentence."""
        number, number_end = self._number
        if number_end <= begin and number_end and not self._text[number_end:begin].strip(" \t"):
            begin = number
        if not self._parts:
            self.begin = begin
        else:
            between = self._text[self.end : begin]
            self._parts.append(" " if _SIGNS.intersection(between) else between)
        sentence = _END_OF_SENTENCE.match(self._text, end)
        self.end = sentence.end() if sentence else end
        self._parts.append(self._text[begin : self.end])

    def add_number(self, begin: int, end: int, *, whole: bool) -> None:
        """Note a number without a dot, or dots; after another number, or at the end of a line, they are words.

        Args:
            begin, end: the offsets of its text.
            whole: whether it has digits only.
        """
        if whole and self._follows_number(begin):  # two numbers in a row are not move numbers
            self.add(begin, end)
            self._number = (0, 0)
            return
        self._number = (begin, end)
        if (
            self
            and _REST_OF_LINE.fullmatch(self._text, self.end, begin)
            and _END_OF_LINE.match(self._text, end)
        ):
            self.add(begin, end)

    def is_heading(self, last: int, number: int) -> bool:
        """Return whether the words are the heading of another game rather than about a variation.

        Args:
            last: the offset of the move before them.
            number: the offset of the number after them.
        """
        words = self.peek()
        if OTHER_GAME.search(words):
            return True
        if not words or "\n" not in self._text[last : self.begin] or VARIES.search(_LABEL.sub("", words, 1)):
            return False
        is_sentence = _ENDS_SENTENCE.search(words.split("\n")[0].rstrip()) is not None
        fills_lines = "\n" in self._text[self.end : number]
        return _CHAPTER.match(words) is not None or (fills_lines and not is_sentence)

    def is_caption(self, offset: int) -> bool:
        """Return whether the words need a number right after them, as 图 (figure) does."""
        return self.ends_before(offset) and _CAPTION.search(self.peek()) is not None

    def ends_before(self, offset: int) -> bool:
        """Return whether there are only spaces between the words and an offset in their line."""
        return bool(self) and not self._text[self.end : offset].strip(" \t\u3000")

    def is_said(self, number: int, begin: int, end: int, counted: int) -> bool:
        """Return whether a number without a dot is a word, as after other words in a line, or a page number.

        Args:
            number: the value of the number.
            begin, end: the offsets of its text.
            counted: the last number that counted moves.
        """
        if self.ends_before(begin) and not 0 < counted == number - 1:
            return True
        return self._is_of_page(number, begin, end, counted)

    def _is_of_page(self, number: int, begin: int, end: int, counted: int) -> bool:
        """Return whether a number without a dot is alone in its line and does not continue a count.

        The count may be that of the last such number, or of the last one that counted moves.
        """
        before = f"\n{self._text[:begin]}" if begin < _WIDEST else self._text[begin - _WIDEST : begin]
        if not _LINE_BEGINS.search(before) or not _LINE_ENDS.match(self._text, end, end + _WIDEST):
            return False
        goes_on = number in (counted, counted + 1, self._alone + 1)
        self._alone = number if goes_on else self._alone
        return not goes_on

    def _follows_number(self, offset: int) -> bool:
        """Return whether a number without a dot comes right before an offset."""
        is_stray = bool(self._parts) and self._parts[-1].isdecimal()
        end = max(self._number[1], self.end if is_stray else 0)
        return end > 0 and not self._text[end:offset].strip()

    def shown(self) -> str:
        """Return the beginning of the words on one line, in the form that reports of faults show."""
        return shown(self.peek())

    def peek(self) -> str:
        """Return the words as they are in the text."""
        return "".join(self._parts)

    def take(self) -> str:
        """Return the words, leaving out lines that have only signs, and forget them."""
        lines = self.peek().split("\n")
        self._parts = []
        return clean_comment("\n".join(line for line in lines if not line or SAYS.search(line)))


def shown(words: str) -> str:
    """Return the beginning of a text on one line, in the form that reports of faults show."""
    return " ".join(words.split())[:_SHOWN]

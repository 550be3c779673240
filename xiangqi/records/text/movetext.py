"""Takes move text apart: moves, comments, variations, annotation marks and the result.

Nothing here knows the board. The outcome is a tree of texts, held in flat lists, which records.text.playing
then turns into moves. The text may be in any notation; what stands in it is told by its form alone.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from sys import intern
from typing import Final

from xiangqi.i18n.message import Message
from xiangqi.records.tree import MAX_FAULTS, MAX_NODES, MAX_PLIES, clean_comment

ROOT: Final = -1
"""Index that stands for the position before the first move."""

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
_TOKEN: Final = re.compile(
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
_CHINESE: Final = re.compile(CHINESE_MOVE)
_NO_BLANK: Final = re.compile(r"\S")
_ASIDE: Final = re.compile(r"\(([^(){}\n]*)\)")  # a remark, if no move stands in it
_SIGNS: Final = frozenset("(){}$*;")
_REST_OF_LINE: Final = re.compile(r"[^\S\n]*")
_END_OF_LINE: Final = re.compile(r"[^\S\n]*(?:\n|\Z)")
_LONGEST_NUMBER: Final = 3  # digits of a move number
_SHOWN: Final = 24  # characters of what is passed over
_MARKS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_MOST_GLYPHS: Final = 8  # kept of one move
_RESULTS: Final = {
    "1-0": "1-0",
    "0-1": "0-1",
    "*": "*",
    "1/2-1/2": "1/2-1/2",
    "½-½": "1/2-1/2",
    "0.5-0.5": "1/2-1/2",
}
_WORDS_OF_RESULTS: Final = {
    "1-0": "红胜 紅勝 红先胜 紅先勝 红方胜 紅方勝 先胜 先勝 胜 勝 黑负 黑負 1:0",
    "0-1": "黑胜 黑勝 黑方胜 黑方勝 黑先胜 黑先勝 红负 紅負 红先负 紅先負 先负 先負 负 負 0:1",
    "1/2-1/2": "和 和棋 和局 红先和 紅先和 先和 draw 1/2 ½ 0.5:0.5",
}
RESULT_WORDS: Final = {word: result for result, words in _WORDS_OF_RESULTS.items() for word in words.split()}
"""Results in words, as headers and the ends of games have them."""

_MOVE_WORD: Final = re.compile(
    r"(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9+\-=.:/#&]{2,10}|[0-9]{2}[-+=.][0-9]|[-+.=][0-9][-+.=][0-9]"
)
_SURE_MOVE: Final = re.compile(
    r"[A-Ia-i](?:10|[0-9])-?[A-Ia-i](?:10|[0-9])|[KABCEGHMNPRSTXkabceghmnprst+.-][a-z1-9+=.-]?[1-9]?[-+.=/][1-9]"
    r"|[KABCEHNR][a-i]?(?:10|[0-9])?x?[a-i](?:10|[0-9])[+#]?|[1-7][1-9][-+.=][1-9]"
)
_FIRST_WORDS: Final = 200
_CHINESE_PART: Final = re.compile(
    f"(?=.*(?:{_PIECE}|{_WHICH}))(?:{_PIECE}|{_ORDINAL}|{_ACTION}|{_NUMBER}){{1,5}}\ufffd?"
    f"|(?:.{_NUMBER}|{_PIECE}.|.{_PIECE}|{_ORDINAL}.){_ACTION}{_NUMBER}"
    f"|(?:{_PIECE}{_NUMBER}|{_ORDINAL}{_PIECE})(?:.{_NUMBER}|{_ACTION}.)"
)
"""Pieces of a move in Chinese characters, or a whole one of which one character is another."""


@dataclass(slots=True)
class Line:
    """Moves that follow one another without a branch.

    Attributes:
        parent: index of the move that the line goes on from, or ROOT.
        moves: indexes of its moves, in order.
    """

    parent: int
    moves: list[int] = field(default_factory=list)


@dataclass
class MoveText:
    """One game's move text, taken apart. Moves are numbered in the order they stand in the text.

    Attributes:
        texts: text of each move.
        offsets: place of each move in the text that was read.
        comments: move index or ROOT -> its comments; together they are still to be cleaned.
        nags: move index -> annotation glyphs.
        lines: main line first, each after the line it branches from.
        result: "" when the text has none.
        problems: (offset, text, message) of what does not belong there.
        preface: words before the first move; all of them where there is no move.
        footer: words after the last move.
        words_at: offset of the first of those words, -1 when there are none.
        end: offset after the result, or of the end of the text.
    """

    texts: list[str] = field(default_factory=list)
    offsets: array[int] = field(default_factory=lambda: array("q"))
    comments: dict[int, list[str]] = field(default_factory=dict)
    nags: dict[int, tuple[int, ...]] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=lambda: [Line(ROOT)])
    result: str = ""
    problems: list[tuple[int, str, str]] = field(default_factory=list)
    preface: str = ""
    footer: str = ""
    words_at: int = -1
    end: int = 0

    def add(self, text: str, offset: int, parent: int) -> int:
        """Enter a move after another, or after ROOT, and return its index."""
        index = len(self.texts)
        self.texts.append(intern(text))  # few texts differ, and a tree can hold 100,000
        self.offsets.append(offset)
        line = self.lines[-1]
        if (line.moves[-1] if line.moves else line.parent) == parent:
            line.moves.append(index)
        else:
            self.lines.append(Line(parent, [index]))
        return index


def parse(text: str, start: int = 0, end: int | None = None) -> MoveText:
    """Take apart text[start:end] up to the result of its first game."""
    return _Parser(text, start, len(text) if end is None else end).run()


def finish(text: str, moves: MoveText, is_other: Callable[[int, int], bool] | None = None) -> MoveText | None:
    """Read what stands after the result of a game.

    Words are entered into ``moves`` as its footer; moves that are no other game become a problem.

    Args:
        text: that parse read to its end.
        moves: what it found; mutated.
        is_other: tells from the end of the game and the place of the first move after it whether that move
            begins another game; by default none does.

    Returns:
        the next game of the text, None if there is none.
    """
    footer = [moves.footer] if moves.footer else []
    other = None
    while _NO_BLANK.search(text, moves.end):
        rest = parse(text, moves.end)
        whole = any(map(is_move, rest.texts))
        if whole and is_other and is_other(moves.end, rest.offsets[0]):
            other = rest
            break
        words = chain([rest.preface], *rest.comments.values(), () if whole else rest.texts, [rest.footer])
        footer += filter(None, words)
        if whole and len(moves.problems) < MAX_FAULTS:
            message = Message("detail.moves_after_result", count=len(rest.texts))
            moves.problems.append((rest.offsets[0], rest.texts[0], message))
        moves.end = rest.end
    moves.footer = "\n".join(footer)
    return other


_FROM_SQUARE: Final = re.compile(r"[a-iA-I]([0-9])-?[a-iA-I][0-9]")


def result_of(text: str) -> str:
    """The result a text such as "1-0" or "红胜" stands for; "" when it is none."""
    text = _folded(text).strip().rstrip(".。").lower()
    return _RESULTS.get(text) or RESULT_WORDS.get(text, "")


def _folded(text: str) -> str:
    """A text with its full-width characters, and its dashes of all lengths, as on a typewriter."""
    return unicodedata.normalize("NFKC", text).translate(_DASHES)


class _Parser:
    """State of the walk over one game's text."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.start = start
        self.limit = end
        self.out = MoveText(end=end)
        # The lines around the present one, each with its values of `counted`, `since` and `instead`.
        self.stack: list[tuple[Line, int, int, tuple[str, int] | None]] = []
        self.line = self.out.lines[0]
        self.waiting: list[str] = []  # comments before the first move of a variation
        self.early = ""  # a result before the first move
        self.skipped = start  # tokens before this offset have been dealt with
        self.number = (0, 0)  # begin and end of the last number without a dot
        self.counted = 0  # the last number with a dot
        self.since = 2  # moves since that number, 1 when it had the dots of a reply
        self.counts_plies = False  # whether a number has followed a single move
        self.instead: tuple[str, int] | None = None  # text in the place of a reply, with its offset
        self.left_out: tuple[str, int] | None = None  # the same, once the next number has followed
        self.stray: list[str] = []  # words that are no moves, with what stands between them
        self.stray_begin = self.stray_end = 0
        self.due = start  # end of the last number with a dot that goes on with the count
        self.is_move_missing = False  # whether those words stand right after such a number

    def run(self) -> MoveText:
        """Walk over all tokens."""
        out = self.out
        for match in _TOKEN.finditer(self.text, self.start, self.limit):
            if max(len(out.texts), len(out.lines)) >= MAX_NODES or len(self.line.moves) >= MAX_PLIES:
                message = Message("detail.most_nodes", count=MAX_NODES, plies=MAX_PLIES)
                self._problem(match.start(), "", message)
                break
            kind = match.lastgroup or ""
            if match.start() < self.skipped:
                continue
            if kind == "chinese":
                self._move(match[0], match.start())
            elif kind == "result" and not self.stack:
                self._finish(result_of(match[0]), match.end())
            elif kind == "word":
                self._word(match[0], match.start())
            else:
                self._handle(kind, match)
            if out.result:
                break
        if self.stack:
            self._problem(self.limit, "", Message("detail.variation_open"))
        self._end_words()
        out.result = out.result or self.early
        return out

    def _end_words(self) -> None:
        """Words after the last move, or where no move follows."""
        if words := self._words_met():
            self.out.words_at = self.stray_begin if self.out.words_at < 0 else self.out.words_at
            if self.out.texts:
                self.out.footer = words
                if self.is_move_missing:
                    token = words.split("\n")[0][:_SHOWN]
                    self._problem(self.stray_begin, token, Message("detail.words_for_move"))
            else:
                self.out.preface = words

    def _words_met(self) -> str:
        """The words met since the last move, which are then forgotten; lines of nothing but signs are none."""
        lines = "".join(self.stray).split("\n")
        self.stray = []
        return clean_comment("\n".join(line for line in lines if not line or any(map(str.isalnum, line))))

    def _handle(self, kind: str, match: re.Match[str]) -> None:
        """Deal with the rarer tokens."""
        if kind == "closed":
            self._comment(clean_comment(match["comment"]))
            if not match["closed"]:
                self._problem(match.start(), "{", Message("detail.comment_open", sign="}"))
        elif kind in ("number", "dots"):
            self._count(match)
        elif kind in ("aside", "remark"):
            self._comment(clean_comment(match[kind]))
        elif kind == "rest":
            self._comment(match["rest"].removeprefix(" ").rstrip("\r"))
        elif kind == "open":
            aside = _ASIDE.match(self.text, match.start(), self.limit)
            if aside and not any(moves for _, moves in _words(aside[1])):
                self.skipped = aside.end()
                self._comment(clean_comment(aside[1]))
            else:
                self._open(match.start())
        elif kind == "close":
            self._close(match.start())
        elif kind == "nag":
            self._glyph(int(match["nag"]))
        elif kind == "mark":
            self._glyph(_MARKS.get(unicodedata.normalize("NFKC", match[0]), 0))
            last = self.out.texts[self.line.moves[-1]] if self.line.moves else ""
            stands_apart = self.text[match.start() - 1].isspace() and not match[0].strip("?？")
            if stands_apart and not last.isascii():  # in letters nothing tells whose move follows
                self._instead(match[0], match.start())

    def _count(self, match: re.Match[str]) -> None:
        """A move number, or dots. What is no move and stands where the next number follows is for a reply."""
        if match["dots"]:
            self.instead = (match[0], match.start()) if self.line.moves else None
            self.since = self.since or 1
            if match[0].isascii():
                self._word(match[0], match.start())
            return
        digits = match[0].rstrip(".．。、:：…")
        number, is_reply = int(digits), len(match[0]) > len(digits) + 1
        if number == self.counted + 1 and not is_reply:
            if self.instead is None and self.since == 1:
                self.counts_plies = True  # then a text before a number stands for no reply
            self.left_out = None if self.counts_plies else self.instead
        if number in (self.counted, self.counted + 1):
            self.due = match.end()
        if is_reply or number != self.counted:  # some files repeat the number before the reply
            self.since = int(is_reply)
        self.counted = number

    def _instead(self, text: str, offset: int) -> None:
        """Keep in mind a text that is no move, if only the first move of its round stands before it."""
        if self.since == 1 and self.line.moves and self.instead is None:
            self.instead = (text, offset)

    def _finish(self, result: str, end: int) -> None:
        if self.out.texts:
            self.out.result = result
            self.out.end = end
        else:  # a title may tell the result before the moves
            self.early = result

    def _problem(self, offset: int, token: str, message: str) -> None:
        if len(self.out.problems) < MAX_FAULTS:
            self.out.problems.append((offset, token, message))

    def _move(self, text: str, offset: int) -> None:
        left_out = self.left_out
        self.instead = self.left_out = None
        out = self.out
        if left_out is not None and {_side(out.texts[self.line.moves[-1]]), _side(text)} != {"w", "b"}:
            if self.stray and self.stray_begin <= left_out[1]:
                left_out = " ".join("".join(self.stray).split())[:_SHOWN], self.stray_begin
                self.stray = []
            self._move(*left_out)  # which cannot be played, and so is told
        self.since += 1
        index = len(out.texts)
        if self.stray and (words := self._words_met()):
            if index:
                message = Message("detail.passed_over")
                self._problem(self.stray_begin, " ".join(words.split())[:_SHOWN], message)
            else:
                out.preface, out.words_at = words, self.stray_begin
        out.texts.append(intern(text))
        out.offsets.append(offset)
        self.line.moves.append(index)
        if self.waiting:
            out.comments[index] = self.waiting
            self.waiting = []

    def _word(self, word: str, offset: int) -> None:
        """A move in letters or digits, a piece of a Chinese one, a result in words, or something else."""
        plain = _folded(word).rstrip(".,:")
        result = result_of(plain)
        if result and len(plain) > 1 and self.out.texts:
            if not self.stack:
                self._finish(result, offset + len(word))
        elif _MOVE_WORD.fullmatch(plain):
            self._move(plain, offset)
        elif _CHINESE_PART.fullmatch(word):
            self._move(word, offset)
        elif plain.strip(".0123456789") or len(plain) > _LONGEST_NUMBER:
            self.early = result or self.early
            self._stray(offset, offset + len(word))
            self._instead(word, offset)
        else:  # a move number without its dot, or "..."
            if not plain:
                self._instead(word, offset)
            if plain.isdecimal() and self._follows_number(offset):  # two are no move numbers
                self._stray(offset, offset + len(word))
                self.number = (0, 0)
                return
            self.number = (offset, offset + len(word))
            if (
                self.stray
                and _REST_OF_LINE.fullmatch(self.text, self.stray_end, offset)
                and _END_OF_LINE.match(self.text, offset + len(word))
            ):
                self._stray(offset, offset + len(word))

    def _follows_number(self, offset: int) -> bool:
        """Whether a number without a dot stands right before an offset."""
        is_stray = bool(self.stray) and self.stray[-1].isdecimal()
        end = max(self.number[1], self.stray_end if is_stray else 0)
        return end > 0 and not self.text[end:offset].strip()

    def _stray(self, begin: int, end: int) -> None:
        """Words that are no move, text[begin:end]; a number right before them belongs to them."""
        number, number_end = self.number
        if number_end <= begin and number_end and not self.text[number_end:begin].strip(" \t"):
            begin = number
        if not self.stray:
            self.stray_begin = begin
            self.is_move_missing = _REST_OF_LINE.fullmatch(self.text, self.due, begin) is not None
        else:
            between = self.text[self.stray_end : begin]
            self.stray.append(" " if _SIGNS.intersection(between) else between)
        self.stray.append(self.text[begin:end])
        self.stray_end = end

    def _comment(self, text: str) -> None:
        if self.line.moves:
            self.out.comments.setdefault(self.line.moves[-1], []).append(text)
        elif self.stack:
            self.waiting.append(text)
        else:
            self.out.comments.setdefault(ROOT, []).append(text)

    def _glyph(self, number: int) -> None:
        if number and self.line.moves:
            index = self.line.moves[-1]
            before = self.out.nags.get(index, ())
            if len(before) < _MOST_GLYPHS:
                self.out.nags[index] = (*before, number)

    def _open(self, offset: int) -> None:
        """A variation replaces the last move of the line it stands in."""
        line = self.line
        if not line.moves:
            self._problem(offset, "(", Message("detail.variation_early"))
            parent = line.parent
        else:
            parent = line.moves[-2] if len(line.moves) > 1 else line.parent
        self.stack.append((line, self.counted, self.since, self.instead))
        self.counted, self.since, self.instead, self.left_out = 0, 2, None, None
        self.line = Line(parent)
        self.out.lines.append(self.line)

    def _close(self, offset: int) -> None:
        self.left_out = None
        if self.stack:
            self.line, self.counted, self.since, self.instead = self.stack.pop()
            waiting, self.waiting = self.waiting, []  # of a variation without moves
            for text in waiting:
                self._comment(text)
        else:
            self._problem(offset, ")", Message("detail.variation_unopened"))


def spelling(text: str) -> str:
    """The side whose moves are spelt so: "w", "b", or "" where neither or both."""
    if text.isascii():
        if len(text) == 4 and text[0].isalpha() and text[2] in "+-.=":
            return "w" if text[0].isupper() else "b"
        return ""
    numerals = any(letter in "一二三四五六七八九" for letter in text)
    digits = any(letter.isdigit() for letter in text if letter not in "一二三四五六七八九")
    return "" if numerals == digits else "w" if numerals else "b"


def _side(text: str) -> str:
    """The side whose move a text may be: as it is spelt, or whose half of the board it begins in."""
    from_square = _FROM_SQUARE.match(text)
    return spelling(text) or ("" if from_square is None else "w" if from_square[1] < "5" else "b")


def is_move(text: str) -> bool:
    """Whether a text is a whole move, and hardly anything else."""
    return bool(_CHINESE.fullmatch(text) or _SURE_MOVE.fullmatch(text))


def mostly_moves(text: str) -> bool:
    """Whether at least half of the words of a text are moves; neither numbers nor comments count."""
    words = list(islice(_words(text), _FIRST_WORDS))
    moves = [word for word, moves in words if moves and is_move(word)]
    return 2 * len(moves) >= len(words) > 0


def has_moves(text: str) -> bool:
    """Whether a text looks like move text: a Chinese move, or several of its first words are moves."""
    first = list(islice(_words(text), _FIRST_WORDS))
    moves = [word for word, moves in first if moves and (not word.isascii() or _SURE_MOVE.fullmatch(word))]
    return len(moves) >= min(2, len(first)) > 0 or not all(map(str.isascii, moves))


def says_game(text: str) -> bool:
    """Whether a text holds a whole move or a result, as what stands between the tags of two games does."""
    for match in _TOKEN.finditer(text):
        if match.lastgroup in ("chinese", "result"):
            return True
        if match.lastgroup == "word":
            word = _folded(match[0]).rstrip(".,:")
            if is_move(word) or (len(word) > 1 and result_of(word)):
                return True
    return False


def _words(text: str) -> Iterator[tuple[str, bool]]:
    """Words that are neither comments nor numbers, and whether each has the form of a move."""
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "chinese":
            yield match[0], True
        elif match.lastgroup == "word":
            word = _folded(match[0]).rstrip(".,:")
            yield word, _MOVE_WORD.fullmatch(word) is not None

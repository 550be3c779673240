"""Takes move text apart: moves, comments, variations, annotation marks and the result.

Nothing here knows the board. The outcome is a tree of texts, held in flat lists, which records.text.playing
then turns into moves. The text may be in any notation; what stands in it is recognised by its form alone.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain
from sys import intern
from typing import Final

from xiangqi.i18n.message import Message
from xiangqi.records.text import tokens
from xiangqi.records.tree import MAX_FAULTS, MAX_NODES, MAX_PLIES, clean_comment

ROOT: Final = -1
"""Index that stands for the position before the first move."""

_NO_BLANK: Final = re.compile(r"\S")
_ASIDE: Final = re.compile(r"\(([^(){}\n]*)\)")  # a remark, if no move stands in it
_SIGNS: Final = frozenset("(){}$*;")
_REST_OF_LINE: Final = re.compile(r"[^\S\n]*")
_END_OF_LINE: Final = re.compile(r"[^\S\n]*(?:\n|\Z)")
_LONGEST_NUMBER: Final = 3  # digits of a move number
_SHOWN: Final = 24  # characters of what is passed over
_MARKS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_MOST_GLYPHS: Final = 8  # kept of one move


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
        whole = any(map(tokens.is_move, rest.texts))
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


@dataclass(slots=True)
class _Place:
    """How far the walk has come in one line, by the numbers in it.

    Attributes:
        line: where the next move is entered.
        counted: the last number with a dot.
        since: moves since that number, 1 when it had the dots of a reply.
        instead: text in the place of a reply, with its offset.
    """

    line: Line
    counted: int = 0
    since: int = 2
    instead: tuple[str, int] | None = None


class _Stray:
    """Words that are no moves, with what stands between them, gathered until a move follows.

    Attributes:
        begin, end: where the first of them begins and the last ends.
    """

    def __init__(self, text: str) -> None:
        self.begin = self.end = 0
        self._text = text
        self._parts: list[str] = []
        self._number = (0, 0)  # begin and end of the last number without a dot

    def __bool__(self) -> bool:
        return bool(self._parts)

    def add(self, begin: int, end: int) -> None:
        """Words that are no move, text[begin:end]; a number right before them belongs to them."""
        number, number_end = self._number
        if number_end <= begin and number_end and not self._text[number_end:begin].strip(" \t"):
            begin = number
        if not self._parts:
            self.begin = begin
        else:
            between = self._text[self.end : begin]
            self._parts.append(" " if _SIGNS.intersection(between) else between)
        self._parts.append(self._text[begin:end])
        self.end = end

    def add_number(self, begin: int, end: int, *, whole: bool) -> None:
        """A number without its dot, or dots, which are words behind such a number or at the end of their line.

        Args:
            begin, end: of its text.
            whole: whether it has digits only.
        """
        if whole and self._follows_number(begin):  # two are no move numbers
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

    def _follows_number(self, offset: int) -> bool:
        """Whether a number without a dot stands right before an offset."""
        is_stray = bool(self._parts) and self._parts[-1].isdecimal()
        end = max(self._number[1], self.end if is_stray else 0)
        return end > 0 and not self._text[end:offset].strip()

    def shown(self) -> str:
        """The begin of the words, as a fault shows them."""
        return _shown("".join(self._parts))

    def take(self) -> str:
        """The words, which are then forgotten; lines of nothing but signs are none."""
        lines = "".join(self._parts).split("\n")
        self._parts = []
        return clean_comment("\n".join(line for line in lines if not line or any(map(str.isalnum, line))))


class _Parser:
    """State of the walk over one game's text."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.start = start
        self.limit = end
        self.out = MoveText(end=end)
        self.at = _Place(self.out.lines[0])
        self.around: list[_Place] = []  # in the lines that the present one branches from
        self.waiting: list[str] = []  # comments before the first move of a variation
        self.early = ""  # a result before the first move
        self.skipped = start  # tokens before this offset have been dealt with
        self.counts_plies = False  # whether a number has followed a single move
        self.left_out: tuple[str, int] | None = None  # such a text, once the next number has followed
        self.stray = _Stray(text)

    def run(self) -> MoveText:
        """Walk over all tokens."""
        out = self.out
        for match in tokens.TOKEN.finditer(self.text, self.start, self.limit):
            if max(len(out.texts), len(out.lines)) >= MAX_NODES or len(self.at.line.moves) >= MAX_PLIES:
                message = Message("detail.most_nodes", count=MAX_NODES, plies=MAX_PLIES)
                self._problem(match.start(), "", message)
                break
            kind = match.lastgroup or ""
            if match.start() < self.skipped:
                continue
            if kind == "chinese":
                self._move(match[0], match.start())
            elif kind == "result" and not self.around:
                self._finish(tokens.result_of(match[0]), match.end())
            elif kind == "word":
                self._word(match[0], match.start())
            else:
                self._handle(kind, match)
            if out.result:
                break
        if self.around:
            self._problem(self.limit, "", Message("detail.variation_open"))
        self._end_words()
        out.result = out.result or self.early
        return out

    def _end_words(self) -> None:
        """Words after the last move, or where no move follows."""
        if words := self.stray.take():
            self.out.words_at = self.stray.begin if self.out.words_at < 0 else self.out.words_at
            if self.out.texts:
                self.out.footer = words
            else:
                self.out.preface = words

    def _handle(self, kind: str, match: re.Match[str]) -> None:
        """Deal with the rarer tokens."""
        if kind in ("closed", "aside"):
            group, end = ("comment", "}") if kind == "closed" else ("aside", "*/")
            self._comment(clean_comment(match[group]))
            if not match[0].endswith(end):
                self._problem(match.start(), match[0][: len(end)], Message("detail.comment_open", sign=end))
        elif kind in ("number", "dots"):
            self._count(match)
        elif kind == "remark":
            self._comment(clean_comment(match["remark"]))
        elif kind == "rest":
            self._comment(match["rest"].removeprefix(" ").rstrip("\r"))
        elif kind == "open":
            aside = _ASIDE.match(self.text, match.start(), self.limit)
            if aside and not any(moves for _, moves in tokens.words(aside[1])):
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
            last = self.out.texts[self.at.line.moves[-1]] if self.at.line.moves else ""
            stands_apart = self.text[match.start() - 1].isspace() and not match[0].strip("?？")
            if stands_apart and not last.isascii():  # in letters nothing tells whose move follows
                self._instead(match[0], match.start())

    def _count(self, match: re.Match[str]) -> None:
        """A move number, or dots. What is no move and stands where the next number follows is for a reply."""
        if match["dots"]:
            self.at.instead = (match[0], match.start()) if self.at.line.moves else None
            self.at.since = self.at.since or 1
            if match[0].isascii():
                self._word(match[0], match.start())
            return
        digits = match[0].rstrip(".．。、:：…")
        number, is_reply = int(digits), len(match[0]) > len(digits) + 1
        if number == self.at.counted + 1 and not is_reply:
            if self.at.instead is None and self.at.since == 1:
                self.counts_plies = True  # then a text before a number stands for no reply
            self.left_out = None if self.counts_plies else self.at.instead
        if is_reply or number != self.at.counted:  # some files repeat the number before the reply
            self.at.since = int(is_reply)
        self.at.counted = number

    def _instead(self, text: str, offset: int) -> None:
        """Keep in mind a text that is no move, if only the first move of its round stands before it."""
        if self.at.since == 1 and self.at.line.moves and self.at.instead is None:
            self.at.instead = (text, offset)

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
        at, out = self.at, self.out
        left_out, self.left_out, at.instead = self.left_out, None, None
        if left_out is not None and not self._is_reply(text):
            if self.stray and self.stray.begin <= left_out[1]:
                left_out = self.stray.shown(), self.stray.begin
                self.stray.take()
            self._move(*left_out)  # which cannot be played, and so is reported
        at.since += 1
        index = len(out.texts)
        if self.stray and (words := self.stray.take()):
            if index:
                self._problem(self.stray.begin, _shown(words), Message("detail.passed_over"))
            else:
                out.preface, out.words_at = words, self.stray.begin
        out.texts.append(intern(text))
        out.offsets.append(offset)
        at.line.moves.append(index)
        if self.waiting:
            out.comments[index] = self.waiting
            self.waiting = []

    def _is_reply(self, text: str) -> bool:
        """Whether a move and the last one of its line are moves of two sides, by their form."""
        last = self.out.texts[self.at.line.moves[-1]]
        return {tokens.side_of(last), tokens.side_of(text)} == {"w", "b"}

    def _word(self, word: str, offset: int) -> None:
        """A move in letters or digits, a piece of a Chinese one, a result in words, or something else."""
        text, end = tokens.plain(word), offset + len(word)
        result = tokens.result_of(text)
        if result and len(text) > 1 and self.out.texts:
            if not self.around:
                self._finish(result, end)
        elif tokens.is_like_move(text):
            self._move(text, offset)
        elif tokens.is_part_of_chinese(word) or (self.out.texts and tokens.is_spoiled_chinese(word)):
            self._move(word, offset)
        elif text.strip(".0123456789") or len(text) > _LONGEST_NUMBER:
            self.early = result or self.early
            self.stray.add(offset, end)
            self._instead(word, offset)
        else:  # a move number without its dot, or "..."
            if not text:
                self._instead(word, offset)
            self.stray.add_number(offset, end, whole=text.isdecimal())

    def _comment(self, text: str) -> None:
        if self.at.line.moves:
            self.out.comments.setdefault(self.at.line.moves[-1], []).append(text)
        elif self.around:
            self.waiting.append(text)
        else:
            self.out.comments.setdefault(ROOT, []).append(text)

    def _glyph(self, number: int) -> None:
        if number and self.at.line.moves:
            index = self.at.line.moves[-1]
            before = self.out.nags.get(index, ())
            if len(before) < _MOST_GLYPHS:
                self.out.nags[index] = (*before, number)

    def _open(self, offset: int) -> None:
        """A variation replaces the last move of the line it stands in."""
        line = self.at.line
        if not line.moves:
            self._problem(offset, "(", Message("detail.variation_early"))
            parent = line.parent
        else:
            parent = line.moves[-2] if len(line.moves) > 1 else line.parent
        self.around.append(self.at)
        self.at = _Place(Line(parent))
        self.out.lines.append(self.at.line)
        self.left_out = None

    def _close(self, offset: int) -> None:
        self.left_out = None
        if self.around:
            self.at = self.around.pop()
            waiting, self.waiting = self.waiting, []  # of a variation without moves
            for text in waiting:
                self._comment(text)
        else:
            self._problem(offset, ")", Message("detail.variation_unopened"))


def _shown(words: str) -> str:
    """The begin of some words, in one line, as a fault shows them."""
    return " ".join(words.split())[:_SHOWN]

"""The parser of move text, which goes through it token by token."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from itertools import chain
from sys import intern
from typing import Final

from xiangqi.i18n.message import Message
from xiangqi.notation import signs
from xiangqi.records.text import tokens
from xiangqi.records.text.movetext.ahead import MOVES, NUMBERS, Ahead
from xiangqi.records.text.movetext.outcome import ROOT, MoveRun, MoveText
from xiangqi.records.text.movetext.places import NO_NUMBER, OF_A_ROUND, LineReader, Number
from xiangqi.records.text.movetext.stray import ANNOUNCES, SAYS, VARIES, Stray, shown
from xiangqi.records.tree import MAX_FAULTS, MAX_NODES, MAX_PLIES, clean_comment

_NO_BLANK: Final = re.compile(r"\S")
_ASIDE: Final = re.compile(r"\(([^(){}\n]*)\)")  # a remark, if it contains no move
_LINE: Final = re.compile(r"[^\n]*")
_BEGINS_CLAUSE: Final = re.compile(r"[:：\n][^\S\n]*\Z")
_HAN: Final = re.compile("[\u3400-\u9fff]")
_LONGEST_NUMBER: Final = 3  # digits of a move number
_WIDEST_GAP: Final = 40  # characters between a label and its value
_MOST_GLYPHS: Final = 8  # glyphs kept for one move
_LABEL: Final = re.compile(r"\s*(?:[0-9]{1,3}|[a-zA-Z甲乙丙丁戊己]|[一二三四五六七八九十]{1,3})\s*")
_CLAUSE: Final = re.compile(r"[^\s，。；、：！？,;:(){}（）]+")
_LABEL_OF_MOVE: Final = re.compile(
    r"[红黑紅先后後]|[红黑紅][方先棋子]|[先后後]手|[红黑紅]?第?[一二三四五六七八九十0-9]+[着著步手]"
)
_SIGNS: Final = re.compile(rf"[{''.join(signs.SYMBOLS)}]+")
_CHAIN: Final = re.compile(r"→\s*\S{2,8}?\s*→(?=\s*[^\s0-9])")


def parse(
    text: str, start: int = 0, end: int | None = None, *, is_pgn: bool = False, is_alone: bool = True
) -> MoveText:
    """Parse text[start:end] up to the result of its first game.

    Lines that begin with % are left out in PGN, as the standard requires, and are comments elsewhere. If the
    game is the only one in the text, moves under another heading are its variations.
    """
    return _Parser(text, start, len(text) if end is None else end, is_pgn=is_pgn, is_alone=is_alone).run()


def finish(
    text: str,
    moves: MoveText,
    is_other: Callable[[int, int], bool] | None = None,
    *,
    is_pgn: bool = False,
) -> MoveText | None:
    """Parse the text after the result of a game.

    Words are added to ``moves`` as its footer; moves that belong to no other game are reported as a problem.

    Args:
        text: the text that `parse` has read to its end.
        moves: the result of `parse`; changed.
        is_other: returns whether a move begins another game, given the end of the game and the offset of the
            first move after it; by default none does.
        is_pgn: as in parse.

    Returns:
        The next game of the text, or None.
    """
    footer = [moves.footer] if moves.footer else []
    other = None
    while _NO_BLANK.search(text, moves.end):
        rest = parse(text, moves.end, is_pgn=is_pgn, is_alone=is_other is None)
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


class _Parser:
    """Parses the text of one game, token by token."""

    def __init__(self, text: str, start: int, end: int, *, is_pgn: bool, is_alone: bool) -> None:
        self.text = text
        self.start = start
        self.limit = end
        self.is_pgn = is_pgn
        self.is_alone = is_alone
        self.out = MoveText(end=end)
        self.at = self.main = LineReader(self.out.lines[0])
        self.around: list[LineReader] = []  # the places in the enclosing lines
        self.waiting: list[str] = []  # comments before the first move of a variation
        self.told = ("", 0)  # a result in words and the number of moves before it; it counts if no moves follow
        self.skipped = start  # tokens before this offset have been dealt with
        self.chained = start  # the end of the last arrow that merely separates moves
        self.counts_plies = False  # whether a number has followed a single move
        self.is_over = False  # whether another game begins although this one has no result
        self.left_out: tuple[str, int] | None = None  # text found in place of a reply
        self.stray = Stray(text)
        self.ahead = Ahead(text, end)

    def run(self) -> MoveText:
        """Process the tokens up to the result, and return the parsed content."""
        for match in tokens.TOKEN.finditer(self.text, self.start, self.limit):
            out = self.out
            if max(len(out.texts), len(out.lines)) >= MAX_NODES or len(self.at.line.moves) >= MAX_PLIES:
                message = Message("detail.most_nodes", count=MAX_NODES, plies=MAX_PLIES)
                self._problem(match.start(), "", message)
                break
            kind = match.lastgroup or ""
            if match.start() < max(self.skipped, self.stray.end):
                continue
            if kind in MOVES:
                self._sure_move(tokens.closed_up(match[0]), match.start(), match.end())
            elif kind == "word" or (kind == "bare" and not self._counts_bare(match)):
                self._word(match[0], match.start())
            elif kind == "result":
                self._result(match)
            else:
                self._handle(kind, match)
            if self.out.result or self.is_over:
                break
        if self.around:
            self._problem(self.limit, "", Message("detail.variation_open"))
        self._end_words()
        result, count = self.told
        if count in (0, len(self.main.line.moves)):
            self.out.result = self.out.result or result
        return self.out

    def _end_words(self) -> None:
        """Keep remaining words as the footer, or as the preface if there are no moves."""
        if words := self.stray.take():
            self.out.words_at = self.stray.begin if self.out.words_at < 0 else self.out.words_at
            if self.out.texts:
                self.out.footer = words
            else:
                self._preface(words)

    def _preface(self, words: str) -> None:
        self.out.preface = "\n".join(filter(None, (self.out.preface, words)))

    def _handle(self, kind: str, match: re.Match[str]) -> None:
        """Handle the rarer tokens."""
        if kind in ("closed", "aside"):
            group, end = ("comment", "}") if kind == "closed" else ("aside", "*/")
            self._comment(clean_comment(match[group]))
            if not match[0].endswith(end):
                self._problem(match.start(), match[0][: len(end)], Message("detail.comment_open", sign=end))
        elif kind in (*NUMBERS, "bare", "dots"):
            self._count(match)
        elif kind == "heading" and not self.around:
            self.stray.add(match.start("heading"), match.end())
        elif kind in ("remark", "restated"):
            self._remark(match[kind], match)
        elif kind == "rest":
            self._rest_of_line(match)
        elif kind == "escaped" and not self.is_pgn:
            self._comment(clean_comment(match["escaped"][1:]))
        elif kind == "open":
            self._aside(match.start())
        elif kind in ("close", "heading"):
            self._close(match.start())
        elif kind == "verdict":
            self._verdict(match)
        elif kind == "side":
            self.out.is_reply |= not self.out.texts and match[0][0] in "黑B"
        else:
            self._judgement(kind, match)

    def _rest_of_line(self, match: re.Match[str]) -> None:
        """Keep the rest of a line as a comment, and report moves there that could belong to the game."""
        words = match["rest"].removeprefix(" ").rstrip("\r")
        self._comment(words)
        line_begin = self.text.rfind("\n", 0, match.start()) + 1
        if self.text[line_begin : match.start()].strip() and tokens.is_row_of_moves(words):
            self._problem(match.start(), shown(words), Message("detail.moves_in_comment"))

    def _aside(self, offset: int) -> None:
        """Handle a bracket: open a variation, or handle it as a remark if it contains no move."""
        aside = _ASIDE.match(self.text, offset, self.limit)
        if aside and not any(moves for _, moves in tokens.words(aside[1])):
            self.skipped = aside.end()
            self._remark(aside[1], aside)
        else:
            self._open(offset)

    def _remark(self, words: str, match: re.Match[str]) -> None:
        """Handle words in brackets; a number or letter alone belongs to the words around it."""
        result = tokens.result_of(words)
        if self._is_result(words, result) and self._concludes(result, match.end()):
            self._finish_in_words(words, match.end())
        elif _LABEL.fullmatch(words):
            self.stray.add(match.start(), match.end())
        elif self.at.line.moves and all(map(tokens.is_move, tokens.parts_of(words))):
            self.out.restated.append((self.at.line.moves[-1], words.strip()))
        else:
            self._comment(clean_comment(words))

    def _result(self, match: re.Match[str]) -> None:
        """Handle a result: it ends the game, but inside a variation it is kept as a comment."""
        result = tokens.result_of(match[0])
        if self.at is self.main and self.out.texts and self.ahead.varies(match.end(), self.at):
            self.told = result, len(self.main.line.moves)
        elif not self.around:
            self._finish(result, match.end())
        elif result != "*":
            self._comment(match[0])

    def _judgement(self, kind: str, match: re.Match[str]) -> None:
        """Add a glyph given as a number or a sign."""
        stands_apart = self.text[match.start() - 1].isspace()
        if kind in ("nag", "mark", "sign") and not self.at.line.moves:
            self._before_moves(match)
        elif kind == "nag":
            self._glyph(int(match["nag"]))
        elif kind == "mark":
            self._glyph(signs.of_marks(unicodedata.normalize("NFKC", match[0])))
            last = self.out.texts[self.at.line.moves[-1]] if self.at.line.moves else ""
            if stands_apart and not match[0].strip("?？") and not last[:1].isascii():
                self._instead(match[0], match.start())  # letters do not show whose move follows
        elif kind == "sign" and not self._only_parts(match):
            self._glyph(signs.WORDS.get(match[0]) or signs.SYMBOLS[match[0][-1]])
            if stands_apart:
                self._instead(match[0], match.start())

    def _before_moves(self, match: re.Match[str]) -> None:
        """Keep a row of signs that is not preceded by a move as a comment."""
        row = _SIGNS.match(self.text, match.start(), self.limit) or match
        self.skipped = row.end()
        self._comment(row[0])
        self._instead(row[0], row.start())

    def _only_parts(self, match: re.Match[str]) -> bool:
        """Return whether a sign is one of several arrows that merely separate moves."""
        chain = _CHAIN.match(self.text, match.start(), self.limit)
        is_glued = (
            not self.text[match.start() - 1].isspace() and self.text[match.end() : match.end() + 1].isalpha()
        )
        parts = match[0] == "→" and (is_glued or chain is not None or match.end() == self.chained)
        self.chained = chain.end() if chain else self.chained
        return parts

    def _count(self, match: re.Match[str]) -> None:
        """Handle a move number, or dots.

        A text that is not a move and is followed by the next number stands for a reply.
        """
        at = self.at
        if match["dots"]:
            at.instead = (match[0], match.start()) if at.line.moves else None
            at.since = at.since or 1
            if match[0].isascii():
                self._word(match[0], match.start())
            return
        number, is_reply = tokens.count_of(match[0])
        if number != 1 and not self.out.texts and self.stray.is_caption(match.start()):
            self.stray.add(match.start(), match.start() + len(match[0].rstrip()))
            return
        at.is_alone = False
        if number == at.counted + 1 and not is_reply:
            at.is_alone = at.instead is None and at.since == 1
            self.counts_plies |= at.is_alone  # from now on, text before a number does not stand for a reply
            self.left_out = None if self.counts_plies else at.instead
        if is_reply or number != at.counted:  # some files repeat the number before the reply
            at.since = int(is_reply)
        at.number = Number(number, is_reply, match.start(), match.end())

    def _counts_bare(self, match: re.Match[str]) -> bool:
        """Return whether a number without a dot counts moves.

        This requires that the first one is a 1 without a dot and, if words come right before it, that a 2
        follows.
        """
        if int(match[0]) == 1 and not self.out.texts and not self.at.number:
            self.ahead.numbers = (*NUMBERS, "bare")
            if self.stray.ends_before(match.start()) and self.ahead.number(match.end(), 1) != 2:
                self.ahead.numbers = NUMBERS
        return "bare" in self.ahead.numbers

    def _settle_number(self) -> None:
        """Use the number before a move to find the place of the move."""
        at, number = self.at, self.at.number
        if not number:
            return
        at.number = NO_NUMBER
        is_first = at is self.main
        if not at.line.moves and is_first:
            self.out.is_reply |= number.is_reply
            self.out.begins = number.value, number.begin, self._said(number)
        elif is_first and not at.rounds and number.value == 1 and not number.is_reply:
            self._begin_anew(number)
        elif not self._says_again(number):  # otherwise the moves are one move in several notations
            self._place_number(at, number)
        if not self.is_over:
            self.at.begin_round(number)

    def _place_number(self, at: LineReader, number: Number) -> None:
        """Go to the place that a number points to, and report a number that skips rounds or lacks a move."""
        if not at.expects(number) or self._may_return(number) or self._is_varied(number):
            self._go_elsewhere(number)
        elif at.is_alone:
            self.out.alone[len(self.out.texts)] = number.begin, self._said(number)
        elif at.skips(number):
            message = Message("detail.number_skipped", before=at.counted)
            self._problem(number.begin, self._said(number), message)
        elif at.lacks_first(number) and not self.counts_plies and not self._has_leaders():
            self._enter(self.text[number.begin : number.end].strip(), number.begin)

    def _has_leaders(self) -> bool:
        """Return whether dots after numbers do not mean replies, judging by the last; then correct is_reply."""
        if self.at.is_dotted:
            self.out.is_reply &= len(self.at.rounds) > 1
        return self.at.is_dotted

    def _begin_anew(self, number: Number) -> None:
        """Start over, treating the moves before the first number as words about the game."""
        self.out = MoveText(end=self.limit, words_at=self.start)
        self._preface(clean_comment(self.text[self.start : number.begin].strip()))
        self.at = self.main = LineReader(self.out.lines[0])
        self.stray.take()
        self.waiting = []

    def _go_elsewhere(self, number: Number) -> None:
        """Handle a number that does not continue its line: it begins or ends a variation."""
        at, base = self.at, self.at.base
        words = self.stray.peek()
        if base is None and number.value == 1 and not self.around and self._begins_game(number):
            return
        if base is None:
            parents = [at.before(number)]
            if not VARIES.search(words):
                likely = self._begins_line(number) and not number.value == 1 < at.counted
                parents.insert(not likely, at.last)
        elif base.continues(number) and not at.expects(number):
            self._end_of_line()
            self.at = base
            base.since = int(number.is_reply)
            return
        else:
            go_on = [place.continues(number) and not self._is_varied(number) for place in (at, base)]
            parents = [
                place.last if goes_on else place.before(number)
                for place, goes_on in zip((at, base), go_on, strict=True)
            ]
        found = tuple(dict.fromkeys(parent for parent in parents if parent is not None))
        if at.before(number) is None and base is None:
            self._problem(number.begin, self._said(number), Message("detail.number_unclear"))
        elif found:
            self._vary(found, base or at, number)

    def _says_again(self, number: Number) -> bool:
        """Return whether a reply follows a single move that is written in several notations."""
        at = self.at
        if not number.is_reply or number.value != at.counted or self.stray or not at.had_two(at.counted):
            return False
        said = [tokens.notation_of(self.out.texts[move]) for move in at.line.moves[at.rounds[at.counted] :]]
        return len(set(said)) == len(said)

    def _begins_game(self, number: Number) -> bool:
        """Begin the game after a variation that came before it, or end this game where another begins.

        Return whether move 1 is repeated for one of these reasons.
        """
        out = self.out
        if ANNOUNCES.search(out.preface) and not number.is_reply:
            out.lines[0].merges = True
            out.lines.insert(0, MoveRun(ROOT))
            self.at = self.main = LineReader(out.lines[0])
            out.begins, out.is_reply = (1, number.begin, self._said(number)), False
        elif not self.is_alone and self.stray.is_heading(out.offsets[-1], number.begin):
            out.end = self.stray.begin
            self.stray.take()
            self.is_over = True
        else:
            return False
        return True

    def _begins_line(self, number: Number) -> bool:
        return "\n" in self.text[self.out.offsets[-1] : number.begin]

    def _may_return(self, number: Number) -> bool:
        """Return whether a number at the start of a line could continue a variation or the line it varies."""
        base = self.at.base
        return base is not None and base.continues(number) and self._begins_line(number)

    def _is_varied(self, number: Number) -> bool:
        """Return whether the round's first move is repeated after words that announce a variation."""
        is_again = number.value == self.at.counted and not number.is_reply
        return is_again and VARIES.search(self.stray.peek()) is not None

    def _said(self, number: Number) -> str:
        return self.text[number.begin : number.end].strip()

    def _vary(self, parents: tuple[int, ...], base: LineReader, number: Number) -> None:
        """Begin a variation without brackets; words before it belong to it."""
        line = MoveRun(parents[0], parents=parents if len(parents) > 1 else (), merges=True)
        self._end_of_line()
        self.out.lines.append(line)
        self.at = LineReader(line, base)
        self.at.since = int(number.is_reply)
        self.left_out = None
        if words := self.stray.take():
            self.waiting.append(words)

    def _end_of_line(self) -> None:
        """Keep words right after the last move as its comment, unless they announce a variation."""
        if not self.stray or VARIES.search(self.stray.peek()):
            return
        if "\n" not in self.text[self.out.offsets[-1] : self.stray.begin]:
            self._comment(self.stray.take())

    def _instead(self, text: str, offset: int) -> None:
        """Remember a text that is not a move if only the first move of its round precedes it.

        If it takes the place of the very first move, the move after it is the reply.
        """
        if not self.out.texts and not SAYS.search(text):
            self.out.is_reply |= self._lacks_move(offset, offset + len(text))
        if self.at.since == 1 and self.at.line.moves and self.at.instead is None:
            self.at.instead = (text, offset)

    def _finish(self, result: str, end: int) -> None:
        if self.out.texts:
            self.out.result = result
            self.out.end = end
        else:  # a title may give the result before the moves
            self.told = result, 0

    def _problem(self, offset: int, token: str, message: str) -> None:
        if len(self.out.problems) < MAX_FAULTS:
            self.out.problems.append((offset, token, message))

    def _sure_move(self, text: str, begin: int, end: int) -> None:
        """Handle a whole move, or one that is merely mentioned in remarks after the moves of a round."""
        if self.stray and self._is_surplus(end):
            self.stray.add(begin, end)
        else:
            self._move(text, begin)

    def _is_surplus(self, end: int) -> bool:
        """Return whether the round already has its moves and is followed by the next number or the end."""
        at = self.at
        if self.counts_plies or at.number or at.since != OF_A_ROUND or not at.had_two(at.counted):
            return False
        following = self.ahead.number(end, at.counted)
        return following == at.counted + 1 or (not following and at.had_two(at.counted - 1))

    def _move(self, text: str, offset: int) -> None:
        self._settle_number()
        if self.is_over:
            return
        at = self.at
        left_out, self.left_out, at.instead = self.left_out, None, None
        if left_out is not None and not self._is_reply(text):
            if self.stray and self.stray.begin <= left_out[1]:
                left_out = self.stray.shown(), self.stray.begin
                self.stray.take()
            self._enter(*left_out)  # it cannot be played, so it will be reported
        self._enter(text, offset)

    def _enter(self, text: str, offset: int) -> None:
        """Add a move to the present line."""
        at, out = self.at, self.out
        at.since += 1
        index = len(out.texts)
        if self.stray:
            self._words_before(index)
        out.texts.append(intern(text))
        out.offsets.append(offset)
        at.line.moves.append(index)
        if self.waiting:
            out.comments[index] = self.waiting
            self.waiting = []

    def _words_before(self, index: int) -> None:
        """Keep words before a move as a comment, and report those that do not fill their lines."""
        begin, end, words = self.stray.begin, self.stray.end, self.stray.take()
        if not words:
            return
        if not index:
            self._preface(words)
            self.out.words_at = begin
            return
        self._comment(words)
        if not self.at.line.moves or len(self.out.problems) >= MAX_FAULTS:
            return
        line_begin = self.text.rfind("\n", 0, begin) + 1
        rest = _LINE.match(self.text, end)
        beside = self.text[line_begin:begin] + (rest[0] if rest else "")
        if any(map(str.isalnum, beside)):
            self._problem(begin, shown(words), Message("detail.kept_as_comment"))

    def _is_reply(self, text: str) -> bool:
        """Return whether a move and the last one of its line are spelt like moves of different sides."""
        return tokens.is_of_two_sides(self.out.texts[self.at.line.moves[-1]], text)

    def _word(self, word: str, offset: int) -> None:
        """Handle a move in letters or digits, part of a Chinese move, a result in words, or any other word."""
        text, end = tokens.plain(word), offset + len(word)
        move, glyph = tokens.judged(text)
        result = tokens.result_of(text)
        row = tokens.row_of_moves(text)
        if clause := self._clause(word, offset, end):
            self.stray.add(offset, clause)
            self.skipped = clause
        elif len(row) > 1:
            for each in row:
                self._sure_move(each, offset, end)
        elif glyph is not None or (tokens.is_like_move(move) and tokens.is_whole_move(move)):
            self._sure_move(move, offset, end)
            self._glyph(glyph or 0)
        elif self._is_result(text, result) and self._concludes(result, end):
            self._finish_in_words(text, end)
        elif text in signs.WORDS and self.at.line.moves:
            self._glyph(signs.WORDS[text])
            self._instead(word, offset)
        elif self._is_spoiled_move(word, text, offset):
            self._move(text if word.isascii() else word, offset)
        elif text and not (text.isdecimal() and len(text) <= _LONGEST_NUMBER):
            if SAYS.search(word):
                self.stray.add(offset, end)
            self._instead(word, offset)
        else:  # a move number without its dot, or "..."
            if not text:
                self._instead(word, offset)
            if text and self.stray.is_said(int(text), offset, end, self.at.counted):
                self.stray.add(offset, end)
            else:
                self.stray.add_number(offset, end, whole=text.isdecimal())

    def _clause(self, word: str, begin: int, end: int) -> int:
        """Return the end of a clause that mentions moves other than the round's, 0 if the word begins none."""
        if not _HAN.match(word[-1]) or _LABEL_OF_MOVE.fullmatch(word):
            return 0
        clause = _CLAUSE.match(self.text, begin, self.limit)
        is_long = clause is not None and clause.end() > end
        return clause.end() if clause and is_long and self._is_beside(clause.end()) else 0

    def _verdict(self, match: re.Match[str]) -> None:
        """Handle a result in words at the end of a line; Latin words after other words are not a result."""
        before = self.text[max(0, match.start() - _WIDEST_GAP) : match.start()]
        is_alone = not self.stray or _HAN.match(match[0]) or _BEGINS_CLAUSE.search(before)
        result = tokens.result_of(match[0])
        if is_alone and self._concludes(result, match.end()):
            self._finish_in_words(match[0], match.end())
        else:
            self.stray.add(match.start(), match.end())

    def _finish_in_words(self, words: str, end: int) -> None:
        """End the game with a result in words; words that describe how it ended are kept."""
        if tokens.says_how(words):
            self._comment(words)
        self._finish(tokens.result_of(words), end)

    def _is_result(self, text: str, result: str) -> bool:
        """Return whether words that can mean a result do so here.

        After moves, some short words mean something else.
        """
        return result != "" and (len(text) > 1 or text == "和" or not self.out.texts)

    def _concludes(self, result: str, end: int) -> bool:
        """Note a result in words on the main line, and return whether it ends the game."""
        if self.at is not self.main:
            return False
        self.told = result, len(self.main.line.moves)
        return bool(self.out.texts) and self.ahead.ends(end, self.at)

    @property
    def present(self) -> int:
        """The number of the present round, 0 if the moves have none."""
        return self.at.number.value or self.at.counted

    def _is_spoiled_move(self, word: str, text: str, offset: int) -> bool:
        """Return whether a word is in the place of a move and may have been one.

        Words that only name pieces and places are more often names of openings than moves, so they need a
        number before them in their line.
        """
        end = offset + len(word)
        if tokens.is_like_move(text) or tokens.is_part_of_chinese(word):
            return not self._is_beside(end)
        if self.out.texts and tokens.is_spoiled_chinese(word):
            return not self._is_beside(end)
        if tokens.is_named_piece(word) and self.present and not self._fills_line(offset, end):
            ahead = self.ahead.moves(end, self.present)
            return self.at.since + ahead < OF_A_ROUND if self.out.texts else ahead == 1
        return self._replaces_first(offset, end)

    def _replaces_first(self, offset: int, end: int) -> bool:
        """Return whether a word follows a number directly and the rest of its round lacks a move."""
        at = self.at
        is_first = not self.counts_plies and at.had_two(at.counted) and not at.since
        return is_first and self._lacks_move(offset, end)

    def _lacks_move(self, offset: int, end: int) -> bool:
        """Return whether a text follows a number directly and the round of that number has only one move."""
        number = self.at.number
        is_behind = bool(number) and not self.text[number.end : offset].strip()
        return is_behind and self.ahead.moves(end, self.present) == 1

    def _fills_line(self, begin: int, end: int) -> bool:
        """Return whether no letters or digits precede a word in its line, and no moves follow it there."""
        line = self.text[self.text.rfind("\n", 0, begin) + 1 : begin]
        rest = _LINE.match(self.text, end)
        return not any(map(str.isalnum, line)) and not any(
            moves for _, moves in tokens.words(rest[0] if rest else "")
        )

    def _is_beside(self, end: int) -> bool:
        """Return whether the round has both of its moves even without the text that ends at this offset."""
        return self.present > 0 and self.at.since + self.ahead.moves(end, self.present) >= OF_A_ROUND

    def _comment(self, text: str) -> None:
        if self.at.line.moves:
            self.out.comments.setdefault(self.at.line.moves[-1], []).append(text)
        elif self.at is not self.main:
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
        """Open a variation, which replaces the last move of the present line."""
        line = self.at.line
        if self.stray and self.out.texts:
            self._words_before(len(self.out.texts))
        if not line.moves:
            self._problem(offset, "(", Message("detail.variation_early"))
            parent = line.parent
        else:
            parent = line.moves[-2] if len(line.moves) > 1 else line.parent
        self.around.append(self.at)
        self.at = LineReader(MoveRun(parent, is_bracket=bool(line.moves)))
        self.out.lines.append(self.at.line)
        self.left_out = None

    def _close(self, offset: int) -> None:
        self.left_out = None
        if self.around:
            if words := self.stray.take():
                self._comment(words)
            self.at = self.around.pop()
            waiting, self.waiting = self.waiting, []  # comments of a variation without moves
            for text in waiting:
                self._comment(text)
        else:
            self._problem(offset, ")", Message("detail.variation_unopened"))

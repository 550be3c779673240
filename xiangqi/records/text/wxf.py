"""WXF records as written by playOK and XieXie: ``FORMAT WXF``, a line for each header, ``START{ … }END``.

The braces around the moves do not mark a comment. Source: docs/formats/wxf.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from xiangqi.fen import START_FEN
from xiangqi.i18n.message import Message
from xiangqi.records.source import TextSource
from xiangqi.records.text import movetext, tokens
from xiangqi.records.text.playing import Habits, grow, tell_of_no_moves
from xiangqi.records.tree import Game, RecordFault, clean_comment

NAME: Final = "wxf"

_START: Final = re.compile(r"^[ \t]*START[ \t]*\{", re.MULTILINE | re.IGNORECASE)
_END: Final = re.compile(r"\}[ \t]*END\b", re.IGNORECASE)
_HEADER: Final = re.compile(r"([A-Za-z]+)(?:[ \t]+(.*))?")
_REMARK: Final = re.compile(r"/\*(.*?)(?:\*/|\Z)", re.DOTALL)
_FORMAT: Final = re.compile(r"^\s*FORMAT[ \t]+WXF", re.IGNORECASE)
_FORMAT_LINE: Final = re.compile(r"FORMAT[ \t]+WXF", re.IGNORECASE)
_NAMES: Final = {
    "RED": "Red",
    "BLACK": "Black",
    "DATE": "Date",
    "EVENT": "Event",
    "GAME": "Event",
    "SITE": "Site",
    "PLACE": "Site",
    "ROUND": "Round",
    "TIME": "TimeControl",
    "OPENING": "Opening",
    "TITLE": "Title",
    "AUTHOR": "Annotator",
}


def sniff(source: TextSource) -> bool:
    """Return whether the text names the format, or has its moves between START{ and }END."""
    return bool(_FORMAT.match(source.head) or _START.search(source.head))


def read(source: TextSource) -> Iterator[Game]:
    """Yield the games of a file, each from the end of the previous one to its own }END."""
    text = source.text
    habits = Habits()
    begin = 0
    first_line = 1
    starts = _START.finditer(text)
    start = next(starts, None)
    if start is None:
        yield _Part(source, 0, len(text), 1).headers_alone(habits)
    while start is not None:
        following = next(starts, None)
        limit = following.start() if following else len(text)
        end = _END.search(text, start.end(), limit)
        stop = end.start() if end else _last_brace(text, start.end(), limit)
        part = _Part(source, begin, start.start(), first_line)
        game = part.game(start.end(), stop, habits)
        if end is None:
            game.add_fault(RecordFault(Message("detail.end_missing", sign="}END"), line=part.line_of(stop)))
        after = end.end() if end else stop
        if following is None and (rest := text[after:].strip("} \t\r\n")):
            _end_with(game, rest, part.line_of(after))
        yield game
        first_line = part.line_of(after)
        begin, start = after, following


def _end_with(game: Game, text: str, line: int) -> None:
    """Add the text after the last game to the comment on its last move, and report moves in the text."""
    game.root.end().add_comment(text)
    if tokens.mostly_moves(text):
        game.add_fault(RecordFault(Message("detail.moves_after_end"), line=line))


def _last_brace(text: str, start: int, limit: int) -> int:
    place = text.rfind("}", start, limit)
    return place if place >= 0 else limit


class _Part:
    """One game's part of the text: its headers, then its moves."""

    def __init__(self, source: TextSource, begin: int, head_end: int, first_line: int) -> None:
        self.source = source
        self.begin = begin
        self.head_end = head_end
        self.first_line = first_line

    def line_of(self, offset: int) -> int:
        """Return the line of the file at an offset of the text."""
        return self.first_line + self.source.text.count("\n", self.begin, offset)

    def game(self, start: int, stop: int, habits: Habits) -> Game:
        """Return the game with the moves text[start:stop]."""
        text = self.source.text
        game = Game(format=NAME, encoding=self.source.encoding)
        moves = movetext.parse(text, start, stop)
        movetext.finish(text[:stop], moves)
        remarks, fen_line, ending = self._read_head(game, text[self.begin : self.head_end])
        moves.preface = "\n".join(filter(None, (*remarks, moves.preface)))
        moves.words_at = self.begin if moves.words_at < 0 else moves.words_at
        game.result = ending or moves.result or "*"
        grow(game, moves, self.line_of, habits, fen_line)
        return game

    def headers_alone(self, habits: Habits) -> Game:
        """Return the game of a text in which no moves begin."""
        end = self.head_end
        game = self.game(end, end, habits)
        if game.start_fen == START_FEN:
            tell_of_no_moves(game, movetext.MoveText(), self.first_line)
        return game

    def _read_head(self, game: Game, head: str) -> tuple[list[str], int, str]:
        """Store the headers; return the other lines, the line of the position, and the result."""
        remarks = [clean_comment(remark[1]) for remark in _REMARK.finditer(head)]
        fen_line, ending = self.first_line, ""
        for number, line in enumerate(_REMARK.sub(_without_text, head).split("\n")):
            line = line.strip(" \t\r")
            header = _HEADER.fullmatch(line)
            key, value = (header[1].upper(), (header[2] or "").strip(" \t;")) if header else ("", "")
            name = _NAMES.get(key, key.capitalize())
            known = key in _NAMES or key in ("FEN", "RESULT")
            if not line or _FORMAT_LINE.fullmatch(line) or (known and not value):
                continue
            if key == "FEN":
                game.start_fen, fen_line = value, self.first_line + number
            elif key == "RESULT" and tokens.result_of(value):
                ending = tokens.result_of(value)
            elif value and key != "FORMAT" and name not in game.headers:
                game.headers[name] = value
            elif any(map(str.isalnum, line)):
                remarks.append(line)
        return remarks, fen_line, ending


def _without_text(remark: re.Match[str]) -> str:
    return "\n" * remark[0].count("\n")

"""WXF records as written by playOK and XieXie: ``FORMAT WXF``, a line for each header, ``START{ … }END``.

The braces around the moves are no comment. Source: docs/formats/wxf.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from xiangqi.records import movetext
from xiangqi.records.playing import Habits, grow
from xiangqi.records.source import TextSource
from xiangqi.records.tree import Fault, Game

NAME: Final = "wxf"

_START: Final = re.compile(r"^[ \t]*START[ \t]*\{", re.MULTILINE | re.IGNORECASE)
_END: Final = re.compile(r"\}[ \t]*END\b", re.IGNORECASE)
_HEADER: Final = re.compile(r"^[ \t]*([A-Za-z]+)[ \t]+([^\n]*)$", re.MULTILINE)
_FORMAT: Final = re.compile(r"^\s*FORMAT[ \t]+WXF", re.IGNORECASE)
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
    """Whether the text says so, or its moves stand between START{ and }END."""
    return bool(_FORMAT.match(source.head) or _START.search(source.head))


def read(source: TextSource) -> Iterator[Game]:
    """The games of a file, each from the end of the one before to its own }END."""
    text = source.text
    habits = Habits()
    begin = 0
    while True:
        start = _START.search(text, begin)
        if start is None:
            if not begin:
                yield _game(source, begin, len(text), len(text), habits)
            return
        following = _START.search(text, start.end())
        limit = following.start() if following else len(text)
        end = _END.search(text, start.end(), limit)
        stop = end.start() if end else _last_brace(text, start.end(), limit)
        game = _game(source, begin, start.start(), start.end(), habits, stop)
        if end is None:
            game.add_fault(Fault("'}END' is missing after the moves", line=_line_of(text, stop)))
        yield game
        begin = end.end() if end else stop
        if following is None:
            return


def _last_brace(text: str, start: int, limit: int) -> int:
    place = text.rfind("}", start, limit)
    return place if place >= 0 else limit


def _line_of(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def _game(
    source: TextSource, begin: int, head_end: int, start: int, habits: Habits, stop: int | None = None
) -> Game:
    text = source.text
    game = Game(format=NAME, encoding=source.encoding)
    fen_line = _line_of(text, begin)
    ending = ""
    for match in _HEADER.finditer(text, begin, head_end):
        key, value = match[1].upper(), match[2].strip(" \t\r;")
        if key == "FEN":
            game.start_fen, fen_line = value, _line_of(text, match.start())
        elif key == "RESULT":
            ending = movetext.result_of(value)
        elif key in _NAMES and value:
            game.headers.setdefault(_NAMES[key], value)
    for remark in re.finditer(r"/\*(.*?)\*/", text[begin:head_end], re.DOTALL):
        game.root.add_comment(remark[1])
    moves = movetext.parse(text, start, stop)
    if game.root.comment:
        moves.comments.setdefault(movetext.ROOT, []).insert(0, game.root.comment)
    game.result = ending or moves.result or "*"
    grow(game, moves, lambda offset: _line_of(text, offset), habits, fen_line)
    return game

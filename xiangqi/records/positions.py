"""Positions one a line: FEN, EPD, and the ``position`` lines of UCI and UCCI with their moves.

A line is a game of its own. A file with a single position that is unreadable or impossible is refused; in a
list such a position is a game with a fault. Source: docs/formats/fen.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import Final

from xiangqi.errors import FenError, RecordError
from xiangqi.fen import START_FEN, sound_position
from xiangqi.records import movetext
from xiangqi.records.playing import Habits, grow
from xiangqi.records.source import SourceLine, TextSource
from xiangqi.records.tree import EMPTY_FEN, Fault, Game, clean_comment

NAME: Final = "fen"

_ROW: Final = "[^\\s/:<>\\[\\]{}\"'=]*"
_BOARD: Final = re.compile(f"(?:fen\\s+)?{_ROW}(?:/{_ROW}){{4,}}(?:\\s|$)", re.IGNORECASE)
_COMMAND: Final = re.compile(r"position\s+(?:startpos|fen\s)|startpos(?:\s|$)", re.IGNORECASE)
_REMARK: Final = ("#", ";", "%", "//")
_OPERATION: Final = re.compile(r"moves|bm|am|sm|pv|id|dm|ce|ac[dns]|hmvc|fmvn|eco|[cvD]\d;?|;.*", re.IGNORECASE)
_NAME_IN_EPD: Final = re.compile(r'\bid\s+"([^"]*)"')
_LONGEST_TITLE: Final = 200
_FIRST_LINES: Final = 20


def sniff(source: TextSource) -> bool:
    """Whether a position stands in the first line that is no remark, or soon after and there are no moves."""
    lines = [line.text for line in islice(source.lines(), _FIRST_LINES) if not line.text.startswith(_REMARK)]
    places = [number for number, text in enumerate(lines) if _gives_position(text)]
    return bool(places) and (places[0] == 0 or not movetext.has_moves(source.head))


def read(source: TextSource) -> Iterator[Game]:
    """One game for each position.

    Raises:
        RecordError: the only position of the file is unreadable or impossible.
    """
    lines = _titled(source.lines())
    first = list(islice(lines, 2))
    habits = Habits()
    for line, title in chain(first, lines):
        game = _read_line(line, source, habits)
        if len(first) == 1:
            _insist(game, line)
        if title:
            game.headers.setdefault("Title", title)
        yield game


def _insist(game: Game, line: SourceLine) -> None:
    try:
        sound_position(split_line(line.text)[0] if game.start_fen == EMPTY_FEN else game.start_fen)
    except FenError as error:
        raise RecordError(f"line {line.number}: {error}") from None


def _titled(lines: Iterator[SourceLine]) -> Iterator[tuple[SourceLine, str]]:
    """The lines with positions, each with the line of other text before it."""
    title = ""
    for line in lines:
        if _gives_position(line.text):
            yield line, title
            title = ""
        elif not line.text.startswith(_REMARK):
            title = line.text[:_LONGEST_TITLE]


def _gives_position(text: str) -> bool:
    return bool(_COMMAND.match(text) or _BOARD.match(text))


def _read_line(line: SourceLine, source: TextSource, habits: Habits) -> Game:
    fen, operations, moves = split_line(line.text)
    command = _COMMAND.match(line.text) or moves
    game = Game(format="uci" if command else "epd" if operations else NAME, encoding=source.encoding)
    game.start_fen = unglue_side(fen)
    board, side, *rest = [*game.start_fen.split(), "", ""]
    if len(side) == 1 and side not in "wrb":
        game.start_fen = " ".join([board, side.lower() if side in "WRB" else "w", *rest]).strip()
        if side not in "WRB":
            game.add_fault(Fault(f"field 2: {side!r} is no side to move; taken for 'w'", line=line.number))
    if operations:
        game.root.comment = clean_comment(operations)
        if name := _NAME_IN_EPD.search(operations):
            game.headers["Title"] = name[1]
    grow(game, movetext.parse(moves), lambda _: line.number, habits, line.number)
    return game


def split_line(text: str) -> tuple[str, str, str]:
    """FEN, EPD operations and moves of a line such as ``position fen … moves …``."""
    text, _, moves = text.partition(" moves ")
    words = text.split()
    if words and words[0].lower() == "position":
        del words[0]
    if words and words[0].lower() == "startpos":
        return START_FEN, "", moves
    if words and words[0].lower() == "fen":
        del words[0]
    end = next((place for place, word in enumerate(words) if place and _OPERATION.fullmatch(word)), len(words))
    fields, operations = words[:end], " ".join(words[end:])
    return " ".join(fields), "" if operations == "moves" else operations, moves


def write(game: Game) -> bytes:
    """The main line as a ``position`` line, which engines and this module read."""
    start = "startpos" if game.start_fen == START_FEN else f"fen {game.start_fen}"
    moves = game.main_line()
    ending = f" moves {' '.join(map(str, moves))}" if moves else ""
    return f"position {start}{ending}\n".encode()


def unglue_side(fen: str) -> str:
    """A FEN whose side to move sticks to the last row (``…/3K5w``) with the two parted."""
    board, _, rest = fen.partition(" ")
    row = board.rpartition("/")[2]
    if not rest and row[-1:] in ("w", "b", "r") and _points(row) > 9 and board.count("/") == 9:
        return f"{board[:-1]} {board[-1]}"
    return fen


def _points(row: str) -> int:
    return sum(int(letter) if letter in "123456789" else 1 for letter in row)

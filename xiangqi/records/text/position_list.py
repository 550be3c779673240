"""Lists of positions, with or without moves: FEN, EPD, puzzles, and the ``position`` lines of UCI and UCCI.

Each position begins a game. Lines with moves after it are its moves; other lines before a position are its
title and a comment. A file with a single position that is unreadable or impossible is refused; in a list such
a position is a game with a fault. Source: docs/formats/fen.md.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Final

from xiangqi.board import Board
from xiangqi.errors import FenError, RecordError
from xiangqi.fen import START_FEN, sound_position
from xiangqi.i18n.message import Message
from xiangqi.notation import Dialect, candidates
from xiangqi.records.source import SourceLine, TextSource
from xiangqi.records.text import movetext, tokens
from xiangqi.records.text.playing import Habits, complaint, grow
from xiangqi.records.text.position_line import (
    PositionLine,
    gives_position,
    operations_in,
    positions_in,
    read_line,
    said_side,
)
from xiangqi.records.text.tags import TAG_BEGINS
from xiangqi.records.tree import EMPTY_FEN, Game, RecordFault, clean_comment

NAME: Final = "fen"

_REMARK: Final = re.compile(r"\A(?:#|;|%|//)+\s*")
_MOVES_OR_ROWS: Final = re.compile(
    r"(?<!\w)(?:[a-i][0-9]-?[a-i][0-9])+(?!\w)|(?:[a-i][0-9]){4}|(?:[A-Za-z1-9]*/){4}", re.IGNORECASE
)
"""Texts that are not titles: moves in coordinates, or rows of an unreadable position."""
_SHOWN: Final = 24  # characters of a text that a message shows
_LONGEST_TITLE: Final = 200
_LOOKED_AT: Final = 20  # positions that are read before the first game is returned
_WESTERN_ROWS: Final = 8
_OPERATIONS_WITH_MOVES: Final = ("bm", "am", "sm", "pm", "pv")
_OF_OPERANDS: Final = Dialect.ALL | Dialect.VIETNAMESE


@dataclass
class _Entry:
    """The lines of one game."""

    head: SourceLine | None  # the line with the position; None for moves before the first position
    titles: list[SourceLine] = field(default_factory=list)  # lines of other text before it
    # lines after it, up to the last with moves; in the last entry, all lines
    body: list[SourceLine] = field(default_factory=list)


def sniff(source: TextSource) -> bool:
    """Return whether the beginning of a text has a line with a position but no PGN tag."""
    head = source.head
    return not TAG_BEGINS.search(head) and any(gives_position(line.strip()) for line in head.split("\n"))


def read(source: TextSource) -> Iterator[Game]:
    """Yield one game for each position, and one for any moves before the first position.

    Raises:
        RecordError: the only position of the file is unreadable or impossible, or the positions are of Western
            chess.
    """
    entries = _entries(source)
    first = list(islice(entries, _LOOKED_AT))
    _refuse_western(first)
    habits = Habits()
    for entry in chain(first, entries):
        game = _read_entry(entry, source, habits)
        if len(first) == 1 and entry.head and not game.root.children:
            _insist(game, entry.head)
        yield game


def _refuse_western(entries: list[_Entry]) -> None:
    lines = [entry.head for entry in entries if entry.head]
    if lines and all(read_line(line.text).fen.count("/") == _WESTERN_ROWS - 1 for line in lines):
        western = Message("detail.western_rows", count=_WESTERN_ROWS, most=10)
        raise RecordError(Message("detail.place_line", line=lines[0].number, reason=western))


def _insist(game: Game, line: SourceLine) -> None:
    try:
        sound_position(read_line(line.text).fen if game.start_fen == EMPTY_FEN else game.start_fen)
    except FenError as error:
        raise RecordError(Message("detail.place_line", line=line.number, reason=str(error))) from None


def _entries(source: TextSource) -> Iterator[_Entry]:
    entry = _Entry(None)
    others: list[SourceLine] = []  # lines since the last position
    for line in _lines(source):
        if not gives_position(line.text):
            others.append(line)
            continue
        moves = [place for place, other in enumerate(others, 1) if tokens.mostly_moves(other.text)]
        end = moves[-1] if moves else 0
        entry.body = others[:end]
        if entry.head or entry.body:
            yield entry
        entry = _Entry(line, others[end:])
        others = []
    entry.body = others
    yield entry


def _lines(source: TextSource) -> Iterator[SourceLine]:
    """Yield the lines, splitting those with several positions."""
    for line in source.lines():
        for text in positions_in(line.text):
            yield line._replace(text=text)


def _read_entry(entry: _Entry, source: TextSource, habits: Habits) -> Game:
    head = entry.head
    line = read_line(head.text) if head else PositionLine("", START_FEN, "pgn")
    if head and " " not in line.fen and (side := _side_beside(entry)):
        line = line._replace(fen=f"{line.fen} {side}")
    game = Game(format=line.form, encoding=source.encoding, start_fen=line.fen, result=line.result or "*")
    body = [other._replace(text=_REMARK.sub("; ", other.text)) for other in entry.body]
    lines = ([SourceLine(head.number, line.moves)] if head and line.moves else []) + body
    text = "\n".join(other.text for other in lines)
    starts = [0]
    for row in text.split("\n")[:-1]:
        starts.append(starts[-1] + len(row) + 1)
    moves = movetext.parse(text)
    movetext.finish(text, moves)
    head_line = head.number if head else 1
    _entitle(game, line, [_REMARK.sub("", title.text) for title in entry.titles])
    if line.fault:
        game.add_fault(RecordFault(line.fault, line=head_line))
    about, game.root.comment = game.root.comment, ""
    grow(game, moves, lambda offset: lines[bisect_right(starts, offset) - 1].number, habits, head_line)
    game.root.comment = clean_comment(f"{about}\n{game.root.comment}")
    game.result = moves.result or game.result
    for title in entry.titles:
        if unread := _MOVES_OR_ROWS.search(title.text):
            game.add_fault(
                RecordFault(Message("detail.beside_position"), 0, unread[0].strip()[:_SHOWN], title.number)
            )
    for other in chain(entry.titles, [head] if head else [], entry.body):
        if other.is_cut:
            game.add_fault(RecordFault(Message("detail.line_cut"), line=other.number))
    if line.form == "epd":
        _tell_of_operands(game, line.operations, head_line)
    elif any(map(str.isalnum, line.words)) and not moves.texts:
        game.add_fault(RecordFault(Message("detail.words_no_move"), 0, line.words[:_SHOWN], head_line))
    return game


def _tell_of_operands(game: Game, operations: str, line: int) -> None:
    """Report EPD operands that should be moves but are not."""
    for name, operands in operations_in(operations):
        if name.lower() not in _OPERATIONS_WITH_MOVES or game.start_fen == EMPTY_FEN:
            continue
        board = Board(game.start_fen)
        for operand in operands:
            found = candidates(board, operand, _OF_OPERANDS)
            if not found:
                game.add_fault(RecordFault(complaint(board, operand, _OF_OPERANDS), 0, operand[:_SHOWN], line))
                break
            if name.lower() == "pv":
                board.push_unchecked(found[0])


def _side_beside(entry: _Entry) -> str:
    """Return the side to move named by the words around a position that does not give it."""
    lines = [entry.head] if entry.head else []
    words = [line.text[:_LONGEST_TITLE] for line in (*lines, *reversed(entry.titles), *entry.body)]
    return next(filter(None, map(said_side, words)), "")


def _entitle(game: Game, line: PositionLine, titles: list[str]) -> None:
    """Store the title and the words around a position in the game."""
    title = line.title
    if not title and titles and len(titles[-1]) <= _LONGEST_TITLE:
        title = titles.pop()
    if title:
        game.headers["Title"] = title
    game.root.comment = clean_comment("\n".join([*titles, line.words, line.link, line.operations]))


def write(game: Game) -> bytes:
    """Return the main line as a ``position`` line, which engines and this module read."""
    start = "startpos" if game.start_fen == START_FEN else f"fen {game.start_fen}"
    moves = game.main_line()
    ending = f" moves {' '.join(map(str, moves))}" if moves else ""
    return f"position {start}{ending}\n".encode()

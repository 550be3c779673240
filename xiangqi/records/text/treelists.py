"""Parses trees that are written without brackets: as a flat list of parents and moves, or as a grid.

A list looks like ``0-马四进三{comment} 1-炮４退９ 1-士５进６``. The number before a move is that of its parent,
counted from 1 in the order of the list; 0 is the start.

A grid has one row per ply. Its columns are five characters wide and its moves four. ``↓`` in the row between
leads to the reply below, and ``…`` to a variation on the right. Comments follow as ``(row,column): {text}``.
Source: docs/formats/pgn.md.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from xiangqi.i18n.message import Message
from xiangqi.records.text.movetext import ROOT, MoveText
from xiangqi.records.text.tokens import CHINESE_MOVE, result_of
from xiangqi.records.tree import MAX_FAULTS, MAX_NODES, clean_comment

_REMARK: Final = r"\{([^{}]*)\}"
_ENTRY_MOVE: Final = rf"{CHINESE_MOVE}|[A-Ia-i][0-9]-?[A-Ia-i][0-9]"
_ENTRY: Final = re.compile(rf"(?<![0-9])([0-9]{{1,6}})-({_ENTRY_MOVE})\s*(?:{_REMARK})?")
_LIST: Final = re.compile(rf"\s*(?:{_REMARK}\s*)?0-(?:{_ENTRY_MOVE})")

_OPENING: Final = re.compile(rf"\s*{_REMARK}")
_GRID: Final = re.compile(r"^[ \t\u3000]*(?:开始|開始)[ \t\u3000\r]*\n[ \t\u3000]*↓", re.MULTILINE)
_CELL: Final = re.compile(CHINESE_MOVE)
_NOTE: Final = re.compile(rf"\(\s*([0-9]{{1,6}})\s*[,，]\s*([0-9]{{1,6}})\s*\)\s*[:：]\s*{_REMARK}")
_SHOWN: Final = 24  # largest number of characters quoted from skipped text
_WIDTH: Final = 5  # characters from column to column
_ARROW: Final = 2  # place of the arrow in a column


def parse(text: str, start: int) -> MoveText | None:
    """Return the tree that begins at an offset of a text, in either form; None if there is none."""
    if _LIST.match(text, start):
        return _parse_list(text, start)
    if grid := _GRID.search(text, start):
        return _parse_grid(text, start, grid.start())
    return None


def _parse_list(text: str, start: int) -> MoveText:
    moves = MoveText(end=start)
    if opening := _OPENING.match(text, start):
        moves.comments[ROOT] = [clean_comment(opening[1])]
        moves.end = opening.end()
    for entry in islice(_ENTRY.finditer(text, start), MAX_NODES):
        parent = int(entry[1]) - 1
        if parent >= len(moves.texts):
            message = Message("detail.list_no_parent", number=entry[1])
            moves.problems.append((entry.start(), entry[0][:24], message))
            moves.end = len(text)
            break
        _pass_over(moves, text, moves.end, entry.start())
        moves.end = entry.end()
        index = moves.add(entry[2], entry.start(), parent)
        if entry[3]:
            moves.comments[index] = [clean_comment(entry[3])]
    moves.result = result_of(text[moves.end :])
    return moves


def _pass_over(moves: MoveText, text: str, start: int, end: int) -> None:
    """Report words between moves."""
    words = " ".join(text[start:end].split())
    if any(map(str.isalnum, words)) and len(moves.problems) < MAX_FAULTS:
        moves.problems.append((start, words[:_SHOWN], Message("detail.passed_over")))


def _parse_grid(text: str, start: int, grid: int) -> MoveText:
    moves = MoveText(end=len(text), preface=text[start:grid])
    above: dict[int, int] = {0: ROOT}  # column -> index of the move in the row before
    places: dict[tuple[int, int], int] = {(0, 0): ROOT}
    offset = grid
    arrows = ""
    for number, row in enumerate(text[grid:].split("\n")):
        if number and number % 2 == 0:
            if not _CELL.search(row) or len(moves.texts) >= MAX_NODES:
                break
            above = _parse_row(moves, row, offset, above, arrows)
            places |= {(number // 2, column): index for column, index in above.items()}
        arrows = row
        offset += len(row) + 1
    _annotate(moves, text, offset, places)
    return moves


def _annotate(moves: MoveText, text: str, start: int, places: dict[tuple[int, int], int]) -> None:
    """Add the text after the grid: comments on the moves at given places, and other words."""
    footer = []
    for note in _NOTE.finditer(text, start):
        footer.append(text[start : note.start()])
        start = note.end()
        place = places.get((int(note[1]), int(note[2])))
        if place is not None:
            moves.comments.setdefault(place, []).append(clean_comment(note[3]))
        else:
            _pass_over(moves, text, note.start(), note.end())
    words = "\n".join([*footer, text[start:]])
    moves.result = result_of(words)
    if any(map(str.isalnum, words)) and not moves.result:
        moves.footer = clean_comment(words)


def _parse_row(moves: MoveText, row: str, offset: int, above: dict[int, int], arrows: str) -> dict[int, int]:
    """Add the moves of one row, and return the index of the move in each column."""
    found: dict[int, int] = {}
    parent: int | None = None
    end = 0
    for cell in _CELL.finditer(row):
        column = cell.start() // _WIDTH
        between = row[end : cell.start()]
        _pass_over(moves, row, end, cell.start())
        if not (parent is not None and between and not between.strip("…")):  # no variation to the cell before
            place = column * _WIDTH + _ARROW
            parent = above.get(column) if arrows[place : place + 1] == "↓" else None
        if parent is None:
            moves.problems.append((offset + cell.start(), cell[0], Message("detail.grid_no_parent")))
        else:
            found[column] = moves.add(cell[0], offset + cell.start(), parent)
        end = cell.end()
    _pass_over(moves, row, end, len(row))
    return found

"""The shown line arranged in rows: rounds, and below them comments and alternative moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from xiangqi.app.session import view
from xiangqi.app.session.state import AppState
from xiangqi.app.session.view import MoveEntry
from xiangqi.core.constants import RED
from xiangqi.records.comment_commands import read_comment

MOST_OTHERS: Final = 6
"""The most alternatives in one position that get rows of their own; one row counts the rest."""


@dataclass(frozen=True)
class Round:
    """A row with a move of each side, or of one side if the other is missing or has its own row."""

    number: int  # the number of the round
    # red, black: the moves
    red: MoveEntry | None = None
    black: MoveEntry | None = None
    depth: int = 0  # how many variations, one inside another, contain the moves


@dataclass(frozen=True)
class Remark:
    """The comment on a move, or on the start position at ply 0."""

    ply: int
    text: str
    depth: int = 0


@dataclass(frozen=True)
class Other:
    """An alternative to a move of the line, with its continuation."""

    ply: int  # ply of the move in the line
    place: int  # index of the alternative among those to this move


@dataclass(frozen=True)
class More:
    """A row with the number of the alternatives that have no row of their own."""

    ply: int
    count: int


@dataclass(frozen=True)
class Break:
    """A row that shows where and why the record breaks off."""

    ply: int
    text: str


Row = Round | Remark | Other | More | Break


@dataclass(frozen=True)
class Sheet:
    """The rows of a line."""

    rows: tuple[Row, ...] = ()  # the rows from top to bottom
    places: tuple[int, ...] = (0,)  # the row of each ply, 0 for the start

    @cached_property
    def single(self) -> Lines:
        """The rows one below another."""
        return _lines(self.rows, 1)

    @cached_property
    def double(self) -> Lines:
        """The rows with two rounds side by side, wherever the first has no comment."""
        return _lines(self.rows, 2)


@dataclass(frozen=True)
class Lines:
    """Rows of a sheet as laid out in the window."""

    rows: tuple[tuple[int, ...], ...]  # the rows of each line, from left to right
    of_row: tuple[int, ...]  # the line of each row


def _lines(rows: Sequence[Row], across: int) -> Lines:
    lines: list[list[int]] = []
    for index, row in enumerate(rows):
        last = lines[-1] if lines else []
        beside = rows[last[-1]] if last else None
        rounds = isinstance(row, Round) and isinstance(beside, Round) and beside.depth == row.depth
        if rounds and len(last) < across:
            last.append(index)
        else:
            lines.append([index])
    return Lines(tuple(map(tuple, lines)), tuple(place for place, line in enumerate(lines) for _ in line))


def sheet(entries: Sequence[MoveEntry], opening: str = "", fault: str = "") -> Sheet:
    """Return a line arranged in rows.

    Args:
        entries: the line's moves.
        opening: the comment on the line's start.
        fault: why the main line breaks off, or "".
    """
    rows: list[Row] = _remark(0, opening, 0)
    places = [0]
    depth = 0
    for entry in entries:
        depth += entry.place > 0
        last = rows[-1] if rows else None
        if entry.side != RED and isinstance(last, Round) and last.red is not None and last.black is None:
            rows[-1] = replace(last, black=entry, depth=depth)
        else:
            sides = {"red": entry} if entry.side == RED else {"black": entry}
            rows.append(Round(entry.number, depth=depth, **sides))
        places.append(len(rows) - 1)
        rows += [*_remark(entry.ply, entry.comment, depth), *_others(entry)]
    if fault and not depth:
        rows.append(Break(len(entries), fault))
    return Sheet(tuple(rows), tuple(places))


def _remark(ply: int, comment: str, depth: int) -> list[Row]:
    """Return the row of a comment with all its lines; empty if it says nothing in words."""
    words = " ".join(read_comment(comment).words.split())
    return [Remark(ply, words, depth)] if words else []


def _others(entry: MoveEntry) -> list[Row]:
    others = [place for place in range(min(entry.variations + 1, MOST_OTHERS + 1)) if place != entry.place]
    rows: list[Row] = [Other(entry.ply, place) for place in others[:MOST_OTHERS]]
    hidden = entry.variations - len(rows)
    return [*rows, More(entry.ply, hidden)] if hidden > 0 else rows


class Sheets:
    """The moves and rows of the shown line; rebuilt only when the line, comments or notation change."""

    def __init__(self) -> None:
        self._source: tuple[object, ...] = ()
        self._entries: tuple[MoveEntry, ...] = ()
        self._sheet = Sheet()

    def of(self, state: AppState) -> tuple[tuple[MoveEntry, ...], Sheet]:
        """Return the moves of the line on the board and their rows."""
        document = state.document
        source = (document.cursor.nodes, document.tree, state.settings.notation)
        if len(self._source) != len(source) or any(
            old is not new for old, new in zip(self._source, source, strict=True)
        ):
            opening = document.tree.comment(document.original.root)
            errors = document.original.errors
            self._source, self._entries = source, view.move_entries(state)
            self._sheet = sheet(self._entries, opening, str(errors[0]) if errors else "")
        return self._entries, self._sheet

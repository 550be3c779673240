"""Trees stored as a flat list of records, as XQF, CBR and CBF do.

A record is followed by the records of the line that goes on from it, and only then by the variation that
replaces it. Record 0 stands for the start position. Two marks tell what comes: whether the line goes on, and
whether a variation follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from xiangqi.board import Move
from xiangqi.i18n.message import Message
from xiangqi.records.placement import with_first_mover
from xiangqi.records.tree import MAX_NODES, Fault, Game, GameNode, TreeBuilder, clean_comment

LONGEST_COMMENT: Final = 1 << 20
"""Bytes of a comment that are read; more can only be a damaged length."""

UNREADABLE: Final = -1
"""Number of no point, for a move text that cannot be read."""


class Record(NamedTuple):
    """One record of the list."""

    origin: int  # number of the point the piece leaves, 0-89 on the board, or UNREADABLE
    target: int  # number of the point it goes to, or UNREADABLE
    comment: str  # text about the move
    goes_on: bool  # the next record is the reply
    varies: bool  # a variation to this move follows once its own line has ended
    byte: int | None = None  # offset in the file
    line: int | None = None  # line in the file, for texts
    token: str = ""  # what the file says, for faults; the two numbers when empty
    fault: str = ""  # what is wrong with the record apart from its move; it is the last one then
    flaw: str = ""  # what is wrong with its comment


class CutShortError(Exception):
    """Raised by an iterator of records where the data end too early.

    Attributes:
        byte: where the data end.
        start: where the record begins that would have followed.
    """

    def __init__(self, message: str, byte: int, start: int) -> None:
        super().__init__(message)
        self.byte = byte
        self.start = start


def grow(game: Game, records: Iterator[Record], points: Sequence[int]) -> None:
    """Read a whole tree into a game whose start_fen is set; the first mover decides the side to move.

    A line ends before its first illegal move, which is noted as a fault; what follows it in the list is passed
    over and its variations are read on. Records beyond the end of the tree are left in the iterator.

    Args:
        game: an empty tree; start_fen is put in order, faults are added.
        records: record 0 first. CutShortError from it ends the tree and is noted as a fault.
        points: squares of the numbers 0-89.
    """
    records = _sound(game, records)
    root = next(records, None)
    first = next(records, None) if root is not None and root.goes_on else None
    if first is not None:
        game.start_fen = with_first_mover(game.start_fen, _square(points, first.origin))
    builder = TreeBuilder(game)
    if root is not None:
        game.root.comment = clean_comment(root.comment)
    if first is not None:
        _grow_from(builder, first, records, points)


def tell_rest(game: Game, records: Iterator[Record], *contents: bytes | bytearray) -> None:
    """Add a fault if something follows the end of a tree.

    Args:
        game: whose tree `grow` has read.
        records: what grow has left of them.
        contents: the data, once for each way to read them; NUL bytes in one of them are only filling.
    """
    try:
        left = next(records, None)
        place = left.byte if left else None
    except CutShortError as cut:
        place = cut.start
    if place is not None and all(content[place:].strip(b"\0") for content in contents):
        message = Message("detail.bytes_after_end", count=len(contents[0]) - place)
        game.add_fault(Fault(message, byte=place))


def _sound(game: Game, records: Iterator[Record]) -> Iterator[Record]:
    """The records up to one with a fault, that one included, or to the end of the data."""
    try:
        for record in records:
            if record.fault or record.flaw:
                game.add_fault(Fault(record.fault or record.flaw, byte=record.byte, line=record.line))
            yield record
            if record.fault:
                return
    except CutShortError as cut:
        game.add_fault(Fault(str(cut), byte=cut.byte))


def _grow_from(builder: TreeBuilder, record: Record, records: Iterator[Record], points: Sequence[int]) -> None:
    waiting: list[GameNode | None] = []  # the parents of variations to come, None below a bad move
    parent: GameNode | None = builder.node
    for _ in range(MAX_NODES):
        node = None
        if parent is not None:
            builder.back_to(parent)
            node = _play(builder, record, points)
        if record.varies:
            waiting.append(parent)
        if record.goes_on:
            parent = node
        elif waiting:
            parent = waiting.pop()
        else:
            return
        following = next(records, None)
        if following is None:
            return
        record = following
    builder.fault(Message("detail.most_moves", most=MAX_NODES), byte=record.byte, line=record.line)


def _play(builder: TreeBuilder, record: Record, points: Sequence[int]) -> GameNode | None:
    origin, target = _square(points, record.origin), _square(points, record.target)
    if origin is not None and target is not None:
        move = Move.of(origin, target)
        return builder.play(
            move, comment=record.comment, token=record.token, byte=record.byte, line=record.line
        )
    which, number = ("from", record.origin) if origin is None else ("to", record.target)
    message = Message(f"detail.no_{which}_point", number=number, most=len(points) - 1)
    if number == UNREADABLE:
        message = Message("detail.not_a_move")
    token = record.token or f"{record.origin}-{record.target}"
    builder.fault(message, token=token, byte=record.byte, line=record.line)
    return None


def _square(points: Sequence[int], number: int) -> int | None:
    return points[number] if 0 <= number < len(points) else None

"""Trees stored as flat lists of records, as in XQF, CBR and CBF.

A record is followed first by the records that continue its line, and then by the variation that replaces it.
Record 0 stands for the start position. Two flags say what follows: whether the line continues, and whether
there is a variation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from xiangqi.board import Move
from xiangqi.i18n.message import Message
from xiangqi.records.placement import with_first_mover
from xiangqi.records.tree import MAX_NODES, Game, GameNode, RecordFault, TreeBuilder, clean_comment

LONGEST_COMMENT: Final = 1 << 20
"""The most bytes of a comment that are read; a greater length can only be due to damage."""

UNREADABLE: Final = -1
"""The number of a point if the text of its move cannot be read."""


class Record(NamedTuple):
    """A record of the flat list: a move, and whether a continuation or a variation follows."""

    origin: int  # number of the origin, 0-89 on the board, or UNREADABLE
    target: int  # number of the target, or UNREADABLE
    comment: str  # text about the move
    goes_on: bool  # whether the next record is the reply
    varies: bool  # whether a variation to this move follows after its own line
    byte: int | None = None  # offset in the file
    line: int | None = None  # line in the file, for texts
    token: str = ""  # the text in the file, for faults; "" for the two numbers
    fault: str = ""  # a fault other than in the move, which makes this record the last; "" if there is none
    flaw: str = ""  # a fault in its comment, which does not end the list; "" if there is none


class CutShortError(Exception):
    """Raised by an iterator of records if the data ends too early.

    Attributes:
        byte: the offset at which the data ends.
        start: the offset of the missing record.
    """

    def __init__(self, message: str, byte: int, start: int) -> None:
        super().__init__(message)
        self.byte = byte
        self.start = start


def grow(game: Game, records: Iterator[Record], points: Sequence[int]) -> None:
    """Build a game's tree from records; the piece that moves first decides the side to move.

    A line ends before its first illegal move, which is recorded as a fault; the records that continue it are
    skipped and its variations are still read. Records beyond the end of the tree are left in the iterator.

    Args:
        game: an empty tree with its start_fen, which is normalised; faults are added.
        records: the list, record 0 first. CutShortError ends the tree and is recorded as a fault.
        points: the squares of the numbers 0-89.
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
    """Add a fault if anything follows the end of a tree.

    Args:
        game: the game whose tree `grow` has built.
        records: the records that `grow` has left.
        contents: the data, once for each way to read it; NUL bytes in any of them are padding.
    """
    try:
        left = next(records, None)
        place = left.byte if left else None
    except CutShortError as cut:
        place = cut.start
    if place is not None and all(content[place:].strip(b"\0") for content in contents):
        message = Message("detail.bytes_after_end", count=len(contents[0]) - place)
        game.add_fault(RecordFault(message, byte=place))


def _sound(game: Game, records: Iterator[Record]) -> Iterator[Record]:
    """Yield the records up to and including the first with a fault; add their faults and flaws to the game.

    Data that ends too early also adds a fault.
    """
    try:
        for record in records:
            if record.fault or record.flaw:
                game.add_fault(RecordFault(record.fault or record.flaw, byte=record.byte, line=record.line))
            yield record
            if record.fault:
                return
    except CutShortError as cut:
        game.add_fault(RecordFault(str(cut), byte=cut.byte))


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

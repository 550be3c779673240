"""Headers, variations and comments of games, as a library stores them."""

from __future__ import annotations

import json
import zlib
from dataclasses import astuple
from typing import Final

from xiangqi.board import Board
from xiangqi.i18n.message import Message
from xiangqi.library.chunks import unpacked
from xiangqi.library.dates import date_number, date_text
from xiangqi.records.tree import ROOT, Game, GameNode, RecordFault, flattened, grown

_LARGEST: Final = 256 << 20  # unpacked bytes of a game; a file of records has at most a quarter of that

IN_COLUMNS: Final = ("Red", "Black", "Event")
"""Headers that have their own columns. Date also has one if it is a complete date."""


def is_in_column(date: str) -> bool:
    """Return whether the column of dates holds all the information of a date."""
    return date_text(date_number(date)) == date


def rest_of(game: Game) -> list[object]:
    """Return the list [headers without a column, format, encoding] of a game, for JSON."""
    in_column = is_in_column(game.headers.get("Date", ""))
    rest = {
        name: value
        for name, value in game.headers.items()
        if name not in IN_COLUMNS and not (name == "Date" and in_column and value)
    }
    return [rest, game.format, game.encoding]


def read_rest(row: str) -> tuple[dict[str, str], str, str]:
    """Parse the result of `rest_of` from a line of JSON: headers, format, encoding.

    Raises:
        ValueError: the row is damaged.
    """
    value = json.loads(row)
    if not (isinstance(value, list) and len(value) == 3 and isinstance(value[0], dict)):
        raise ValueError(Message("detail.wrong_length"))
    rest, form, encoding = value
    return {str(name): str(text) for name, text in rest.items()}, str(form), str(encoding)


def annotation(game: Game, *, uncoded: bool) -> bytes:
    """Return variations, comments, glyphs and faults, compressed; b"" if there are none.

    Args:
        game: the game.
        uncoded: whether to include all moves, since they could not be encoded.
    """
    if game.plain_line() is not None and not (game.errors or uncoded):
        return b""
    faults = [astuple(fault) for fault in game.errors]
    flat = flattened(game.root)
    plain = flat.is_line and not uncoded
    if plain and not faults:
        return b""
    marks = (list(each.items()) for each in (flat.families, flat.comments, flat.nags))
    tree = [] if plain else [list(flat.moves), *marks]
    return zlib.compress(json.dumps([faults, tree], ensure_ascii=False).encode("utf-8", "surrogatepass"))


def annotate(game: Game, content: bytes) -> bool:
    """Restore a game's faults and, if there is one, its tree from a result of `annotation`.

    Returns:
        Whether there was a tree.

    Raises:
        ValueError: the content is damaged; the game is unchanged.
    """
    try:
        faults, tree = json.loads(unpacked(content, _LARGEST).decode("utf-8", "surrogatepass"))
        errors = [_read_fault(*values) for values in faults]
        root = _read_tree(*tree) if tree else None
    except (TypeError, OverflowError) as error:  # values of wrong types, or the wrong number of them
        raise ValueError(str(error)) from None
    if root is not None:
        _insist_on_legal(game.board(), root)
        game.root = root
    game.errors = errors
    return root is not None


def _read_fault(message: str, ply: int, token: str, line: int | None, byte: int | None) -> RecordFault:
    return RecordFault(
        str(message), int(ply), str(token), *(None if at is None else int(at) for at in (line, byte))
    )


def _read_tree(
    moves: list[int],
    families: list[tuple[int, int]],
    comments: list[tuple[int, str]],
    glyphs: list[tuple[int, list[int]]],
) -> GameNode:
    """Return the tree stored by `annotation`.

    Raises:
        TypeError, ValueError: the values are damaged.
    """
    sizes = {int(place): int(size) for place, size in families}
    texts = {int(place): str(text) for place, text in comments}
    if min(sizes.values(), default=0) < 0 or sum(sizes.values()) != len(sizes) - 1:
        raise ValueError(Message("detail.moves_missing"))  # every node but the root has a parent
    numbers = [int(move) for move in moves]
    if not all(0 <= move <= ROOT for move in numbers) or not all(0 <= place < len(numbers) for place in sizes):
        raise ValueError(Message("detail.senseless_number"))
    return grown(numbers, sizes, texts, {int(place): tuple(map(int, some)) for place, some in glyphs})


def _insist_on_legal(board: Board, root: GameNode) -> None:
    """Check that all moves of a tree are legal, as the board relies on it.

    Raises:
        ValueError: a move is illegal.
    """
    depth = {id(root): 0}
    for node in root.walk():
        if node.move is not None and node.parent is not None:
            while len(board.move_stack) > depth[id(node.parent)]:
                board.pop()
            board.push(node.move)
            depth[id(node)] = len(board.move_stack)


def comments_of(game: Game) -> str:
    """Return all comments of a game as one searchable text."""
    return "\n".join(node.comment for node in game.root.walk() if node.comment)

"""Packed games, for lists of thousands.

A tree takes some 200 bytes per move, a packed game a few hundred in all, whatever format it came from.

>>> from xiangqi.records.tree import Game, same_tree
>>> game = Game(headers={"Red": "Li", "Event": "Cup"})
>>> packed = pack(game)
>>> packed.red, packed.event, same_tree(packed.unpack().root, game.root)
('Li', 'Cup', True)
"""

from __future__ import annotations

import marshal
import zlib
from array import array
from dataclasses import astuple, dataclass
from sys import intern
from typing import Final

from xiangqi.folding import as_fields
from xiangqi.i18n.message import plain, restore
from xiangqi.records.openings import opening_code
from xiangqi.records.tree import ROOT, FlatTree, Game, RecordFault, flattened, grown, known

_LEVEL: Final = 1  # compression level; more costs time and gains little
_LISTS: Final = ("fen", "epd")  # formats of lists of positions


@dataclass(frozen=True, eq=False, slots=True)
class PackedGame:
    """A packed game, with the data that lists of games show."""

    # red, black, event (or else the title), date, opening, result: from the headers; "" if they are missing
    red: str
    black: str
    event: str
    date: str
    opening: str
    opening_code: str  # one of openings.CODES, from the record or its moves; "" for none
    result: str
    fen: str  # the start position
    plies: int  # length of the main line
    faulty: bool  # whether the record has faults
    listed: bool  # whether it was in a list of positions, in which moves are the solution of a puzzle
    words: str  # the searchable text, as joined by folding.as_fields
    content: bytes  # the whole game, readable only by this process

    def unpack(self) -> Game:
        """Return a new copy of the game."""
        headers, start_fen, result, form, encoding, errors, moves, *marks = marshal.loads(
            zlib.decompress(self.content)
        )
        game = Game(headers, start_fen, grown(memoryview(moves).cast("H"), *marks), result, form, encoding)
        game.errors = [RecordFault(restore(message), *values) for message, *values in errors]
        return game


def pack(game: Game) -> PackedGame:
    """Return a packed copy of a game."""
    headers = game.headers
    line = game.plain_line()
    # a plain line is packed without building its tree
    flat = flattened(game.root) if line is None else FlatTree(array("H", [ROOT, *line]), {len(line): 0})
    errors = [(plain(fault.message), *astuple(fault)[1:]) for fault in game.errors]
    site, code = headers.get("Site", ""), headers.get("ECCO", "")
    tree = (flat.moves.tobytes(), flat.families, flat.comments, flat.nags)
    content = (headers, game.start_fen, game.result, game.format, game.encoding, errors, *tree)
    shown = [intern(known(headers, name)) for name in ("Red", "Black", "Event", "Date")]
    red, black, event, date = shown
    event = event or intern(known(headers, "Title"))
    opening = intern(known(headers, "Opening"))
    return PackedGame(
        red,
        black,
        event,
        date,
        opening,
        opening_code(game) or "",
        game.result,
        intern(game.start_fen),
        sum(1 for _ in game.root.line()) if line is None else len(line),
        bool(errors),
        game.format in _LISTS,
        as_fields((*shown, event, opening, code, site, game.result)),
        zlib.compress(marshal.dumps(content), _LEVEL),
    )

"""Games in little memory: what a list of thousands is made of.

A tree of moves takes some 200 bytes a move, a packed game a few hundred in all, whatever format it came from.

>>> from xiangqi.records.tree import Game, same_tree
>>> game = Game(headers={"Red": "Li", "Event": "Cup"})
>>> packed = pack(game)
>>> packed.red, packed.event, same_tree(packed.unpack().root, game.root)
('Li', 'Cup', True)
"""

from __future__ import annotations

import marshal
import unicodedata
import zlib
from array import array
from dataclasses import astuple, dataclass
from itertools import islice
from sys import intern
from typing import Final

from xiangqi.board import START_FEN, Move
from xiangqi.openings import LONGEST, opening_name
from xiangqi.records.tree import Fault, Game, GameNode

_LEVEL: Final = 1  # of compression; more costs time and gains little
_ROOT: Final = 0xFFFF


@dataclass(frozen=True, eq=False, slots=True)
class PackedGame:
    """A game as it was read, and what a list shows of it.

    Attributes:
        red, black, event, date, opening, result: of the headers, "" where the record does not say.
        opening_key: the opening's key in openings.OPENINGS, told by the moves; "" for none.
        fen: the start position.
        plies: length of the main line.
        faulty: whether something was wrong with the record.
        words: what a search looks at, as folded makes it.
        content: all of the game; only this process can read it.
    """

    red: str
    black: str
    event: str
    date: str
    opening: str
    opening_key: str
    result: str
    fen: str
    plies: int
    faulty: bool
    words: str
    content: bytes

    def unpack(self) -> Game:
        """The game, a new one each time."""
        headers, start_fen, result, form, encoding, errors, *tree = marshal.loads(zlib.decompress(self.content))
        game = Game(headers, start_fen, _grown(*tree), result, form, encoding)
        game.errors = [Fault(*values) for values in errors]
        return game


def pack(game: Game) -> PackedGame:
    """A game in little memory; the game itself is not kept."""
    headers = game.headers
    moves = array("H")
    families: dict[int, int] = {}  # place of a node -> its children, where it has not exactly one
    comments: dict[int, str] = {}
    nags: dict[int, tuple[int, ...]] = {}
    for place, node in enumerate(game.root.walk()):
        moves.append(_ROOT if node.move is None else node.move)
        if len(node.children) != 1:
            families[place] = len(node.children)
        if node.comment:
            comments[place] = node.comment
        if node.nags:
            nags[place] = node.nags
    errors = [astuple(fault) for fault in game.errors]
    site, code = headers.get("Site", ""), headers.get("ECCO", "")
    tree = (moves.tobytes(), families, comments, nags)
    content = (headers, game.start_fen, game.result, game.format, game.encoding, errors, *tree)
    shown = [intern(headers.get(name, "").strip(" ?")) for name in ("Red", "Black", "Event", "Date")]
    red, black, event, date = shown
    event = event or intern(headers.get("Title", "").strip(" ?"))
    opening = intern(headers.get("Opening", "").strip(" ?") or code)
    return PackedGame(
        red,
        black,
        event,
        date,
        opening,
        _opening_key(game),
        game.result,
        intern(game.start_fen),
        sum(1 for _ in game.root.line()),
        bool(errors),
        folded(" ".join((*shown, event, opening, code, site, game.result))),
        zlib.compress(marshal.dumps(content), _LEVEL),
    )


def _opening_key(game: Game) -> str:
    if game.start_fen != START_FEN:
        return ""
    first = [node.move for node in islice(game.root.line(), LONGEST) if node.move is not None]
    return opening_name(first) or ""


def _grown(
    moves: bytes, families: dict[int, int], comments: dict[int, str], nags: dict[int, tuple[int, ...]]
) -> GameNode:
    """The tree whose nodes are given in the order of GameNode.walk."""
    numbers = array("H")
    numbers.frombytes(moves)
    root = GameNode()
    parents = [root] * families.get(0, 1)  # of the nodes to come, the next one last
    known: dict[int, Move] = {}
    for place, number in enumerate(numbers):
        node = parents.pop().add(known.setdefault(number, Move(number))) if place else root
        node.comment = comments.get(place, "")
        node.nags = nags.get(place, ())
        if place:
            parents.extend([node] * families.get(place, 1))
    return root


def folded(text: str) -> str:
    """A text as it is compared: full width and capitals make no difference."""
    return unicodedata.normalize("NFKC", text).casefold()

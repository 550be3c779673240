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
from sys import intern
from typing import Final

from xiangqi.board import Move
from xiangqi.records.tree import Fault, Game, GameNode

_LEVEL: Final = 1  # of compression; more costs time and gains little
_ROOT: Final = 0xFFFF


@dataclass(frozen=True, eq=False, slots=True)
class PackedGame:
    """A game as it was read, and what a list shows of it.

    Attributes:
        red, black, event, date, opening, result: of the headers, "" where the record does not say.
        fen: the start position.
        plies: length of the main line.
        faulty: whether something was wrong with the record.
        content: all of the game; only this process can read it.
    """

    red: str
    black: str
    event: str
    date: str
    opening: str
    result: str
    fen: str
    plies: int
    faulty: bool
    content: bytes

    def unpack(self) -> Game:
        """The game, a new one each time."""
        headers, start_fen, result, form, encoding, errors, *tree = marshal.loads(zlib.decompress(self.content))
        game = Game(headers, start_fen, _grown(*tree), result, form, encoding)
        game.errors = [Fault(*values) for values in errors]
        return game

    def mentions(self, words: list[str]) -> bool:
        """Whether each of some words, as folded makes them, is found in what the list shows."""
        text = folded(f"{self.red} {self.black} {self.event} {self.date} {self.opening} {self.result}")
        return all(word in text for word in words)


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
    tree = (moves.tobytes(), families, comments, nags)
    content = (headers, game.start_fen, game.result, game.format, game.encoding, errors, *tree)
    red, black, event, date, opening, code = (
        intern(headers.get(name, "").strip(" ?"))
        for name in ("Red", "Black", "Event", "Date", "Opening", "ECCO")
    )
    return PackedGame(
        red,
        black,
        event,
        date,
        opening or code,
        game.result,
        intern(game.start_fen),
        sum(1 for _ in game.root.line()),
        bool(errors),
        zlib.compress(marshal.dumps(content), _LEVEL),
    )


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

"""A game in memory: headers, start position and a tree of moves, for all formats.

The first child of a node continues its line, the other children are variations. All traversals are loops, not
recursion: real files hold trees of 100,000 nodes and lines of 20,000 plies.

Readers build a game with a TreeBuilder, which plays each move on a board and records a RecordFault for an
illegal one:

>>> game = Game(format="example")
>>> builder = TreeBuilder(game)
>>> builder.play(Move.from_iccs("h2e2"), comment="the central cannon")
GameNode('h2e2')
>>> builder.play(Move.from_iccs("h9h0"), line=7) is None
True
>>> str(game.errors[0]).startswith("line 7, move 2 (counting both sides; h9h0):")
True
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.errors import FenError, NotationError
from xiangqi.fen import START_FEN, parse_fen, position_faults, unread_fields
from xiangqi.i18n.message import Message
from xiangqi.notation import Dialect, parse_move

EMPTY_FEN = "9/9/9/9/9/9/9/9/9/9 w - - 0 1"
"""The FEN of a game whose start position could not be read, or that has none (a heading in a library)."""

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_NO_TEXT = dict.fromkeys({*range(32), *range(0xD800, 0xE000), 0xFEFF, 0xFFFE, 0xFFFF} - {ord("\t"), ord("\n")})
MAX_FAULTS = 100
"""The most faults that are kept for one game; a hostile file could hold millions."""
MAX_NODES = 250_000
"""The most moves that a TreeBuilder adds to one game; the largest known tree has a third as many."""
MAX_PLIES = 50_000
"""The most moves of one line that are read from a text; no game can be that long."""
_START = Board()


@dataclass(frozen=True)
class RecordFault:
    """A fault of a record, with its place."""

    message: str  # names what was found and what was expected
    ply: int = 0  # the ply of the faulty move in its line, from 1; 0 if it is not about a move
    token: str = ""  # the faulty text or bytes, in readable form
    line: int | None = None  # line of the file, from 1, for texts
    byte: int | None = None  # offset in the file, from 0, for binary formats

    def __str__(self) -> str:
        places: dict[str, str | int] = {}
        if self.line is not None:
            places["line"] = self.line
        elif self.byte is not None:
            places["byte"] = self.byte
        if self.ply:
            places["ply"] = self.ply
        if self.token:
            places["token"] = self.token
        return (
            Message("detail.place_" + "_".join(places), **places, reason=self.message)
            if places
            else self.message
        )


class GameNode:
    """A move in the tree, or the root before the first move.

    Attributes:
        move: the move that led here; None at the root.
        comment: the text about this move (at the root: about the start position). Lines end with LF, without
            leading or trailing spaces in the text.
        nags: numeric annotation glyphs of PGN ($1 is "!"), in the order found.
        parent: the previous node; None at the root.
        children: replies; the first continues the line, the others are variations.
    """

    __slots__ = ("children", "comment", "move", "nags", "parent")

    def __init__(self, move: Move | None = None, parent: GameNode | None = None, comment: str = "") -> None:
        self.move = move
        self.parent = parent
        self.comment = comment
        self.nags: tuple[int, ...] = ()
        self.children: list[GameNode] = []

    def __repr__(self) -> str:
        return f"GameNode({str(self.move or 'root')!r})"

    def __copy__(self) -> GameNode:
        twin = GameNode(self.move, self.parent, self.comment)
        twin.nags, twin.children = self.nags, self.children
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        """Make pickle and deepcopy store trees as flat lists, since both would recurse too deeply."""
        top = self._top()
        return reduced(self) if top is self else (node_at, (top, place_of(top, self)))

    def _top(self) -> GameNode:
        """Return the root, or the topmost node of a branch that has been cut off."""
        node = self
        while node.parent is not None and any(child is node for child in node.parent.children):
            node = node.parent
        return node

    def add(self, move: Move, comment: str = "") -> GameNode:
        """Append and return a child for a move, even if there is one with the same move already."""
        child = GameNode(move, self, comment)
        self.children.append(child)
        return child

    def find(self, move: int) -> GameNode | None:
        """Return the first child that plays a given move, or None."""
        return next((child for child in self.children if child.move == move), None)

    def extend(self, moves: Iterable[Move]) -> GameNode:
        """Append consecutive moves, and return the node of the last one."""
        node = self
        for move in moves:
            node = node.add(move)
        return node

    def add_comment(self, text: str) -> None:
        """Append a text, once cleaned, to the comment on a new line; an empty one changes nothing."""
        text = clean_comment(text)
        if text:
            self.comment = f"{self.comment}\n{text}" if self.comment else text

    def path(self) -> list[GameNode]:
        """Return the nodes from the first move to this one; empty for the root."""
        nodes = []
        node = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        nodes.reverse()
        return nodes

    def moves(self) -> list[Move]:
        """Return the moves from the start position to this node."""
        return [node.move for node in self.path() if node.move is not None]

    def ply(self) -> int:
        """Return the number of moves from the start position to this node."""
        return len(self.path())

    def line(self) -> Iterator[GameNode]:
        """Yield the nodes after this one along first children."""
        node = self
        while node.children:
            node = node.children[0]
            yield node

    def end(self) -> GameNode:
        """Return the last node along first children, perhaps this one."""
        node = self
        while node.children:
            node = node.children[0]
        return node

    def walk(self) -> Iterator[GameNode]:
        """Yield this node and all below it, each before its children, the main child's subtree first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


@dataclass(eq=False)
class Game:
    """A record: headers, start position, result and tree of moves."""

    # tags with the names of PGN (Event, Site, Date, Round, Red, Black, RedTeam, BlackTeam, ECCO, Opening,
    # Annotator, Title …); neither FEN nor Format nor Result is among them
    headers: dict[str, str] = field(default_factory=dict)
    start_fen: str = START_FEN  # with six fields; EMPTY_FEN if the file has no readable position
    root: GameNode = field(default_factory=GameNode)  # the node before the first move
    result: str = "*"  # one of RESULTS
    format: str = ""  # the format it was read from, for instance ``"xqf"``
    encoding: str = ""  # the detected text encoding, "" if the format has none
    # the faults of the record, in the order found, at most MAX_FAULTS
    errors: list[RecordFault] = field(default_factory=list)
    # the share of its file that had been read when it was returned, up to 1; 0 if unknown
    share: float = 0.0

    def main_line(self) -> list[Move]:
        """Return the moves of the main line."""
        return [node.move for node in self.root.line() if node.move is not None]

    def plain_line(self) -> list[Move] | None:
        """Return the moves of a game that is known to have no variations or annotations.

        None means that the tree must be examined.
        """
        return None

    def board(self) -> Board:
        """Return a board in the start position."""
        return Board(self.start_fen)

    def final_board(self) -> Board:
        """Return a board after the main line, with its moves on the stack."""
        return self.board_at(self.root.end())

    def board_at(self, node: GameNode) -> Board:
        """Return a board after the moves that lead to a node of this game."""
        board = self.board()
        for move in node.moves():
            board.push_unchecked(move)
        return board

    def _repr_svg_(self) -> str:
        """Return a drawing of the last position of the main line, which notebooks show."""
        return self.final_board()._repr_svg_()

    def add_fault(self, fault: RecordFault) -> None:
        """Add a fault unless there are already MAX_FAULTS."""
        if len(self.errors) < MAX_FAULTS:
            self.errors.append(fault)

    def variation_count(self) -> int:
        """Return the number of nodes that begin a variation."""
        return sum(max(0, len(node.children) - 1) for node in self.root.walk())

    def comment_count(self) -> int:
        """Return the number of nodes with a comment, the root included."""
        return sum(1 for node in self.root.walk() if node.comment)


class LineGame(Game):
    """A game that consists only of a line of moves; its tree is built on first access."""

    def __init__(self, line: Sequence[Move], result: str = "*") -> None:
        """Create a game of consecutive legal moves from the starting position."""
        self._line = line
        super().__init__(result=result)
        self._tree: GameNode | None = None

    @property
    def root(self) -> GameNode:
        """The node before the first move."""
        if self._tree is None:
            self._tree = GameNode()
            self._tree.extend(self._line)
        return self._tree

    @root.setter
    def root(self, root: GameNode) -> None:
        self._tree = root

    def plain_line(self) -> list[Move] | None:
        """Return the moves; None once the tree has been accessed, since it may have been changed."""
        return None if self._tree is not None else list(self._line)

    def main_line(self) -> list[Move]:
        """Return the moves of the main line."""
        line = self.plain_line()
        return super().main_line() if line is None else line


def known(headers: Mapping[str, str], name: str) -> str:
    """Return the value of a header; "" if it is missing or unknown, such as "?" and "????.??.??"."""
    value = headers.get(name, "").strip()
    return value if value.strip("?. ") else ""


def clean_comment(text: str) -> str:
    """Return a comment in the form that nodes store.

    Lines end with LF; control characters, byte order marks, lone surrogates, characters that XML or UTF-8
    cannot represent, and leading and trailing spaces are removed.
    """
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_NO_TEXT).strip(" \t\n\u3000")


def same_tree(first: GameNode, second: GameNode) -> bool:
    """Return whether two trees have the same moves, comments and glyphs in the same order."""
    waiting = [(first, second)]
    while waiting:
        one, other = waiting.pop()
        if (one.move, one.comment, one.nags) != (other.move, other.comment, other.nags):
            return False
        if len(one.children) != len(other.children):
            return False
        waiting.extend(zip(one.children, other.children, strict=True))
    return True


def walk_as_text(game: Game) -> Iterator[tuple[str, GameNode, Board]]:
    """Yield the steps of writing a tree as text: a move, its variations, then the continuation.

    Yields ``("move", node, board)`` with the board BEFORE the move, and ``("open", node, board)`` and
    ``("close", node, board)`` around each variation to the node's move. It is always the same board, moved
    along: use it before the next step, and do not push or pop on it.
    """
    board = game.board()
    depths: list[int] = []  # plies before each open variation
    todo: list[tuple[str, GameNode]] = [("line", game.root)]
    while todo:
        task, node = todo.pop()
        if task == "line":
            todo.extend(reversed(_text_steps(node)))
            continue
        assert node.move is not None
        if task == "open":
            board.pop()
            depths.append(len(board.move_stack))
        elif task == "close":
            depth = depths.pop()
            while len(board.move_stack) > depth:
                board.pop()
        yield task, node, board
        if task != "open":
            board.push_unchecked(node.move)


def _text_steps(node: GameNode) -> list[tuple[str, GameNode]]:
    """Return the steps for the moves after a node, in order."""
    if not node.children:
        return []
    main, *variations = node.children
    steps = [("move", main)]
    for variation in variations:
        steps += [("open", main), ("move", variation), ("line", variation), ("close", main)]
    return [*steps, ("line", main)]


class TreeBuilder:
    """Plays a reader's moves on a board and builds the game's tree.

    A position that could not arise is recorded as a fault at ply 0, but its legal moves are still played. A
    start position that cannot be read is replaced by the empty board, which has no legal move. EMPTY_FEN itself
    is not a fault: some libraries contain headings without a game.

    Attributes:
        game: the game that is built.
        board: the position after ``node``.
        node: the node after which the next move is added.
    """

    def __init__(self, game: Game, *, line: int | None = None, byte: int | None = None) -> None:
        """Begin at the root of a game whose start_fen may be in any spelling.

        Args:
            game: an empty tree; start_fen is rewritten as six fields, faults are added.
            line: the line of the position in the file, for faults.
            byte: the offset of the position in a binary file.
        """
        self.game = game
        self.board = _START.copy() if game.start_fen == START_FEN else self._set_up(game, line, byte)
        self.node = game.root
        self._size = 0
        self._moves: dict[Move, Move] = {}
        self._way = {id(game.root)}  # identities of the nodes from the root to the present one

    @staticmethod
    def _set_up(game: Game, line: int | None, byte: int | None) -> Board:
        """Return a board with the start position, which is normalised; an empty one if it is unreadable.

        Whatever is wrong with the position becomes a fault of the game.
        """
        heading = game.start_fen == EMPTY_FEN
        try:
            board = Board(game.start_fen)
            faults = position_faults(parse_fen(game.start_fen))
            if unread := unread_fields(game.start_fen):
                faults.append(Message("detail.fields_unread", text=repr(unread)))
            game.start_fen = board.fen()
        except FenError as error:
            faults = [str(error)]
            game.start_fen = EMPTY_FEN
            board = Board(EMPTY_FEN)
        if faults and not heading:
            game.add_fault(
                RecordFault(Message("detail.start_position", reasons=tuple(faults)), line=line, byte=byte)
            )
        return board

    @property
    def ply(self) -> int:
        """The number of moves from the start to the current node."""
        return len(self.board.move_stack)

    def play(
        self,
        move: Move,
        *,
        comment: str = "",
        token: str = "",
        line: int | None = None,
        byte: int | None = None,
    ) -> GameNode | None:
        """Add a move after the current node and make it the current one.

        If the move is illegal, or MAX_NODES have been added, tree and board are unchanged, a fault with its
        place is added to the game, and None is returned; the reader then skips the rest of the line.

        Args:
            move: the move as from << 8 | to; any value, valid or not.
            comment: the text about the move; it is cleaned.
            token: the text in the file, for the fault; defaults to the coordinates.
            line: the line in the file, for the fault.
            byte: the offset in the file, for the fault.
        """
        if not (0 <= move < 1 << 16 and self.board.is_legal(move)):
            if len(self.game.errors) < MAX_FAULTS:
                self.fault(self._complaint(move), token=token or str(move), line=line, byte=byte)
            return None
        if self._size >= MAX_NODES:
            self.fault(Message("detail.most_moves", most=MAX_NODES), line=line, byte=byte)
            return None
        return self.play_legal(move, clean_comment(comment))

    def _complaint(self, move: Move) -> str:
        """Return a message that tells why a move is illegal and which moves were expected."""
        try:
            parse_move(self.board, move.iccs, Dialect.COORDINATES)
        except NotationError as error:
            return str(error)
        except IndexError:  # no such square
            pass
        return Message("detail.move_illegal_here")

    def play_legal(self, move: Move, comment: str = "") -> GameNode:
        """Add a move known to be legal, with a clean comment, and make it the current node."""
        self._size += 1
        move = self._moves.setdefault(move, move)  # one object for all that are alike
        self.board.push_unchecked(move)
        self.node = self.node.add(move, comment)
        self._way.add(id(self.node))
        return self.node

    def fault(self, message: str, *, token: str = "", line: int | None = None, byte: int | None = None) -> None:
        """Record a fault for the move after the current node."""
        self.game.add_fault(RecordFault(message, self.ply + 1, token, line, byte))

    def back_to(self, node: GameNode) -> None:
        """Take back moves until ``node``, which must be the current node or an ancestor, is the current one.

        Raises:
            ValueError: the node is neither; the builder is then at the root.
        """
        while self.node is not node:
            if self.node.parent is None:
                raise ValueError(f"{node!r} does not lie on the way back to the start")
            self._way.remove(id(self.node))
            self.node = self.node.parent
            self.board.pop()

    def go_to(self, node: GameNode) -> None:
        """Make any node of this tree the current one."""
        ahead = []
        while id(node) not in self._way:
            ahead.append(node)
            assert node.parent is not None
            node = node.parent
        self.back_to(node)
        for self.node in reversed(ahead):
            assert self.node.move is not None
            self.board.push_unchecked(self.node.move)
            self._way.add(id(self.node))


ROOT: Final = 0xFFFF
"""The number that stands for the missing move at the root."""


@dataclass(eq=False)
class FlatTree:
    """The nodes of a tree, in the order of GameNode.walk."""

    moves: array[int] = field(default_factory=lambda: array("H"))  # 16-bit moves, ROOT first
    # place of a node -> its number of children, if that is not one
    families: dict[int, int] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)  # index of a node -> its comment, if it has one
    nags: dict[int, tuple[int, ...]] = field(default_factory=dict)  # the same for annotation glyphs

    @property
    def is_line(self) -> bool:
        """Whether the tree is a single line without annotations."""
        return len(self.families) == 1 and not self.comments and not self.nags


def flattened(root: GameNode) -> FlatTree:
    """Return the nodes of a tree as flat lists."""
    flat = FlatTree()
    for place, node in enumerate(root.walk()):
        flat.moves.append(ROOT if node.move is None else node.move)
        if len(node.children) != 1:
            flat.families[place] = len(node.children)
        if node.comment:
            flat.comments[place] = node.comment
        if node.nags:
            flat.nags[place] = node.nags
    return flat


def reduced(top: GameNode) -> tuple[object, ...]:
    """Return what `object.__reduce__` should return for a node with its subtree."""
    flat = flattened(top)
    parts = (flat.moves.tobytes(), flat.families, flat.comments, flat.nags)
    return _regrown, parts, (None, {"move": top.move, "parent": top.parent})


def _regrown(
    moves: bytes, families: dict[int, int], comments: dict[int, str], nags: dict[int, tuple[int, ...]]
) -> GameNode:
    return grown(array("H", moves), families, comments, nags)


def place_of(top: GameNode, node: GameNode) -> int:
    """Return the place of a node in the order of GameNode.walk."""
    return next(place for place, other in enumerate(top.walk()) if other is node)


def node_at(top: GameNode, place: int) -> GameNode:
    """Return the node at a place in the order of GameNode.walk."""
    return next(islice(top.walk(), place, None))


def grown(
    moves: Iterable[int],
    families: Mapping[int, int],
    comments: Mapping[int, str],
    nags: Mapping[int, Iterable[int]],
) -> GameNode:
    """Return the tree built from flat lists in the form of FlatTree."""
    root = GameNode()
    parents = [root] * families.get(0, 1)  # the parents of the nodes to come, the next one last
    known: dict[int, Move] = {}
    for place, number in enumerate(moves):
        node = parents.pop().add(known.setdefault(number, Move(number))) if place else root
        node.comment = comments.get(place, "")
        node.nags = tuple(nags.get(place, ()))
        if place:
            parents.extend([node] * families.get(place, 1))
    return root

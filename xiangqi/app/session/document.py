"""A document: a game with its tree of moves, the current position in it, and its mode.

A running game, an opened record, a puzzle and a position being set up are all documents that differ only in
their mode. Analysis, review, marks, saving, copying, film and journal work on documents.

>>> document = Document.of(1, Game())
>>> later = document.playing(Move.from_iccs("h2e2"), number=1)
>>> later.cursor.ply, later.unsaved, later.undo().cursor.ply
(1, True, 0)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from xiangqi.app.session.mode import AnalysisBoard, GameInProgress, Mode, Study
from xiangqi.app.session.players import PlayerKind
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.disk import FileStamp
from xiangqi.line import Line
from xiangqi.records import revision
from xiangqi.records.packed import PackedGame
from xiangqi.records.revision import Edit, Revision, Side
from xiangqi.records.tree import Game, GameNode


@dataclass(frozen=True)
class Cursor:
    """A position in a tree of moves, with the line through it."""

    nodes: tuple[GameNode, ...]  # the shown line of the tree, from the root to its end
    moves: tuple[Move, ...] = ()  # the moves of the shown line, one fewer than the nodes
    ply: int = 0  # the shown position: 0 is the start, len(moves) the end

    @classmethod
    def along(cls, nodes: tuple[GameNode, ...], ply: int) -> Cursor:
        """Return a cursor at a ply on a line of nodes, the first of which is the root."""
        return cls(nodes, tuple(node.move for node in nodes if node.move is not None), ply)

    @property
    def node(self) -> GameNode:
        """The node on the board."""
        return self.nodes[self.ply]


class Stored(NamedTuple):
    """The place of a game in the library, and which of its positions to show."""

    number: int
    ply: int
    clocks: tuple[int, ...] = ()  # the mover's remaining time after each move, ms; empty if unknown
    of_masters: bool = False  # whether it is in the library of masters' games, not in the player's


@dataclass(frozen=True)
class Collection:
    """The file, the pasted text or the games of the library that a document comes from."""

    name: str  # the name to show: the file name, "" for pasted text
    path: Path | None  # the file's path; None for pasted text
    games: tuple[PackedGame, ...]  # the games read so far
    complete: bool = True  # False while the file is still being read
    index: int = 0  # the index of the document's game
    # the place of each game in the library; empty for games of a file
    stored: tuple[Stored, ...] = ()
    stamp: FileStamp | None = None  # the file's stamp before it was read; None without a file


_STUDY: Final = Study()


@dataclass(frozen=True)
class Document:
    """A game with its current position and its mode."""

    id: int  # identifies the document in searches, loads and saves; never reused
    tree: Revision  # the current game: start position, tags, moves, variations, comments
    cursor: Cursor  # the shown position
    mode: Mode = _STUDY  # the rules on who may move which pieces
    collection: Collection | None = None  # the file it comes from; None for a game started here
    done: tuple[Edit, ...] = ()  # the edits that can be undone, oldest first
    undone: tuple[Edit, ...] = ()  # the edits that were undone, the next to redo last
    saved: int = 0  # the number of the revision that needs no saving: it is in a file, or unedited
    target: Path | None = None  # the file it was saved to in this session, or None
    turned: bool | None = None  # whether the player has turned it with Black at the bottom; None for neither

    @classmethod
    def of(
        cls, id: int, game: Game, mode: Mode | None = None, collection: Collection | None = None
    ) -> Document:
        """Return a document with a game at its start; it is a study unless a mode is given."""
        document = cls(id, Revision.of(game), Cursor((game.root,)), mode or _STUDY, collection)
        return document.at(game.root)

    # ---- What it is ----

    @property
    def player_side(self) -> int | None:
        """The side of the only human player, according to the game or its tags.

        It is None if two people play, or nobody does.
        """
        if self.play is not None:
            return self.play.setup.human_side
        kinds = {RED: "RedKind", BLACK: "BlackKind"}
        own = [side for side, name in kinds.items() if self.tree.headers.get(name) == PlayerKind.HUMAN.value]
        return own[0] if len(own) == 1 else None

    @property
    def is_flipped(self) -> bool:
        """Whether Black is at the bottom of the board: by the player's choice or else by the player's side."""
        return self.player_side == BLACK if self.turned is None else self.turned

    @property
    def play(self) -> GameInProgress | None:
        """The game on this document's board, running or over; None for other modes."""
        return self.mode if isinstance(self.mode, GameInProgress) else None

    @property
    def is_own_game(self) -> bool:
        """Whether the document is a game, not an exercise, that somebody has begun here, running or over."""
        return type(self.mode) is GameInProgress and self.mode.begun

    @property
    def is_analysis(self) -> bool:
        """Whether the document is an analysis of the player's own, which is kept without being saved."""
        return isinstance(self.mode, AnalysisBoard)

    @property
    def holds_the_place(self) -> bool:
        """Whether the document is only a placeholder until a game is begun."""
        return self.play is not None and not self.play.begun

    @property
    def original(self) -> Game:
        """The game as it was read or started, before any edit."""
        return self.tree.game

    @property
    def start_fen(self) -> str:
        """The start position."""
        return self.tree.game.start_fen

    @property
    def line(self) -> Line:
        """The shown line of the tree, from the start position to its end."""
        return Line(self.start_fen, self.cursor.moves)

    @property
    def node(self) -> GameNode:
        """The node on the board."""
        return self.cursor.node

    @property
    def name(self) -> str:
        """The name of the file that the document was saved to or comes from, or "" without one."""
        if self.target is not None:
            return self.target.name
        return self.collection.name if self.collection is not None else ""

    @property
    def renamed(self) -> bool:
        """Whether the document was saved to a file other than the one it comes from."""
        came_from = self.collection.path if self.collection is not None else None
        return self.target is not None and self.target != came_from

    @property
    def games(self) -> tuple[PackedGame, ...]:
        """All games of the file, text or list that the document comes from; empty without one."""
        return self.collection.games if self.collection is not None else ()

    @property
    def unsaved(self) -> bool:
        """Whether the document has changes by the player that are in no file."""
        return self.tree.number != self.saved

    @property
    def takes_variations(self) -> bool:
        """Whether other moves may be added beside those played, which excludes a game that is being played."""
        return self.play is None or self.play.end is not None

    @property
    def is_of_masters(self) -> bool:
        """Whether the document is a game of the library of masters' games."""
        stored = self.collection.stored if self.collection is not None else ()
        return self.collection is not None and bool(stored) and stored[self.collection.index].of_masters

    @property
    def at_tip(self) -> bool:
        """Whether the last position of a played game is on the board; False if no game is played."""
        return self.play is not None and self.node is self.play.tip

    # ---- Moving about ----

    def to_ply(self, ply: int) -> Document:
        """Return the document with another position of the shown line on the board."""
        return replace(self, cursor=replace(self.cursor, ply=ply))

    def at(self, node: GameNode) -> Document:
        """Return the document with a node of its tree on the board.

        The shown line is kept if it goes through the node and is still in the tree. In a running game the line
        ends with the game's last move.
        """
        ply = node.ply()
        if self.play is not None and self.play.nodes[ply : ply + 1] == (node,):
            return replace(self, cursor=Cursor(self.play.nodes, self.play.moves, ply))
        nodes = [self.original.root, *node.path()]
        shown = self.cursor.nodes
        if shown[ply : ply + 1] == (node,):
            for following in shown[ply + 1 :]:
                if following not in self.tree.children(nodes[-1]):
                    break
                nodes.append(following)
        nodes += self.tree.line(nodes[-1])
        return replace(self, cursor=Cursor.along(tuple(nodes), ply))

    # ---- Edits by hand: each can be undone ----

    def edited(self, edit: Edit) -> Document:
        """Return the document after an edit, merged with the last one if it continues the same typing."""
        last = self.done[-1] if self.done else None
        if last is not None and not self.undone and edit.topic is not None and edit.topic == last.topic:
            done = (*self.done[:-1], last.merged(edit))
        else:
            done = (*self.done, edit)
        return replace(self, done=done, undone=())._with_side(edit.after)

    def undo(self) -> Document:
        """Return the document without its last edit, showing where that was; there must be an edit to undo."""
        edit = self.done[-1]
        return replace(self, done=self.done[:-1], undone=(*self.undone, edit))._with_side(edit.before)

    def redo(self) -> Document:
        """Return the document with the last undone edit applied again and shown; there must be one."""
        edit = self.undone[-1]
        return replace(self, done=(*self.done, edit), undone=self.undone[:-1])._with_side(edit.after)

    def sealed(self) -> Document:
        """Return the same document, in which further typing counts as a new edit."""
        return replace(self, done=(*self.done[:-1], replace(self.done[-1], topic=None))) if self.done else self

    def playing(self, move: Move, number: int) -> Document:
        """Return the document after the player's legal move, which is added to the tree if it is new.

        Args:
            move: legal in the position on the board.
            number: the number of the new revision, never used before.
        """
        known = self.tree.find(self.node, move)
        if known is not None:
            return self.at(known)
        return self.edited(revision.add_move(self.tree, self.node, move, number))

    def _with_side(self, side: Side) -> Document:
        return replace(self, tree=self.tree.with_side(side)).at(side.node)

    # ---- The game that is played ----

    def keeps_game(self) -> bool:
        """Return whether the played game is still the main line of the tree."""
        if self.play is None:
            return True
        nodes = self.play.nodes
        return all(self.tree.children(before)[:1] == (after,) for before, after in pairwise(nodes))

    def with_play(self, play: GameInProgress) -> Document:
        """Return the document with a new game state that has the same moves."""
        return replace(self, mode=play)

    def played(self, move: Move, number: int) -> Document:
        """Return the document after a move of its game, with the game's end on the board.

        A move that was taken back returns with its comments and variations. Earlier edits can no longer be
        undone.
        """
        play = self._play()
        again = play.undone[-1:] if play.undone and play.undone[-1].move == move else ()
        known = again[0] if again else self.tree.find(play.tip, move)
        child = known or GameNode(move, play.tip)
        others = tuple(other for other in self.tree.children(play.tip) if other is not child)
        tip = replace(play, tip=child, undone=play.undone[:-1] if again else ())
        return self._gone_on(revision.replant(self.tree, play.tip, (child, *others), number), tip)

    def taken_back(self, plies: int, number: int) -> Document:
        """Return the document with its game shortened to a number of plies; the later moves can be redone."""
        play = self._play()
        dropped = play.nodes[plies + 1 :]
        tip = play.nodes[plies]
        shorter = replace(play, tip=tip, undone=(*play.undone, *reversed(dropped)), end=None)
        if not dropped:
            return self._gone_on(self.tree, shorter)
        rest = tuple(child for child in self.tree.children(tip) if child is not dropped[0])
        return self._gone_on(revision.replant(self.tree, tip, rest, number), shorter)

    def turned_to(self, node: GameNode, number: int) -> Document:
        """Return the document with a variation, up to a node, as its game; the old line becomes a variation."""
        play = replace(self._play(), tip=node, undone=(), end=None)
        return self._gone_on(self.tree.with_side(revision.make_main(self.tree, node, number).after), play)

    def _play(self) -> GameInProgress:
        if self.play is None:
            raise AssertionError("no game is played in this document")
        return self.play

    def _gone_on(self, tree: Revision, play: GameInProgress) -> Document:
        """Return the document after a move or take-back, which does not change whether it counts as saved."""
        saved = self.saved if self.unsaved else tree.number
        return replace(self, tree=tree, mode=play, done=(), undone=(), saved=saved).at(play.tip)

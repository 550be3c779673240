"""A game that is being edited: the tree as it was read, and what has been changed since.

A `Revision` is never changed; every edit gives another one. It holds only the nodes that differ from those of
the game it began with: an edit costs as much as there were edits before it, however large the tree. A node
stays the same object in all revisions, and so does its parent: what changes is which children a node has, in
which order, its comment and its glyphs. An `Edit` knows both sides and can therefore be undone and redone.

>>> revision = Revision.of(Game())
>>> edit = add_move(revision, revision.game.root, Move.from_iccs("h2e2"), 1)
>>> later = revision.with_side(edit.after)
>>> later.children(later.game.root), later.with_side(edit.before).children(later.game.root)
((GameNode('h2e2'),), ())
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, NamedTuple

from xiangqi.board import Move
from xiangqi.records.tree import Game, GameNode, clean_comment

MOVE_MARKS: Final = range(1, 7)
"""The glyphs that judge a move, of which it has one at the most: ! ? !! ?? !? ?!"""


class Contents(NamedTuple):
    """What can change about a node."""

    children: tuple[GameNode, ...]
    comment: str
    nags: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Revision:
    """A game as it is after some edits."""

    game: Game  # as it was read; neither it nor its nodes are ever changed
    changed: Mapping[GameNode, Contents]  # the nodes that are otherwise now
    headers: Mapping[str, str]  # the tags as they are now
    result: str  # as it is now
    number: int = 0  # revisions of one game with equal numbers are equal; 0 is the game as it was read

    @classmethod
    def of(cls, game: Game) -> Revision:
        """Return the game as it was read."""
        return cls(game, MappingProxyType({}), MappingProxyType(game.headers), game.result)

    def contents(self, node: GameNode) -> Contents:
        """Return all that can change about a node."""
        return self.changed.get(node) or Contents(tuple(node.children), node.comment, node.nags)

    def children(self, node: GameNode) -> tuple[GameNode, ...]:
        """Return the replies to a move, that of the line first."""
        return self.contents(node).children

    def siblings(self, node: GameNode) -> tuple[GameNode, ...]:
        """Return a move and its alternatives, in their order; the root stands alone."""
        return self.children(node.parent) if node.parent is not None else (node,)

    def comment(self, node: GameNode) -> str:
        """Return the text about a move."""
        changed = self.changed.get(node)
        return node.comment if changed is None else changed.comment

    def nags(self, node: GameNode) -> tuple[int, ...]:
        """Return the annotation glyphs of a move."""
        changed = self.changed.get(node)
        return node.nags if changed is None else changed.nags

    def find(self, node: GameNode, move: Move) -> GameNode | None:
        """Return the first reply with a move."""
        return next((child for child in self.children(node) if child.move == move), None)

    def line(self, node: GameNode) -> Iterator[GameNode]:
        """The nodes that follow one along first children; this one is not among them."""
        while children := self.children(node):
            node = children[0]
            yield node

    def branch(self, node: GameNode) -> GameNode | None:
        """Return the first move of the variation that a node stands in, None in the main line."""
        for step in reversed(node.path()):
            if self.siblings(step)[0] is not step:
                return step
        return None

    def fork(self, node: GameNode) -> GameNode | None:
        """Return the last move up to a node that has alternatives, None when there is none."""
        return next((step for step in reversed(node.path()) if len(self.siblings(step)) > 1), None)

    def with_side(self, side: Side) -> Revision:
        """Return the game with one side of an edit."""
        changed = MappingProxyType({**self.changed, **side.contents})
        return replace(self, changed=changed, headers=side.headers, result=side.result, number=side.number)

    def told(self, headers: Mapping[str, str], result: str) -> Revision:
        """Return the same game with other tags and another result, to be written."""
        return replace(self, headers=MappingProxyType(dict(headers)), result=result)

    def to_game(self) -> Game:
        """Return the game as a tree of its own; the very game that was read where nothing has changed."""
        before = self.game
        if not self.number and self.headers == before.headers and self.result == before.result:
            return before
        headers = {name: clean for name, text in self.headers.items() if (clean := clean_comment(text))}
        game = Game(headers, before.start_fen, GameNode(), self.result, before.format, before.encoding)
        game.errors = list(before.errors)
        waiting = [(before.root, game.root)]
        while waiting:
            node, copy = waiting.pop()
            children, comment, copy.nags = self.contents(node)
            copy.comment = clean_comment(comment)
            waiting.extend((child, copy.add(child.move)) for child in children if child.move is not None)
        return game


@dataclass(frozen=True, eq=False)
class Side:
    """What an edit deals with, as it is before or after it."""

    node: GameNode  # the one to look at
    contents: Mapping[GameNode, Contents]  # of the nodes that the edit changes
    # headers, result: of the game
    headers: Mapping[str, str]
    result: str
    number: int  # of the revision


@dataclass(frozen=True, eq=False)
class Edit:
    """One change to a game, from both sides."""

    before: Side  # applied to the revision after the edit it gives back the one before
    after: Side  # applied to the revision before the edit it gives the one after
    # what is being typed; edits of one topic that follow one another are one edit. None for others.
    topic: object = None

    def merged(self, later: Edit) -> Edit:
        """Return this edit and the next one of the same topic as one edit."""
        return Edit(self.before, later.after, self.topic)


def _edit(
    revision: Revision,
    number: int,
    shown: GameNode,
    then: GameNode,
    contents: Mapping[GameNode, Contents],
    topic: object = None,
    *,
    headers: Mapping[str, str] | None = None,
    result: str | None = None,
) -> Edit:
    old = {node: revision.contents(node) for node in contents}
    before = Side(shown, old, revision.headers, revision.result, revision.number)
    new_headers = revision.headers if headers is None else MappingProxyType(dict(headers))
    after = Side(then, contents, new_headers, revision.result if result is None else result, number)
    return Edit(before, after, topic)


def add_move(revision: Revision, node: GameNode, move: Move, number: int) -> Edit:
    """Add a legal move behind the others that follow a node; its new node is then on the board.

    Args:
        revision: to be edited.
        node: the one before the move.
        move: none of the replies that are there.
        number: of the new revision, never used before.
    """
    child = GameNode(move, node)
    contents = revision.contents(node)
    return _edit(revision, number, node, child, {node: contents._replace(children=(*contents.children, child))})


def replant(revision: Revision, node: GameNode, children: tuple[GameNode, ...], number: int) -> Revision:
    """Return the revision with other replies to a move. This is no edit, so it cannot be undone.

    Args:
        revision: as it was.
        node: the one before the replies; it is the parent of them all.
        children: that of the line first.
        number: of the new revision, never used before.
    """
    changed = {**revision.changed, node: revision.contents(node)._replace(children=children)}
    return replace(revision, changed=MappingProxyType(changed), number=number)


def shift(revision: Revision, node: GameNode, first: GameNode, step: int, number: int) -> Edit | None:
    """Move a move by some places among its alternatives, -1 for one up. Return None where there is no such
    place.

    Args:
        revision: to be edited.
        node: the one on the board.
        first: the move in question.
        step: how many places down.
        number: of the new revision.
    """
    siblings = list(revision.siblings(first))
    place = siblings.index(first)
    if first.parent is None or not 0 <= place + step < len(siblings):
        return None
    siblings.insert(place + step, siblings.pop(place))
    contents = revision.contents(first.parent)._replace(children=tuple(siblings))
    return _edit(revision, number, node, node, {first.parent: contents})


def make_main(revision: Revision, node: GameNode, number: int) -> Edit:
    """Make the line through a node the main line, from the start on."""
    contents = {}
    for step in node.path():
        if step.parent is not None and (siblings := revision.siblings(step))[0] is not step:
            others = (sibling for sibling in siblings if sibling is not step)
            contents[step.parent] = revision.contents(step.parent)._replace(children=(step, *others))
    return _edit(revision, number, node, node, contents)


def delete(revision: Revision, node: GameNode, first: GameNode, number: int) -> Edit | None:
    """Delete a move and all that follows it; the move before it is then on the board. Return None for the root.

    The move before it is on the board then. None for the root.
    """
    if first.parent is None:
        return None
    rest = tuple(child for child in revision.children(first.parent) if child is not first)
    contents = {first.parent: revision.contents(first.parent)._replace(children=rest)}
    return _edit(revision, number, node, first.parent, contents)


def delete_rest(revision: Revision, node: GameNode, number: int) -> Edit | None:
    """Delete all that follows a node. Return None where nothing follows."""
    contents = revision.contents(node)
    if not contents.children:
        return None
    return _edit(revision, number, node, node, {node: contents._replace(children=())})


def write_comment(revision: Revision, node: GameNode, text: str, number: int) -> Edit:
    """Set the text about a move as it is typed; blanks at its ends go only when the game is written."""
    contents = revision.contents(node)._replace(comment=text)
    return _edit(revision, number, node, node, {node: contents}, ("comment", node))


def set_mark(revision: Revision, node: GameNode, mark: int | None, number: int) -> Edit:
    """Set one of MOVE_MARKS in place of the present one, or none; other glyphs stay."""
    contents = revision.contents(node)
    others = tuple(nag for nag in contents.nags if nag not in MOVE_MARKS)
    nags = others if mark is None else (mark, *others)
    return _edit(revision, number, node, node, {node: contents._replace(nags=nags)})


def write_header(revision: Revision, node: GameNode, name: str, text: str, number: int) -> Edit:
    """Set the text of a tag as it is typed."""
    headers = {**revision.headers, name: text}
    return _edit(revision, number, node, node, {}, ("header", name), headers=headers)


def set_result(revision: Revision, node: GameNode, result: str, number: int) -> Edit:
    """Set how the game ended, one of RESULTS."""
    return _edit(revision, number, node, node, {}, result=result)

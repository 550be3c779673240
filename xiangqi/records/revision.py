"""Edits of a game: the tree as it was read, and the changes since.

A `Revision` is immutable; every edit returns another one. It holds only the nodes that differ from the original
game, so that the cost of an edit depends on the number of earlier edits and not on the size of the tree. A node
is the same object in all revisions, and so is its parent; only its children and their order, its comment and
its glyphs can change. An `Edit` has the states before and after it, so that it can be undone and redone.

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
"""The glyphs that judge a move, which has at most one of them: ! ? !! ?? !? ?!"""


class Contents(NamedTuple):
    """The parts of a node that can change."""

    children: tuple[GameNode, ...]
    comment: str
    nags: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Revision:
    """A game with the edits made so far."""

    game: Game  # the game as it was read; neither it nor its nodes are ever changed
    changed: Mapping[GameNode, Contents]  # the nodes that have changed
    headers: Mapping[str, str]  # the present tags
    result: str  # the present result
    number: int = 0  # revisions of one game with equal numbers are equal; 0 is the game as it was read

    @classmethod
    def of(cls, game: Game) -> Revision:
        """Return the revision of an unedited game."""
        return cls(game, MappingProxyType({}), MappingProxyType(game.headers), game.result)

    def contents(self, node: GameNode) -> Contents:
        """Return the parts of a node that can change."""
        return self.changed.get(node) or Contents(tuple(node.children), node.comment, node.nags)

    def children(self, node: GameNode) -> tuple[GameNode, ...]:
        """Return the replies to a move, the main one first."""
        return self.contents(node).children

    def siblings(self, node: GameNode) -> tuple[GameNode, ...]:
        """Return a move and its alternatives in order; for the root, only itself."""
        return self.children(node.parent) if node.parent is not None else (node,)

    def comment(self, node: GameNode) -> str:
        """Return the comment on a move."""
        changed = self.changed.get(node)
        return node.comment if changed is None else changed.comment

    def nags(self, node: GameNode) -> tuple[int, ...]:
        """Return the annotation glyphs of a move."""
        changed = self.changed.get(node)
        return node.nags if changed is None else changed.nags

    def find(self, node: GameNode, move: Move) -> GameNode | None:
        """Return the first child that plays a given move, or None."""
        return next((child for child in self.children(node) if child.move == move), None)

    def line(self, node: GameNode) -> Iterator[GameNode]:
        """Yield the nodes after a node along first children."""
        while children := self.children(node):
            node = children[0]
            yield node

    def branch(self, node: GameNode) -> GameNode | None:
        """Return the first move of the variation that contains a node, or None in the main line."""
        for step in reversed(node.path()):
            if self.siblings(step)[0] is not step:
                return step
        return None

    def fork(self, node: GameNode) -> GameNode | None:
        """Return the last move with alternatives on the way to a node, that node included, or None."""
        return next((step for step in reversed(node.path()) if len(self.siblings(step)) > 1), None)

    def with_side(self, side: Side) -> Revision:
        """Return the revision with one side of an edit applied."""
        changed = MappingProxyType({**self.changed, **side.contents})
        return replace(self, changed=changed, headers=side.headers, result=side.result, number=side.number)

    def with_headers(self, headers: Mapping[str, str], result: str) -> Revision:
        """Return the revision, under the same number, with these tags and this result in place of its own."""
        return replace(self, headers=MappingProxyType(dict(headers)), result=result)

    def to_game(self) -> Game:
        """Return the revision as a game with clean texts and no empty tags; if unchanged, the original."""
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
    """The state before or after an edit."""

    node: GameNode  # the node to show
    contents: Mapping[GameNode, Contents]  # the contents of the nodes that the edit changes
    # headers, result: of the game
    headers: Mapping[str, str]
    result: str
    number: int  # the revision's number


@dataclass(frozen=True, eq=False)
class Edit:
    """A change to a game with its states before and after."""

    before: Side  # turns the revision after the edit into the one before
    after: Side  # turns the revision before the edit into the one after
    # the text being typed; consecutive edits on one topic are one edit. None for other edits.
    topic: object = None

    def merged(self, later: Edit) -> Edit:
        """Return this edit and the next one on the same topic merged into one."""
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
    """Return the edit that adds a legal move after the existing children of a node, and shows it.

    Args:
        revision: the revision to be edited.
        node: the node before the move.
        move: a move that is not among its children.
        number: the number of the new revision, never used before.
    """
    child = GameNode(move, node)
    contents = revision.contents(node)
    return _edit(revision, number, node, child, {node: contents._replace(children=(*contents.children, child))})


def replant(revision: Revision, node: GameNode, children: tuple[GameNode, ...], number: int) -> Revision:
    """Return the revision with a node's children replaced. This is not an edit, so it cannot be undone.

    Args:
        revision: the revision before.
        node: the parent of all the children.
        children: the new children, the main one first.
        number: the number of the new revision, never used before.
    """
    changed = {**revision.changed, node: revision.contents(node)._replace(children=children)}
    return replace(revision, changed=MappingProxyType(changed), number=number)


def shift(revision: Revision, node: GameNode, first: GameNode, step: int, number: int) -> Edit | None:
    """Return the edit that shifts a move among its alternatives, or None if it cannot go that far.

    Args:
        revision: the revision to be edited.
        node: the node on the board.
        first: the move to shift.
        step: the number of places down; -1 is one place up.
        number: the number of the new revision.
    """
    siblings = list(revision.siblings(first))
    place = siblings.index(first)
    if first.parent is None or not 0 <= place + step < len(siblings):
        return None
    siblings.insert(place + step, siblings.pop(place))
    contents = revision.contents(first.parent)._replace(children=tuple(siblings))
    return _edit(revision, number, node, node, {first.parent: contents})


def make_main(revision: Revision, node: GameNode, number: int) -> Edit:
    """Return the edit that makes the line through a node the main line, even if it already is."""
    contents = {}
    for step in node.path():
        if step.parent is not None and (siblings := revision.siblings(step))[0] is not step:
            others = (sibling for sibling in siblings if sibling is not step)
            contents[step.parent] = revision.contents(step.parent)._replace(children=(step, *others))
    return _edit(revision, number, node, node, contents)


def delete(revision: Revision, node: GameNode, first: GameNode, number: int) -> Edit | None:
    """Return the edit that deletes a move with everything after it and shows its parent; None for the root."""
    if first.parent is None:
        return None
    rest = tuple(child for child in revision.children(first.parent) if child is not first)
    contents = {first.parent: revision.contents(first.parent)._replace(children=rest)}
    return _edit(revision, number, node, first.parent, contents)


def delete_rest(revision: Revision, node: GameNode, number: int) -> Edit | None:
    """Return the edit that deletes everything after a node, or None if there is nothing."""
    contents = revision.contents(node)
    if not contents.children:
        return None
    return _edit(revision, number, node, node, {node: contents._replace(children=())})


def write_comment(revision: Revision, node: GameNode, text: str, number: int) -> Edit:
    """Return the edit that sets a comment as typed; spaces around it are removed when the game is written."""
    contents = revision.contents(node)._replace(comment=text)
    return _edit(revision, number, node, node, {node: contents}, ("comment", node))


def set_mark(revision: Revision, node: GameNode, mark: int | None, number: int) -> Edit:
    """Return the edit that replaces a node's mark with one of MOVE_MARKS or none; other glyphs are kept."""
    contents = revision.contents(node)
    others = tuple(nag for nag in contents.nags if nag not in MOVE_MARKS)
    nags = others if mark is None else (mark, *others)
    return _edit(revision, number, node, node, {node: contents._replace(nags=nags)})


def write_header(revision: Revision, node: GameNode, name: str, text: str, number: int) -> Edit:
    """Return the edit that sets a tag as typed."""
    headers = {**revision.headers, name: text}
    return _edit(revision, number, node, node, {}, ("header", name), headers=headers)


def set_result(revision: Revision, node: GameNode, result: str, number: int) -> Edit:
    """Return the edit that sets the result, one of RESULTS."""
    return _edit(revision, number, node, node, {}, result=result)

"""A tree of moves as flat lists, in which it can be kept, and back."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from xiangqi.board import Move
from xiangqi.records.tree import GameNode

ROOT: Final = 0xFFFF
"""Stands in place of a move at the root."""


@dataclass(eq=False)
class FlatTree:
    """The nodes of a tree in the order of GameNode.walk.

    Attributes:
        moves: 16-bit moves, ROOT first.
        families: place of a node -> how many children it has, where that is not one.
        comments: place of a node -> its comment, where it has one.
        nags: the same for annotation glyphs.
    """

    moves: array[int] = field(default_factory=lambda: array("H"))
    families: dict[int, int] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)
    nags: dict[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def is_line(self) -> bool:
        """Whether there are moves one after the other and nothing else."""
        return len(self.families) == 1 and not self.comments and not self.nags


def flattened(root: GameNode) -> FlatTree:
    """A tree as flat lists."""
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
    """What `object.__reduce__` returns of a node with all below it."""
    flat = flattened(top)
    parts = (flat.moves.tobytes(), flat.families, flat.comments, flat.nags)
    return _regrown, parts, (None, {"move": top.move, "parent": top.parent})


def _regrown(
    moves: bytes, families: dict[int, int], comments: dict[int, str], nags: dict[int, tuple[int, ...]]
) -> GameNode:
    return grown(array("H", moves), families, comments, nags)


def place_of(top: GameNode, node: GameNode) -> int:
    """The place of a node in the order of GameNode.walk."""
    return next(place for place, other in enumerate(top.walk()) if other is node)


def node_at(top: GameNode, place: int) -> GameNode:
    """The node at a place in the order of GameNode.walk."""
    return next(islice(top.walk(), place, None))


def grown(
    moves: Iterable[int],
    families: Mapping[int, int],
    comments: Mapping[int, str],
    nags: Mapping[int, Iterable[int]],
) -> GameNode:
    """The tree of flat lists; as FlatTree has them."""
    root = GameNode()
    parents = [root] * families.get(0, 1)  # of the nodes to come, the next one last
    known: dict[int, Move] = {}
    for place, number in enumerate(moves):
        node = parents.pop().add(known.setdefault(number, Move(number))) if place else root
        node.comment = comments.get(place, "")
        node.nags = tuple(nags.get(place, ()))
        if place:
            parents.extend([node] * families.get(place, 1))
    return root

"""Trees stored as lines of moves that name the line and the ply they leave, as DhtmlXQ does.

Lines may come in any order, children before their parents.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from xiangqi.core.constants import RANKS
from xiangqi.i18n.message import Message
from xiangqi.records.placement import move_between, off_board, point
from xiangqi.records.tree import GameNode, TreeBuilder

_FILLING: Final = re.compile(r"\s+|<[^<>]*>|\\[nrt/]|[-,.;|'\"+]|&nbsp;")
_MOVE: Final = re.compile(r"[0-9]{4}")
_CLIMB: Final = 64  # levels to climb at most from a branch that begins too late for its child


@dataclass(eq=False, slots=True)
class Branch:
    """A line of moves."""

    number: int  # its number, 0 for the main line
    parent: int  # the number of the branch it leaves
    ply: int  # number of its first move, which takes the place of that ply of the parent
    text: str  # four digits a move: file and row from, file and row to; rows from Black's back rank
    line: int  # line of the file, for faults
    comments: dict[int, str] = field(default_factory=dict)  # ply -> text
    children: list[Branch] = field(default_factory=list)  # the branches that leave it; link fills them in
    above: Branch | None = None  # the branch it leaves; link fills it in

    @property
    def digits(self) -> str:
        """The moves without spaces, line breaks and marks between them."""
        return _FILLING.sub("", self.text)


def link(main: Branch, branches: Sequence[Branch]) -> list[Branch]:
    """Attach every branch to the one it leaves, and return those without a place in the tree.

    If two branches have the same number, children are attached to the first of them.
    """
    named = {main.number: main}
    leaving: dict[int, list[Branch]] = {}
    for branch in branches:
        named.setdefault(branch.number, branch)
        leaving.setdefault(branch.parent, []).append(branch)
    waiting = [main]
    while waiting:
        parent = waiting.pop()
        if named[parent.number] is not parent:
            continue
        for branch in leaving.get(parent.number, []):
            branch.above = _line_with(parent, branch.ply)
            if branch.above is not None:
                branch.above.children.append(branch)
                waiting.append(branch)
    return [branch for branch in branches if branch.above is None]


def _line_with(branch: Branch, ply: int) -> Branch | None:
    """Return the branch, or its nearest ancestor, that begins no later than a ply; None if none nearby does."""
    above: Branch | None = branch
    for _ in range(_CLIMB):
        if above is None or ply >= above.ply:
            return above
        above = above.above
    return None


def first_square(branches: Sequence[Branch]) -> int | None:
    """Return the origin of the first move, from the first branch at ply 1 that has one; None if none has."""
    for branch in branches:
        if branch.ply == 1 and (digits := branch.digits):
            return point(*_points(digits[:4])[0])
    return None


def play_branches(builder: TreeBuilder, main: Branch, lost: Callable[[Branch, str], None]) -> None:
    """Play the main line and all branches below it.

    Branches that leave a line late are played first, so that the board steps back along the line only once.

    Args:
        builder: a builder at the start position.
        main: a line whose children have been linked.
        lost: called with each branch that leaves its line after the line's end, and with a message.
    """
    path = [builder.node]  # path[n] is the node after n plies
    waiting = [main]
    while waiting:
        branch = waiting.pop()
        if branch.ply > len(path):
            lost(branch, Message("detail.branch_late", number=branch.number, ply=branch.ply))
            continue
        del path[branch.ply :]
        builder.back_to(path[-1])
        _play_line(builder, branch, path)
        late_first = sorted(branch.children, key=lambda child: -child.ply)
        waiting.extend(reversed(late_first))


def _play_line(builder: TreeBuilder, branch: Branch, path: list[GameNode]) -> None:
    comments = dict(branch.comments)
    for ply in sorted(comments):
        if ply < branch.ply:  # a comment under the number of the branch, but before it begins
            path[ply].add_comment(comments.pop(ply))
    digits = branch.digits
    for start in range(0, len(digits), 4):
        token = digits[start : start + 4]
        origin, target = _points(token)
        move = move_between(origin, target)
        if move is None:
            builder.fault(off_board(origin, target), token=token, line=branch.line)
            return
        node = builder.play(move, comment=comments.pop(builder.ply + 1, ""), token=token, line=branch.line)
        if node is None:
            return
        path.append(node)
    for ply in sorted(comments):
        path[-1].add_comment(comments[ply])


def _points(token: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the origin and target (file, rank) of a move; files are -1 unless it consists of four digits."""
    if not _MOVE.fullmatch(token):
        return (-1, -1), (-1, -1)
    from_file, from_row, to_file, to_row = map(int, token)
    return (from_file, RANKS - 1 - from_row), (to_file, RANKS - 1 - to_row)

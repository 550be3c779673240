"""A repertoire as an outline: stretches without a choice, each indented below the one it branches from."""

from __future__ import annotations

from typing import NamedTuple

from xiangqi.board import Move
from xiangqi.repertoire.lines import Repertoire


class Stretch(NamedTuple):
    """Moves of a repertoire that follow one another without a choice."""

    depth: int  # how many stretches it branches from
    way: tuple[Move, ...]  # the moves before it
    moves: tuple[Move, ...]  # its own moves, at least one
    is_end: bool  # whether nothing follows it


def outline(repertoire: Repertoire) -> list[Stretch]:
    """Return the stretches of a repertoire, the main line first; each position is continued only once."""
    following: dict[tuple[Move, ...], list[Move]] = {}
    for step in repertoire.walk():
        following.setdefault(step.way, []).append(step.move)
    found: list[Stretch] = []
    waiting: list[tuple[int, tuple[Move, ...], Move]] = [
        (0, (), move) for move in reversed(following.get((), []))
    ]
    while waiting:
        depth, way, move = waiting.pop()
        moves = [move]
        while len(after := following.get((*way, *moves), [])) == 1:
            moves += after
        found.append(Stretch(depth, way, tuple(moves), not after))
        waiting += [(depth + 1, (*way, *moves), branch) for branch in reversed(after)]
    return found

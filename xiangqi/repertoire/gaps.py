"""Finds positions that opponents are likely to reach and for which a repertoire has no answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from xiangqi.board import Board, Move
from xiangqi.openings import place_of
from xiangqi.repertoire.lines import Repertoire

Weights = Callable[[Board], Mapping[Move, float]]
"""A function that returns how often each move is played in a position; empty if that is unknown."""


@dataclass(frozen=True)
class Gap:
    """A position in which the repertoire has no answer."""

    line: tuple[Move, ...]  # the likeliest moves to it
    probability: float  # the probability that a game reaches it if the player keeps to the repertoire


@dataclass
class _Node:
    board: Board  # the position after the likeliest moves
    probability: float = 0.0  # the probability of all lines to the position together
    likeliest: float = 0.0  # the probability of the likeliest line


def gaps(repertoire: Repertoire, weights: Weights, least: float = 0.0) -> list[Gap]:
    """Return the gaps of a repertoire, the likeliest first.

    Opponents are assumed to play each move as often as others have; the player's answers in a position are
    equally likely. The probabilities of all lines to the same position add up.

    Args:
        repertoire: the lines; an empty one has a single gap, the first position with the player to move.
        weights: how often opponents play each move.
        least: the lowest probability of a gap to return.
    """
    found: dict[str, _Node] = {}
    layer = {place_of(Board()): _Node(Board(), 1.0, 1.0)}
    while layer:
        deeper: dict[str, _Node] = {}
        for place, node in layer.items():
            board = node.board
            own = board.turn == repertoire.side
            shares = dict.fromkeys(repertoire.own_moves(board), 1.0) if own else dict(weights(board))
            if own and not shares:
                _add(found, place, board, node.probability, node.likeliest)
            total = sum(shares.values())
            for move, share in shares.items():
                board.push(move)
                part = share / total
                _add(deeper, place_of(board), board, part * node.probability, part * node.likeliest)
                board.pop()
        layer = deeper
    all_gaps = (Gap(tuple(node.board.move_stack), node.probability) for node in found.values())
    return sorted(
        (gap for gap in all_gaps if gap.probability >= least), key=lambda gap: (-gap.probability, gap.line)
    )


def _add(layer: dict[str, _Node], place: str, board: Board, probability: float, likeliest: float) -> None:
    node = layer.setdefault(place, _Node(board))
    node.probability += probability
    if likeliest > node.likeliest:
        node.board, node.likeliest = board.copy(), likeliest

"""Counts the endings in games of this engine against itself, and those that the shipped tables cover.

    python -m tools.endings.ending_counts [--games 200] [--nodes 300] [--pieces 8] [--seed 1]

An ending is a material in which a side can still win, with at most a given number of pieces besides the kings.
It is counted once for each game that reaches it. The games begin with random plies and are played without
tables.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

from xiangqi.board import Board
from xiangqi.engine.common.techniques import mask_without
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine
from xiangqi.referee import outcome
from xiangqi.resources import asset
from xiangqi.tables import Endgame, Tables
from xiangqi.tables.making.numbered_positions import material_of
from xiangqi.tables.material import attackers_of

_OPENING = 8  # random plies
_LONGEST = 300  # plies


def endings_of_a_game(engine: Engine, rng: random.Random, nodes: int, pieces: int) -> set[Endgame]:
    """Play a game, and return the endings with at most `pieces` pieces that it reaches."""
    board = Board()
    engine.clear()
    found = set()
    while outcome(board) is None and len(board.move_stack) < _LONGEST:
        if len(board.move_stack) < _OPENING:
            board.push(rng.choice(board.legal_moves()))
            continue
        engine.set_board(board)
        move = engine.search(Limits(nodes=nodes)).best_move
        assert move is not None
        board.push(move)
        material = material_of(board.pieces()).canonical
        if material.size <= pieces and not material.is_dead:
            found.add(material)
    return found


def main() -> None:
    """Play, count, and print the counts by attackers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=300)
    parser.add_argument("--pieces", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    engine = Engine(hash_mb=8, techniques=mask_without(["tables"]))
    names = set(Tables([asset("tables")]).names())
    reached: Counter[str] = Counter()
    covered: Counter[str] = Counter()
    for _ in range(args.games):
        for material in endings_of_a_game(engine, rng, args.nodes, args.pieces):
            kind = f"{attackers_of(material.first)}, {attackers_of(material.second) or 'none'}"
            reached[kind] += 1
            covered[kind] += material.name in names
    for kind, count in reached.most_common():
        print(f"{kind}: {count} reached, {covered[kind]} covered")
    print(f"{args.games} games: {reached.total()} endings reached, {covered.total()} covered")


if __name__ == "__main__":
    main()

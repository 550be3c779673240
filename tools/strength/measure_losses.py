"""Measure how often each level loses a horse, a cannon or a chariot outright: a table of docs/lab/levels.md.

    python -m tools.strength.measure_losses [--positions 2000] [--nodes 20000] [--seed 1]

All levels move in the same positions, which come from games between levels drawn at random. A move counts if
the opponent then wins at least a horse for a soldier by captures alone, another move prevents that, and full
strength does not take it for a sacrifice.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from typing import Final

import numpy as np

from xiangqi.board import Board, Move
from xiangqi.coach.prover import Prover
from xiangqi.core.constants import KNIGHT, PAWN
from xiangqi.engine.common.types import Limits
from xiangqi.engine.search.see import SEE_VALUE
from xiangqi.engine.worker import Engine
from xiangqi.ladder import FULL_STRENGTH
from xiangqi.referee import outcome

OUTRIGHT: Final = int(SEE_VALUE[KNIGHT] - SEE_VALUE[PAWN])
"""The least loss that counts: a horse for a soldier, in the units of `engine.search.see`."""

_SACRIFICE_CP: Final = 200  # a move that costs less is a sacrifice
_MATE_CP: Final = 3_000
_OPENING: Final = 4  # plies at random
_FIRST: Final = 8  # first ply of the positions taken
_PLIES: Final = 160
_SHARE: Final = 0.2  # of the positions of a game
_RESAMPLES: Final = 2_000


def loses_a_piece(board: Board, move: Move, prover: Prover) -> bool:
    """Return whether a legal move lets the opponent win a piece by captures, although another prevents it."""
    after = prover.gain_by(board, move, 2)
    if after is None or after.value > -OUTRIGHT:
        return False
    best = prover.gain(board, 2)
    return best is not None and best.value - after.value >= OUTRIGHT


def is_sacrifice(judge: Engine, board: Board, move: Move, nodes: int) -> bool:
    """Return whether full strength judges the position nearly as good after a move as before it."""
    after = board.copy()
    after.push(move)
    return _score(judge, board, nodes) + _score(judge, after, nodes) < _SACRIFICE_CP


def _score(judge: Engine, board: Board, nodes: int) -> int:
    """Return the score for the side to move in centipawns; a mate counts as _MATE_CP."""
    judge.clear()
    judge.set_board(board)
    info = judge.search(Limits(nodes=nodes)).info
    if info is None or info.mate is not None:
        return -_MATE_CP if info is None or (info.mate or 0) < 0 else _MATE_CP
    return info.score_cp or 0


def answer(engine: Engine, board: Board, level: int, seed: int, nodes: int) -> Move | None:
    """Return the move of a level, or None in a finished game; equal calls have equal results."""
    engine.set_option("Level", str(level))
    engine.set_option("Seed", str(seed))
    engine.clear()
    engine.set_board(board)
    return engine.search(Limits(nodes=nodes)).best_move


def sampled_game(engine: Engine, chance: random.Random, nodes: int) -> Iterator[Board]:
    """Play a game between two levels below full strength and yield some of its positions."""
    levels = [chance.randrange(1, FULL_STRENGTH) for _ in range(2)]
    board = Board()
    while len(board.move_stack) < _PLIES and outcome(board) is None:
        ply = len(board.move_stack)
        if ply < _OPENING:
            board.push(chance.choice(board.legal_moves()))
            continue
        if ply >= _FIRST and chance.random() < _SHARE:
            yield board.copy()
        move = answer(engine, board, levels[ply % 2], chance.randint(1, 1 << 30), nodes)
        if move is None:
            return
        board.push(move)


def measure(positions: int, nodes: int, seed: int) -> list[list[list[bool]]]:
    """Return for each game, each of its positions and each level whether the level's move loses a piece."""
    engine, judge = Engine(hash_mb=1), Engine(hash_mb=1)
    prover, chance = Prover(), random.Random(seed)
    games: list[list[list[bool]]] = []
    while (count := sum(map(len, games))) < positions:
        found = []
        for board in sampled_game(engine, chance, nodes):
            moves = [
                answer(engine, board, level, chance.randint(1, 1 << 30), nodes)
                for level in range(1, FULL_STRENGTH + 1)
            ]
            found.append(
                [
                    move is not None
                    and loses_a_piece(board, move, prover)
                    and not is_sacrifice(judge, board, move, nodes)
                    for move in moves
                ]
            )
        games.append(found)
        print(f"\r{count} of {positions} positions", end="", file=sys.stderr, flush=True)
    return [game for game in games if game]


def table(games: list[list[list[bool]]]) -> str:
    """Return the table: the share of each level with its 95% interval, resampled by game."""
    lost = np.array([np.sum(game, axis=0) for game in games])
    count = np.array([len(game) for game in games])
    chosen = np.random.default_rng(1).integers(0, len(games), (_RESAMPLES, len(games)))
    shares = lost[chosen].sum(axis=1) / count[chosen].sum(axis=1)[:, None]
    low, high = np.percentile(shares, [2.5, 97.5], axis=0)
    lines = [
        f"| {level + 1} | {lost[:, level].sum()} | {lost[:, level].sum() / count.sum():.1%} "
        f"[{low[level]:.1%}, {high[level]:.1%}] |"
        for level in range(FULL_STRENGTH)
    ]
    head = f"| level | of {count.sum():,} moves | share, 95 % interval |"
    return "\n".join([head, "|---|---|---|", *lines])


def main() -> None:
    """Measure every level and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--positions", type=int, default=2_000, help="how many (2000)")
    parser.add_argument("--nodes", type=int, default=20_000, help="a move at most (20000)")
    parser.add_argument("--seed", type=int, default=1, help="of games and levels (1)")
    args = parser.parse_args()
    print(table(measure(args.positions, args.nodes, args.seed)))


if __name__ == "__main__":
    main()

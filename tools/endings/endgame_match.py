"""A match of the engine with endgame tables against itself without, from positions just outside the tables.

    python -m tools.endings.endgame_match [--pairs 100] [--nodes 5000] [--seed 1]

A position is a random one of a shipped material with one or two more pieces. It is played if no table covers
it, neither side is in check, and a search without tables finds neither side far ahead. Each is played with
both colours, with a fixed number of nodes per move, to the end by the rules.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.techniques import mask_without
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine
from xiangqi.errors import TableError
from xiangqi.fen import Position, format_fen, position_faults
from xiangqi.match.statistics import DRAW, LOSS, WIN, Tally, estimate
from xiangqi.referee import outcome
from xiangqi.resources import asset
from xiangqi.tables import Endgame, Tables
from xiangqi.tables.points import COLOUR_OF, KIND_OF, points_for, square_of

_LEAST_PIECES = 5  # of the table's material, not counting kings
_BALANCED = 250  # centipawns
_BALANCE_NODES = 3000
_LONGEST = 400  # plies


def positions(rng: random.Random, judge: Engine) -> Iterator[Board]:
    """Yield random balanced positions that no table covers, endlessly."""
    tables = Tables([asset("tables")])
    materials = [material for material in tables.materials() if material.size >= _LEAST_PIECES]
    while True:
        base = rng.choice(materials)
        more = [rng.choice("RNCPAB") for _ in range(rng.choice((1, 2)))]
        sides = [base.first, base.second]
        for letter in more:
            sides[rng.randrange(2)] += letter
        try:
            material = Endgame.parse(f"K{sides[0]}K{sides[1]}")
        except TableError:  # more pieces of a kind than a set has
            continue
        board = random_board(rng, material)
        if board is None or tables.covers(board.state) or board.is_check() or outcome(board) is not None:
            continue
        if abs(score(judge, board)) <= _BALANCED:
            yield board


def random_board(rng: random.Random, material: Endgame) -> Board | None:
    """Return a board with the pieces on random points and either side to move; None if it is impossible."""
    placement = {}
    for side, letters in enumerate((material.first, material.second)):
        for letter in ("K", *letters):
            square = square_of(rng.choice(points_for(letter, side)))
            if square in placement:
                return None
            placement[square] = COLOUR_OF[side] | KIND_OF[letter]
    position = Position(placement, rng.choice((RED, BLACK)))
    return None if position_faults(position) else Board(format_fen(position))


def score(judge: Engine, board: Board) -> int:
    """Return the side to move's score in centipawns; 10,000 for a mate by either side, or without a score."""
    judge.clear()
    judge.set_board(board)
    info = judge.search(Limits(nodes=_BALANCE_NODES)).info
    if info is None or info.score_cp is None:
        return 10_000
    return info.score_cp


def play(start: Board, players: dict[int, Engine], nodes: int) -> int | None:
    """Play a game; return the colour that wins, None for a draw or after _LONGEST plies."""
    board = start.copy()
    for player in players.values():
        player.clear()
    while len(board.move_stack) < _LONGEST:
        ended = outcome(board)
        if ended is not None:
            return ended.winner
        player = players[board.turn]
        player.set_board(board)
        move: Move | None = player.search(Limits(nodes=nodes)).best_move
        assert move is not None
        board.push(move)
    return None


def main() -> None:
    """Play the match and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with_tables, without = Engine(hash_mb=8), Engine(hash_mb=8, techniques=mask_without(["tables"]))
    with_tables.set_option("TablePath", str(asset("tables")))
    tally = Tally()
    for number, board in enumerate(positions(random.Random(args.seed), without), 1):
        for colour in (RED, BLACK):
            winner = play(board, {colour: with_tables, RED + BLACK - colour: without}, args.nodes)
            tally.add(number, DRAW if winner is None else WIN if winner == colour else LOSS)
        found = estimate(tally)
        losses, draws, wins = tally.results
        told = f"Elo {found.elo:+.0f} [{found.low:+.0f}, {found.high:+.0f}]"
        print(f"{tally.games} games +{wins} ={draws} -{losses}, pairs {tally.pairs}, {told}", flush=True)
        if number == args.pairs:
            return


if __name__ == "__main__":
    main()

"""Play random positions of the tables out: wins have to be won, draws to be held, within the natural limit.

    python -m tools.play_tables --games 1000 [--metric dtc] [--nodes 0] [--seed 1] [MATERIAL ...]

Both sides play what the engine would at the root (`engine.evaluation.endgames.look_up`), any of the moves that
are equally good: in a lost position those that hold out longest where distances are there, in a drawn one
those that keep the draw. A game ends with mate, the natural limit, or when nobody can win any more. With
`--nodes` the engine itself plays both sides, so many nodes a move, and games end by the rules, those of
repetition too. Every game that ends otherwise than its table says is printed with its position.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.types import Limits
from xiangqi.engine.evaluation.endgames import look_up
from xiangqi.engine.worker import Engine
from xiangqi.fen import Position, format_fen, position_faults
from xiangqi.referee import outcome
from xiangqi.resources import asset
from xiangqi.tables import Endgame, Tables, TableVerdict
from xiangqi.tables.numbered_positions import layout_of, material_of, placement_at

_NATURAL_LIMIT = 120  # plies
_TOLD_EVERY = 100  # games


def random_position(rng: random.Random, material: Endgame) -> Board:
    """A position of a material that can arise, either side to move."""
    layout = layout_of(material)
    while True:
        placement = placement_at(layout, rng.randrange(layout.cells), rng.randrange(layout.bits))
        position = Position(placement, rng.choice((RED, BLACK)))
        if len(placement) == material.size + 2 and not position_faults(position):
            return Board(format_fen(position))


def choose(tables: Tables, board: Board, rng: random.Random) -> Move:
    """A move of the best by the tables."""
    report = tables.probe(board)
    if report.verdict is TableVerdict.DRAW:  # it is held by repeating positions, too
        return rng.choice([move for move, kept in report.moves.items() if kept is TableVerdict.DRAW])
    moves = board.legal_moves()
    knowledge = look_up(tables, board, moves)
    return rng.choice(moves if knowledge is None else knowledge.kept)


def play(tables: Tables, board: Board, rng: random.Random) -> TableVerdict:
    """How a game ends for the side to move at its beginning."""
    side = board.turn
    while board.halfmove_clock < _NATURAL_LIMIT:
        if not board.legal_moves():
            return TableVerdict.LOSS if board.turn == side else TableVerdict.WIN
        if material_of(board.pieces()).is_dead:
            return TableVerdict.DRAW
        board.push(choose(tables, board, rng))
    return TableVerdict.DRAW


class Match:
    """The engine against itself, from a position to its end by the rules."""

    def __init__(self, nodes: int) -> None:
        """A player for each colour, who searches so many nodes a move."""
        self.limits = Limits(nodes=nodes)
        self.players = {RED: Engine(hash_mb=8), BLACK: Engine(hash_mb=8)}
        for player in self.players.values():
            player.set_option("TablePath", str(asset("tables")))

    def play(self, board: Board) -> TableVerdict:
        """How a game ends for the side to move at its beginning."""
        side = board.turn
        for player in self.players.values():
            player.clear()
        while (ended := outcome(board)) is None:
            player = self.players[board.turn]
            player.set_board(board)
            move = player.search(self.limits).best_move
            assert move is not None
            board.push(move)
        if ended.winner is None:
            return TableVerdict.DRAW
        return TableVerdict.WIN if ended.winner == side else TableVerdict.LOSS


def main() -> None:
    """Play and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("materials", nargs="*", metavar="MATERIAL")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--metric", choices=("dtc", "wdl"), default="dtc")
    parser.add_argument("--nodes", type=int, default=0, help="let the engine play, so many nodes a move")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    tables = Tables([asset("tables")])
    match = Match(args.nodes) if args.nodes else None
    wanted = [Endgame.parse(name).canonical for name in args.materials or tables.names()]
    found = [(material, tables.table(material)) for material in wanted]
    materials = [material for material, table in found if table is not None and table.metric == args.metric]
    seen: Counter[tuple[str, bool]] = Counter()
    for number in range(1, args.games + 1):
        board = random_position(rng, rng.choice(materials))
        fen = board.fen()
        told = tables.probe(board).verdict
        if told in (TableVerdict.UNKNOWN, TableVerdict.NOT_COVERED):
            seen[told.value, True] += 1
            continue
        kept = (match.play(board) if match else play(tables, board, rng)) is told
        seen[told.value, kept] += 1
        if not kept:
            print(f"{told.value} not kept: {fen}", flush=True)
        if number % _TOLD_EVERY == 0 or number == args.games:
            counts = (
                f"{v} {'as told' if k else 'NOT as told'} {count}" for (v, k), count in sorted(seen.items())
            )
            print(f"{number} games: {', '.join(counts)}", flush=True)


if __name__ == "__main__":
    main()

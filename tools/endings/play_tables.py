"""Plays out random positions of the tables: wins must be won and draws held, within the natural limit.

    python -m tools.endings.play_tables --games 10000 [--defence FOLDER] [--nodes 2000] [--metric dtc]
                                        [MATERIAL ...]

The games are spread evenly over the materials, with either side to move, half of them won and half drawn, as
far as a material has both. The side that wins or must hold plays like the engine with the tables of `--path`,
by default the shipped ones: it wins by distances if there are any; otherwise it searches `--nodes` nodes among
the moves with the best result by the tables (0: it takes one of them at random). The other side defends with
the tables of FOLDER, which should have distances for everything (`xiangqi tables make` makes them): it holds
out as long as possible. In a drawn position it chooses, of a few moves that keep the draw, the one that leaves
the fewest answers. Games end by the rules, including those of repetition. Every game that ends differently from
its table's value is printed with its position.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.types import Limits
from xiangqi.engine.evaluation.endgames import look_up
from xiangqi.engine.worker import Engine
from xiangqi.fen import Position, format_fen, position_faults
from xiangqi.referee import Rules, outcome, warning
from xiangqi.referee.warnings import LOSES
from xiangqi.resources import asset
from xiangqi.tables import Endgame, Tables, TableVerdict
from xiangqi.tables.making.numbered_positions import layout_of, material_of, placement_at
from xiangqi.tables.material import attackers_of
from xiangqi.tables.tablefile import DTC, STEPPED, WDL

_TOLD_EVERY = 100  # games
_TRIES = 100  # random positions until one is won or drawn as required
_TRAPS = 4  # moves that are compared in a drawn position


def random_position(rng: random.Random, material: Endgame) -> Board:
    """Return a position of a material that can arise, either side to move."""
    layout = layout_of(material)
    while True:
        placement = placement_at(layout, rng.randrange(layout.cells), rng.randrange(layout.bits))
        position = Position(placement, rng.choice((RED, BLACK)))
        if len(placement) == material.size + 2 and not position_faults(position):
            return Board(format_fen(position))


def _loses(board: Board, move: Move) -> bool:
    """Return whether a move would lose the game for its side, for instance by repetition."""
    found = warning(board, move, Rules())
    return found is not None and found.kind == LOSES


class Product:
    """Plays like the engine with the tables of a folder."""

    def __init__(self, folder: Path, nodes: int, rng: random.Random) -> None:
        """Use the tables of a folder.

        Args:
            folder: the folder with the tables.
            nodes: the nodes to search if there are no distances; 0 for a random move of those with the best
                result.
            rng: chooses among equal moves.
        """
        self.tables = Tables([folder])
        self._limits = Limits(nodes=nodes) if nodes else None
        self._rng = rng
        self._engine = Engine(hash_mb=8)
        self._engine.set_option("TablePath", str(folder))

    def begin(self) -> None:
        """Begin another game."""
        self._engine.clear()

    def move(self, board: Board) -> Move:
        """Return the move that it plays."""
        knowledge = look_up(self.tables, board.copy(), board.legal_moves())
        table = self.tables.table(material_of(board.pieces()).canonical)
        told = table is not None and table.metric == DTC
        won = knowledge is not None and knowledge.scores.get(knowledge.kept[0], 0) > 0
        if knowledge is not None and ((told and won) or self._limits is None or len(knowledge.kept) == 1):
            kept = self._rng.sample(knowledge.kept, len(knowledge.kept))
            return next((move for move in kept if not _loses(board, move)), kept[0])
        assert self._limits is not None
        self._engine.set_board(board)
        found = self._engine.search(self._limits).best_move
        assert found is not None
        return found


class Opponent:
    """Holds out as long as it can, and sets traps if the other side must hold a draw."""

    def __init__(self, folders: list[Path], rng: random.Random) -> None:
        """Use the tables of these folders, earlier ones first."""
        self.tables = Tables(folders)
        self._rng = rng

    def move(self, board: Board) -> Move:
        """Return the move that it plays."""
        bounds = self.tables.bounds(board.state)
        if bounds is not None and bounds.verdict is TableVerdict.DRAW:
            return self._trap(board)
        moves = board.legal_moves()
        knowledge = look_up(self.tables, board.copy(), moves)
        return self._rng.choice(moves if knowledge is None else knowledge.kept)

    def _trap(self, board: Board) -> Move:
        report = self.tables.probe(board)
        kept = [move for move, verdict in report.moves.items() if verdict is TableVerdict.DRAW]
        return min(self._rng.sample(kept, min(_TRAPS, len(kept))), key=lambda move: self._answers(board, move))

    def _answers(self, board: Board, move: Move) -> int:
        """Return the number of answers to a move that keep the draw."""
        board.push(move)
        verdicts = list(self.tables.probe(board).moves.values())
        board.pop()
        return verdicts.count(TableVerdict.DRAW)


def play(board: Board, tried: int, product: Product, opponent: Opponent) -> int | None:
    """Play a game with the product as colour `tried`; return the colour that wins, None for a draw."""
    product.begin()
    while (ended := outcome(board)) is None:
        board.push((product if board.turn == tried else opponent).move(board))
    return ended.winner


def is_kept(told: TableVerdict, tried: int, winner: int | None) -> bool:
    """Return whether the product kept its result: it won a win, or did not lose a draw."""
    return winner == tried or (told is TableVerdict.DRAW and winner is None)


def tried_colour(board: Board, told: TableVerdict, rng: random.Random) -> int:
    """Return the side that wins or must hold; in a draw, one without attackers, or else a random one."""
    if told is TableVerdict.DRAW:
        material = material_of(board.pieces())
        bare = [
            colour
            for colour, letters in ((RED, material.first), (BLACK, material.second))
            if not attackers_of(letters)
        ]
        return rng.choice(bare or [RED, BLACK])
    return board.turn if told is TableVerdict.WIN else RED + BLACK - board.turn


def positions(
    materials: list[Endgame], tables: Tables, rng: random.Random, kinds: tuple[bool, ...]
) -> Iterator[tuple[Endgame, Board, TableVerdict]]:
    """Yield positions of the materials in turn, endlessly.

    Args:
        materials: materials that have a table.
        tables: determine which positions are drawn.
        rng: chooses the positions.
        kinds: False for positions won by either side and True for drawn ones, in turn.
    """
    while True:
        for drawn in kinds:
            for material in materials:
                for _ in range(_TRIES):
                    board = random_position(rng, material)
                    told = tables.probe(board).verdict
                    if told is not TableVerdict.UNKNOWN and (told is TableVerdict.DRAW) is drawn:
                        yield material, board, told
                        break


def main() -> None:
    """Play the games and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("materials", nargs="*", metavar="MATERIAL")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--metric", choices=(DTC, STEPPED, WDL), help="only materials with such tables")
    parser.add_argument("--only", choices=("won", "drawn"), help="no other positions")
    parser.add_argument("--nodes", type=int, default=2000, help="a move, where no distances tell")
    parser.add_argument("--defence", type=Path, action="append", default=[], help="folder of tables")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--path", type=Path, default=asset("tables"), help="folder of the tables")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    product = Product(args.path, args.nodes, rng)
    opponent = Opponent([*args.defence, args.path], rng)
    wanted = [Endgame.parse(name).canonical for name in args.materials or product.tables.names()]
    found = [(material, product.tables.table(material)) for material in wanted]
    materials = [m for m, table in found if table is not None and args.metric in (None, table.metric)]
    metrics = {m: table.metric for m, table in found if table is not None}
    seen: Counter[tuple[str, str, bool]] = Counter()
    failed: Counter[str] = Counter()
    kinds = {"won": (False,), "drawn": (True,)}.get(args.only, (False, True))
    for number, (material, board, told) in enumerate(positions(materials, product.tables, rng, kinds), 1):
        fen = board.fen()
        tried = tried_colour(board, told, rng)
        kept = is_kept(told, tried, play(board, tried, product, opponent))
        seen[metrics[material], "drawn" if told is TableVerdict.DRAW else "won", kept] += 1
        if not kept:
            failed[material.name] += 1
            print(f"{told.value} not kept: {fen}", flush=True)
        if number % _TOLD_EVERY == 0 or number == args.games:
            counts = (
                f"{metric} {verdict} {'as told' if kept else 'NOT as told'} {count}"
                for (metric, verdict, kept), count in sorted(seen.items())
            )
            print(f"{number} games: {', '.join(counts)}", flush=True)
        if number == args.games:
            break
    print(dict(failed))


if __name__ == "__main__":
    main()
